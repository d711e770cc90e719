import type { MemoryCategory } from "@storefront/domain/Memories"
import { Array, Order } from "effect"
import { account, alice, bob, carol, firstGenerated, powerUser } from "./Accounts.ts"
import type { Row } from "./Loader.ts"
import { hostileMemory } from "./vocabulary/HostileTexts.ts"
import { ago, iso, randomOf, type World } from "./World.ts"

interface Memory {
  readonly owner: number
  readonly category: MemoryCategory
  readonly content: string
  readonly importance: number
  /** Days since the memory was stored. */
  readonly age: number
  /** Days from now to the expiry; absent means never. */
  readonly expires?: number
}

const memories: ReadonlyArray<Memory> = [
  { owner: alice, category: "size", content: "Wears shoe size 39 and clothes in M", importance: 8, age: 120 },
  { owner: alice, category: "preference", content: "Runs on trails at the weekend", importance: 7, age: 64 },
  { owner: alice, category: "avoid", content: "Dislikes devices with coloured lights", importance: 6, age: 64 },
  { owner: alice, category: "budget", content: "Up to 120 for running shoes", importance: 6, age: 9, expires: 80 },
  { owner: alice, category: "brand", content: "Likes Kestrelon for audio", importance: 5, age: 6 },
  {
    owner: bob,
    category: "preference",
    content: "Prefers standard delivery, is rarely in a hurry",
    importance: 5,
    age: 40
  },
  { owner: bob, category: "size", content: "Wears jackets in XL", importance: 7, age: 90 },
  { owner: carol, category: "preference", content: hostileMemory, importance: 4, age: 17 },
  { owner: powerUser, category: "brand", content: "Compares Voltarra and Nimbrix first", importance: 6, age: 30 },
  {
    owner: powerUser,
    category: "budget",
    content: "Office equipment up to 400 per piece",
    importance: 8,
    age: 22,
    expires: 160
  },
  { owner: powerUser, category: "other", content: "Orders for a team of six people", importance: 7, age: 22 },
  { owner: firstGenerated, category: "avoid", content: "No leather", importance: 9, age: 51 }
]

const oldestFirst = Order.mapInput(Order.string, ({ created_at }: { readonly created_at: string }) => created_at)

/** Returns the memories of customers, oldest first, because insertion order defines which one is newest. */
export const memoryRows = (world: World): ReadonlyArray<Row> =>
  Array.sort(
    memories.map(({ age, category, content, expires, importance, owner }, index) => ({
      id: randomOf(world, "memory", index).uuid(ago(world, age)),
      user_id: account(world, owner).id,
      category,
      content,
      importance,
      created_at: iso(ago(world, age)),
      expires_at: expires === undefined ? null : iso(ago(world, -expires))
    })),
    oldestFirst
  )
