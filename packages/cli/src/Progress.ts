import { Effect } from "effect"
import { Voice } from "./Voice.ts"

/** Says what is going on. */
export const announce = (what: string) => Effect.flatMap(Voice, (voice) => voice.announce(what))

/** Announces the work, does it, and returns what it gives. */
export const during =
  (what: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.zipRight(announce(what), work)
