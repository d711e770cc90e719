import { Options } from "@effect/cli"
import { type LimitOffset } from "@storefront/server/platform/database/LimitOffset"
import { Effect, Schema } from "effect"
import { columns } from "./TerminalLayout.ts"

const whole = (name: string, min: number, max: number) =>
  Options.integer(name).pipe(
    Options.withSchema(
      Schema.Int.pipe(Schema.between(min, max)).annotations({
        message: () => `--${name} must be a whole number from ${min} to ${max}`
      })
    )
  )

/** `--limit` and `--offset`, for commands that list something. */
export const paging = {
  limit: whole("limit", 1, 1000).pipe(
    Options.withDescription("How many to list, 1 to 1000 (default 20)"),
    Options.withDefault(20)
  ),
  offset: whole("offset", 0, 1_000_000).pipe(
    Options.withDescription("How many of the newest to pass over (default 0)"),
    Options.withDefault(0)
  )
}

/** A page of a list; `next` is the offset of the page behind it, if there is one. */
export interface Page<A> {
  readonly rows: ReadonlyArray<A>
  readonly next: number | null
}

/** Fetches a page, and one row more than wanted, so as to know whether there are more. */
export const pageOf = <A, E, R>(
  { limit, offset }: LimitOffset,
  list: (part: LimitOffset) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.Effect<Page<A>, E, R> =>
  Effect.map(list({ limit: limit + 1, offset }), (rows) => ({
    rows: rows.slice(0, limit),
    next: rows.length > limit ? offset + limit : null
  }))

/** Formats a page for people: headings, a line per row, and how to see more; `none` if it is empty. */
export const lines = <A>(
  { next, rows }: Page<A>,
  none: string,
  headings: ReadonlyArray<string>,
  cells: (row: A) => ReadonlyArray<string>,
  toTheRight: ReadonlyArray<number> = []
): ReadonlyArray<string> =>
  rows.length === 0
    ? [none]
    : [
        ...columns([headings, ...rows.map(cells)], toTheRight),
        ...(next === null ? [] : ["", `There are more: --offset ${next}`])
      ]
