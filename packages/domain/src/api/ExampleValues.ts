import { type AuditPage, type PendingRequest, type UsageStatistics } from "./AdminApi.ts"
import { type AccessGrant, type Session } from "./AuthApi.ts"
import { type ChatAnswer } from "./ChatApi.ts"
import { type Conversation, type ConversationSummary } from "./ConversationsApi.ts"
import { type AccessRequestReceipt, type GrantedAgent, type MarketplaceAgent } from "./MarketplaceApi.ts"
import { type OrderDetail, type OrderPage } from "./OrdersApi.ts"
import { type ProductDetail, type ProductPage } from "./ProductsApi.ts"
import { type Profile } from "./ProfileApi.ts"

/** One customer, one product and one order, as they appear in every example. */

/** Ids in paths, by the name of the parameter. */
export const ids = {
  product_id: "0198c2a4-7d1e-7a52-9c3b-0f6d2e8b4a11",
  order_id: "0198c2b7-31f0-7c84-8a5e-6b9d1c2f7e30",
  conversation_id: "0198c2c9-5a42-7e19-b7d4-2c8e0f1a6b53",
  request_id: "0198c2d3-88b6-7f2d-a1c7-4e5f9d0b3a72"
}

export const account = {
  id: "0198c29f-1b6a-7d30-8f4c-5a7e9b1d2c60",
  email: "alice@example.com",
  name: "Alice Moreno",
  role: "customer",
  loyalty_tier: "gold",
  total_spend: 3412.4
} as const

const accessToken =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbGljZUBleGFtcGxlLmNvbSIsInJvbGUiOiJjdXN0b21lciIsInVzZXJfaWQiOiIwMTk4YzI5Zi0xYjZhLTdkMzAtOGY0Yy01YTdlOWIxZDJjNjAiLCJ0eXBlIjoiYWNjZXNzIn0.Kq1n0vXcJm4o8b2sTt0Wq9yLr3eUf6hDz5aGxPiNv7c"
export const refreshToken =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhbGljZUBleGFtcGxlLmNvbSIsInR5cGUiOiJyZWZyZXNoIn0.Zt7w3rYdPe9a1u5fHb8QkXs2Mn6VjRc4Lg0TyEoWi9A"

export const session: typeof Session.Encoded = { access_token: accessToken, refresh_token: refreshToken, user: account }

/** Somebody who is not there yet. */
export const newcomer = { email: "nina@example.com", password: "correct horse battery", name: "Nina Castell" }
export const newSession: typeof Session.Encoded = {
  access_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJuaW5hQGV4YW1wbGUuY29tIiwicm9sZSI6ImN1c3RvbWVyIiwidXNlcl9pZCI6IjAxOThjMmY3LTkwZDQtN2IxZS1hNmMzLTFkOGY1ZTJiN2E0OSIsInR5cGUiOiJhY2Nlc3MifQ.Xw5Rk8sPq2vLd7nYb0TfHc3jGm6ZaUeOi9B1tQxEyVo",
  refresh_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJuaW5hQGV4YW1wbGUuY29tIiwidHlwZSI6InJlZnJlc2gifQ.Mn4Yc7gTe1WxRb6oKs9JdLq3PzUhVf8Ai5Xt2BvEyCw",
  user: {
    id: "0198c2f7-90d4-7b1e-a6c3-1d8f5e2b7a49",
    email: newcomer.email,
    name: newcomer.name,
    role: "customer",
    loyalty_tier: "bronze",
    total_spend: 0
  }
}
export const grant: typeof AccessGrant.Encoded = { access_token: accessToken }

export const answer: typeof ChatAnswer.Encoded = {
  response: "Your order of 14 November was shipped with Pigeon Ground and should arrive on 21 November.",
  conversation_id: ids.conversation_id,
  agents_involved: ["order-management"]
}

const talk = {
  id: ids.conversation_id,
  title: "Where is my order?",
  created_at: "2026-11-18T09:30:00.000Z",
  last_message_at: "2026-11-18T09:30:04.120Z"
}

export const conversations: ReadonlyArray<typeof ConversationSummary.Encoded> = [{ ...talk, message_count: 2 }]

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"

export const conversation: typeof Conversation.Encoded = {
  ...talk,
  messages: [
    {
      id: "0198c2c9-5a43-7b02-9e61-7f3a0d5c8b14",
      role: "user",
      content: "Where is my order?",
      agent_name: null,
      agents_involved: [],
      metadata: { trace_id: traceId, guard: { verdict: "clean", rules: [] } },
      tokens_in: 0,
      tokens_out: 0,
      created_at: talk.created_at
    },
    {
      id: "0198c2c9-6a4b-7d55-8c20-1b9e4f7a3d62",
      role: "assistant",
      content: answer.response,
      agent_name: "orchestrator",
      agents_involved: ["order-management"],
      metadata: {
        trace_id: traceId,
        duration_ms: 4120,
        specialists: [{ agent_name: "order-management", status: "success", duration_ms: 2310 }],
        guard: { verdict: "clean", rules: [] },
        model: "embedded",
        partial: false
      },
      tokens_in: 1830,
      tokens_out: 96,
      created_at: talk.last_message_at
    }
  ]
}

const product = {
  id: ids.product_id,
  name: "Brindlecote Glide Cordless Vacuum",
  description: "A stick vacuum for flats with stairs and pets, 55 minutes on one battery.",
  category: "Home",
  brand: "Brindlecote",
  price: 279,
  original_price: 329,
  image_url: "/images/products/brindlecote-glide-cordless-vacuum.svg",
  rating: 5,
  review_count: 1
} as const

export const products: typeof ProductPage.Encoded = {
  products: [product],
  total: 1,
  categories: ["Books", "Clothing", "Electronics", "Home", "Sports"]
}

export const productDetail: typeof ProductDetail.Encoded = {
  ...product,
  specs: { "Battery life": "55 min", Weight: "2.6 kg", Washable: true },
  in_stock: true,
  total_stock: 42,
  warehouses: [
    { name: "Eastgate Fulfilment Centre", region: "east", quantity: 30 },
    { name: "Pacific Fulfilment Centre", region: "west", quantity: 12 }
  ],
  reviews: [
    {
      id: "0198c2e1-0c5d-7a38-b4f6-8d2e7a1c9b05",
      rating: 5,
      title: "Quiet and light",
      body: "Does two floors on one charge.",
      verified: true,
      reviewer: "Carol A.",
      date: "2026-10-02T16:20:00.000Z"
    }
  ],
  rating_distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 }
}

const order = {
  id: ids.order_id,
  status: "shipped",
  total: 251.1,
  carrier: "Pigeon Ground",
  tracking: "SF740211836592",
  item_count: 1,
  date: "2026-11-14T11:05:00.000Z"
} as const

export const orders: typeof OrderPage.Encoded = { orders: [order], total: 1 }

export const orderDetail: typeof OrderDetail.Encoded = {
  ...order,
  shipping_address: { street: "1 Elm Street", city: "Boston", state: "MA", zip: "02101", country: "US" },
  coupon: "HELLO10",
  discount: 27.9,
  items: [
    {
      product_id: ids.product_id,
      name: product.name,
      category: "Home",
      image_url: product.image_url,
      quantity: 1,
      unit_price: 279,
      subtotal: 279
    }
  ],
  status_history: [
    { status: "placed", notes: "Order placed", location: null, timestamp: order.date },
    { status: "confirmed", notes: "Order confirmed", location: null, timestamp: "2026-11-14T11:06:00.000Z" },
    {
      status: "shipped",
      notes: "Handed to the carrier",
      location: "Harrisburg, PA",
      timestamp: "2026-11-16T07:40:00.000Z"
    }
  ],
  return: null
}

export const profile: typeof Profile.Encoded = {
  ...account,
  member_since: "2025-03-09T08:00:00.000Z",
  order_count: 7,
  review_count: 3,
  tier_benefits: { discount_pct: 10, free_shipping_threshold: 0, priority_support: true }
}

const agent = {
  display_name: "Pricing & Promotions",
  description: "Coupon validation, cart optimisation, loyalty discounts, bundles, promotions",
  category: "Pricing",
  icon: "tag"
}

export const agents: ReadonlyArray<typeof MarketplaceAgent.Encoded> = [
  {
    id: "0198c2f0-4e7b-7c61-9d3a-3a6c8e1f0b27",
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
    user_role: "customer"
  }
]

export const usage: typeof UsageStatistics.Encoded = {
  period: "last_30_days",
  overall: {
    total_requests: 412,
    unique_users: 37,
    total_tokens_in: 731204,
    total_tokens_out: 40817,
    avg_duration_ms: 2140,
    total_tool_calls: 655
  },
  by_agent: [
    {
      agent_name: "orchestrator",
      request_count: 240,
      unique_users: 37,
      tokens_in: 431204,
      tokens_out: 25817,
      avg_duration_ms: 2600,
      error_count: 2
    },
    {
      agent_name: "order-management",
      request_count: 172,
      unique_users: 31,
      tokens_in: 300000,
      tokens_out: 15000,
      avg_duration_ms: 1498,
      error_count: 1
    }
  ],
  daily_trend: [15, 16, 17, 18, 19, 20, 21].map((day) => ({
    day: `2026-11-${day}`,
    request_count: day - 3,
    unique_users: day - 11
  }))
}

export const audit: typeof AuditPage.Encoded = {
  entries: [
    {
      id: "0198c2c9-7b10-7e8f-a2d5-9c4b6e3f1a08",
      agent_name: "order-management",
      user_email: account.email,
      user_name: account.name,
      input_summary: "Where is my order?",
      tokens_in: 910,
      tokens_out: 64,
      tool_calls_count: 1,
      duration_ms: 2310,
      status: "success",
      error_message: null,
      trace_id: traceId,
      created_at: "2026-11-18T09:30:03.900Z",
      steps: [
        {
          step_index: 0,
          tool_name: "get_user_orders",
          tool_input: { limit: 1 },
          tool_output: {
            orders: [
              {
                order_id: ids.order_id,
                status: order.status,
                total: order.total,
                discount: 27.9,
                coupon_code: "HELLO10",
                carrier: order.carrier,
                tracking_number: order.tracking,
                item_count: 1,
                created_at: order.date,
                note: "Handed to the carrier",
                reason: null
              }
            ],
            count: 1,
            total_count: 1
          },
          status: "success",
          duration_ms: 18
        }
      ]
    }
  ],
  total: 824,
  limit: 50,
  offset: 0
}
