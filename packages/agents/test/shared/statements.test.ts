import { assert, layer } from "@effect/vitest"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { Coupons } from "@storefront/server/pricing/Coupons"
import { Deals } from "@storefront/server/pricing/Deals"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Effect, Layer, Tracer } from "effect"
import { ada, lamp, orderId, placeOrder, shop } from "../../../server/test/support/shop.ts"
import * as TestDatabase from "../../../server/test/support/TestDatabase.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { toolkit as orderTools } from "../../src/order-management/toolkit.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { toolkit as pricingTools } from "../../src/pricing-promotions/toolkit.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import { toolkit as reviewTools } from "../../src/review-sentiment/toolkit.ts"
import { callTool } from "../support/callTool.ts"
import { OrderRepositories } from "../order-management/repositories.ts"

const TestLayer = Layer.mergeAll(OrderHandlers.layer, PricingHandlers.layer, ReviewHandlers.layer).pipe(
  Layer.provide(
    Layer.mergeAll(
      OrderRepositories,
      LoyaltyProgramme.layer,
      ProductFinder.layer,
      PriceHistory.layer,
      Coupons.layer,
      Deals.layer,
      ReviewLookup.layer,
      SentimentAnalysis.layer
    )
  ),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

/** How many statements an effect sends to the database. */
const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const names: Array<string> = []
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      names.push(name)
      return {
        _tag: "Span",
        spanId: String(names.length),
        traceId: "0",
        name,
        parent,
        context,
        links,
        kind,
        sampled: true,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        attribute: () => undefined,
        event: () => undefined,
        end: () => undefined,
        addLinks: () => undefined
      }
    },
    context: (f) => f()
  })
  yield* Effect.withTracer(effect, tracer)
  return names.filter((name) => name === "sql.execute").length
})

layer(TestLayer, { excludeTestServices: true })("reading tools", (it) => {
  it.effect("send at most three statements", () =>
    Effect.gen(function* () {
      yield* placeOrder({
        id: orderId(1),
        owner: ada,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        history: [["placed", ""]]
      })
      const order = { order_id: orderId(1) }
      const product = { product_id: lamp.id }
      const counts = yield* Effect.all({
        get_user_orders: statementsOf(callTool(orderTools, ada, "get_user_orders", { status: "placed" })),
        get_order_details: statementsOf(callTool(orderTools, ada, "get_order_details", order)),
        get_order_tracking: statementsOf(callTool(orderTools, ada, "get_order_tracking", order)),
        get_user_profile: statementsOf(callTool(orderTools, ada, "get_user_profile", {})),
        validate_coupon: statementsOf(callTool(pricingTools, ada, "validate_coupon", { code: "ABC", cart_total: 1 })),
        get_active_deals: statementsOf(callTool(pricingTools, ada, "get_active_deals", {})),
        get_loyalty_tier: statementsOf(callTool(pricingTools, ada, "get_loyalty_tier", {})),
        get_product_reviews: statementsOf(callTool(reviewTools, ada, "get_product_reviews", product)),
        analyze_sentiment: statementsOf(callTool(reviewTools, ada, "analyze_sentiment", product))
      })
      assert.deepStrictEqual(counts, {
        get_user_orders: 2,
        get_order_details: 3,
        get_order_tracking: 2,
        get_user_profile: 2,
        validate_coupon: 1,
        get_active_deals: 2,
        get_loyalty_tier: 2,
        get_product_reviews: 2,
        analyze_sentiment: 2
      })
    })
  )
})
