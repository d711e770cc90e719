import { type Statement } from "@effect/sql"

/** Returns the condition for `sql.and` if its value was given; `sql.and` of no conditions holds for every row. */
export const whenGiven = <A>(
  value: A | null | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === null || value === undefined ? [] : [condition(value)])
