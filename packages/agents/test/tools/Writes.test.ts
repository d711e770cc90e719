import { assert, it } from "@effect/vitest"
import { actsAtOnce, isMutating, isBinding, describeWrites } from "@storefront/domain/tools/Writes"
import { AccountRole, Role } from "@storefront/domain/Identity"
import { mayUse } from "@storefront/domain/tools/RolePolicy"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import { OrderManagement, OrderManagementAtTill } from "../../src/order-management/agent.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import { Tool } from "@effect/ai"

const agents = [InventoryFulfillment, OrderManagement, PricingPromotions, ProductDiscovery, ReviewSentiment]
const tools: ReadonlyArray<Tool.Any> = agents.flatMap(({ toolkit }) => Object.values(toolkit.tools))

/** Results of tools that write say when they are those of an earlier call. */
const canRepeat = ({ successSchema }: Tool.Any) =>
  JSON.stringify(Tool.getJsonSchemaFromSchemaAst(successSchema.ast)).includes('"replayed"')

/** Binding tools answer what they would do. */
const canPropose = ({ successSchema }: Tool.Any) =>
  JSON.stringify(Tool.getJsonSchemaFromSchemaAst(successSchema.ast)).includes('"awaiting_confirmation"')

it("every tool that can act at once has a sentence on what it has done, and no other tool has", () => {
  assert.lengthOf(tools.filter(canRepeat), 11)
  assert.deepStrictEqual(
    tools.filter(actsAtOnce).map(({ name }) => name),
    tools.filter(canRepeat).map(({ name }) => name)
  )
})

it("checkout acts at once only in a shop with a till", () => {
  assert.isFalse(actsAtOnce(OrderManagement.toolkit.tools.checkout))
  const atTill: ReadonlyArray<Tool.Any> = Object.values(OrderManagementAtTill.toolkit.tools)
  assert.deepStrictEqual(
    atTill.filter((tool) => actsAtOnce(tool) !== canRepeat(tool)).map(({ name }) => name),
    []
  )
  assert.isTrue(actsAtOnce(OrderManagementAtTill.toolkit.tools.checkout))
})

it("guests check out only in a shop with a till", () => {
  const mayCheckOut = ({ toolkit }: typeof OrderManagement | typeof OrderManagementAtTill) =>
    Role.literals.filter((role) => mayUse(role, toolkit.tools.checkout))
  assert.deepStrictEqual<ReadonlyArray<Role>>(mayCheckOut(OrderManagement), AccountRole.literals)
  assert.deepStrictEqual<ReadonlyArray<Role>>(mayCheckOut(OrderManagementAtTill), Role.literals)
})

it("every binding tool proposes, and no other tool does", () => {
  assert.deepStrictEqual(
    tools.filter(canPropose).map(({ name }) => name),
    tools.filter(({ name }) => isBinding(name)).map(({ name }) => name)
  )
  const changing = tools.filter((tool) => canPropose(tool) || canRepeat(tool))
  assert.deepStrictEqual(
    changing.map(({ name }) => name),
    tools.filter(({ name }) => isMutating(name)).map(({ name }) => name)
  )
})

it("what was done is told once, in its order, and nothing is told of reading", () => {
  assert.strictEqual(describeWrites(["get_cart", "constructor"]), "")
  assert.strictEqual(
    describeWrites(["add_to_cart", "get_cart", "add_to_cart", "cancel_order", "remove_from_cart"]),
    "This was done: The product was put into the cart. The product was taken out of the cart."
  )
})
