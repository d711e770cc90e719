import { Array, Duration, Effect } from "effect"

/** Milliseconds of work between two yields to the event loop. */
const timeSliceMillis = 10

/**
 * Maps the items one by one and yields to the event loop every few milliseconds, so that long computations do not block
 * the process. It never yields while it works on an item.
 */
export const map = Effect.fnUntraced(function* <A, B>(items: ReadonlyArray<A>, work: (item: A, index: number) => B) {
  const clock = yield* Effect.clock
  const done = Array.empty<B>()
  let since = clock.unsafeCurrentTimeMillis()
  for (const [index, item] of items.entries()) {
    if (clock.unsafeCurrentTimeMillis() - since >= timeSliceMillis) {
      // Only a timer lets the event loop poll for input; Effect's other ways to yield resume before that.
      yield* Effect.sleep(Duration.zero)
      since = clock.unsafeCurrentTimeMillis()
    }
    done.push(work(item, index))
  }
  return done
})
