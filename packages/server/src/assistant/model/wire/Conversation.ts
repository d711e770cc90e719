import { type Prompt } from "@effect/ai"
import { idOf } from "./Reading.ts"

/** Words of a person, or of whoever instructs the model. */
export interface Words {
  readonly role: "system" | "user"
  readonly content: string
}

/** How an interface writes what a model said and what its tools gave; a result goes by the id that the provider gave its call. */
export interface Notation<A> {
  readonly said: (message: Prompt.AssistantMessage) => ReadonlyArray<A>
  readonly result: (id: string, result: unknown) => A
}

/** The words of a message. */
export const textOfParts = (content: ReadonlyArray<Prompt.Part>): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")

/**
 * A conversation as it is sent. A system message counts at the beginning only: the templates of many models have no
 * other place for it.
 */
export const notate = <A>({ content }: Prompt.Prompt, { result, said }: Notation<A>): ReadonlyArray<A | Words> => {
  const ids = new Map(
    content.flatMap((message) =>
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [[part.id, idOf(part)] as const] : []))
        : []
    )
  )
  return content.flatMap((message, index): ReadonlyArray<A | Words> => {
    switch (message.role) {
      case "system":
        return [{ role: index === 0 ? "system" : "user", content: message.content }]
      case "user":
        return [{ role: "user", content: textOfParts(message.content) }]
      case "assistant":
        return said(message)
      case "tool":
        return message.content.map((part) => result(ids.get(part.id) ?? part.id, part.result))
    }
  })
}
