import { Schema } from "effect"

/** A time in tool results: UTC, truncated to the minute, because nobody asks a shop for seconds. */
export const ShownTime = Schema.transform(Schema.String, Schema.DateTimeUtc, {
  strict: true,
  decode: (shown) => shown,
  encode: (iso) => `${iso.slice(0, "2026-01-31T23:59".length)}Z`
})
