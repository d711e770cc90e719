import { binding, toolsOf, writingTools } from "@storefront/agents/planner/Intents"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Predicate } from "effect"
import { type Slots, type Turn } from "./Corpus.ts"

/** A tool call that a specialist made. */
export interface Call {
  readonly tool: string
  readonly params: Readonly<Record<string, unknown>>
  readonly isSuccess: boolean
  /** It waits for a yes: nothing was done. */
  readonly isProposed: boolean
  /** Names of the products it was about: of its ids, or the first 3 it found. */
  readonly products: ReadonlyArray<string>
}

/** What a message brought about. */
export interface Result {
  /** Those that were asked; `none` where the shop did itself what was confirmed. */
  readonly specialists: ReadonlyArray<SpecialistName> | "none"
  readonly calls: ReadonlyArray<Call>
  readonly answer: string
  readonly contradicted: ReadonlyArray<string>
}

/** Ids that the slots of a turn stand for. */
export type OrderIds = Readonly<Record<string, string>>

/** What is right and what is wrong about a result. */
export interface Verdict {
  readonly routing: boolean
  readonly order: boolean
  readonly tools: boolean
  /** Slots that are not met. */
  readonly missing: ReadonlyArray<string>
  /** Tools that must not have been called. */
  readonly forbidden: ReadonlyArray<string>
  /** Tools that changed something that the turn does not ask for. */
  readonly unasked: ReadonlyArray<string>
  /** What the answer lacks, or says though it must not. */
  readonly wording: ReadonlyArray<string>
  /** What it says of orders, cart and returns that the database contradicts. */
  readonly contradicted: ReadonlyArray<string>
}

export const passes = ({ contradicted, forbidden, missing, routing, tools, wording }: Verdict): boolean =>
  routing && tools && [contradicted, forbidden, missing, wording].every((faults) => faults.length === 0)

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Every word begins a word of the text. */
const covers = (text: string, wanted: string): boolean =>
  words(wanted).every((word) => words(text).some((known) => known.startsWith(word.replace(/s$/u, ""))))

const listOf = <A>(value: A | ReadonlyArray<A>): ReadonlyArray<A> => (Array.isArray(value) ? value : [value as A])

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** Defaults of parameters that may be left out. */
const defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  checkout: { speed_tier: "standard" },
  initiate_return: { refund_method: "original_payment" },
  add_to_cart: { quantity: 1 },
  get_product_reviews: { sort_by: "newest", verified_only: false },
  estimate_shipping: { quantity: 1 }
}

/** Whether a call says what a slot asks for; `undefined` when the tool has no such parameter. */
const meets = (
  slot: string,
  wanted: string,
  { params, products, tool }: Call,
  orders: OrderIds
): boolean | undefined => {
  const address = params["new_address"]
  const given =
    params[slot] ?? (Predicate.isReadonlyRecord(address) ? address[slot] : undefined) ?? defaults[tool]?.[slot]
  switch (slot) {
    case "product":
      return products.length === 0 && params["product_id"] === undefined
        ? undefined
        : products.some((name) => covers(name, wanted))
    case "query":
      return covers(text(params["query"]), wanted) || products.some((name) => covers(name, wanted))
    case "brand":
    case "category":
      return (
        text(given).toLowerCase() === wanted.toLowerCase() ||
        text(params["query"]).toLowerCase().includes(wanted.toLowerCase())
      )
    case "order":
      return tool === "get_user_orders" || params["order_id"] === undefined
        ? undefined
        : params["order_id"] === orders[wanted]
    case "order_status":
      return tool === "get_user_orders"
        ? params["status"] === undefined
          ? wanted.includes("|")
          : wanted.split("|").includes(text(params["status"]))
        : undefined
    case "content":
    case "reason":
    case "note":
    case "keyword":
    case "recipient_name":
    case "street":
      return given === undefined ? undefined : covers(text(given), wanted)
    case "region":
      return text(params["destination_region"] ?? params["region_to"]) === wanted
    case "code":
      return text(given).toUpperCase() === wanted.toUpperCase()
    default:
      return text(given).toLowerCase() === wanted.toLowerCase() || String(given) === wanted
  }
}

/** One call for each entry, no call for two: tries every way, the lists are short. */
const assign = (entries: ReadonlyArray<string>, calls: ReadonlyArray<Call>): boolean => {
  const [first, ...rest] = entries
  return (
    first === undefined ||
    calls.some(
      (call, index) =>
        call.isSuccess &&
        first.split("|").includes(call.tool) &&
        assign(
          rest,
          calls.filter((_, other) => other !== index)
        )
    )
  )
}

const missingSlots = (
  slots: Slots,
  turn: Turn,
  calls: ReadonlyArray<Call>,
  orders: OrderIds
): ReadonlyArray<string> => {
  const allowed = new Set(turn.tools.flatMap((entry) => entry.split("|")))
  const counted = calls.filter(({ isSuccess, tool }) => isSuccess && allowed.has(tool))
  return Object.entries(slots).flatMap(([slot, wanted]) =>
    listOf<unknown>(wanted).flatMap((element) => {
      const options = slot === "order_status" ? [String(element)] : String(element).split("|")
      const verdicts = counted.map((call) => options.map((option) => meets(slot, option, call, orders)))
      const isChecked = verdicts.some((verdict) => verdict.some((met) => met !== undefined))
      return !isChecked || verdicts.some((verdict) => verdict.includes(true)) ? [] : [`${slot} ${String(element)}`]
    })
  )
}

const sameMembers = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  new Set(left).size === new Set(right).size && left.every((name) => right.includes(name))

const matches = (answer: string, pattern: string): boolean => new RegExp(pattern, "iu").test(answer)

/** Judges what a message brought about by what it should have. */
export const judge = (turn: Turn, { answer, calls, contradicted, specialists }: Result, orders: OrderIds): Verdict => {
  const asked = Array.from(new Set(specialists === "none" ? [] : specialists))
  const isAny = turn.agents === "any" || specialists === "none"
  const wanted = isAny ? [asked] : (turn.agents_any ?? [turn.agents ?? []])
  const allowed = new Set(turn.tools.flatMap((entry) => entry.split("|")))
  // What binds is never done without being asked for; to propose it does no harm.
  const forbidden = new Set([...turn.forbid, ...toolsOf(binding).filter((tool) => !allowed.has(tool))])
  return {
    routing: wanted.some((names) => sameMembers(names, asked)),
    order: wanted.some((names) => names.join() === asked.join()),
    tools: assign(turn.tools, calls),
    missing: specialists === "none" ? [] : missingSlots(turn.args, turn, calls, orders),
    unasked: Array.from(
      new Set(
        calls
          .filter(({ isSuccess, tool }) => isSuccess && writingTools.has(tool) && !allowed.has(tool))
          .map(({ tool }) => tool)
      )
    ),
    wording: [
      ...turn.says.filter((pattern) => !matches(answer, pattern)).map((pattern) => `without ${pattern}`),
      ...turn.never.filter((pattern) => matches(answer, pattern)).map((pattern) => `with ${pattern}`)
    ],
    contradicted,
    forbidden: [
      ...new Set(
        calls
          .filter(({ isProposed, isSuccess, tool }) => isSuccess && !isProposed && forbidden.has(tool))
          .map(({ tool }) => tool)
      )
    ]
  }
}
