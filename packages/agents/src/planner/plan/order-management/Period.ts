import { DateTime } from "effect"

/** A stretch of days, both ends included, as `YYYY-MM-DD`, with its words. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly words: string
}

const months = "january february march april may june july august september october november december".split(" ")

/** The first day of a month, counted from 0, also of one before or behind the year. */
const firstOf = (year: number, month: number) =>
  DateTime.unsafeMake({ year, month: 1, day: 1 }).pipe(DateTime.add({ months: month }))

const monthOf = (year: number, month: number): Omit<Period, "words"> => ({
  from: DateTime.formatIsoDateUtc(firstOf(year, month)),
  to: DateTime.formatIsoDateUtc(DateTime.subtract(firstOf(year, month + 1), { days: 1 }))
})

/** The period that words name, seen from a day; `days` is a number of days that they say. All time when they name none. */
export const periodIn = (text: string, today: string, days: number | null): Period => {
  const now = DateTime.unsafeMake(`${today}T00:00:00Z`)
  const [year, month] = [DateTime.getPartUtc(now, "year"), DateTime.getPartUtc(now, "month") - 1]
  const said = text.toLowerCase()
  const named = months.findIndex((name) => new RegExp(`\\b(?:in|during|last|this|since) ${name}\\b`).test(said))
  const calendarYear = /\b(20\d\d)\b/.exec(said)?.[1]
  if (named >= 0) {
    const of = Number(calendarYear ?? (named > month ? year - 1 : year))
    const { from, to } = monthOf(of, named)
    const isSince = /\bsince\b/.test(said)
    const name = `${months[named]?.replace(/^./, (first) => first.toUpperCase())} ${of}`
    return { from, to: isSince ? today : to, words: `${isSince ? "since" : "in"} ${name}` }
  }
  if (calendarYear !== undefined || /\b(?:this|last|past|previous) year\b/.test(said)) {
    const of = Number(calendarYear ?? (/\bthis year\b/.test(said) ? year : year - 1))
    return { from: `${of}-01-01`, to: `${of}-12-31`, words: of === year ? `this year (${of})` : `in ${of}` }
  }
  if (/\bthis month\b/.test(said)) {
    return { ...monthOf(year, month), words: "this month" }
  }
  if (/\b(?:last|previous) month\b/.test(said)) {
    const { from, to } = monthOf(year, month - 1)
    const name = months[(month + 11) % 12]?.replace(/^./, (first) => first.toUpperCase())
    return { from, to, words: `last month, in ${name}` }
  }
  const span = /\bthis week\b/.test(said) ? 7 : /\btoday\b/.test(said) ? 0 : /\byesterday\b/.test(said) ? 1 : days
  return span === null
    ? { from: "0000-00-00", to: today, words: "so far" }
    : {
        from: DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: span })),
        to: today,
        words: span === 0 ? "today" : `in the last ${span} days`
      }
}
