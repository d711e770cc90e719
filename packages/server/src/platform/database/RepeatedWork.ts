import { type Duration, Effect, Ref, Schedule } from "effect"

/** Repeats a batch of at most `size` rows until one is not full. Returns the total. */
export const inBatches = <E, R>(size: number, batch: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(batch, (deleted) =>
    deleted < size ? Effect.succeed(deleted) : Effect.map(inBatches(size, batch), (more) => deleted + more)
  )

/** Runs the work now and at every interval until the scope closes. Logs the first of consecutive failures. */
export const repeatedly = <E, R>(work: Effect.Effect<unknown, E, R>, interval: Duration.Duration, warning: string) =>
  Effect.flatMap(Ref.make(true), (succeeded) =>
    work.pipe(
      Effect.zipRight(Ref.set(succeeded, true)),
      Effect.catchAllCause((cause) =>
        Effect.whenEffect(Effect.logWarning(warning, cause), Ref.getAndSet(succeeded, false))
      ),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  )
