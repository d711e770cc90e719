import { Console, Effect } from "effect"

/** Says on stderr what is going on, so that nobody waits in front of a silent terminal. */
export const announce = (what: string) => Console.error(`… ${what}`)

/** Announces the work, does it, and returns what it gives. */
export const during =
  (what: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.zipRight(announce(what), work)
