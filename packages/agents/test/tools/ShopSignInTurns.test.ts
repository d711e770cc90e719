import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ShopSignIn } from "@storefront/server/assistant/chat/ShopSignIn"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { settings } from "@storefront/server/testing/Settings"
import { cartOf, fillCart, market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, LogLevel, Option, Redacted } from "effect"
import { createHmac, randomUUID } from "node:crypto"
import { ask, auditAgrees, open, scene } from "../support/WholeTurns.ts"

/** Whole turns of whoever signed up with a customer's address, while the shop links the account to the customer. */

const { call, say } = ScriptedModel

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"
const publicUrl = "https://assistant.shop.example"

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The shop vouches for somebody with this address. */
const signIn = ({ email, id }: User) =>
  Effect.flatMap(ShopSignIn, ({ exchange }) => {
    const jti = randomUUID()
    const exp = Math.floor(Date.now() / 1000) + 60
    const claims = { aud: publicUrl, sub: id, email, email_verified: true, name: "Nora Quist", jti, exp }
    const text = `${encode({ alg: "HS256" })}.${encode(claims)}`
    return exchange(Redacted.make(`${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`))
  })

for (const engine of TestDatabase.engines) {
  const TestLayer = ShopSignIn.layer({ secret: Option.some(Redacted.make(secret)), jwksUrl: Option.none() }).pipe(
    Layer.provide(settings({ PUBLIC_URL: publicUrl, JWT_SECRET: "3f9a1c07d2e84b56a0c9f7e1d4b82635" })),
    Layer.merge(market),
    Layer.provideMerge(engine.layer),
    Layer.provide(Logger.minimumLogLevel(LogLevel.None))
  )

  layer(TestLayer, { excludeTestServices: true })(`an account that the shop links on ${engine.name}`, (it) => {
    it.scoped("is not written by a turn that was running", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { add, message, user } = yield* scene
        const asked = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const late = Deferred.succeed(asked, undefined).pipe(
          Effect.zipRight(Deferred.await(released)),
          Effect.as(ask("Add it."))
        )
        const chat = yield* open([late, say("Added.")], [call(add()), say("Added.")])
        const turn = yield* Effect.fork(chat.answer(user, { message, conversationId: null }))
        yield* Deferred.await(asked)
        yield* signIn(user)
        yield* Deferred.succeed(released, undefined)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(turn)))
        assert.deepStrictEqual(yield* cartOf(user), [])
        const stored = yield* sql`
          SELECT t.state, count(m.id)::int AS messages FROM turns t JOIN messages m USING (conversation_id)
          WHERE t.user_id = ${user.id} GROUP BY t.id`
        assert.deepStrictEqual(stored, [{ state: "abandoned", messages: 1 }])
        const effects = yield* sql`SELECT FROM tool_effects WHERE user_id = ${user.id}`
        assert.lengthOf(effects, 0)
        yield* auditAgrees
      })
    )

    it.scoped("is not written by a turn that was admitted before, and begins after", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { add, message, product, user } = yield* scene
        yield* fillCart(user, [[product, 2]])
        const chat = yield* open([ask("Add it."), say("Added.")], [call(add()), say("Added.")])
        yield* signIn(user)
        const refused = yield* Effect.flip(chat.answer(user, { message, conversationId: null, generation: 0 }))
        assert.strictEqual(refused._tag, "ConversationNotFound")
        assert.deepStrictEqual(yield* cartOf(user), [])
        assert.lengthOf(yield* sql`SELECT FROM turns WHERE user_id = ${user.id}`, 0)
        yield* chat.answer(user, { message, conversationId: null, generation: 1 })
        assert.deepStrictEqual(yield* cartOf(user), [[product.id, 1]])
      })
    )
  })
}
