import { DateTime, Either, Option } from "effect"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Reader, refused, taken } from "../Column.ts"

/** Readers of days and moments in ISO 8601. */

const dayForm = /^\d{4}-\d{2}-\d{2}$/
const momentForm =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|[-+]\d{2}:?\d{2}|[-+]\d{2})?)?$/i

const notIso = (text: string): Either.Either<never, Fault> =>
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/.test(text)
    ? refused(`${quote(text)} does not tell day and month apart`, "write year, month and day, as 2026-01-31")
    : /^\d{5}(?:\.\d+)?$/.test(text)
      ? refused(`${quote(text)} is a spreadsheet's number of a day`, "format the column as a date, as 2026-01-31")
      : refused(`${quote(text)} is not a date`, "write it as 2026-01-31, or 2026-01-31T09:15:00Z")

/** Returns a day that exists. */
const existing = (text: string): Either.Either<string, Fault> => {
  if (!dayForm.test(text)) {
    return notIso(text)
  }
  const midnight = Option.filter(DateTime.make(`${text}T00:00:00Z`), (time) => DateTime.formatIsoDateUtc(time) === text)
  return Option.isNone(midnight)
    ? refused(`${quote(text)} does not exist in the calendar`, "correct the day or the month")
    : text < "1900"
      ? refused(`${quote(text)} is before 1900`, "correct the year")
      : Either.right(text)
}

/** Reads a day, `2026-01-31`; of a moment its day in UTC. */
export const day: Reader<string> = (cell) =>
  dayForm.test(cell.trim())
    ? Either.map(existing(cell.trim()), (value) => ({ value, notes: [] }))
    : Either.map(readMoment(cell), ({ notes, value }) => ({ value: value.slice(0, 10), notes }))

/** Reads a moment as ISO 8601 in UTC; without an offset it is UTC, without a time midnight. */
export const readMoment = (cell: string): ReturnType<Reader<string>> => {
  const text = cell.trim()
  const [, date, hours = "00", minutes = "00", seconds = "00", fraction = "", zone = "Z"] = momentForm.exec(text) ?? []
  if (date === undefined) {
    return notIso(text)
  }
  return Either.flatMap(existing(date), () => {
    const [, hour, minute = "00"] = /^([-+]\d{2}):?(\d{2})?$/.exec(zone) ?? []
    const offset = hour === undefined ? "Z" : `${hour}:${minute}`
    const read = DateTime.make(`${date}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}`)
    return Option.match(read, {
      onNone: () =>
        refused(`${quote(text)} has a time that does not exist`, "correct hours, minutes, seconds or the offset"),
      onSome: (moment) => taken(DateTime.formatIso(moment))
    })
  })
}

export const moment: Reader<string> = readMoment
