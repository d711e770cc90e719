import { Array, Context, Effect, Option, Schema } from "effect"
import { Category } from "./Catalog.ts"
import { Region } from "./Inventory.ts"

/** Names that a shop has given to its categories and regions, each in the shop's order. */
export interface ShopNames {
  readonly categories: ReadonlyArray<Category>
  readonly regions: ReadonlyArray<Region>
}

/**
 * Names against which parameters of requests and tools are checked. None in a program that does not know the shop, such
 * as a client: it takes every well-formed name, and the server checks it.
 */
export class KnownNames extends Context.Reference<KnownNames>()("@storefront/domain/ShopNames/KnownNames", {
  defaultValue: (): Option.Option<ShopNames> => Option.none()
}) {}

/** Maximum number of names in a prompt and in a refusal. */
const maxListed = 40

/** Joins the first names for a prompt or a refusal, and counts the others: "A, B and 3 more". */
export const listNames = (names: ReadonlyArray<string>): string => {
  const listed = names.slice(0, maxListed).join(", ")
  return names.length > maxListed ? `${listed} and ${names.length - maxListed} more` : listed
}

/** Builds a schema of the names of a kind that the shop has; its message lists them. */
const nameOf = <A extends string>(
  schema: Schema.Schema<A, string>,
  namesOf: (shop: ShopNames) => ReadonlyArray<A>,
  maxLength: number,
  description: string
) => {
  const known = Effect.map(KnownNames, Option.map(namesOf))
  const isKnown = (name: A) => Effect.map(known, Option.match({ onNone: () => true, onSome: Array.contains(name) }))
  const message = Effect.map(
    known,
    Option.match({ onNone: () => "is not well-formed", onSome: (names) => `must be one of ${listNames(names)}` })
  )
  return schema.pipe(Schema.filterEffect(isKnown)).annotations({
    message: () => ({ message, override: true }),
    jsonSchema: { type: "string", minLength: 1, maxLength, description }
  })
}

/** Builds the schema of a parameter that names a category of the shop. */
export const categoryName = (description: string) => nameOf(Category, ({ categories }) => categories, 60, description)

/** Builds the schema of a parameter that names a region of the shop. */
export const regionName = (description: string) => nameOf(Region, ({ regions }) => regions, 30, description)
