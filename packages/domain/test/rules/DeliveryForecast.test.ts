import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { forecast } from "../../src/rules/DeliveryForecast.ts"

const at = (iso: string) => DateTime.unsafeMake(iso)
const days = { estimated_days_min: 3, estimated_days_max: 5 }
const sentAt = at("2026-02-27T23:59:59Z")
const expected = { expected_from: "2026-03-02", expected_to: "2026-03-04" }

describe("the forecast of a delivery", () => {
  it("counts the carrier's days from the day of sending", () => {
    const now = at("2026-02-28T10:00:00Z")
    assert.deepStrictEqual(forecast({ sentAt, deliveredAt: null }, days, now), {
      ...expected,
      is_late: false,
      days_late: 0
    })
  })

  it("is missed by the days after the last expected one, which counts to its end", () => {
    const late = (now: string) => {
      const { days_late, is_late } = forecast({ sentAt, deliveredAt: null }, days, at(now))
      return [is_late, days_late]
    }
    assert.deepStrictEqual(late("2026-03-04T23:59:59Z"), [false, 0])
    assert.deepStrictEqual(late("2026-03-05T00:00:00Z"), [true, 1])
    assert.deepStrictEqual(late("2026-03-14T12:00:00Z"), [true, 10])
  })

  it("is measured by the day of arrival, whenever somebody asks", () => {
    const came = (deliveredAt: string) => forecast({ sentAt, deliveredAt: at(deliveredAt) }, days, at("2027-01-01"))
    assert.deepStrictEqual(came("2026-03-01T08:00:00Z"), { ...expected, is_late: false, days_late: 0 })
    assert.deepStrictEqual(came("2026-03-06T08:00:00Z"), { ...expected, is_late: true, days_late: 2 })
  })

  it("is unknown before the order is sent, and where the carrier has no days for the way", () => {
    const unknown = { expected_from: null, expected_to: null, is_late: false, days_late: 0 }
    const now = at("2026-12-01T00:00:00Z")
    assert.deepStrictEqual(forecast({ sentAt: null, deliveredAt: null }, days, now), unknown)
    assert.deepStrictEqual(forecast({ sentAt, deliveredAt: null }, null, now), unknown)
  })
})
