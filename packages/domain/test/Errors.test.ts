import { assert, it } from "@effect/vitest"
import { DatabaseUnavailable, ServiceUnavailable } from "../src/Errors.ts"
import { ToolFailure, ToolRefusal, databaseLost } from "../src/tools/ToolContract.ts"
import { Schema } from "effect"

const lost = new DatabaseUnavailable({ cause: new Error("hunter2") })

it("a lost database is a 503 like any other to clients", () => {
  const { http } = ServiceUnavailable
  const body = { detail: "Service temporarily unavailable" }
  for (const error of [lost, new ServiceUnavailable()]) {
    assert.deepStrictEqual(Schema.encodeSync(http)(error), body)
  }
  assert.instanceOf(Schema.decodeSync(http)(body), ServiceUnavailable)
})

it("a lost database is a failure of a tool to the model", () => {
  const encoded = Schema.encodeSync(ToolRefusal)(lost)
  assert.deepStrictEqual(encoded, Schema.encodeSync(ToolFailure)(databaseLost))
  assert.deepStrictEqual(encoded, {
    error: "unavailable",
    message: "The tool does not work at the moment. Say what could not be done, or try once more.",
    reason: "unavailable",
    retryable: true
  })
  assert.deepStrictEqual(Schema.decodeSync(ToolRefusal)(encoded), databaseLost)
})
