import { Array, Context, Option, Order, Predicate, Schema } from "effect"
import { orderNumbersIn } from "../OrderNumber.ts"

/** Ids of the objects that an answer is about, so that later messages and cards can refer to them. */

export const ShowKind = Schema.Literal("product_list", "product", "cart", "order", "return", "pending_action", "source")
export type ShowKind = typeof ShowKind.Type

/** Objects of one kind shown by a result: the object or list at the path `at`, or without a path the result itself. */
export interface Showing {
  readonly kind: ShowKind
  /** Field names joined by dots; a path may lead through lists. */
  readonly at?: string
}

/** Annotation of a tool contract: the objects that the tool's results show. Default: none. */
export class Shows extends Context.Reference<Shows>()("@storefront/domain/tools/Shows", {
  defaultValue: (): ReadonlyArray<Showing> => []
}) {}

/** For results about a single product. */
export const showsProduct: ReadonlyArray<Showing> = [{ kind: "product" }]

/** For results with a list of products. */
export const showsProducts = (at: string): ReadonlyArray<Showing> => [{ kind: "product_list", at }]

/** For binding tools: the proposal, and once done also the order and the return. */
export const showsAct: ReadonlyArray<Showing> = [{ kind: "pending_action" }, { kind: "order" }, { kind: "return" }]

/** Maximum number of ids per kind. */
export const maxIds = 10

/** Ids of one kind, in the order of the answer; empty for a cart if none of its products was named. */
export const Shown = Schema.Struct({
  kind: ShowKind,
  ids: Schema.Array(Schema.String.pipe(Schema.maxLength(200))).pipe(Schema.maxItems(maxIds))
})
export type Shown = typeof Shown.Type

/** At most one entry per kind, in order of appearance. */
export const ShownList = Schema.Array(Shown).pipe(Schema.maxItems(ShowKind.literals.length))

/** Field with an object's id, by kind. */
export const idFields: { readonly [Kind in ShowKind]: string } = {
  product_list: "product_id",
  product: "product_id",
  cart: "product_id",
  order: "order_id",
  return: "return_id",
  pending_action: "action_id",
  source: "url"
}

/** Fields whose text may name an object in an answer. */
const labelFields = ["name", "product_name", "number", "title"]

interface ResultObject {
  readonly id: string
  readonly label: Option.Option<string>
}

/** Objects of one kind in one result. */
interface ResultObjects {
  readonly kind: ShowKind
  readonly objects: ReadonlyArray<ResultObject>
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

/** Extracts the objects that an encoded result shows. A cart counts even if no product in it does. */
export const shownObjectsIn = (showings: ReadonlyArray<Showing>, result: unknown): ReadonlyArray<ResultObjects> =>
  showings.flatMap(({ at, kind }) => {
    const objects = objectsAt(result, at).flatMap((object) =>
      Option.toArray(
        Option.map(textAt(object, idFields[kind]), (id): ResultObject => ({
          id,
          label: Option.firstSomeOf(labelFields.map((field) => textAt(object, field)))
        }))
      )
    )
    return objects.length > 0 || kind === "cart" ? [{ kind, objects }] : []
  })

/** Number of ids kept from the newest results if the answer names none. */
export const maxUnnamed = 5

/** Finds the ids of the objects that an answer names, in its order. A name within a longer one is not named by it. */
export const namedIn = (
  objects: ReadonlyArray<{ readonly id: string; readonly label: string }>,
  answer: string
): ReadonlyArray<string> => {
  const said = answer.toLowerCase()
  const labels = Array.dedupe(objects.map(({ label }) => label.toLowerCase()))
  const placeOf = (label: string) =>
    labels
      .filter((other) => other.length > label.length && other.includes(label))
      .reduce((text, longer) => text.replaceAll(longer, " ".repeat(longer.length)), said)
      .indexOf(label)
  const places = objects.flatMap(({ id, label }) => {
    const place = placeOf(label.toLowerCase())
    return place === -1 ? [] : [{ id, place }]
  })
  return Array.sortBy(Order.mapInput(Order.number, ({ place }: (typeof places)[number]) => place))(places).map(
    ({ id }) => id
  )
}

const first = (ids: ReadonlyArray<string>, most: number) => Array.take(Array.dedupe(ids), most)

/** Picks the ids that an answer shows from its tools' results: those it names, else the first of the newest results. */
export const selectShownIds = (results: ReadonlyArray<ResultObjects>, answer: string): ReadonlyArray<Shown> =>
  Array.dedupe(results.map(({ kind }) => kind)).map((kind) => {
    const ofKind = results.filter((result) => result.kind === kind)
    const named = namedIn(
      ofKind.flatMap(({ objects }) =>
        objects.flatMap(({ id, label }) => Array.fromOption(Option.map(label, (label) => ({ id, label }))))
      ),
      answer
    )
    // An answer that mentions order numbers is about these orders, not about others that were looked up.
    const isAboutOthers = kind === "order" && orderNumbersIn(answer.toLowerCase()).length > 0
    const newest = isAboutOthers ? [] : ofKind.toReversed().flatMap(({ objects }) => objects.map(({ id }) => id))
    return { kind, ids: named.length > 0 ? first(named, maxIds) : first(newest, maxUnnamed) }
  })

/** Merges the ids shown by several answers. */
export const mergeShown = (all: ReadonlyArray<Shown>): ReadonlyArray<Shown> =>
  Array.dedupe(all.map(({ kind }) => kind)).map((kind) => ({
    kind,
    ids: first(
      all.flatMap((shown) => (shown.kind === kind ? shown.ids : [])),
      maxIds
    )
  }))
