import { SqlError } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ConversationId } from "@storefront/domain/Ids"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Duration, Effect, Layer } from "effect"
import { PendingActions } from "../src/assistant/actions/PendingActions.ts"
import { TurnContexts } from "../src/assistant/agent/TurnContexts.ts"
import { AuditLog } from "../src/assistant/usage/AuditLog.ts"
import { UsageReport } from "../src/assistant/usage/UsageReport.ts"
import { CatalogueResponses } from "../src/doors/rest/CatalogueResponses.ts"
import { OAuthClients } from "../src/issuer/OAuthClients.ts"
import { SingleUseTokens } from "../src/platform/auth/SingleUseTokens.ts"
import { ToolEffects } from "../src/platform/effects/ToolEffects.ts"
import { RateLimits } from "../src/platform/limits/RateLimits.ts"
import { Profiles } from "../src/shop/accounts/Profiles.ts"
import { Carts } from "../src/shop/cart/Carts.ts"
import { CatalogRepository } from "../src/shop/catalog/CatalogRepository.ts"
import { Stock } from "../src/shop/inventory/Stock.ts"
import { AccessRequests } from "../src/shop/marketplace/AccessRequests.ts"
import { Memories } from "../src/shop/memories/Memories.ts"
import { OrderRepository } from "../src/shop/orders/OrderRepository.ts"
import { Deals } from "../src/shop/pricing/Deals.ts"
import { ReturnLookup } from "../src/shop/returns/ReturnLookup.ts"
import { ReviewLookup } from "../src/shop/reviews/ReviewLookup.ts"
import { settings } from "../src/testing/Settings.ts"
import { ada, lamp, orderId } from "../src/testing/SmallShop.ts"
import * as TestDatabase from "../src/testing/TestDatabase.ts"
import { failingStatements } from "./support/failingStatements.ts"

const conversation = ConversationId.make("ffffffff-0000-7000-8000-00000000ffff")
const { id: product } = lamp

const wings = Layer.mergeAll(
  Layer.mergeAll(SingleUseTokens.layer, RateLimits.layer, ToolEffects.layer),
  Layer.mergeAll(Profiles.layer, Carts.layer, Stock.layer, AccessRequests.layer, OrderRepository.layer, Deals.layer),
  Layer.mergeAll(ReturnLookup.layer, ReviewLookup.layer, Layer.provide(Memories.layer, ToolEffects.layer)),
  Layer.provideMerge(CatalogueResponses.layer, CatalogRepository.layer),
  OAuthClients.layer,
  Layer.mergeAll(PendingActions.layer, TurnContexts.layer, AuditLog.layer, UsageReport.layer)
)

const lost = wings.pipe(
  Layer.provide(failingStatements({ count: Number.POSITIVE_INFINITY })),
  Layer.provide(TestDatabase.layer),
  Layer.provide(settings({}))
)

type Wings = Layer.Layer.Success<typeof wings>

/** What is asked of the wings, by a name. */
const questions: Readonly<
  Record<string, Effect.Effect<unknown, { readonly _tag: string } | DatabaseUnavailable, Wings>>
> = {
  "a token that is used": Effect.flatMap(SingleUseTokens, ({ use }) => use({ issuer: "i", jti: "j", exp: 1 })),
  "a limit": Effect.flatMap(RateLimits, ({ hit }) =>
    hit({ limit: { name: "chat", max: 1, window: Duration.minutes(1) }, key: "k" })
  ),
  "what a tool has written": Effect.flatMap(ToolEffects, ({ deleteExpired: forgetOld }) => forgetOld),
  "a profile": Effect.flatMap(Profiles, ({ find }) => find(ada.id)),
  "a cart": Effect.flatMap(Carts, ({ find }) => find(ada)),
  "the stock of a product": Effect.flatMap(Stock, ({ find }) => find(product)),
  "requests for access": Effect.flatMap(AccessRequests, ({ listPending }) => listPending),
  "an order": Effect.flatMap(OrderRepository, ({ find }) => find(ada.id, orderId(1))),
  "a return": Effect.flatMap(ReturnLookup, ({ find }) => find(ada.id, orderId(1))),
  memories: Effect.flatMap(Memories, ({ recall }) => recall({ owner: ada.id, category: null, limit: 1 })),
  "a product": Effect.flatMap(CatalogRepository, ({ find }) => find(product)),
  "the answer with a product": Effect.flatMap(CatalogueResponses, ({ find }) => find("1", product)),
  "the clients of the issuer": Effect.flatMap(OAuthClients, ({ list }) => list),
  "a proposal": Effect.flatMap(PendingActions, ({ find }) => find(ada.id, conversation, [])),
  "the context of a turn": Effect.flatMap(TurnContexts, ({ load }) =>
    load(ada, { recentOrders: true, memories: true })
  ),
  "the audit": Effect.flatMap(AuditLog, ({ last }) => last(1)),
  "the usage": Effect.flatMap(UsageReport, ({ make }) => make)
}

layer(lost, { excludeTestServices: true })("with a database that is lost", (it) => {
  for (const [name, question] of Object.entries(questions)) {
    it.effect(`${name} is unavailable, and says to the log why`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(question)
        assert.strictEqual(error._tag, "DatabaseUnavailable")
        assert.propertyVal(error, "message", "Service temporarily unavailable")
        assert.instanceOf("cause" in error ? error.cause : undefined, SqlError.SqlError)
      })
    )
  }
})
