import { Console, Context, type Effect } from "effect"

/** How the program speaks to whoever started it, besides what a command prints as its result. */
interface Speech {
  /** What is going on, so that nobody waits in front of a silent terminal. */
  readonly announce: (what: string) => Effect.Effect<void>
  /** What only people read. */
  readonly introduce: (text: string) => Effect.Effect<void>
  /** The sentence that the program ends with. */
  readonly fail: (sentence: string) => Effect.Effect<void>
}

/** To people, unless `JsonOutput` takes over. */
export class Voice extends Context.Reference<Voice>()("@storefront/cli/Voice", {
  defaultValue: (): Speech => ({
    announce: (what) => Console.error(`… ${what}`),
    introduce: (text) => Console.log(text),
    fail: (sentence) => Console.error(`storefront: ${sentence}`)
  })
}) {}
