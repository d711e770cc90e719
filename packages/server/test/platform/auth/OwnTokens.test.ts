import { assert, describe, it } from "@effect/vitest"
import { Email, UserId } from "@storefront/domain/Identity"
import { Duration, Effect, Layer, Redacted, type Scope } from "effect"
import { OwnTokens } from "../../../src/platform/auth/OwnTokens.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestAuthServer from "../../../src/testing/TestAuthServer.ts"
import { jwtSecret } from "../../support/modes.ts"

const id = UserId.make("99999999-0000-4000-8000-000000000000")
const guest = { id, email: Email.make(`${id}@guest.invalid`), role: "guest" as const, generation: 0 }

const modes: Readonly<Record<string, Effect.Effect<Readonly<Record<string, string>>, never, Scope.Scope>>> = {
  local: Effect.succeed({ JWT_SECRET: jwtSecret }),
  oauth: Effect.map(TestAuthServer.clientKey, ({ file }) => ({
    AUTH_MODE: "oauth",
    OAUTH_ISSUER: "https://login.example.com",
    OAUTH_CLIENT_KEY_FILE: file
  }))
}

describe.each(Object.entries(modes))("the orchestrator's own tokens in %s mode", (_, variables) => {
  const TestLayer = Layer.unwrapScoped(
    Effect.map(variables, (found) =>
      Layer.provide(OwnTokens.layer, settings({ PUBLIC_URL: "https://assistant.shop.example", ...found }))
    )
  )

  it.live("still say whose they were when they have expired, and count for nothing else", () =>
    Effect.gen(function* () {
      const { read, readExpired, sign } = yield* OwnTokens
      const expired = Redacted.make(yield* sign(guest, Duration.zero))
      assert.strictEqual((yield* Effect.flip(read(expired))).message, "Token expired")
      assert.deepInclude(yield* readExpired(expired), { user_id: id, role: "guest", sub: guest.email, gen: 0 })
      const altered = Redacted.make(`${Redacted.value(expired).slice(0, -4)}AAAA`)
      assert.strictEqual((yield* Effect.flip(readExpired(altered))).message, "Invalid token")
      const valid = Redacted.make(yield* sign(guest, Duration.days(7)))
      assert.deepInclude(yield* read(valid), { user_id: id, role: "guest" })
    }).pipe(Effect.provide(TestLayer))
  )
})
