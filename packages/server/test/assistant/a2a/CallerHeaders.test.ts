import { assert, it } from "@effect/vitest"
import { Email } from "@storefront/domain/Identity"
import { DateTime, Effect, FastCheck, Schema } from "effect"
import { CallerHeaders } from "../../../src/assistant/a2a/CallerHeaders.ts"
import { ada } from "../../../src/testing/SmallShop.ts"

const encode = Schema.encode(CallerHeaders)
const decode = Schema.decodeUnknown(CallerHeaders)

const claims = (email: string) => ({
  "x-user-id": ada.id,
  "x-user-email": Email.make(email),
  "x-user-role": ada.role,
  "x-turn-deadline": DateTime.unsafeMake("2026-01-01T00:00:00Z")
})

it.effect("an ordinary address travels as it is", () =>
  Effect.gen(function* () {
    const headers = yield* encode(claims("ada.byron+shop@example.com"))
    assert.strictEqual(headers["x-user-email"], "ada.byron+shop@example.com")
    assert.strictEqual(headers["x-turn-deadline"], "2026-01-01T00:00:00.000Z")
  })
)

it.effect("odd text cannot break out of its header and arrives unchanged", () =>
  Effect.gen(function* () {
    for (const email of [
      "a@b.c\r\nX-User-Role: admin",
      "ünï@münchen.de",
      "100%41@b.c",
      "名前@例え.jp",
      "a b\t@c.d",
      "😀@x.y"
    ]) {
      const headers = yield* encode(claims(email))
      assert.match(headers["x-user-email"], /^[\x21-\x7e]+$/)
      assert.strictEqual((yield* decode(headers))["x-user-email"], email)
    }
  })
)

it.effect.prop(
  "every well-formed address survives the journey",
  [FastCheck.string({ unit: "binary", minLength: 3, maxLength: 60 })],
  ([email]) =>
    Effect.gen(function* () {
      const headers = yield* encode(claims(email))
      assert.match(headers["x-user-email"], /^[\x21-\x7e]+$/)
      assert.strictEqual((yield* decode(headers))["x-user-email"], email)
    })
)
