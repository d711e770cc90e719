import { isLatin } from "./Confusables.ts"
import { type Skeleton } from "./Skeleton.ts"

/** What the classes of the lexicon are called, and what their entries mean. */
export const wordClasses = [
  /** Tell to disregard: ignore, forget, override. */
  "ignore",
  /** What came before: previous, above, original. */
  "prior",
  /** What an assistant was told: instructions, directives, prompt. */
  "instructions",
  /** What keeps an assistant from doing things: rules, policies, filters, checks. */
  "limits",
  /** Of the assistant: your, your own. */
  "yours",
  /** Of the writer: my, I said. */
  "mine",
  /** All that was said, in one phrase: everything above, all of the above. */
  "everything",
  /** Tell to say or show. */
  "reveal",
  /** The text that an assistant was set up with, in one phrase: system prompt, initial instructions. */
  "prompt",
  /** The same by where it stands: the text above, the beginning of this conversation. */
  "above",
  /** Other insides of a model: training data, model weights, your tools, internal logs. */
  "internals",
  /** Passwords, keys, credentials. */
  "secrets",
  /** Of other people: other customers', all users', everyone's. */
  "others",
  /** What a shop knows of people: orders, addresses, e-mail addresses, cards. */
  "records",
  /** Tell to be somebody else: act as, pretend to be, you are now. */
  "become",
  /** Said of an assistant that may do anything: unrestricted, uncensored, without rules. */
  "unbound",
  /** Enter, activate, switch to. */
  "enter",
  /** Named modes and personas of that kind: developer mode, DAN. */
  "mode",
  /** You are no longer, stop being. */
  "notAssistant",
  /** Says who is speaking: I am the administrator, your developer. */
  "claim",
  /** Dictates the answer: only say, respond with exactly. */
  "only",
  /** Begins another task: new instructions, your next task. */
  "newTask",
  /** Run, execute, call. */
  "call",
  /** Tool call, function, tools. */
  "tools",
  /** Send, forward, post. */
  "send",
  "link",
  "mailbox",
  "identifier",
  /** Do not mention, do not ask. */
  "quiet",
  /** Give, grant, approve, apply, set. */
  "grant",
  /** Admin access, role admin. */
  "privilege",
  /** Do something to an order or an account: cancel, delete, transfer. */
  "act",
  /** Free of charge, full discount. */
  "free",
  /** Without checking, no matter what. */
  "unchecked",
  /** Every, all, of anybody. */
  "all",
  /** What must not be made: bomb, malware. */
  "harm",
  /** How to make, steps to build. */
  "make",
  /** Speaks of a model: language model, chatbot, assistant. */
  "model",
  /** Says that something holds no more. */
  "void",
  /** Things of a shop: order, message, filter, size. */
  "shop",
  /** Coupons, whose codes look like names of tools. */
  "coupon",
  /** Things that come with instructions: assembly, washing, courier. */
  "goods",
  /** Asks or tells about something instead of ordering it: how do I, can you explain, in the book. */
  "asking",
  /** The same, where languages say it at the end. */
  "questioned"
] as const
export type WordClass = (typeof wordClasses)[number]

/**
 * Words of one language by class: entries are parted by `|`, endings in braces as in `ignor{e,ing}`, a star stands
 * for any rest of the word.
 */
export type Words = Partial<Readonly<Record<WordClass, string>>>

/** The entries of a class. */
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

/** Whether a part of a skeleton is one word of Latin letters. */
export const isLatinWord = (skeleton: Skeleton, start: number, end: number): boolean => {
  for (let index = start; index < end; index++) {
    if (!isLatin(skeleton[index] ?? 0)) {
      return false
    }
  }
  return true
}
