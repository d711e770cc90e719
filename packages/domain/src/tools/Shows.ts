import { Array, Context, Option, Order, Predicate, Schema } from "effect"
import { numbersIn } from "../OrderNumber.ts"

/** Names the objects that an answer is about by their ids, so that later messages, and cards, can point at them. */

export const ShowKind = Schema.Literal("product_list", "product", "cart", "order", "return", "pending_action", "source")
export type ShowKind = typeof ShowKind.Type

/** Objects of one kind that one result shows: those in the list `at`, or the one there, or without it the result itself. */
export interface Showing {
  readonly kind: ShowKind
  /** Of a list in the objects of another list: both, with a dot between. */
  readonly at?: string
}

/** The objects that the results of a tool show; the annotation of a contract. Absent: nothing. */
export class Shows extends Context.Reference<Shows>()("@storefront/domain/tools/Shows", {
  defaultValue: (): ReadonlyArray<Showing> => []
}) {}

/** One product, which the result is about. */
export const showsProduct: ReadonlyArray<Showing> = [{ kind: "product" }]

/** The products of a list. */
export const showsProducts = (at: string): ReadonlyArray<Showing> => [{ kind: "product_list", at }]

/** A binding act shows its proposal, and once it is done its order and its return. */
export const showsAct: ReadonlyArray<Showing> = [{ kind: "pending_action" }, { kind: "order" }, { kind: "return" }]

/** The most ids of a kind. */
export const mostIds = 10

/** Ids of one kind, in the order of the answer; none for a cart of which nothing was named. */
export const Shown = Schema.Struct({
  kind: ShowKind,
  ids: Schema.Array(Schema.String.pipe(Schema.maxLength(200))).pipe(Schema.maxItems(mostIds))
})
export type Shown = typeof Shown.Type

/** Of each kind at most one, in the order in which they appeared. */
export const ShownList = Schema.Array(Shown).pipe(Schema.maxItems(ShowKind.literals.length))

/** The field with the id of an object. */
export const idFields: { readonly [Kind in ShowKind]: string } = {
  product_list: "product_id",
  product: "product_id",
  cart: "product_id",
  order: "order_id",
  return: "return_id",
  pending_action: "action_id",
  source: "url"
}

/** The fields with the words that an answer can name an object by. */
const labelFields = ["name", "product_name", "number", "title"]

/** An object that a result shows. */
interface Sight {
  readonly id: string
  readonly label: Option.Option<string>
}

/** The objects of one kind in one result. */
interface Sights {
  readonly kind: ShowKind
  readonly objects: ReadonlyArray<Sight>
}

const textAt = (object: unknown, field: string): Option.Option<string> =>
  Predicate.hasProperty(object, field) && Predicate.isString(object[field]) && object[field] !== ""
    ? Option.some(object[field])
    : Option.none()

const objectsAt = (result: unknown, at: string | undefined): ReadonlyArray<unknown> =>
  (at?.split(".") ?? []).reduce<ReadonlyArray<unknown>>(
    (objects, field) =>
      objects.flatMap((object) => {
        const found = Predicate.hasProperty(object, field) ? object[field] : []
        return Array.isArray(found) ? found : [found]
      }),
    [result]
  )

/** The objects that an encoded result shows. A cart is shown even if none of its products is. */
export const sightsIn = (showings: ReadonlyArray<Showing>, result: unknown): ReadonlyArray<Sights> =>
  showings.flatMap(({ at, kind }) => {
    const objects = objectsAt(result, at).flatMap((object) =>
      Option.toArray(
        Option.map(textAt(object, idFields[kind]), (id): Sight => ({
          id,
          label: Option.firstSomeOf(labelFields.map((field) => textAt(object, field)))
        }))
      )
    )
    return objects.length > 0 || kind === "cart" ? [{ kind, objects }] : []
  })

/** Objects of the newest results that are kept when the answer names none. */
const unnamed = 5

/** The ids of the objects that an answer names, in its order. */
const namedIn = (objects: ReadonlyArray<Sight>, answer: string): ReadonlyArray<string> => {
  const places = objects.flatMap(({ id, label }) => {
    const place = Option.match(label, { onNone: () => -1, onSome: (words) => answer.indexOf(words.toLowerCase()) })
    return place === -1 ? [] : [{ id, place }]
  })
  return Array.sortBy(Order.mapInput(Order.number, ({ place }: (typeof places)[number]) => place))(places).map(
    ({ id }) => id
  )
}

const first = (ids: ReadonlyArray<string>, most: number) => Array.take(Array.dedupe(ids), most)

/** Picks what an answer shows of the results that it was made of: the ids that it names, else the first of the newest results. */
export const shownIn = (results: ReadonlyArray<Sights>, answer: string): ReadonlyArray<Shown> => {
  const said = answer.toLowerCase()
  return Array.dedupe(results.map(({ kind }) => kind)).map((kind) => {
    const ofKind = results.filter((result) => result.kind === kind)
    const named = namedIn(
      ofKind.flatMap(({ objects }) => objects),
      said
    )
    // An answer with numbers of orders is about these, and not about others that were looked up.
    const isAboutOthers = kind === "order" && numbersIn(said).length > 0
    const newest = isAboutOthers ? [] : ofKind.toReversed().flatMap(({ objects }) => objects.map(({ id }) => id))
    return { kind, ids: named.length > 0 ? first(named, mostIds) : first(newest, unnamed) }
  })
}

/** Merges what several answers show. */
export const merged = (all: ReadonlyArray<Shown>): ReadonlyArray<Shown> =>
  Array.dedupe(all.map(({ kind }) => kind)).map((kind) => ({
    kind,
    ids: first(
      all.flatMap((shown) => (shown.kind === kind ? shown.ids : [])),
      mostIds
    )
  }))
