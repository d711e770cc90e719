import { SpecialistName } from "@storefront/domain/Topology"
import { Schema } from "effect"

const oneOrMany = <A, I>(item: Schema.Schema<A, I>) => Schema.Union(item, Schema.Array(item))
const Texts = oneOrMany(Schema.String)
const Numbers = oneOrMany(Schema.Number)

/** What the arguments of the calls must say; a list asks for all of its elements, `a|b` for one of them. */
export const Slots = Schema.partial(
  Schema.Struct({
    product: Texts,
    query: Texts,
    category: Texts,
    brand: Texts,
    code: Texts,
    region: Texts,
    order: Texts,
    order_status: Texts,
    sort_by: Texts,
    name: Texts,
    speed_tier: Texts,
    refund_method: Texts,
    reason: Texts,
    note: Texts,
    keyword: Texts,
    tone: Texts,
    content: Texts,
    region_from: Texts,
    region_to: Texts,
    street: Texts,
    city: Texts,
    state: Texts,
    zip: Texts,
    recipient_name: Texts,
    phone: Texts,
    min_price: Numbers,
    max_price: Numbers,
    min_rating: Numbers,
    cart_total: Numbers,
    quantity: Numbers,
    days: Numbers,
    rating: Numbers,
    limit: Numbers,
    months: Numbers,
    in_stock: Schema.Boolean,
    verified_only: Schema.Boolean,
    low_stock_only: Schema.Boolean
  })
)
export type Slots = typeof Slots.Type

/** One message with what it has to bring about. */
export const Turn = Schema.Struct({
  say: Schema.String,
  /** The specialists to ask, in their order; `any` where only what the customer is told counts. */
  agents: Schema.optional(Schema.Union(Schema.Literal("any"), Schema.Array(SpecialistName))),
  agents_any: Schema.optional(Schema.Array(Schema.Array(SpecialistName))),
  tools: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  args: Schema.optionalWith(Slots, { default: () => ({}) }),
  forbid: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  /** Patterns that the answer has to match, in any letter case. */
  says: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  /** Patterns that it must not match. */
  never: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] })
})
export type Turn = typeof Turn.Type

/** A conversation of one account of the demonstration shop. */
export const Dialogue = Schema.Struct({
  id: Schema.String,
  as: Schema.String,
  kind: Schema.String,
  turns: Schema.Array(Turn)
})
export type Dialogue = typeof Dialogue.Type

const decode = Schema.decodeUnknownSync(Schema.parseJson(Dialogue))

/** Reads dialogues, one in a line. */
export const readDialogues = (text: string): ReadonlyArray<Dialogue> =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => decode(line))
