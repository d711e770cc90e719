import { assert, it } from "@effect/vitest"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { toolsOf, writing } from "../../src/planner/Intents.ts"

it("names the tools that change something as their contracts do", () => {
  const known = [OrderManagement, InventoryFulfillment, ProductDiscovery].flatMap(({ toolkit }) =>
    Object.keys(toolkit.tools)
  )
  assert.includeMembers(known, [...toolsOf(writing)])
})
