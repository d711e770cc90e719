import { type Statement } from "@effect/sql"

/** Returns a list for `sql.and`: the condition if its value is given, else nothing, which holds for every row. */
export const optionalCondition = <A>(
  value: A | null | undefined,
  condition: (value: A) => Statement.Fragment
): ReadonlyArray<Statement.Fragment> => (value === null || value === undefined ? [] : [condition(value)])
