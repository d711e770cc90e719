import { type ToolServerName } from "@storefront/domain/Topology"
import { hush, kettle, trailShoes, unknownProduct } from "@storefront/server/testing/SmallCatalogue"

type Arguments = Readonly<Record<string, unknown>>

/** Calls of one tool: one that it answers, and those that it refuses with this code. */
export interface Calls {
  readonly good: Arguments
  readonly refused: ReadonlyArray<readonly [error: string, args: Arguments]>
}

const product = { product_id: hush.id }
const unknown: readonly [string, Arguments] = ["not_found", { product_id: unknownProduct }]

const wrong = (...args: ReadonlyArray<Arguments>) => args.map((each) => ["invalid_argument", each] as const)

const noProduct = wrong({}, { product_id: "x" }, { product_id: 7 }, { product_id: null }, { ...product, more: 1 })

/** Every tool of both servers. */
export const everyTool: Readonly<Record<ToolServerName, Readonly<Record<string, Calls>>>> = {
  "mcp-product": {
    search_products: {
      good: { query: "headphones", max_price: 300, in_stock: true, limit: 3 },
      refused: wrong(
        { query: 1 },
        { query: "" },
        { query: "a\u0000b" },
        { category: "Toys" },
        { min_price: 2, max_price: 1 },
        { limit: "3" },
        { sort_by: ["rating"] },
        { nested: { deeply: [[[[1]]]] } }
      )
    },
    get_product_details: { good: product, refused: [unknown, ...noProduct] },
    compare_products: {
      good: { product_ids: [hush.id, kettle.id] },
      refused: [
        ["not_found", { product_ids: [hush.id, unknownProduct] }],
        ...wrong({}, { product_ids: [] }, { product_ids: hush.id }, { product_ids: [hush.id, hush.id] })
      ]
    },
    semantic_search: {
      good: { query: "something for long train rides" },
      refused: wrong({}, { query: "x".repeat(501) })
    },
    find_similar_products: { good: { ...product, limit: 2 }, refused: [unknown, ...noProduct] },
    get_trending_products: { good: { days: 365 }, refused: wrong({ days: 0 }, { days: 1.5 }, { days: "30" }) },
    get_price_history: {
      good: { ...product, days: 90 },
      refused: [unknown, ...noProduct, ...wrong({ ...product, days: 6 })]
    }
  },
  "mcp-inventory": {
    check_stock: { good: product, refused: [unknown, ...noProduct] },
    get_warehouse_availability: { good: product, refused: [unknown, ...noProduct] },
    get_restock_schedule: { good: { ...product, limit: 5 }, refused: [unknown, ...noProduct] },
    estimate_shipping: {
      good: { product_id: trailShoes.id, destination_region: "west", quantity: 2 },
      refused: [
        ["not_found", { product_id: unknownProduct, destination_region: "west" }],
        ...wrong(
          product,
          { ...product, destination_region: "north" },
          { ...product, destination_region: "west", quantity: 0 }
        )
      ]
    },
    compare_carriers: {
      good: { region_from: "east", region_to: "west" },
      refused: wrong({}, { region_from: "east", region_to: "moon" })
    },
    get_warehouses: { good: {}, refused: wrong({ region: "east" }) }
  }
}
