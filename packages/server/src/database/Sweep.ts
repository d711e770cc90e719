import { type Duration, Effect, Schedule } from "effect"

/** Does the work now and then every so often, until the scope closes. When it fails, that is logged as `complaint`. */
export const repeatedly = <R>(work: Effect.Effect<unknown, never, R>, interval: Duration.Duration, complaint: string) =>
  work.pipe(
    Effect.catchAllDefect((defect) => Effect.logWarning(complaint, defect)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
