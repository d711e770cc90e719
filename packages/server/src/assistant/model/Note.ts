import { Prompt } from "@effect/ai"

/** Notes of the runtime to the model, in the middle of a turn. */

const key = "storefront"

/** Makes a note: a user message, because many templates and libraries accept a system message only at the beginning. */
export const make = (text: string): Prompt.Message =>
  Prompt.makeMessage("user", {
    content: [Prompt.makePart("text", { text })],
    options: { [key]: { isNote: true } }
  })

/** Returns whether a message is a note, and so not written by a person. */
export const is = ({ options }: Prompt.Message): boolean => options[key]?.["isNote"] === true
