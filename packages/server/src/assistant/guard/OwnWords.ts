import { Array, Context, Option } from "effect"

/** All that the customer has said in the conversation that tool calls are made for: a text for each message, the current one last. */
export type OwnWords = Array.NonEmptyReadonlyArray<string>

/** A message of a customer, and what was said before it. */
interface Spoken {
  readonly customerMessage: string
  readonly history: ReadonlyArray<{ readonly role: "user" | "assistant"; readonly text: string }>
}

/** The customer's own words among what was said. */
export const ownWords = ({ customerMessage, history }: Spoken): OwnWords =>
  Array.append(
    history.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
    customerMessage
  )

/** Those of the run that tool calls belong to. None outside of a run, where nobody asks a model. */
export class CurrentOwnWords extends Context.Reference<CurrentOwnWords>()(
  "@storefront/server/assistant/guard/OwnWords/CurrentOwnWords",
  { defaultValue: (): Option.Option<OwnWords> => Option.none() }
) {}
