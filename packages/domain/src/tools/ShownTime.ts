import { Schema } from "effect"

/** A moment as results show it: to the minute, UTC, because nobody asks a shop for its seconds. */
export const ShownTime = Schema.transform(Schema.String, Schema.DateTimeUtc, {
  strict: true,
  decode: (shown) => shown,
  encode: (iso) => `${iso.slice(0, "2026-01-31T23:59".length)}Z`
})
