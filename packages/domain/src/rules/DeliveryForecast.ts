import { DateTime, Duration } from "effect"
import { type Day } from "../Catalog.ts"

/** The days that a carrier takes, from the day on which it gets the parcel. */
export interface CarrierDays {
  readonly estimated_days_min: number
  readonly estimated_days_max: number
}

/** When a parcel was to come by its carrier's days, and by how many days it missed them. */
export interface DeliveryForecast {
  /** Null as long as the parcel is not sent, and where the carrier has no days for its way. */
  readonly expected_from: Day | null
  readonly expected_to: Day | null
  /** The last expected day is over and the parcel is not there, or it came after that day. */
  readonly is_late: boolean
  /** Days after the last expected one until it came, or until today; 0 when it is not late. */
  readonly days_late: number
}

const unknown: DeliveryForecast = { expected_from: null, expected_to: null, is_late: false, days_late: 0 }

/** Forecasts in whole days (UTC), for the carrier's days are days of the calendar. */
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
