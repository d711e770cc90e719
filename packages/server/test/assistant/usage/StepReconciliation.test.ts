import { assert, describe, it } from "@effect/vitest"
import { type Step } from "../../../src/assistant/turn/TurnReport.ts"
import { reconcile } from "../../../src/assistant/usage/StepReconciliation.ts"

const step = (toolName: string, status: Step["status"], output: unknown = {}): Step => ({
  toolName,
  input: {},
  output,
  status,
  durationMs: 5
})
const effect = (toolName: string, result: unknown) => ({ toolName, result })

describe("the steps of a run", () => {
  it("are what it told when that is all", () => {
    const steps = [step("get_cart", "success"), step("add_to_cart", "success", { n: 1 })]
    assert.deepStrictEqual(reconcile(steps, [effect("add_to_cart", { n: 1 })]), steps)
  })

  it("tell of a write that the run took for a failure", () => {
    const refused = step("checkout", "error", { error: "conflict" })
    const unknown = step("checkout", "error", { error: "unavailable", reason: "outcome_unknown" })
    assert.deepStrictEqual(reconcile([refused, unknown], [effect("checkout", { order: 1 })]), [
      refused,
      { ...unknown, status: "success", output: { order: 1 } }
    ])
  })

  it("do not take a refusal for a write", () => {
    const unknown = step("add_to_cart", "cancelled")
    const refused = step("add_to_cart", "error", { error: "not_found" })
    assert.deepStrictEqual(reconcile([unknown, refused], [effect("add_to_cart", { n: 1 })]), [
      { ...unknown, status: "success", output: { n: 1 } },
      refused
    ])
  })

  it("tell of a write that the run did not tell at all", () => {
    const told = step("add_to_cart", "success", { n: 1 })
    assert.deepStrictEqual(reconcile([told], [effect("add_to_cart", { n: 1 }), effect("add_to_cart", { n: 2 })]), [
      told,
      { toolName: "add_to_cart", input: {}, output: { n: 2 }, status: "success", durationMs: 0 }
    ])
  })

  it("do not take a repetition for a write", () => {
    const repeated = step("add_to_cart", "success", { n: 1, replayed: true })
    assert.lengthOf(reconcile([repeated], [effect("add_to_cart", { n: 2 })]), 2)
  })
})
