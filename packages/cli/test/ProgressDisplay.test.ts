import { assert, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { plain } from "../src/Paint.ts"
import * as ProgressDisplay from "../src/ProgressDisplay.ts"

it.live("draws which specialists are asked, over one line, and wipes it", () =>
  Effect.gen(function* () {
    const drawn: Array<string> = []
    const seen = yield* Deferred.make<void>()
    const withProgress = ProgressDisplay.make(
      () =>
        Effect.succeed([
          { agent_name: "order-management", is_done: true },
          { agent_name: "inventory-fulfillment", is_done: false }
        ] as const),
      plain,
      {
        columns: 80,
        write: (text) => {
          drawn.push(text)
          Deferred.unsafeDone(seen, Effect.void)
        }
      }
    )
    assert.strictEqual(yield* withProgress(Effect.as(Deferred.await(seen), "answer")), "answer")
    assert.strictEqual(drawn[0], "\r\u001b[K…  order-management ✓  inventory-fulfillment  0 s")
    assert.strictEqual(drawn.at(-1), "\r\u001b[K")
  })
)
