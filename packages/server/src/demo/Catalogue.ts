import { Array } from "effect"
import { account, sellerOf } from "./Accounts.ts"
import type { Row } from "./Loader.ts"
import { books } from "./departments/Books.ts"
import type { CatalogueEntry, Department } from "./departments/Department.ts"
import { clothing } from "./departments/Clothing.ts"
import { electronics } from "./departments/Electronics.ts"
import { home } from "./departments/Home.ts"
import { hostileDescription } from "./vocabulary/HostileTexts.ts"
import { sports } from "./departments/Sports.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, amount, iso, isoDay, randomOf, type World } from "./World.ts"
import { categoryNames, type CategoryName } from "./Names.ts"

const departments = {
  Electronics: electronics,
  Clothing: clothing,
  Home: home,
  Sports: sports,
  Books: books
} as const satisfies Record<CategoryName, Department>

/** Names of a category's product types, such as "Mechanical Keyboard". */
export type Kind<C extends CategoryName> = (typeof departments)[C]["entries"][number]["kind"]

const departmentOf = (category: CategoryName): Department => departments[category]

/** Position of the bike light, whose description holds a prompt injection. */
const hostileProductIndex = 28

/** Number of entries of each department. */
const typesPerCategory = 12

/** Number of handwritten products, one per type; further ones are generated. */
export const handWrittenCount = categoryNames.length * typesPerCategory

/** Inactive products, added to the active ones; `like` is the position of a product of the same type. */
const discontinued = [
  {
    like: 45,
    name: "Nimbrix ClearDesk 720 Webcam",
    brand: "Nimbrix",
    priceCents: 3490,
    description: "The predecessor of our webcam, no longer made. Repairs and cables are still available."
  },
  {
    like: 7,
    name: "Hearthlow Pebble Kettle",
    brand: "Hearthlow",
    priceCents: 3900,
    description: "A small kettle of enamelled steel. Sold out in every colour and not made again."
  }
] as const

/** Returns the number of products, including inactive ones. */
export const productCount = (world: World) => world.products + discontinued.length

/** Data of a product that orders, carts and reviews need. */
export interface SeededProduct {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly category: CategoryName
  readonly brand: string
  readonly priceCents: number
  /** Equal to the price when not on sale. */
  readonly priceBeforeSaleCents: number
  readonly createdMillis: number
  readonly entry: CatalogueEntry
}

/** Returns the category and type at a position. Positions cycle through the five categories. */
const productTypeAt = (index: number) => {
  const category = categoryNames[index % categoryNames.length] ?? categoryNames[0]
  const department = departmentOf(category)
  const type = Math.floor(index / categoryNames.length) % typesPerCategory
  return { category, department, entry: department.entries[type] ?? department.entries[0] }
}

/** Draws a typical retail price within a range. */
const randomRetailPrice = (random: SeededRandom, [lowest, highest]: readonly [number, number]) => {
  const round = Math.round(random.int(lowest, highest) / 500) * 500
  return Math.min(highest, Math.max(lowest, round - random.pick([0, 5, 10, 50])))
}

/** Generates the product at a position, `0 <= index < productCount(world)`; inactive ones come last. */
export const productAt = (world: World, index: number): SeededProduct => {
  const random = randomOf(world, "product", index)
  const createdMillis = ago(world, random.int(200, 540) + random.real())
  const base = { index, id: random.uuid(createdMillis), createdMillis }
  const discontinuedProduct = discontinued[index - world.products]
  if (discontinuedProduct !== undefined) {
    const { brand, like, name, priceCents } = discontinuedProduct
    const { category, entry } = productTypeAt(like)
    return { ...base, category, name, brand, priceCents, priceBeforeSaleCents: priceCents, entry }
  }
  const { category, department, entry } = productTypeAt(index)
  if (index < handWrittenCount) {
    const { brand, name, priceCents, priceBeforeSaleCents = priceCents } = entry
    return { ...base, category, name, brand, priceCents, priceBeforeSaleCents, entry }
  }
  const brand = random.pick(department.brands)
  const model = `${random.pick(department.models)} ${random.int(2, 990)}`
  const priceCents = randomRetailPrice(random, entry.priceRangeCents)
  return {
    ...base,
    category,
    name: category === "Books" ? `${model} ${entry.kind}` : `${brand} ${model} ${entry.kind}`,
    brand,
    priceCents,
    priceBeforeSaleCents: random.chance(0.3) ? Math.round((priceCents * random.int(115, 145)) / 500) * 5 : priceCents,
    entry
  }
}

/** Returns the position of the handwritten product of a type. */
export const positionOf = <C extends CategoryName>(category: C, kind: Kind<C>) =>
  departmentOf(category).entries.findIndex((entry) => entry.kind === kind) * categoryNames.length +
  categoryNames.indexOf(category)

/** Generates description and specs. Not part of `productAt`, which large seeds call millions of times without them. */
const descriptionAndSpecs = (world: World, { brand, category, entry, index, name }: SeededProduct) => {
  if (index >= world.products) {
    return { description: discontinued[index - world.products]?.description ?? name, specs: entry.specs }
  }
  if (index < handWrittenCount) {
    const description = index === hostileProductIndex ? `${entry.description} ${hostileDescription}` : entry.description
    return { description, specs: entry.specs }
  }
  const random = randomOf(world, "wording", index)
  const { colours, openingSentences } = departmentOf(category)
  const short = `${random.pick(openingSentences)} ${random.pick(entry.features)}`
  const long = `${short} ${brand} makes the ${entry.kind.toLowerCase()} in small series, answers questions itself and keeps spare parts for ten years, so that what you buy today can still be repaired when the next model is long out.`
  return { description: random.chance(0.2) ? long : short, specs: { ...entry.specs, Colour: random.pick(colours) } }
}

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

/** Generates the rows of all products; ratings are computed after the reviews. */
export function* productRows(world: World): Generator<Row> {
  const evenSeller = account(world, sellerOf(0)).id
  const oddSeller = account(world, sellerOf(1)).id
  for (let index = 0; index < productCount(world); index++) {
    const item = productAt(world, index)
    const { description, specs } = descriptionAndSpecs(world, item)
    const created = iso(item.createdMillis)
    yield {
      id: item.id,
      seller_id: index % 2 === 0 ? evenSeller : oddSeller,
      name: item.name,
      description,
      category: item.category,
      brand: item.brand,
      price: amount(item.priceCents),
      original_price: amount(item.priceBeforeSaleCents),
      image_url: `/images/products/${slug(item.name)}.svg`,
      specs,
      rating: "0",
      review_count: 0,
      is_active: index < world.products,
      created_at: created,
      updated_at: created
    }
  }
}

/** Generates a price per product and day. One day in ten has an offer; today's price is the product's price. */
export function* priceRows(world: World): Generator<Row> {
  const days = Array.makeBy(world.historyDays, (age) => isoDay(ago(world, age)))
  for (let index = 0; index < productCount(world); index++) {
    const { id, priceCents } = productAt(world, index)
    const random = randomOf(world, "price", index)
    for (const [age, day] of days.entries()) {
      const permille = random.chance(0.1) ? random.int(800, 950) : random.int(970, 1030)
      const cents = age === 0 ? priceCents : Math.round((priceCents * permille) / 1000)
      yield { product_id: id, day, price: amount(cents) }
    }
  }
}
