import { Console, Context, type Effect } from "effect"

/** Messages of the program to whoever started it, apart from the result of a command. */
interface Speech {
  /** Says what is going on, so that nobody waits in front of a silent terminal. */
  readonly announce: (what: string) => Effect.Effect<void>
  /** Shows a text that is meant for people only. */
  readonly introduce: (text: string) => Effect.Effect<void>
  /** Says the sentence that a failing program ends with. */
  readonly fail: (sentence: string) => Effect.Effect<void>
}

/** Speaks to people, unless `JsonOutput` takes over. */
export class Voice extends Context.Reference<Voice>()("@storefront/cli/Notices/Voice", {
  defaultValue: (): Speech => ({
    announce: (what) => Console.error(`… ${what}`),
    introduce: (text) => Console.log(text),
    fail: (sentence) => Console.error(`storefront: ${sentence}`)
  })
}) {}
