import { Array, Duration, Effect } from "effect"

/** How long work goes on before others get their turn, in milliseconds. */
const turn = 10

/**
 * Works on one item after the other, and lets the event loop run whenever that has taken a while: for work that would
 * keep everybody else in the process waiting. Only the work on one item is never interrupted.
 */
export const map = Effect.fnUntraced(function* <A, B>(items: ReadonlyArray<A>, work: (item: A, index: number) => B) {
  const clock = yield* Effect.clock
  const done = Array.empty<B>()
  let since = clock.unsafeCurrentTimeMillis()
  for (const [index, item] of items.entries()) {
    if (clock.unsafeCurrentTimeMillis() - since >= turn) {
      // A timer: other ways to yield come back before the event loop has looked for input.
      yield* Effect.sleep(Duration.zero)
      since = clock.unsafeCurrentTimeMillis()
    }
    done.push(work(item, index))
  }
  return done
})
