import { Prompt } from "@effect/ai"

/** Notes: messages of the runtime to the model during a turn. */

const key = "storefront"

/** Builds a note: a user message, because many chat templates accept a system message only at the beginning. */
export const make = (text: string): Prompt.Message =>
  Prompt.makeMessage("user", {
    content: [Prompt.makePart("text", { text })],
    options: { [key]: { isNote: true } }
  })

/** Returns whether a message is a note, which no person has written. */
export const is = ({ options }: Prompt.Message): boolean => options[key]?.["isNote"] === true
