import { assert, it } from "@effect/vitest"
import { periodIn } from "../../../../src/planner/plan/order-management/Telling.ts"

it("reads calendar periods, those that pass the turn of a year, and spans of days", () => {
  const spans = (text: string, first: string, last: string, days: number | null = null) => {
    const { from, to } = periodIn(text, "2026-01-15", days)
    const dayBeside = (day: string, days: number) => {
      const date = new Date(`${day}T00:00:00Z`)
      return new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    }
    const within = (day: string) => day >= from && day <= to
    assert.deepStrictEqual(
      [dayBeside(first, -1), first, last, dayBeside(last, 1)].map(within),
      [false, true, true, false],
      text
    )
  }
  spans("how much have I spent this year?", "2026-01-01", "2026-12-31")
  spans("last year", "2025-01-01", "2025-12-31")
  spans("this month", "2026-01-01", "2026-01-31")
  spans("last month", "2025-12-01", "2025-12-31")
  spans("in November", "2025-11-01", "2025-11-30")
  spans("since November", "2025-11-01", "2026-01-15")
  spans("in the last 30 days", "2025-12-16", "2026-01-15", 30)
})
