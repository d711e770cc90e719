import { assert, describe, it } from "@effect/vitest"
import * as FulfillmentTools from "@storefront/domain/tools/FulfillmentTools"
import { getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { AllowedRoles } from "@storefront/domain/tools/RolePolicy"
import { Context, Either, Schema } from "effect"
import { type Texts, textsOf } from "./texts.ts"

const check = (tool: Parameters<typeof textsOf>[0] & { readonly name: string }, expected: Texts) =>
  it(`${tool.name} marks exactly the texts of people`, () => {
    assert.deepStrictEqual(textsOf(tool), expected)
  })

check(getWarehouseAvailability, {
  people: ["product_name"],
  platform: ["message", "upcoming_restocks[].warehouse", "warehouses[].location", "warehouses[].warehouse"]
})
check(FulfillmentTools.compareCarriers, {
  people: [],
  platform: ["best_value", "carriers[].carrier", "carriers[].delivery_window", "fastest", "message"]
})
check(FulfillmentTools.getTrackingStatus, {
  people: ["history[].notes", "latest_update.notes"],
  platform: ["carrier", "history[].location", "latest_update.location", "message", "tracking_number"]
})
check(FulfillmentTools.calculateFulfillmentPlan, {
  people: ["shipments[].items[].name", "unavailable[].name"],
  platform: ["message", "shipments[].carrier", "shipments[].warehouse"]
})
check(FulfillmentTools.placeBackorder, {
  people: ["product_name"],
  platform: ["expected_restock.warehouse", "message"]
})
check(FulfillmentTools.getSellerInventory, {
  people: ["items[].name"],
  platform: ["items[].warehouses[].warehouse", "message"]
})

describe("arguments", () => {
  const product_id = "018f0000-0000-7000-8000-000000000001"
  const plan = Schema.decodeUnknownEither(FulfillmentTools.calculateFulfillmentPlan.parametersSchema)
  const backorder = Schema.decodeUnknownEither(FulfillmentTools.placeBackorder.parametersSchema)
  const inventory = Schema.decodeUnknownEither(FulfillmentTools.getSellerInventory.parametersSchema)

  it("have the defaults of the specification", () => {
    assert.deepStrictEqual<unknown>(Either.getOrNull(inventory({})), { low_stock_only: false, limit: 20, offset: 0 })
    assert.deepStrictEqual<unknown>(Either.getOrNull(plan({ items: [{ product_id }], destination_region: "west" })), {
      items: [{ product_id, quantity: 1 }],
      destination_region: "west"
    })
  })

  it("are refused outside their range", () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ product_id, quantity: 999 }))
    assert.isTrue(Either.isRight(plan({ items: items(20), destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: items(21), destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: [], destination_region: "east" })))
    assert.isTrue(Either.isLeft(plan({ items: items(1), destination_region: "north" })))
    assert.isTrue(Either.isRight(backorder({ product_id, quantity: 999, note: "x".repeat(500) })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 1000 })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 0 })))
    assert.isTrue(Either.isLeft(backorder({ product_id })))
    assert.isTrue(Either.isLeft(backorder({ product_id, quantity: 1, note: "x".repeat(501) })))
  })
})

it("are for sellers and administrators, but for carriers and parcels", () => {
  const rolesOf = (tool: { readonly annotations: Context.Context<never> }) =>
    Context.get(tool.annotations, AllowedRoles)
  for (const tool of [
    FulfillmentTools.calculateFulfillmentPlan,
    FulfillmentTools.placeBackorder,
    FulfillmentTools.getSellerInventory
  ]) {
    assert.deepStrictEqual(rolesOf(tool), ["seller", "admin"])
  }
  for (const tool of [FulfillmentTools.compareCarriers, FulfillmentTools.getTrackingStatus]) {
    assert.lengthOf(rolesOf(tool), 4)
  }
})
