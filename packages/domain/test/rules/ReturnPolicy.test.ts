import { assert, describe, it } from "@effect/vitest"
import { OrderStatus } from "../../src/Orders.ts"
import { deliveredSince, eligibility, windowEnd } from "../../src/rules/ReturnPolicy.ts"
import { DateTime, type Duration, Schema } from "effect"

const at = DateTime.unsafeMake
const delivered = at("2026-03-01T10:00:00Z")
const after = (duration: Duration.DurationInput) => DateTime.addDuration(delivered, duration)
const order = { status: "delivered", deliveredAt: delivered, hasOpenReturn: false, returnableUnits: 2 } as const

describe("return eligibility", () => {
  it("ends with the 30th day after the day of delivery, in UTC", () => {
    assert.strictEqual(DateTime.formatIso(windowEnd(delivered, 30)), "2026-03-31T23:59:59.999Z")
    assert.strictEqual(eligibility(order, at("2026-03-31T23:59:59.999Z"), 30), "eligible")
    assert.strictEqual(eligibility(order, at("2026-04-01T00:00:00Z"), 30), "window_closed")
    assert.strictEqual(eligibility(order, at("2026-03-01T23:59:59.999Z"), 0), "eligible")
    assert.strictEqual(eligibility(order, at("2026-03-02T00:00:00Z"), 0), "window_closed")
  })

  it.prop(
    "is open to its last moment, whichever way it is asked",
    { deliveredAt: Schema.Int.pipe(Schema.between(0, 4e12)), days: Schema.Int.pipe(Schema.between(0, 3_650)) },
    ({ days, deliveredAt: millis }) => {
      const deliveredAt = at(millis)
      const end = windowEnd(deliveredAt, days)
      const next = DateTime.add(end, { millis: 1 })
      assert.isTrue(DateTime.greaterThanOrEqualTo(deliveredAt, deliveredSince(end, days)))
      assert.isFalse(DateTime.greaterThanOrEqualTo(deliveredAt, deliveredSince(next, days)))
      assert.strictEqual(eligibility({ ...order, deliveredAt }, end, days), "eligible")
      assert.strictEqual(eligibility({ ...order, deliveredAt }, next, days), "window_closed")
    }
  )

  it("says first that there is a return already", () => {
    assert.strictEqual(
      eligibility({ ...order, status: "returned", hasOpenReturn: true }, after(0), 30),
      "already_requested"
    )
    assert.strictEqual(eligibility({ ...order, hasOpenReturn: true }, after("90 days"), 30), "already_requested")
    assert.strictEqual(eligibility({ ...order, returnableUnits: 0 }, after("90 days"), 30), "already_requested")
  })

  it("needs a record of the delivery", () => {
    assert.strictEqual(eligibility({ ...order, deliveredAt: null }, after(0), 30), "no_delivery_record")
  })

  it.prop(
    "is given to delivered orders only",
    { status: OrderStatus, hasOpenReturn: Schema.Boolean, days: Schema.Int.pipe(Schema.between(0, 90)) },
    ({ days, hasOpenReturn, status }) => {
      const answer = eligibility({ ...order, status, hasOpenReturn }, after(`${days} days`), 30)
      assert.strictEqual(answer === "eligible", status === "delivered" && !hasOpenReturn && days <= 30)
    }
  )
})
