import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { type Opinion } from "../talk/Entries.ts"
import { type Language } from "../Texts.ts"

/** Things that the parts of the chat need everywhere: its language, and what the customer can do. */
export interface Tools {
  readonly language: Language
  /** True until the customer has signed in. */
  readonly isGuest: boolean
  /** Says something, about the product with this id if one is named. */
  readonly say: (text: string, product?: string) => void
  readonly decide: (action_id: string, decision: "confirm" | "decline") => void
  /** Has the page show a product; null where the page does not. */
  readonly openProduct:
    | ((product: { readonly id: string; readonly externalId: string | null; readonly url: string | null }) => void)
    | null
  /** Reads a product; null if that is not possible now. */
  readonly readProduct: (id: string) => Promise<unknown>
  /** Rates an answer. Returns whether the server has stored it. */
  readonly rate: (messageId: string, opinion: Opinion) => Promise<boolean>
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
