import { type ShortMessage } from "@storefront/domain/words/ShortMessages"

/** Meaning of a message as a reply to proposals; null if it is none. */
export type Reply = "yes" | "number" | null

export interface Replies {
  /** Loads the lists of replies, which nobody needs before there is a proposal; false if that fails. */
  readonly ready: () => Promise<boolean>
  /** Returns the meaning as the server takes it; null while the lists are not there. */
  readonly of: (text: string) => Reply
}

/** Reads replies by the server's own lists, so that both mean the same by a plain yes. */
export const makeReplies = (): Replies => {
  let parse: ((text: string) => ShortMessage) | null = null
  return {
    ready: async () => {
      // Without the lists a yes goes as words, and the server decides.
      parse ??= await import("@storefront/domain/words/ShortMessages").then(
        ({ parseShortMessage }) => parseShortMessage,
        () => null
      )
      return parse !== null
    },
    of: (text) => {
      const tag = parse?.(text)._tag
      return tag === "Affirmation" ? "yes" : tag === "Number" ? "number" : null
    }
  }
}
