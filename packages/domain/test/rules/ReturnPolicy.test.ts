import { assert, describe, it } from "@effect/vitest"
import { OrderStatus } from "../../src/Orders.ts"
import { eligibility, windowEnd } from "../../src/rules/ReturnPolicy.ts"
import { DateTime, Duration, Schema } from "effect"

const delivered = DateTime.unsafeMake("2026-03-01T10:00:00Z")
const window = Duration.days(30)
const after = (duration: Duration.DurationInput) => DateTime.addDuration(delivered, duration)
const order = { status: "delivered", deliveredAt: delivered, hasReturn: false } as const

describe("return eligibility", () => {
  it("ends exactly 30 days of 24 hours after the delivery", () => {
    assert.strictEqual(eligibility(order, after(window), window), "eligible")
    assert.strictEqual(eligibility(order, after(Duration.sum(window, "1 millis")), window), "window_closed")
    assert.strictEqual(DateTime.formatIso(windowEnd(delivered, window)), "2026-03-31T10:00:00.000Z")
  })

  it("says first that there is a return already", () => {
    assert.strictEqual(
      eligibility({ ...order, status: "returned", hasReturn: true }, after(0), window),
      "already_requested"
    )
    assert.strictEqual(eligibility({ ...order, hasReturn: true }, after("90 days"), window), "already_requested")
  })

  it("needs a record of the delivery", () => {
    assert.strictEqual(eligibility({ ...order, deliveredAt: null }, after(0), window), "no_delivery_record")
  })

  it.prop(
    "is given to delivered orders only",
    { status: OrderStatus, hasReturn: Schema.Boolean, hours: Schema.Int.pipe(Schema.between(0, 2_000)) },
    ({ hasReturn, hours, status }) => {
      const answer = eligibility({ status, hasReturn, deliveredAt: delivered }, after(Duration.hours(hours)), window)
      assert.strictEqual(answer === "eligible", status === "delivered" && !hasReturn && hours <= 720)
    }
  )
})
