import { assert, it } from "@effect/vitest"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import * as OrderTools from "@storefront/domain/tools/OrderTools"
import * as PricingTools from "@storefront/domain/tools/PricingTools"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import * as ReviewTools from "@storefront/domain/tools/ReviewTools"
import * as SellerOrderTools from "@storefront/domain/tools/SellerOrderTools"
import { type Texts, textsOf } from "./texts.ts"

const check = (tool: Parameters<typeof textsOf>[0] & { readonly name: string }, expected: Texts) =>
  it(`${tool.name} marks exactly the texts of people`, () => {
    assert.deepStrictEqual(textsOf(tool), expected)
  })

check(getUserProfile, { people: ["name"], platform: [] })

check(OrderTools.getUserOrders, {
  people: ["orders[].note", "orders[].reason"],
  platform: ["message", "orders[].carrier", "orders[].tracking_number"]
})
check(OrderTools.getOrderDetails, {
  people: [
    "items[].brand",
    "items[].name",
    "note",
    "return.reason",
    "shipping_address.city",
    "shipping_address.country",
    "shipping_address.state",
    "shipping_address.street",
    "shipping_address.zip",
    "status_history[].notes"
  ],
  platform: ["carrier", "status_history[].location", "tracking_number"]
})
check(OrderTools.getOrderTracking, {
  people: ["latest_update.notes", "timeline[].notes"],
  platform: ["carrier", "latest_update.location", "message", "timeline[].location", "tracking_number"]
})
check(OrderTools.cancelOrder, {
  people: ["reason", "restocked[].name"],
  platform: ["message", "restocked[].warehouse"]
})

const addressOf = (field: string) => ["city", "country", "state", "street", "zip"].map((part) => `${field}.${part}`)
check(OrderTools.modifyOrder, {
  people: [...addressOf("new_address"), ...addressOf("previous_address")],
  platform: ["message"]
})

check(ReturnTools.checkReturnEligibility, { people: [], platform: ["message"] })
check(ReturnTools.initiateReturn, { people: ["reason"], platform: ["message"] })
check(ReturnTools.processRefund, { people: ["reason"], platform: ["message"] })
check(ReturnTools.getReturnStatus, { people: ["return.reason"], platform: [] })

check(SellerOrderTools.getSellerRevenue, { people: ["by_product[].name"], platform: ["message"] })
check(SellerOrderTools.getSellerOrders, { people: ["orders[].lines[].name"], platform: ["message"] })

check(PricingTools.validateCoupon, { people: [], platform: ["description", "message"] })
check(PricingTools.getActiveDeals, {
  people: [],
  platform: ["coupons[].description", "message", "promotions[].name", "promotions[].summary"]
})
check(PricingTools.getLoyaltyTier, { people: [], platform: [] })
check(PricingTools.calculateLoyaltyDiscount, { people: [], platform: [] })
check(PricingTools.getLoyaltyBenefits, { people: [], platform: [] })
check(PricingTools.optimizeCart, {
  people: ["cart_items[].name"],
  platform: ["message", "savings[].explanation", "savings[].label"]
})
check(PricingTools.checkBundleEligibility, {
  people: ["products_checked[].name"],
  platform: [
    "bundle_deals[].promotion_name",
    "buy_x_get_y_deals[].promotion_name",
    "message",
    "near_misses[].promotion_name"
  ]
})

check(ReviewTools.getProductReviews, {
  people: ["product_name", "reviews[].body", "reviews[].reviewer", "reviews[].title"],
  platform: ["message"]
})
check(ReviewTools.analyzeSentiment, {
  people: ["cons[].example", "product_name", "pros[].example"],
  platform: ["cons[].term", "message", "pros[].term"]
})
check(ReviewTools.getSentimentByTopic, { people: ["product_name"], platform: ["message"] })
check(ReviewTools.getReviewTrends, {
  people: ["highlights[].title", "product_name"],
  platform: ["message"]
})
check(ReviewTools.detectFakeReviews, {
  people: ["product_name", "reviews[].body_preview", "reviews[].reviewer", "reviews[].title"],
  platform: ["message"]
})
check(ReviewTools.searchReviews, {
  people: ["product_name", "reviews[].body", "reviews[].reviewer", "reviews[].title"],
  platform: ["message"]
})
check(ReviewTools.draftSellerResponse, {
  people: ["draft", "product_name", "review_body", "review_title", "reviewer"],
  platform: ["note"]
})
check(ReviewTools.compareReviews, {
  people: ["comparisons[].product_name"],
  platform: ["comparisons[].top_con", "comparisons[].top_pro"]
})
