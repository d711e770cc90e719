import { type AuditPage, type UsageStatistics } from "../AdminApi.ts"
import { traceId } from "./Conversation.ts"
import { account } from "./Customer.ts"
import { ids } from "./Ids.ts"
import { order, orderDetail } from "./Order.ts"

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
      id: "01a1edfd-ecfc-7de4-a13d-144f0fc62024",
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
                discount: orderDetail.discount,
                coupon_code: orderDetail.coupon,
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
