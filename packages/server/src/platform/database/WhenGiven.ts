import { type Statement } from "@effect/sql"

/** A condition for `sql.and`, if its value was given; without any condition that holds for every row. */
export const whenGiven = <A>(
  value: A | null | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === null || value === undefined ? [] : [condition(value)])
