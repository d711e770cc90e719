import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Option } from "effect"
import * as BackgroundRetry from "../../../src/platform/database/BackgroundRetry.ts"

const patience = Duration.minutes(1)

describe("work in the background", () => {
  it.scoped("is waited for by a caller that is interrupted meanwhile, where that is uninterruptible", () =>
    Effect.gen(function* () {
      const { startAndWait } = yield* BackgroundRetry.make
      const begun = yield* Deferred.make<void>()
      const release = yield* Deferred.make<string>()
      const seen = yield* Deferred.make<Option.Option<Exit.Exit<string>>>()
      const work = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(release))
      const caller = yield* startAndWait(work, patience).pipe(
        Effect.tap((exit) => Deferred.succeed(seen, exit)),
        Effect.uninterruptible,
        Effect.fork
      )
      yield* Deferred.await(begun)
      yield* Fiber.interruptFork(caller)
      yield* Effect.yieldNow()
      yield* Deferred.succeed(release, "done")
      yield* Fiber.await(caller)
      assert.deepStrictEqual(
        yield* Effect.flatten(Effect.flatten(Deferred.poll(seen))),
        Option.some(Exit.succeed("done"))
      )
    })
  )
})
