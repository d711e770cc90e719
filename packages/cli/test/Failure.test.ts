import { SqlError } from "@effect/sql"
import { assert, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { Cause } from "effect"
import { describe } from "../src/Failure.ts"

it("says that the disk of the database is full, however deep that is told", () => {
  const full = Object.assign(new Error("could not extend file"), { code: "53100" })
  const wrapped = new SqlError.SqlError({ message: "Failed to execute statement", cause: full })
  for (const defect of [wrapped, new Error("Migration failed", { cause: wrapped })]) {
    assert.strictEqual(describe(Cause.die(defect)), "the database refused it: its disk is full. Free some space there")
  }
  assert.strictEqual(
    describe(Cause.fail(new DatabaseUnavailable({ cause: wrapped }))),
    "the database refused it: its disk is full. Free some space there"
  )
  assert.strictEqual(describe(Cause.fail(new DatabaseUnavailable())), "the database does not answer")
  assert.strictEqual(describe(Cause.die(new Error("odd"))), "unexpected failure: odd")
})
