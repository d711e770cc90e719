import type { Address } from "@storefront/domain/Address"
import type { Role } from "@storefront/domain/Identity"
import { cities, familyNames, firstNames, streets } from "./vocabulary/People.ts"
import type { Row } from "./Loader.ts"
import { ago, iso, randomOf, type World } from "./World.ts"
import { type RegionName } from "./Names.ts"

/** Bcrypt hash of `storefront-demo`, cost 10. A constant, because a fresh salt would make every seed different. */
export const demoPasswordHash = "$2b$10$Af3FpYziLx9KYfoq/K8ObezUIwRgQyOlhI0DsWFmTAm37G5NcY/K2"

/** An account before it becomes a row. */
export interface SeededAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly isActive: boolean
  readonly createdMillis: number
  readonly address: Address
  /** Region that serves the address. */
  readonly region: RegionName
}

type Identity = Pick<SeededAccount, "email" | "name" | "role"> & { readonly isActive?: boolean }

const namedAccounts: ReadonlyArray<Identity> = [
  { email: "alice@example.com", name: "Alice Moreno", role: "customer" },
  { email: "bob@example.com", name: "Bob Lindqvist", role: "customer" },
  { email: "carol@example.com", name: "Carol Adeyemi", role: "customer" },
  { email: "dora@example.com", name: "Dora Whitlock", role: "customer", isActive: false },
  { email: "seller@example.com", name: "Alder Lane Goods", role: "seller" },
  { email: "seller2@example.com", name: "Juniper & Rook", role: "seller" },
  { email: "power@example.com", name: "Priya Raman", role: "power_user" },
  { email: "admin@example.com", name: "Ada Okafor", role: "admin" }
]

/** Positions in `namedAccounts`, whose order must agree; generated customers follow. */
export const alice = 0
export const bob = 1
export const carol = 2
export const dora = 3
/** Returns the position of a product's seller: Alder Lane Goods sells even positions, Juniper & Rook odd ones. */
export const sellerOf = (productIndex: number) => 4 + (productIndex % 2)
export const powerUser = 6
export const admin = 7
export const firstGenerated = 8

/** Generates a customer's name. A number keeps e-mail addresses unique once every pair of names is used. */
const generatedIdentity = (world: World, index: number): Identity => {
  const position = index - firstGenerated + randomOf(world, "names", 0).int(0, 4000)
  const first = firstNames[(position * 7) % firstNames.length] ?? firstNames[0]
  const family = familyNames[(position * 11) % familyNames.length] ?? familyNames[0]
  const round = Math.floor((index - firstGenerated) / (firstNames.length * familyNames.length))
  const suffix = round === 0 ? "" : String(round + 1)
  return {
    email: `${first}.${family}${suffix}@example.com`.toLowerCase(),
    name: `${first} ${family}`,
    role: "customer"
  }
}

/** Generates the account at a position, `0 <= index < world.users`. */
export const account = (world: World, index: number): SeededAccount => {
  const random = randomOf(world, "account", index)
  const createdMillis = ago(world, random.int(220, 640) + random.real())
  const { region, ...place } = random.pick(cities)
  const identity = namedAccounts[index] ?? generatedIdentity(world, index)
  return {
    id: random.uuid(createdMillis),
    isActive: true,
    ...identity,
    createdMillis,
    address: { street: `${random.int(2, 940)} ${random.pick(streets)}`, ...place, country: "US" },
    region
  }
}

/** Generates the rows of all accounts. Their spend is computed after the orders; a trigger then sets the tier. */
export function* accountRows(world: World): Generator<Row> {
  for (let index = 0; index < world.users; index++) {
    const { createdMillis, email, id, isActive, name, role } = account(world, index)
    yield {
      id,
      email,
      password_hash: demoPasswordHash,
      name,
      role,
      is_active: isActive,
      tokens_valid_after: isActive ? "1970-01-01T00:00:00.000Z" : iso(ago(world, 60)),
      created_at: iso(createdMillis),
      total_spend: "0",
      loyalty_tier: "bronze"
    }
  }
}
