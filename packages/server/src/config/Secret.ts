import { Schema } from "effect"

/** Values that come from examples and tutorials. */
const placeholder = /change.?me|placeholder|your.?secret|example|replace.?(me|this)|^(.)\2*$/i

/** A shared secret of at least 32 bytes that is nobody's example. The message never has the value. */
export const Secret = Schema.Redacted(
  Schema.String.pipe(
    Schema.filter((secret) => new TextEncoder().encode(secret).length >= 32 && !placeholder.test(secret))
  )
).annotations({
  message: () => ({
    message: "must be at least 32 random bytes, for example the output of `openssl rand -hex 32`",
    override: true
  })
})
