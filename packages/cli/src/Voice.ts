import { Console, Context, type Effect } from "effect"

/** How the program speaks to whoever started it, besides what a command prints as its result. */
interface Speech {
  /** Says what is going on, so that nobody waits in front of a silent terminal. */
  readonly announce: (what: string) => Effect.Effect<void>
  /** Says something for people alone. */
  readonly introduce: (text: string) => Effect.Effect<void>
  /** Says the sentence that the program ends with. */
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
