import { type Resource } from "./ServiceTokens.ts"

/** Audience of the access tokens of people: the REST interface. */
export const peopleAudience = "storefront-api"

/** The specialists. */
export const specialists: Resource = { audience: "storefront-agents", scope: "agent:invoke" }

/** What services can get tokens for. */
export const resources: ReadonlyArray<Resource> = [
  specialists,
  { audience: "mcp-product", scope: "mcp:product" },
  { audience: "mcp-inventory", scope: "mcp:inventory" }
]
