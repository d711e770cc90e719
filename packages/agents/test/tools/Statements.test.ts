import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, atlas, lamp, orderId, placeOrder, seller, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { toolkit as orderTools } from "../../src/order-management/toolkit.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { toolkit as pricingTools } from "../../src/pricing-promotions/toolkit.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import { toolkit as reviewTools } from "../../src/review-sentiment/toolkit.ts"
import { callTool } from "../support/CallTool.ts"
import { statementsOf } from "../support/StatementsOf.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const TestLayer = Layer.mergeAll(OrderHandlers.layer, PricingHandlers.layer, ReviewHandlers.layer).pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

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
      const review_id = "99999999-0000-4000-8000-000000000001"
      const counts = yield* Effect.all({
        get_user_orders: statementsOf(callTool(orderTools, ada, "get_user_orders", { status: "placed" })),
        get_order_details: statementsOf(callTool(orderTools, ada, "get_order_details", order)),
        get_order_tracking: statementsOf(callTool(orderTools, ada, "get_order_tracking", order)),
        check_return_eligibility: statementsOf(callTool(orderTools, ada, "check_return_eligibility", order)),
        get_return_status: statementsOf(callTool(orderTools, ada, "get_return_status", order)),
        get_seller_revenue: statementsOf(callTool(orderTools, seller, "get_seller_revenue", {})),
        get_seller_orders: statementsOf(callTool(orderTools, seller, "get_seller_orders", {})),
        get_user_profile: statementsOf(callTool(orderTools, ada, "get_user_profile", {})),
        validate_coupon: statementsOf(callTool(pricingTools, ada, "validate_coupon", { code: "ABC", cart_total: 1 })),
        get_active_deals: statementsOf(callTool(pricingTools, ada, "get_active_deals", {})),
        get_loyalty_tier: statementsOf(callTool(pricingTools, ada, "get_loyalty_tier", {})),
        get_loyalty_benefits: statementsOf(callTool(pricingTools, ada, "get_loyalty_benefits", {})),
        calculate_loyalty_discount: statementsOf(
          callTool(pricingTools, ada, "calculate_loyalty_discount", { cart_total: 1 })
        ),
        optimize_cart: statementsOf(
          callTool(pricingTools, ada, "optimize_cart", {
            product_ids_with_quantities: [{ product_id: lamp.id, quantity: 9 }, { product_id: shoes.id }]
          })
        ),
        check_bundle_eligibility: statementsOf(
          callTool(pricingTools, ada, "check_bundle_eligibility", { product_ids: [lamp.id, shoes.id] })
        ),
        get_product_reviews: statementsOf(callTool(reviewTools, ada, "get_product_reviews", product)),
        analyze_sentiment: statementsOf(callTool(reviewTools, ada, "analyze_sentiment", product)),
        get_sentiment_by_topic: statementsOf(callTool(reviewTools, ada, "get_sentiment_by_topic", product)),
        get_review_trends: statementsOf(callTool(reviewTools, ada, "get_review_trends", product)),
        detect_fake_reviews: statementsOf(callTool(reviewTools, ada, "detect_fake_reviews", product)),
        search_reviews: statementsOf(callTool(reviewTools, ada, "search_reviews", { ...product, keyword: "light" })),
        get_my_reviews: statementsOf(callTool(reviewTools, seller, "get_my_reviews", {})),
        draft_seller_response: statementsOf(callTool(reviewTools, seller, "draft_seller_response", { review_id })),
        compare_reviews: statementsOf(
          callTool(reviewTools, ada, "compare_reviews", { product_ids: [lamp.id, shoes.id, atlas.id] })
        )
      })
      assert.deepStrictEqual(counts, {
        get_user_orders: 1,
        get_order_details: 3,
        get_order_tracking: 2,
        check_return_eligibility: 2,
        get_return_status: 1,
        get_seller_revenue: 1,
        get_seller_orders: 1,
        get_user_profile: 2,
        validate_coupon: 1,
        get_active_deals: 3,
        get_loyalty_tier: 2,
        get_loyalty_benefits: 2,
        calculate_loyalty_discount: 2,
        optimize_cart: 3,
        check_bundle_eligibility: 2,
        get_product_reviews: 2,
        analyze_sentiment: 2,
        get_sentiment_by_topic: 2,
        get_review_trends: 3,
        detect_fake_reviews: 3,
        search_reviews: 2,
        get_my_reviews: 1,
        draft_seller_response: 1,
        compare_reviews: 2
      })
    })
  )
})
