import { assert, describe, it } from "@effect/vitest"
import { TraceId, UsageLogId } from "@storefront/domain/Ids"
import { type AuditRun } from "@storefront/server/assistant/usage/AuditLog"
import { DateTime } from "effect"
import { waterfall } from "../src/Waterfall.ts"

const step = (tool_name: string, duration_ms: number, tool_input: Readonly<Record<string, unknown>> = {}) => ({
  step_index: 0,
  tool_name,
  tool_input,
  tool_output: {},
  status: "success" as const,
  duration_ms
})

const run = (changes: Partial<AuditRun>): AuditRun => ({
  id: UsageLogId.make("aaaaaaaa-0000-4000-8000-000000000001"),
  agent_name: "orchestrator",
  user_email: "ada@example.com",
  user_name: "Ada\u001b[2J",
  input_summary: "Where is my order,\nand is the lamp back?",
  tokens_in: 1_000,
  tokens_out: 100,
  tool_calls_count: 0,
  duration_ms: 1_000,
  status: "success",
  error_message: null,
  trace_id: TraceId.make("0123456789abcdef0123456789abcdef"),
  created_at: DateTime.unsafeMake("2026-03-01T10:00:01Z"),
  steps: [],
  model: "m-1",
  guard: { verdict: "clean", rules: [] },
  ...changes
})

const orders = run({
  agent_name: "order-management",
  duration_ms: 250,
  created_at: DateTime.unsafeMake("2026-03-01T10:00:00.500Z"),
  tokens_in: 20,
  tokens_out: 2,
  steps: [step("get_user_orders", 5), step("get_order_tracking", 7)]
})
const stock = run({
  agent_name: "inventory-fulfillment",
  duration_ms: 250,
  created_at: DateTime.unsafeMake("2026-03-01T10:00:00.750Z"),
  status: "error",
  error_message: "The time for the turn was used up",
  model: null
})
const turn = run({
  steps: [
    step("call_specialist_agent", 255, { agent_name: "order-management" }),
    step("call_specialist_agent", 256, { agent_name: "inventory-fulfillment" }),
    step("call_specialist_agent", 1, { agent_name: "product-discovery" })
  ]
})

describe("the waterfall of a trace", () => {
  it("shows each run below the step that asked for it, when it was, and what it cost", () => {
    assert.deepStrictEqual(waterfall([turn, orders, stock]), [
      "Trace 0123456789abcdef0123456789abcdef",
      "  for      Ada [2J <ada@example.com>",
      "  asked    Where is my order, and is the lamp back?",
      "  outcome  success, 2026-03-01T10:00:01.000Z, after 1,000 ms",
      "  tokens   2,020 in, 202 out, of m-1, unknown",
      "  steps    5",
      "",
      "                           outcome     ms  tokens in  out",
      "orchestrator               success  1,000      1,000  100  ████████████████████████████████",
      "  call_specialist_agent    success    255",
      "    order-management       success    250         20    2          ████████",
      "      get_user_orders      success      5",
      "      get_order_tracking   success      7",
      "  call_specialist_agent    success    256",
      "    inventory-fulfillment  error      250      1,000  100                  ████████",
      "  call_specialist_agent    success      1",
      "",
      "  inventory-fulfillment: The time for the turn was used up"
    ])
  })

  it("shows what the guard thought of a message that was not clean", () => {
    const blocked = run({
      status: "blocked",
      guard: { verdict: "blocked", rules: ["override.prior@base64", "linear"] }
    })
    assert.include(waterfall([blocked]), "  guard    blocked by override.prior@base64, linear, at orchestrator")
  })

  it("shows a run that nobody asked for, and one that took no time", () => {
    const alone = run({ agent_name: "review-sentiment", duration_ms: 0 })
    assert.deepStrictEqual(waterfall([alone]).slice(7), [
      "                  outcome  ms  tokens in  out",
      "review-sentiment  success   0      1,000  100  ████████████████████████████████"
    ])
    assert.deepStrictEqual(
      waterfall([orders, run({})])
        .slice(8)
        .map((line) => line.split(" ")[0]),
      ["orchestrator", "order-management", "", ""]
    )
  })
})
