import { DateTime, Duration } from "effect"
import { type Day } from "../Catalog.ts"

/** Transit days of a carrier, counted from the day of handover. */
export interface CarrierDays {
  readonly estimated_days_min: number
  readonly estimated_days_max: number
}

/** Expected delivery by the carrier's transit days, and by how many days the parcel missed it. */
export interface DeliveryForecast {
  /** Null until the parcel is sent, and if the carrier has no transit days for its route. */
  readonly expected_from: Day | null
  readonly expected_to: Day | null
  /** True if the last expected day has passed without delivery, or the parcel came after it. */
  readonly is_late: boolean
  /** Days from the last expected day to delivery, or to today; 0 unless late. */
  readonly days_late: number
}

const unknown: DeliveryForecast = { expected_from: null, expected_to: null, is_late: false, days_late: 0 }

/** Forecasts a delivery in whole UTC days, because carriers count calendar days. */
export const forecast = (
  { deliveredAt, sentAt }: { readonly sentAt: DateTime.Utc | null; readonly deliveredAt: DateTime.Utc | null },
  days: CarrierDays | null,
  now: DateTime.Utc
): DeliveryForecast => {
  if (sentAt === null || days === null) {
    return unknown
  }
  const sentOn = DateTime.startOf(sentAt, "day")
  const last = DateTime.add(sentOn, { days: days.estimated_days_max })
  const cameOn = DateTime.startOf(deliveredAt ?? now, "day")
  const daysLate = Math.max(0, DateTime.distance(last, cameOn) / Duration.toMillis(Duration.days(1)))
  return {
    expected_from: DateTime.formatIsoDateUtc(DateTime.add(sentOn, { days: days.estimated_days_min })),
    expected_to: DateTime.formatIsoDateUtc(last),
    is_late: daysLate > 0,
    days_late: daysLate
  }
}
