import { Terms } from "@storefront/domain/confirmation/Terms"
import { Effect, Predicate, Record, Schema } from "effect"
import { hash } from "node:crypto"

/** JSON whose objects have their keys in order, so that equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    Predicate.isRecord(part)
      ? Record.fromEntries(Record.toEntries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

const encode = Schema.encode(Terms)

/** The stored form of terms, and the fingerprint by which they are known: equal exactly for equal terms. */
export const fingerprintOf = (terms: Terms) =>
  Effect.map(Effect.orDie(encode(terms)), (encoded) => ({
    json: JSON.stringify(encoded),
    fingerprint: hash("sha256", canonical(encoded))
  }))
