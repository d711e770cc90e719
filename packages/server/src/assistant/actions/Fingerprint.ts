import { Terms } from "@storefront/domain/confirmation/Terms"
import { Effect, Predicate, Record, Schema } from "effect"
import { hash } from "node:crypto"

/** Encodes JSON with sorted keys, so that equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    Predicate.isRecord(part)
      ? Record.fromEntries(Record.toEntries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

const encode = Schema.encode(Terms)

/** Encodes terms for storage, with a fingerprint that is equal exactly for equal terms. */
export const fingerprintOf = (terms: Terms) =>
  Effect.map(Effect.orDie(encode(terms)), (encoded) => ({
    json: JSON.stringify(encoded),
    fingerprint: hash("sha256", canonical(encoded))
  }))
