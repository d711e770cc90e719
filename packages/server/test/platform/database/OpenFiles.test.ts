import { assert, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as OpenFiles from "../../../src/platform/database/OpenFiles.ts"

const limitedTo = (soft: unknown) => ({ userLimits: { open_files: { soft, hard: soft } } })

it.effect("the embedded database wants more open files than a low limit allows, and says how many", () =>
  Effect.gen(function* () {
    const refusal = yield* Effect.flip(OpenFiles.checkReport(limitedTo(64)))
    assert.include(refusal.message, "may open 64 files, and the embedded database needs 256. Raise the limit")
    for (const report of [limitedTo(256), limitedTo("unlimited"), {}, undefined]) {
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(OpenFiles.checkReport(report))))
    }
    yield* OpenFiles.check
  })
)
