import { Schema } from "effect"

/** The agents for one area each; the orchestrator calls them. */
export const SpecialistName = Schema.Literal(
  "product-discovery",
  "order-management",
  "pricing-promotions",
  "review-sentiment",
  "inventory-fulfillment"
)
export type SpecialistName = typeof SpecialistName.Type

export const AgentName = Schema.Literal("orchestrator", ...SpecialistName.literals)
export type AgentName = typeof AgentName.Type

export const ToolServerName = Schema.Literal("mcp-product", "mcp-inventory")
export type ToolServerName = typeof ToolServerName.Type

export const ServiceName = Schema.Literal(...AgentName.literals, ...ToolServerName.literals, "auth-server")
export type ServiceName = typeof ServiceName.Type

/** A service of the suite, as operators and clients see it. */
export interface Service {
  /** Default port, used unless `portVariable` is set. */
  readonly port: number
  /** Environment variable that overrides the port. */
  readonly portVariable: string
  readonly displayName: string
  /** Purpose in one line; published in the agent card. */
  readonly description: string
}

/** All services of the suite. To add a specialist, start with its row here. */
export const services: Readonly<Record<ServiceName, Service>> = {
  orchestrator: {
    port: 8080,
    portVariable: "ORCHESTRATOR_PORT",
    displayName: "Shopping Assistant",
    description: "Front door. Routes every user request to specialists and answers once"
  },
  "product-discovery": {
    port: 8081,
    portVariable: "PRODUCT_DISCOVERY_PORT",
    displayName: "Product Discovery",
    description: "Product search, semantic similarity, price history, trending products"
  },
  "order-management": {
    port: 8082,
    portVariable: "ORDER_MANAGEMENT_PORT",
    displayName: "Order Management",
    description: "Order tracking, cancellation, modification, returns, refunds, cart operations"
  },
  "pricing-promotions": {
    port: 8083,
    portVariable: "PRICING_PROMOTIONS_PORT",
    displayName: "Pricing & Promotions",
    description: "Coupon validation, cart optimisation, loyalty discounts, bundles, promotions"
  },
  "review-sentiment": {
    port: 8084,
    portVariable: "REVIEW_SENTIMENT_PORT",
    displayName: "Review Insights",
    description: "Review analysis, sentiment, fake-review detection, seller response drafting, cross-product comparison"
  },
  "inventory-fulfillment": {
    port: 8085,
    portVariable: "INVENTORY_FULFILLMENT_PORT",
    displayName: "Inventory & Delivery",
    description: "Stock, warehouse availability, shipping estimates, carrier comparison, backorders"
  },
  "mcp-product": {
    port: 9000,
    portVariable: "MCP_PRODUCT_PORT",
    displayName: "Product tool server",
    description: "Catalogue reads over the Model Context Protocol"
  },
  "mcp-inventory": {
    port: 9001,
    portVariable: "MCP_INVENTORY_PORT",
    displayName: "Inventory tool server",
    description: "Stock and shipping reads over the Model Context Protocol"
  },
  "auth-server": {
    port: 8090,
    portVariable: "AUTH_SERVER_PORT",
    displayName: "Authorization server",
    description: "Tokens for people and services, in oauth mode"
  }
}
