import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ActionId, UsageLogId } from "@storefront/domain/Ids"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, LogLevel, Redacted } from "effect"
import { v7 } from "uuid"
import { AbandonedTurns } from "../../../src/assistant/chat/AbandonedTurns.ts"
import { ShopSignIn } from "../../../src/assistant/chat/ShopSignIn.ts"
import { PendingActions } from "../../../src/assistant/actions/PendingActions.ts"
import { AgentRuns } from "../../../src/assistant/usage/AgentRuns.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { OwnTokens } from "../../../src/platform/auth/OwnTokens.ts"
import { ShopAssertions, type ShopCustomer } from "../../../src/platform/auth/ShopAssertions.ts"
import { messageKeyOf } from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { ShopCustomers } from "../../../src/shop/accounts/ShopCustomers.ts"
import * as CartServices from "../../../src/shop/cart/CartServices.ts"
import { Checkout } from "../../../src/shop/cart/Checkout.ts"
import { assertInvariants } from "../../../src/testing/OrderFixtures.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { cartOf, fillCart, market, newcomer, newcomers, newProduct } from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { untilWaiting } from "../../support/lockWaits.ts"
import { jwtSecret } from "../../support/modes.ts"

/** Transactions that link an account, in order; more than one of a kind is a retry. */
const transactions: Array<string> = []

/** Assertions that are the customer as JSON, and books of the transactions. */
const SignInLayer = ShopSignIn.layerNoDeps.pipe(
  Layer.provide(
    Layer.effect(
      ShopCustomers,
      Effect.map(ShopCustomers, ({ admit, empty, lockAwaiting }) => ({
        admit: (customer: ShopCustomer) => Effect.zipRight(noted(`admit ${customer.email}`), admit(customer)),
        lockAwaiting: (account: User["id"]) => Effect.zipRight(noted(`empty ${account}`), lockAwaiting(account)),
        empty
      }))
    ).pipe(Layer.provide(ShopCustomers.layer))
  ),
  Layer.provide(
    Layer.mock(ShopAssertions, { verify: (assertion) => Effect.sync(() => JSON.parse(Redacted.value(assertion))) })
  ),
  Layer.provide([PendingActions.layer, OwnTokens.layer, AbandonedTurns.layer]),
  Layer.provide(AgentRuns.layer),
  Layer.provide(UsageLog.layer),
  Layer.provide(settings({ JWT_SECRET: jwtSecret, PUBLIC_URL: "https://assistant.shop.example" }))
)

const noted = (what: string) => Effect.sync(() => transactions.push(what))

const customerOf = ({ email, id }: User): ShopCustomer => ({
  subject: id,
  email,
  isEmailVerified: true,
  name: "Nora Quist"
})

/** The shop signs in the customer who has this address. */
const signIn = (account: User) =>
  Effect.flatMap(ShopSignIn, ({ exchange }) => exchange(Redacted.make(JSON.stringify(customerOf(account)))))

/** An open run of a specialist. */
const openRun = Effect.fnUntraced(function* ({ id: user_id }: User) {
  const sql = yield* SqlClient.SqlClient
  const id = UsageLogId.make(v7())
  yield* sql`INSERT INTO agent_runs ${sql.insert({
    id,
    user_id,
    agent_name: "order-management",
    message_key: messageKeyOf(id),
    trace_id: "0".repeat(32),
    input_summary: "",
    expires_at: new Date(Date.now() + 60_000)
  })}`
  return id
})

/** Places the order of a cart as a confirmed action of a run, in one transaction that is not retried. */
const checkout = Effect.fnUntraced(function* (buyer: User, run: UsageLogId) {
  const sql = yield* SqlClient.SqlClient
  const { act } = yield* Checkout
  const { confirmed } = yield* ToolEffects
  const placing = Effect.flatMap(act.prepare(buyer, { speed: "standard", note: null }, "act"), ({ perform }) => perform)
  return yield* sql.withTransaction(
    confirmed({ caller: buyer.id, toolName: "checkout", action: ActionId.make(v7()), run }, placing)
  )
})

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(SignInLayer, CartServices.layer, ToolEffects.layer, ShopCustomers.layer).pipe(
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer),
    Layer.provide(Logger.minimumLogLevel(LogLevel.None))
  )

  layer(TestLayer, { excludeTestServices: true })(`linking an account on ${engine.name}`, (it) => {
    it.effect("and checkouts from it come to an end, in whatever order", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 99 })
        const accounts = yield* newcomers(12)
        yield* Effect.forEach(accounts, (account) => fillCart(account, [[shelf, 2]]))
        const runs = yield* Effect.forEach(accounts, openRun)
        const exits = yield* Effect.forEach(
          accounts,
          (account, index) =>
            Effect.all([Effect.exit(checkout(account, runs[index]!)), signIn(account)], { concurrency: 2 }),
          { concurrency: "unbounded" }
        )
        const placed = exits.filter(([exit]) => Exit.isSuccess(exit)).length
        assert.deepStrictEqual(yield* sql`SELECT count(*)::int AS orders FROM orders`, [{ orders: placed }])
        assert.deepStrictEqual((yield* Effect.forEach(accounts, cartOf)).flat(), [])
        assert.lengthOf(yield* sql`SELECT FROM agent_runs WHERE NOT is_closed`, 0)
        yield* assertInvariants
      })
    )

    it.effect.skipIf(engine.name === "PGlite")("waits for a write that has begun, which does not wait for it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const shelf = yield* newProduct({ east: 99 })
        const account = yield* newcomer
        yield* fillCart(account, [[shelf, 2]])
        const [writing, ordering] = [yield* openRun(account), yield* openRun(account)]
        const written = yield* Deferred.make<void>()
        const isLocked = yield* Deferred.make<void>()
        const write = yield* Effect.fork(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT FROM agent_runs WHERE id = ${writing} FOR SHARE`
              yield* Deferred.succeed(isLocked, undefined)
              yield* Deferred.await(written)
            })
          )
        )
        yield* Deferred.await(isLocked)
        transactions.length = 0
        const linking = yield* Effect.fork(signIn(account))
        yield* untilWaiting(1)
        const order = yield* Effect.fork(checkout(account, ordering))
        yield* Effect.race(Fiber.await(order), untilWaiting(2))
        yield* Deferred.succeed(written, undefined)
        yield* Fiber.join(write)
        yield* Fiber.join(order)
        yield* Fiber.join(linking)
        assert.deepStrictEqual(transactions, [`admit ${account.email}`, `empty ${account.id}`])
        assert.deepStrictEqual(yield* cartOf(account), [])
        assert.lengthOf(yield* sql`SELECT FROM orders WHERE user_id = ${account.id}`, 1)
      })
    )

    it.effect("is completed by the next sign-in, if it was cut off", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { admit } = yield* ShopCustomers
        const shelf = yield* newProduct()
        const account = yield* newcomer
        yield* fillCart(account, [[shelf, 2]])
        const run = yield* openRun(account)
        assert.strictEqual((yield* sql.withTransaction(admit(customerOf(account)))).as, "linked")
        yield* Effect.all([signIn(account), signIn(account)], { concurrency: 2 })
        assert.deepStrictEqual(yield* cartOf(account), [])
        assert.deepStrictEqual(yield* sql`SELECT is_closed FROM agent_runs WHERE id = ${run}`, [{ is_closed: true }])
        // What the customer does is kept.
        yield* fillCart(account, [[shelf, 1]])
        yield* signIn(account)
        assert.deepStrictEqual(yield* cartOf(account), [[shelf.id, 1]])
      })
    )
  })
}
