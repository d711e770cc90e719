import { Array, Option } from "effect"
import { type Address } from "../Address.ts"
import { type SpeedTier } from "../Inventory.ts"
import { type Money } from "../Money.ts"
import { type BindingAct } from "../tools/Binding.ts"
import { editDistance } from "./EditDistance.ts"
import * as Words from "./ConsentWords.ts"

/** What was said in a conversation before the current message, oldest first. */
export type Said = ReadonlyArray<{ readonly role: "user" | "assistant"; readonly text: string }>

/** The words that carry a consent. */
export interface Consent {
  readonly words: string
  /** It agrees to a question of ours, so the question has to say what to. */
  readonly isAnswer: boolean
}

const acts: ReadonlyArray<BindingAct> = ["order", "cancel", "readdress", "return", "refund"]

const spaced = (alternatives: string) => `(?<![\\p{L}\\p{N}])(?:${alternatives})`
const word = (alternatives: string) => `${spaced(alternatives)}(?![\\p{L}\\p{N}])`

const [separated, unspaced] = Array.partition(Words.languages, ({ isUnspaced }) => isUnspaced === true)

type Column = (language: (typeof Words.languages)[number]) => string

/** One pattern for all languages; words that are not separated are found anywhere. */
const together = (english: string, column: Column, form: (alternatives: string) => string) =>
  new RegExp(
    [form([english, ...separated.map(column)].join("|")), ...unspaced.map(column)]
      .map((part) => `(?:${part})`)
      .join("|"),
    "u"
  )

const byAct = <A>(make: (act: BindingAct) => A): { readonly [Act in BindingAct]: A } => ({
  order: make("order"),
  cancel: make("cancel"),
  readdress: make("readdress"),
  return: make("return"),
  refund: make("refund")
})

const asksFor = byAct((act) => together(Words.english[act], (language) => language.acts[act], spaced))
const isAskedAbout = byAct((act) =>
  together(
    Words.englishAsked[act],
    (language) => (act === "order" ? `${language.ordering}|${language.acts.order}` : language.acts[act]),
    spaced
  )
)

const please = together(Words.englishPlease, ({ please }) => please, word)
const open = new RegExp(word(Words.englishOpen), "u")
const asking = new RegExp(
  `^(?:(?:and|so|but|ok|okay|well|hi|hey|hello|then|also|actually|wait|oh|please|just) )*(?:${Words.englishAsking})(?![\\p{L}\\p{N}'])`,
  "u"
)
const politeIf = new RegExp(word(Words.politeIf), "gu")
/** The act a few words behind is refused. */
const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:not|never|no|without|stop|rather than|instead of|[a-z]+n't|dont|cannot)(?: \\S+){0,4} (?:${Words.english[act]})`,
      "u"
    )
)
const foreignNo = together("(?!)", ({ no }) => no, word)
const takenBack = together(
  "no|never ?mind|forget|wait|hold on|stop|don't|do not|dont|later|actually|leave it|keep it",
  ({ no }) => no,
  word
)
const withdrawal = together(Words.englishNo, ({ no }) => no, word)
const foreignYes = together("(?!)", ({ yes }) => yes, word)
const yes = new RegExp(
  `^(?:(?:${Words.weakYes}|and|then|so|well|oh|hm+|in that case|just)[ ,!.]+)*(?:${Words.strongYes})(?![\\p{L}\\p{N}'])`,
  "u"
)
const onlyWeakYes = new RegExp(
  `^(?:(?:${Words.weakYes}|and|then|so|well|oh|hm+|thanks|thank you|with that|by me|to me)[ ,!.]*)+$`,
  "u"
)
const benign = /(?<![\p{L}])(?:no (?:problem|worries|doubt)|why not|without (?:a )?doubt|not a problem)(?![\p{L}])/gu

/** Words in quotation marks are somebody else's; a single one is a name or an id. */
const quoted = /"[^"\n]*\s[^"\n]*"|“[^”\n]*\s[^”\n]*”|«[^»\n]*\s[^»\n]*»|„[^“”\n]*\s[^“”\n]*[“”]|「[^」\n]*」/gu

/** Names of acts that people mistype in a hurry. */
const mistyped = ["cancel", "return", "refund", "checkout", "address"]

/** "cancle", "retrun", "chekout". The plural and other forms of a name are words of their own. */
const spelt = (token: string) =>
  mistyped.find((name) => !token.startsWith(name) && !name.startsWith(token) && editDistance(token, name, 1) <= 1) ??
  token

/** Lower case, one form of apostrophe and white space, without slips of the keyboard. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/gu, "'")
    .replace(/[ \t\u00a0]+/gu, " ")
    .replace(/[a-z]{5,9}/g, spelt)

/** Sentences with their marks. */
const sentencesOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/(?<=[.!?;])\s+|\n+|(?<=[。！？；؟।])/u)
    .map((part) => part.trim())
    .filter((part) => part !== "")

const isQuestion = (sentence: string) => /[?？؟]/u.test(sentence)

const clausesOf = (sentence: string): ReadonlyArray<string> =>
  sentence.split(/[,:，、]| (?:but|and|so|because|since|then|as) /u).map((clause) => clause.trim())

/** Whether a clause asks for the act, and does not refuse it, wonder or leave it open. */
const clauseAsksFor = (act: BindingAct, clause: string, isAsked: boolean): boolean => {
  const wanted = clause.replace(politeIf, " ").replace(benign, " ").trim()
  if (!asksFor[act].test(wanted)) {
    return false
  }
  const isRefused = refuses[act].test(wanted) || foreignNo.test(wanted)
  return !isRefused && !open.test(wanted) && !asking.test(wanted) && (!isAsked || please.test(wanted))
}

const sentenceAsksFor = (act: BindingAct, sentence: string) =>
  clausesOf(sentence).some((clause) => clauseAsksFor(act, clause, isQuestion(sentence)))

/** Whether a message tells us to do it; what it quotes is somebody else's. */
const isInstruction = (act: BindingAct, message: string): boolean =>
  sentencesOf(message.replace(quoted, " ")).some((sentence) => sentenceAsksFor(act, sentence))

/** A message without the sentences that refuse the act: "cancel A. Do not cancel B." names A. */
const withoutRefused = (act: BindingAct, message: string): string =>
  sentencesOf(message.replace(quoted, " "))
    .filter((sentence) => !clausesOf(sentence).some((clause) => refuses[act].test(clause)))
    .join(" ")

/** The last question of an answer. */
const lastQuestion = (answer: string): string => sentencesOf(answer).findLast(isQuestion) ?? ""

const namesOther = (act: BindingAct, text: string) =>
  !asksFor[act].test(text) && acts.some((other) => other !== act && asksFor[other].test(text))

/** Whether a message agrees to a question about the act. */
const agrees = (act: BindingAct, message: string): boolean => {
  const text = plain(message).replace(benign, "yes").trim()
  const [first = ""] = sentencesOf(text).flatMap(clausesOf)
  const saysYes = yes.test(text) || onlyWeakYes.test(text) || foreignYes.exec(first)?.index === 0
  return saysYes && !withdrawal.test(text) && !isQuestion(text) && !namesOther(act, text)
}

/** How far back a wish may lie that was only asked about since. */
const patience = 3

/** Whether a message only answers what it was asked: takes nothing back and asks for nothing else. */
const isReply = (act: BindingAct, message: string): boolean => {
  const text = plain(message)
  return !isQuestion(text) && !asking.test(text) && !takenBack.test(text) && !namesOther(act, text)
}

/** The customer asked for the act, and has been asked back about it ever since. */
const continuedIn = (act: BindingAct, message: string, history: Said): string => {
  if (!isReply(act, message)) {
    return ""
  }
  const recent = history.slice(-2 * patience)
  const at = recent.findLastIndex(({ role, text }) => role === "user" && isInstruction(act, text))
  const since = recent.slice(at + 1)
  const isOpen =
    at >= 0 &&
    since.length > 0 &&
    since.every(({ role, text }) => (role === "user" ? isReply(act, text) : isAskedAbout[act].test(lastQuestion(text))))
  return isOpen ? [...recent.slice(at), { text: message }].map(({ text }) => text).join("\n") : ""
}

/**
 * The customer's consent to an act, found in their own words: an instruction that names the act, their answers to what
 * was asked back about it, or a yes to the last question of the previous answer, which names it. What an agent says,
 * quotes or claims is none. `docs/decisions/0016-consent.md`.
 */
export const consentTo = (act: BindingAct, message: string, history: Said): Option.Option<Consent> => {
  if (isInstruction(act, message)) {
    return Option.some({ words: withoutRefused(act, message), isAnswer: false })
  }
  const at = history.findLastIndex(({ role }) => role === "assistant")
  const answer = history[at]?.text ?? ""
  // A message whose turn failed has no answer: it was sent again.
  const answers = [...history.slice(at + 1).map(({ text }) => text), message]
  if (isAskedAbout[act].test(lastQuestion(answer)) && answers.every((text) => agrees(act, text))) {
    return Option.some({ words: `${answer}\n${message}`, isAnswer: true })
  }
  const continued = continuedIn(act, message, history)
  return continued === "" ? Option.none() : Option.some({ words: continued, isAnswer: false })
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The ids that words name, in lower case. */
export const namedIds = (words: string): ReadonlyArray<string> => Array.dedupe(words.toLowerCase().match(id) ?? [])

/** The amounts in a text in cents, however they are written: `$1,234.50`, `1.234,50 €`, `12`. */
const amountsIn = (text: string): ReadonlyArray<number> =>
  (text.normalize("NFKC").match(/\d(?:[\d.,'’ ]{0,18}\d)?/gu) ?? []).map((token) => {
    const [, whole = "", cents = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/u.exec(token) ?? []
    return Number(whole.replace(/\D/gu, "")) * 100 + Number(cents.padEnd(2, "0"))
  })

/** Whether the words name an amount. */
export const namesAmount = (words: string, amount: Money): boolean => amountsIn(words).includes(amount)

const speeds = {
  standard: /(?:)/u,
  express: new RegExp(spaced(Words.speeds.express), "u"),
  overnight: new RegExp(spaced(Words.speeds.overnight), "u")
} satisfies Record<SpeedTier, RegExp>

/** Whether the words ask for a speed of delivery; the standard one is what they get without asking. */
export const namesSpeed = (words: string, speed: SpeedTier): boolean => speeds[speed].test(plain(words))

const tokensOf = (text: string): ReadonlyArray<string> => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** What a street cannot be mistaken without, however it is abbreviated: its numbers, else all of it. */
const essenceOf = (street: string): ReadonlyArray<string> => {
  const numbers = tokensOf(street).filter((token) => /\d/u.test(token))
  return numbers.length > 0 ? numbers : tokensOf(street)
}

/** Whether a text names a place. */
export const namesPlace = (text: string, { street, zip }: Pick<Address, "street" | "zip">): boolean => {
  const tokens = tokensOf(text)
  return tokens.join("").includes(tokensOf(zip).join("")) && essenceOf(street).every((token) => tokens.includes(token))
}
