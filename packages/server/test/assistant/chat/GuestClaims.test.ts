import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ConversationId, type ProductId } from "@storefront/domain/Ids"
import { Array, Deferred, Effect, Either, Fiber, Layer } from "effect"
import { v7 } from "uuid"
import { GuestClaims } from "../../../src/assistant/chat/GuestClaims.ts"
import { TurnStates } from "../../../src/assistant/chat/TurnStates.ts"
import { Guests } from "../../../src/shop/accounts/Guests.ts"
import { cartOf, fillCart, market, newcomer, newProduct } from "../../../src/testing/SmallMarket.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { leasedTurn, makeConversation } from "../../support/conversations.ts"
import { untilWaiting } from "../../support/lockWaits.ts"

const newGuest = Effect.flatMap(Guests, ({ add }) => add)

const claim = (account: User, guest: User) => Effect.flatMap(GuestClaims, ({ claim }) => claim(account.id, guest.id))

/** Coupon of a cart, and what its lines cost. */
const worthOf = ({ id }: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly coupon: string | null; readonly cost: string | null }>`
        SELECT c.coupon_code AS coupon, sum(i.quantity * p.price)::text AS cost
        FROM carts c LEFT JOIN cart_items i ON i.cart_id = c.id LEFT JOIN products p ON p.id = i.product_id
        WHERE c.user_id = ${id} GROUP BY c.id`,
      ([cart]) => cart
    )
  )

const message = (isNew: boolean) => ({ content: "Hello", metadata: {}, isNew, title: "Hello" })

type Lines = ReadonlyArray<readonly [{ readonly id: ProductId }, number]>

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(GuestClaims.layer, Guests.layer, TurnStates.layer).pipe(
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the claim of a guest on ${engine.name}`, (it) => {
    it.effect("keeps 50 lines, the account's first, then the guest's oldest, and adds up lines of both", () =>
      Effect.gen(function* () {
        const products = yield* Effect.replicateEffect(newProduct(), 60)
        const [account, guest] = [yield* newcomer, yield* newGuest]
        const own: Lines = products.slice(0, 45).map((product) => [product, 2])
        // Two products of the account, and fifteen others, of which five have room.
        const brought: Lines = products.slice(43).map((product) => [product, 60])
        yield* fillCart(account, own)
        yield* fillCart(guest, brought)
        assert.deepInclude(yield* claim(account, guest), { conversations: 0, cart_items: 7 })
        const expected = [
          ...products.slice(0, 43).map(({ id }) => [id, 2]),
          ...products.slice(43, 50).map(({ id }, n) => [id, n < 2 ? 62 : 60])
        ]
        assert.sameDeepMembers(
          (yield* cartOf(account)).map((line) => [...line]),
          expected
        )
        assert.isUndefined(yield* worthOf(guest))
      })
    )

    it.effect("brings no more than 99 of a product", () =>
      Effect.gen(function* () {
        const product = yield* newProduct()
        const [account, guest] = [yield* newcomer, yield* newGuest]
        yield* fillCart(account, [[product, 40]])
        yield* fillCart(guest, [[product, 60]])
        yield* claim(account, guest)
        assert.deepStrictEqual(yield* cartOf(account), [[product.id, 99]])
      })
    )

    it.effect("brings the guest's coupon if the account has none, also without lines", () =>
      Effect.gen(function* () {
        const product = yield* newProduct()
        for (const [own, brought, kept] of [
          ["TEN", "HOME5", "TEN"],
          [undefined, "HOME5", "HOME5"],
          ["TEN", undefined, "TEN"]
        ] as const) {
          for (const lines of [[[product, 1]], []] as ReadonlyArray<Lines>) {
            const [account, guest] = [yield* newcomer, yield* newGuest]
            yield* fillCart(account, [[product, 1]], own === undefined ? {} : { coupon: own })
            yield* fillCart(guest, lines, brought === undefined ? {} : { coupon: brought })
            yield* claim(account, guest)
            const cost = lines.length === 0 ? "50.00" : "100.00"
            assert.deepStrictEqual(yield* worthOf(account), { coupon: kept, cost })
          }
        }
        // An account without a cart gets one.
        const [account, guest] = [yield* newcomer, yield* newGuest]
        yield* fillCart(guest, [[product, 3]], { coupon: "TEN" })
        yield* claim(account, guest)
        assert.deepStrictEqual(yield* worthOf(account), { coupon: "TEN", cost: "150.00" })
      })
    )

    it.effect("adds up carts once and to the cent: made twice at the same time, during a turn, and again", () =>
      Effect.gen(function* () {
        const { begin, end } = yield* TurnStates
        const dear = yield* newProduct({ east: 5 }, { price: "1299.95" })
        const cheap = yield* newProduct({ east: 5 }, { price: "0.07" })
        const [account, other, guest] = [yield* newcomer, yield* newcomer, yield* newGuest]
        yield* fillCart(account, [
          [dear, 1],
          [cheap, 33]
        ])
        yield* fillCart(guest, [
          [cheap, 66],
          [dear, 2]
        ])
        const turn = leasedTurn(ConversationId.make(v7()), guest)
        yield* begin(turn, message(true))
        const attempts = Effect.forEach(
          [account, other, account, other],
          (person) => Effect.either(claim(person, guest)),
          { concurrency: "unbounded" }
        )
        const busy = yield* attempts
        assert.deepStrictEqual(
          busy.map((outcome) => (Either.isLeft(outcome) ? outcome.left._tag : "claimed")),
          ["ConversationBusy", "ConversationBusy", "ConversationBusy", "ConversationBusy"]
        )
        assert.deepStrictEqual(yield* worthOf(account), { coupon: null, cost: "1302.26" })
        yield* end(turn, { _tag: "failed", failure: "deadline" })

        const outcomes = yield* attempts
        const [claims, refusals] = [Array.getRights(outcomes), Array.getLefts(outcomes)]
        assert.deepStrictEqual(
          claims.map(({ cart_items, conversations }) => [conversations, cart_items]),
          [
            [1, 2],
            [1, 2]
          ]
        )
        assert.deepStrictEqual(
          refusals.map(({ _tag }) => _tag),
          ["AlreadyClaimed", "AlreadyClaimed"]
        )
        const owner = Either.isRight(outcomes[0]!) ? account : other
        // 3 × 1,299.95 and 99 × 0.07, or what the guest had.
        const cost = owner === account ? "3906.78" : "2604.52"
        assert.strictEqual((yield* worthOf(owner))?.cost, cost)
        yield* claim(owner, guest)
        assert.strictEqual((yield* worthOf(owner))?.cost, cost)
      })
    )

    it.effect.skipIf(engine.name === "PGlite")("lets no turn of the guest begin while it is made, nor after", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const states = yield* TurnStates
        const [account, guest] = [yield* newcomer, yield* newGuest]
        const existing = leasedTurn(yield* makeConversation([], guest), guest)
        const fresh = leasedTurn(ConversationId.make(v7()), guest)
        const isClaimed = yield* Deferred.make<void>()
        const mayCommit = yield* Deferred.make<void>()
        const claiming = yield* Effect.fork(
          sql.withTransaction(
            claim(account, guest).pipe(
              Effect.zipLeft(Deferred.succeed(isClaimed, undefined)),
              Effect.zipLeft(Deferred.await(mayCommit))
            )
          )
        )
        yield* Deferred.await(isClaimed)
        const attempts = yield* Effect.fork(
          Effect.forEach(
            [
              states.begin(existing, message(false)),
              states.begin(fresh, message(true)),
              states.receive(leasedTurn(existing.conversationId, guest))
            ],
            Effect.flip,
            // As many as there are connections left.
            { concurrency: 2 }
          )
        )
        yield* untilWaiting(2)
        yield* Deferred.succeed(mayCommit, undefined)
        assert.deepInclude(yield* Fiber.join(claiming), { conversations: 1 })
        assert.deepStrictEqual(
          (yield* Fiber.join(attempts)).map(({ _tag }) => _tag),
          ["ConversationNotFound", "ConversationNotFound", "ConversationNotFound"]
        )
        assert.lengthOf(yield* sql`SELECT FROM turns WHERE user_id = ${guest.id}`, 0)
        assert.lengthOf(yield* sql`SELECT FROM conversations WHERE user_id = ${guest.id}`, 0)
      })
    )
  })
}
