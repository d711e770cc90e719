import type { OrderStatus } from "@storefront/domain/Orders"
import type { SpecialistName } from "@storefront/domain/Topology"
import type { SeededProduct } from "./Catalogue.ts"
import type { Value } from "./Loader.ts"
import { carriers, rateCents, stockOf, warehouses } from "./Fulfilment.ts"
import { iso, type World } from "./World.ts"
import { type RegionName } from "./Names.ts"

/** Logged tool calls. Names and fields follow the contracts in `domain/tools`; results are abridged. */

type Fields = { readonly [key: string]: Value }

/** A tool call of an agent with its result. */
export interface ToolStep {
  readonly tool: string
  readonly input: Fields
  readonly output: Fields
}

/** A specialist's question, tool calls and answer. */
export interface SpecialistRun {
  readonly agent: SpecialistName
  readonly message: string
  readonly steps: ReadonlyArray<ToolStep>
  readonly answer: string
}

/** A customer's message with its specialist runs and answer. */
export interface TurnScript {
  readonly message: string
  /** Empty for small talk. */
  readonly runs: ReadonlyArray<SpecialistRun>
  readonly answer: string
}

/** Data of an order that tools return. */
export interface OrderFacts {
  readonly id: string
  readonly status: OrderStatus
  readonly placedMillis: number
}

const brief = (product: SeededProduct): Fields => ({
  product_id: product.id,
  name: product.name,
  brand: product.brand,
  category: product.category,
  price: product.priceCents / 100
})

export const findProduct = (product: SeededProduct): ToolStep => ({
  tool: "find_product",
  input: { name: product.name },
  output: { products: [brief(product)], count: 1 }
})

export const searchProducts = (input: Fields, products: ReadonlyArray<SeededProduct>): ToolStep => ({
  tool: "search_products",
  input,
  output: {
    products: products.map(brief),
    count: products.length,
    offset: 0,
    retrieval: "query" in input ? "hybrid" : "filter",
    retrieval_note: null
  }
})

export const trendingProducts = (products: ReadonlyArray<SeededProduct>): ToolStep => ({
  tool: "get_trending_products",
  input: { days: 30 },
  output: { products: products.map(brief), count: products.length, period_days: 30 }
})

export const productDetails = (product: SeededProduct): ToolStep => ({
  tool: "get_product_details",
  input: { product_id: product.id },
  output: { ...brief(product), original_price: product.priceBeforeSaleCents / 100, specs: product.entry.specs }
})

export const priceHistory = (product: SeededProduct): ToolStep => ({
  tool: "get_price_history",
  input: { product_id: product.id, days: 30 },
  output: {
    product_id: product.id,
    product_name: product.name,
    current_price: product.priceCents / 100,
    period_days: 30,
    data_points: 30,
    trend: "stable",
    is_good_deal: false
  }
})

const stock = (world: World, product: SeededProduct) =>
  warehouses.map(({ name, region }, index) => ({
    warehouse: name,
    region,
    quantity: stockOf(world, product.index, index)
  }))

/** Returns the units of a product in all warehouses together. */
export const totalStock = (world: World, product: SeededProduct) =>
  stock(world, product).reduce((sum, { quantity }) => sum + quantity, 0)

export const checkStock = (world: World, product: SeededProduct): ToolStep => ({
  tool: "check_stock",
  input: { product_id: product.id },
  output: {
    product_id: product.id,
    product_name: product.name,
    in_stock: totalStock(world, product) > 0,
    total_quantity: totalStock(world, product),
    warehouses: stock(world, product)
  }
})

export interface ExpectedRestock {
  readonly warehouse: string
  readonly expected_quantity: number
  readonly expected_date: string
}

export const restockSchedule = (product: SeededProduct, upcoming: ReadonlyArray<ExpectedRestock>): ToolStep => ({
  tool: "get_restock_schedule",
  input: { product_id: product.id },
  output: {
    product_id: product.id,
    product_name: product.name,
    upcoming_restocks: upcoming.map((restock) => ({ ...restock })),
    count: upcoming.length
  }
})

export const estimateShipping = (product: SeededProduct, region: RegionName): ToolStep => ({
  tool: "estimate_shipping",
  input: { product_id: product.id, destination_region: region },
  output: {
    product_id: product.id,
    product_name: product.name,
    quantity: 1,
    available: true,
    shipping_options: carriers.map((carrier) => ({
      carrier: carrier.name,
      speed_tier: carrier.speed,
      price: rateCents(carrier, region, region) / 100,
      estimated_days_min: carrier.days[0],
      estimated_days_max: carrier.days[1]
    }))
  }
})

export const analyzeSentiment = (product: SeededProduct): ToolStep => ({
  tool: "analyze_sentiment",
  input: { product_id: product.id },
  output: { product_id: product.id, product_name: product.name, overall_sentiment: "positive" }
})

export const productReviews = (product: SeededProduct, sort: "newest" | "rating_low"): ToolStep => ({
  tool: "get_product_reviews",
  input: { product_id: product.id, sort_by: sort, limit: 5 },
  output: { product_id: product.id, product_name: product.name, count: 5, offset: 0 }
})

export const userOrders = (orders: ReadonlyArray<OrderFacts>): ToolStep => ({
  tool: "get_user_orders",
  input: { limit: 5 },
  output: {
    orders: orders.map(({ id, placedMillis, status }) => ({ order_id: id, status, created_at: iso(placedMillis) })),
    count: orders.length,
    total_count: orders.length
  }
})

export const orderTracking = ({ id, status }: OrderFacts): ToolStep => ({
  tool: "get_order_tracking",
  input: { order_id: id },
  output: { order_id: id, status }
})

export const validateCoupon = (code: string, cartCents: number, discountCents: number): ToolStep => ({
  tool: "validate_coupon",
  input: { code, cart_total: cartCents / 100 },
  output: {
    valid: discountCents > 0,
    code,
    discount_amount: discountCents / 100,
    new_total: (cartCents - discountCents) / 100
  }
})

export const activeDeals = (category: string | null): ToolStep => ({
  tool: "get_active_deals",
  input: category === null ? {} : { category },
  output: { total_deals: category === null ? 14 : 9 }
})

export const loyaltyTier = (tier: string): ToolStep => ({ tool: "get_loyalty_tier", input: {}, output: { tier } })

export const optimizeCart = (products: ReadonlyArray<SeededProduct>): ToolStep => ({
  tool: "optimize_cart",
  input: {},
  output: { cart_items: products.map(brief) }
})

export const returnEligibility = ({ id }: OrderFacts, amountCents: number): ToolStep => ({
  tool: "check_return_eligibility",
  input: { order_id: id },
  output: { order_id: id, eligible: true, reason_code: "eligible", refund_amount: amountCents / 100 }
})
