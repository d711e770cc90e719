import { Money } from "@storefront/domain/Money"
import { money, plural } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { type Wish } from "../../Wish.ts"
import { sentences } from "../Blocks.ts"
import { daysBefore, ordersIn } from "../Orders.ts"
import { type AnswerPart } from "../Steps.ts"

/** A stretch of days, both ends included, as `YYYY-MM-DD`, with its words. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly words: string
}

const months = "January February March April May June July August September October November December".split(" ")

const whole = (unit: "month" | "year", at: DateTime.Utc, words: string): Period => ({
  from: DateTime.formatIsoDateUtc(DateTime.startOf(at, unit)),
  to: DateTime.formatIsoDateUtc(DateTime.endOf(at, unit)),
  words
})

/** The period that words name, seen from a day; `days` is a number of days that they say. All time when they name none. */
export const periodIn = (text: string, today: string, days: number | null): Period => {
  const says = (words: string) => new RegExp(`\\b(?:${words})\\b`, "i").test(text)
  const now = DateTime.unsafeMake(`${today}T00:00:00Z`)
  const { month, year } = DateTime.toPartsUtc(now)
  const saidYear = /\b20\d\d\b/.exec(text)?.[0]
  const named = months.findIndex((name) => says(`(?:in|during|last|this|since) ${name}`))
  if (named >= 0) {
    const of = Number(saidYear ?? (named >= month ? year - 1 : year))
    const stretch = whole("month", DateTime.unsafeMake({ year: of, month: named + 1 }), `in ${months[named]} ${of}`)
    return says("since") ? { ...stretch, to: today, words: `since ${months[named]} ${of}` } : stretch
  }
  if (saidYear !== undefined || says("(?:this|last|past|previous) year")) {
    const of = Number(saidYear ?? (says("this year") ? year : year - 1))
    return whole("year", DateTime.unsafeMake({ year: of }), of === year ? `this year (${of})` : `in ${of}`)
  }
  if (says("this month")) {
    return whole("month", now, "this month")
  }
  if (says("(?:last|previous) month")) {
    const before = DateTime.subtract(DateTime.startOf(now, "month"), { days: 1 })
    return whole("month", before, `last month, in ${months[DateTime.getPartUtc(before, "month") - 1]}`)
  }
  const span = says("this week") ? 7 : says("today") ? 0 : says("yesterday") ? 1 : days
  return span === null
    ? { from: "0000-00-00", to: today, words: "so far" }
    : { from: daysBefore(today, span), to: today, words: span === 0 ? "today" : `in the last ${span} days` }
}

/** What was spent in the period that is named; orders that were cancelled or sent back cost nothing in the end. */
export function* spending({ days, text }: Wish, { context: { today } }: TurnView): AnswerPart {
  const found = yield* ordersIn([null])
  const period = periodIn(text, today, days)
  const kept = found.orders.filter(
    ({ date, status }) => date >= period.from && date <= period.to && status !== "cancelled" && status !== "returned"
  )
  return sentences(
    `You spent ${money(Money.make(kept.reduce((sum, { total }) => sum + total, 0)))} ${period.words}, on ${plural(kept.length, "order")}.`,
    "Orders that were cancelled or sent back are not counted.",
    found.orders.length < found.count ? "I looked at your newest orders only." : null
  )
}
