import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Array, Effect, Predicate, Ref, Schema } from "effect"
import { type Address } from "@storefront/domain/Address"
import { mentionsAddress, mentionedIds } from "@storefront/domain/rules/Mentions"
import { OrderId } from "@storefront/domain/Ids"
import { orderNumberOf, orderNumbersIn } from "@storefront/domain/OrderNumber"
import { neutralText } from "../../platform/text/NeutralText.ts"
import { separate } from "./Neutraliser.ts"

/** Provenance of ids. A write is refused for an id that neither the customer nor a tool has named first. */

/** Ids by their first appearance: found by a tool itself, or quoted inside user text. */
export interface IdOrigins {
  readonly found: ReadonlyArray<string>
  readonly quoted: ReadonlyArray<string>
}

export const noIds: IdOrigins = { found: [], quoted: [] }

/** Maximum ids of each origin that are recorded of a run. */
const maxIds = 10_000

/** Field of a result that repeats requested ids which were not found. */
const repeatedField = "missing_ids"

/** Returns the ids anywhere in a value. */
const idsIn = (value: unknown): ReadonlyArray<string> =>
  mentionedIds(JSON.stringify(value, (key, nested: unknown) => (key === repeatedField ? undefined : nested)) ?? "")

/** Returns the ids in a call's id fields, nested ones included, by field. Ids in other texts do not count. */
export const idArguments = (
  params: Readonly<Record<string, unknown>>
): ReadonlyArray<readonly [field: string, ids: ReadonlyArray<string>]> =>
  Object.entries(params).flatMap(([field, value]) =>
    /(?:^|_)ids?$/.test(field)
      ? [[field, idsIn(value)] as const]
      : Array.ensure(value).flatMap((nested) => (Predicate.isRecord(nested) ? idArguments(nested) : []))
  )

/** Maximum length of a user text for models. */
const maxTextLength = 8_000

/** Returns the ids in texts, both before and after neutralisation. */
const quotedIn = (texts: ReadonlyArray<string>) => idsIn([texts, texts.map((text) => neutralText(text, maxTextLength))])

const part = Schema.optional(Schema.NullOr(Schema.String))

/** Parts of an address as calls and results have them; a call may leave out the postal code. */
const isAddress = Schema.is(Schema.Struct({ street: Schema.String, city: part, zip: part }))
type NamedAddress = Pick<Address, "city" | "street" | "zip">

/** Returns the postal addresses anywhere in a value. */
const addressesIn = (value: unknown): ReadonlyArray<NamedAddress> =>
  Array.isArray(value)
    ? value.flatMap(addressesIn)
    : Predicate.isRecord(value)
      ? [
          ...(isAddress(value)
            ? [{ street: value.street, city: value.city ?? "", zip: (value.zip ?? "").trim() }]
            : []),
          ...Object.values(value).flatMap(addressesIn)
        ]
      : []

/** Origins of the ids and postal addresses of a conversation, for one run. */
export interface Provenance {
  /**
   * Returns the fields with ids that neither the customer nor the server has named, and that no tool found before they
   * were quoted in text; the short number of an order counts for its id. Returns only `street` for an address that
   * neither the customer nor a tool's result has named.
   */
  readonly unknownIn: (params: unknown) => Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
  /** Trusts ids that the server itself gives the model, in facts or with the history. */
  readonly trust: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  /** Records the ids in the result of a call. Those that a failure repeats from the call do not count as found. */
  readonly recordResult: (call: {
    readonly params: unknown
    readonly schema: Schema.Annotable.All
    readonly result: unknown
    readonly isFailure: boolean
  }) => Effect.Effect<void>
  /** Ids that have appeared in this run. */
  readonly origins: Effect.Effect<IdOrigins>
}

type Origin = keyof IdOrigins

const noOrigins: ReadonlyMap<string, Origin> = new Map()

/** Adds ids in the order of their appearance; each keeps its first origin. */
const addIds = (
  known: ReadonlyMap<string, Origin>,
  ...appearances: ReadonlyArray<readonly [Origin, ReadonlyArray<string>]>
): ReadonlyMap<string, Origin> => {
  const origins = new Map(known)
  for (const [origin, ids] of appearances) {
    for (const id of ids) {
      if (!origins.has(id)) {
        origins.set(id, origin)
      }
    }
  }
  return origins
}

/**
 * Builds the provenance of one run. `words` are the customer's messages. `earlier` reads the ids of earlier runs of the
 * conversation, oldest first; it is run only once a writing tool is called.
 */
export const make = Effect.fnUntraced(function* (
  words: ReadonlyArray<string>,
  earlier: Effect.Effect<ReadonlyArray<IdOrigins>, DatabaseUnavailable>
) {
  const trusted = yield* Ref.make<ReadonlySet<string>>(new Set())
  const addresses = yield* Ref.make<ReadonlyArray<NamedAddress>>([])
  // Computed on demand: only a writing tool needs it, and most runs call none.
  const isFromCustomer = yield* Effect.cached(
    Effect.sync(() => {
      const ids = new Set(quotedIn(words))
      const numbers = new Set(words.flatMap(orderNumbersIn))
      return (field: string, id: string) =>
        ids.has(id) || (field === "order_id" && numbers.has(orderNumberOf(OrderId.make(id))))
    })
  )
  const appeared = yield* Ref.make(noOrigins)
  const earlierOrigins = yield* Effect.cached(
    Effect.map(earlier, (runs) =>
      runs.reduce((origins, { found, quoted }) => addIds(origins, ["found", found], ["quoted", quoted]), noOrigins)
    )
  )

  const idsOfOrigin = (origin: Origin) =>
    Effect.map(Ref.get(appeared), (origins) =>
      [...origins].flatMap(([id, ownOrigin]) => (ownOrigin === origin ? [id] : [])).slice(0, maxIds)
    )

  const provenance: Provenance = {
    unknownIn: Effect.fnUntraced(function* (params) {
      const unnamed = addressesIn(params).filter((address) => !mentionsAddress(address, words.join("\n")))
      const known = unnamed.length === 0 ? [] : yield* Ref.get(addresses)
      const isKnown = (address: NamedAddress) =>
        known.some(({ city, street, zip }) => mentionsAddress(address, `${street} ${city} ${zip}`))
      if (!unnamed.every(isKnown)) {
        return ["street"]
      }
      const [isCustomerId, trustedIds] = yield* Effect.all([isFromCustomer, Ref.get(trusted)])
      const isNamed = (field: string, id: string) => trustedIds.has(id) || isCustomerId(field, id)
      const fields = Predicate.isRecord(params) ? idArguments(params) : []
      if (fields.every(([field, ids]) => ids.every((id) => isNamed(field, id)))) {
        return []
      }
      const origins = addIds(
        yield* earlierOrigins,
        ...[...(yield* Ref.get(appeared))].map(([id, origin]) => [origin, [id]] as const)
      )
      return Array.dedupe(
        fields.flatMap(([field, ids]) =>
          ids.every((id) => isNamed(field, id) || origins.get(id) === "found") ? [] : [field]
        )
      )
    }),
    trust: (ids) => Ref.update(trusted, (previous) => new Set([...previous, ...idsIn(ids)])),
    recordResult: Effect.fnUntraced(function* ({ isFailure, params, result, schema }) {
      const { rest, texts } = separate(schema, result)
      const found = isFailure ? Array.difference(idsIn(rest), idsIn(params)) : idsIn(rest)
      yield* Ref.update(appeared, (origins) => addIds(origins, ["found", found], ["quoted", quotedIn(texts)]))
      if (!isFailure) {
        yield* Ref.update(addresses, (previous) => [...previous, ...addressesIn(result)])
      }
    }),
    origins: Effect.all({ found: idsOfOrigin("found"), quoted: idsOfOrigin("quoted") })
  }
  return provenance
})
