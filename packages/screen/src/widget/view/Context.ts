import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { type Language } from "../Texts.ts"

/** What the parts of the chat need everywhere: its language, and what the customer can do. */
export interface Tools {
  readonly language: Language
  readonly say: (text: string) => void
  readonly decide: (action_id: string, decision: "confirm" | "decline") => void
  readonly openProduct: (product: {
    readonly id: string
    readonly externalId: string | null
    readonly url: string | null
  }) => void
  readonly checkOut: (url: string | null) => void
  readonly signIn: () => void
}

const Context = createContext<Tools | null>(null)

export const Provide = Context.Provider

export const useTools = (): Tools => {
  const tools = useContext(Context)
  if (tools === null) {
    throw new Error("This part of the chat stands outside of it")
  }
  return tools
}
