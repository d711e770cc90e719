import { type Duration, Effect, Ref, Schedule } from "effect"

/** Does work in batches of this size until one is not full. Answers how much was done. */
export const inBatches = <E, R>(size: number, batch: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(batch, (done) =>
    done < size ? Effect.succeed(done) : Effect.map(inBatches(size, batch), (more) => done + more)
  )

/**
 * Does the work now and then every so often, until the scope closes. When it fails, that is logged as `complaint`, once
 * until it works again.
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
