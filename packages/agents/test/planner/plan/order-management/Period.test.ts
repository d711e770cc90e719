import { assert, it } from "@effect/vitest"
import { periodIn } from "../../../../src/planner/plan/order-management/Telling.ts"

it("reads calendar periods, those that pass the turn of a year, and spans of days", () => {
  const daysOf = (text: string, days: number | null = null) => {
    const { from, to } = periodIn(text, "2026-01-15", days)
    return [from, to]
  }
  assert.deepStrictEqual(daysOf("how much have I spent this year?"), ["2026-01-01", "2026-12-31"])
  assert.deepStrictEqual(daysOf("last year"), ["2025-01-01", "2025-12-31"])
  assert.deepStrictEqual(daysOf("last month"), ["2025-12-01", "2025-12-31"])
  assert.deepStrictEqual(daysOf("in November"), ["2025-11-01", "2025-11-30"])
  assert.deepStrictEqual(daysOf("since November"), ["2025-11-01", "2026-01-15"])
  assert.deepStrictEqual(daysOf("in the last 30 days", 30), ["2025-12-16", "2026-01-15"])
})
