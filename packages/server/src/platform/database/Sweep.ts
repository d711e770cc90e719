import { type Duration, Effect, Ref, Schedule } from "effect"

/** Repeats a batch until one is not full. Returns the total. */
export const inBatches = <E, R>(size: number, batch: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(batch, (done) =>
    done < size ? Effect.succeed(done) : Effect.map(inBatches(size, batch), (more) => done + more)
  )

/**
 * Runs the work now and at every interval until the scope closes. Logs a failure as `complaint`, once until the work
 * succeeds again.
 */
export const repeatedly = <E, R>(work: Effect.Effect<unknown, E, R>, interval: Duration.Duration, complaint: string) =>
  Effect.flatMap(Ref.make(true), (worked) =>
    work.pipe(
      Effect.zipRight(Ref.set(worked, true)),
      Effect.catchAllCause((cause) =>
        Effect.whenEffect(Effect.logWarning(complaint, cause), Ref.getAndSet(worked, false))
      ),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped
    )
  )
