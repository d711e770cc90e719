import { type PendingRequest } from "../AdminApi.ts"
import { type AccessRequestReceipt, type GrantedAgent, type MarketplaceAgent } from "../MarketplaceApi.ts"
import { account } from "./Customer.ts"
import { ids } from "./Ids.ts"

const agent = {
  display_name: "Pricing & Promotions",
  description: "Coupon validation, cart optimisation, loyalty discounts, bundles, promotions",
  category: "Pricing",
  icon: "tag"
}

export const agents: ReadonlyArray<typeof MarketplaceAgent.Encoded> = [
  {
    id: "019fc66c-1580-7e2a-a569-3bf2b9035299",
    name: "pricing-promotions",
    ...agent,
    status: "active",
    version: "1.0.0",
    capabilities: ["coupon_validation", "cart_optimization", "loyalty", "bundles"],
    requires_approval: true,
    allowed_roles: ["power_user", "seller", "admin"]
  }
]

export const receipt: typeof AccessRequestReceipt.Encoded = {
  id: ids.request_id,
  agent_name: "pricing-promotions",
  status: "pending",
  message: "Request submitted, waiting for approval"
}

export const granted: ReadonlyArray<typeof GrantedAgent.Encoded> = [
  { agent_name: "pricing-promotions", ...agent, role: "viewer", granted_at: "2026-11-19T10:00:00.000Z" }
]

export const form = { agent_name: "pricing-promotions", role_requested: "viewer", use_case: "Plan the winter sale." }

export const pending: ReadonlyArray<typeof PendingRequest.Encoded> = [
  {
    id: ids.request_id,
    ...form,
    status: "pending",
    created_at: "2026-11-18T15:00:00.000Z",
    user_email: account.email,
    user_name: account.name,
    user_role: account.role
  }
]
