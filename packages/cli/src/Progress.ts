import { Effect } from "effect"
import { Voice } from "./Notices.ts"

/** Tells whoever started the program what it is doing. */
export const announce = (what: string) => Effect.flatMap(Voice, (voice) => voice.announce(what))

/** Announces the work, does it, and returns its result. */
export const during =
  (what: string) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.zipRight(announce(what), work)
