import { isLatin } from "./Confusables.ts"
import { type Skeleton } from "./Skeleton.ts"

/** Word classes of the lexicon, with English examples. */
export const wordClasses = [
  /** Commands to disregard: ignore, forget, override. */
  "ignore",
  /** Earlier text: previous, above, original. */
  "prior",
  /** An assistant's instructions: instructions, directives, prompt. */
  "instructions",
  /** Restrictions on an assistant: rules, policies, filters, checks. */
  "limits",
  /** The assistant's: your, your own. */
  "yours",
  /** The writer's: my, I said. */
  "mine",
  /** Everything said, in one phrase: everything above, all of the above. */
  "everything",
  /** Commands to say or show. */
  "reveal",
  /** The setup text in one phrase: system prompt, initial instructions. */
  "prompt",
  /** The setup text by its position: the text above, the beginning of this conversation. */
  "above",
  /** Other internals of a model: training data, model weights, your tools, internal logs. */
  "internals",
  "secrets",
  /** Other people's: other customers', all users', everyone's. */
  "others",
  /** A shop's records of people: orders, addresses, e-mail addresses, cards. */
  "records",
  /** Commands to take on a role: act as, pretend to be, you are now. */
  "become",
  /** Freedom from restrictions: unrestricted, uncensored, without rules. */
  "unbound",
  /** Commands to enter a mode: enter, activate, switch to. */
  "enter",
  /** Named jailbreak modes and personas: developer mode, DAN. */
  "mode",
  /** Denials of the assistant's role: you are no longer, stop being. */
  "notAssistant",
  /** Claims of authority: I am the administrator, your developer. */
  "claim",
  /** Dictated answers: only say, respond with exactly. */
  "only",
  /** New tasks: new instructions, your next task. */
  "newTask",
  /** Commands to run: run, execute, call. */
  "call",
  /** Tools: tool call, function, tools. */
  "tools",
  /** Commands to send: send, forward, post. */
  "send",
  "link",
  "mailbox",
  "identifier",
  /** Commands to keep quiet: do not mention, do not ask. */
  "quiet",
  /** Commands to grant: give, grant, approve, apply, set. */
  "grant",
  /** Privileges: admin access, role admin. */
  "privilege",
  /** Commands to change an order or account: cancel, delete, transfer. */
  "act",
  /** Free goods: free of charge, full discount. */
  "free",
  /** Skipped checks: without checking, no matter what. */
  "unchecked",
  /** Quantifiers: every, all, of anybody. */
  "all",
  /** Things that must not be made: bomb, malware. */
  "harm",
  /** Instructions to make something: how to make, steps to build. */
  "make",
  /** Names for a model: language model, chatbot, assistant. */
  "model",
  /** Claims that something no longer holds. */
  "void",
  /** Things of a shop: order, message, filter, size. */
  "shop",
  /** Coupons, whose codes look like names of tools. */
  "coupon",
  /** Things that come with instructions: assembly, washing, courier. */
  "goods",
  /** Questions and reports instead of commands: how do I, can you explain, in the book. */
  "asking",
  /** Questions in languages that mark them at the end. */
  "questioned"
] as const
export type WordClass = (typeof wordClasses)[number]

/** Entries of a language by class, separated by `|`; `ignor{e,ing}` lists endings, `*` matches any rest of a word. */
export type Words = Partial<Readonly<Record<WordClass, string>>>

/** Parses the entries of a class, with their endings expanded. */
export const entriesOf = (words: string): ReadonlyArray<string> =>
  words
    .split("|")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .flatMap(expand)

const expand = (entry: string): ReadonlyArray<string> => {
  const open = entry.indexOf("{")
  const close = entry.indexOf("}", open)
  return open < 0 || close < 0
    ? [entry]
    : entry
        .slice(open + 1, close)
        .split(",")
        .flatMap((ending) => expand(`${entry.slice(0, open)}${ending}${entry.slice(close + 1)}`))
}

/** Returns whether a part of a skeleton is one word of Latin letters. */
export const isLatinWord = (skeleton: Skeleton, start: number, end: number): boolean => {
  for (let index = start; index < end; index++) {
    if (!isLatin(skeleton[index] ?? 0)) {
      return false
    }
  }
  return true
}
