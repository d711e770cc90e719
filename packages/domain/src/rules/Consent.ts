import { Array, Option } from "effect"
import { type Address } from "../Address.ts"
import { type SpeedTier } from "../Inventory.ts"
import { type Money } from "../Money.ts"
import { type BindingAct } from "../tools/Binding.ts"
import { editDistance } from "./EditDistance.ts"
import * as Words from "./ConsentWords.ts"

/** What was said in a conversation before the current message, oldest first. */
export type Said = ReadonlyArray<{ readonly role: "user" | "assistant"; readonly text: string }>

/** The words that carry a consent, and what they name. */
export interface Consent {
  /** The customer's, and what they agree to. */
  readonly words: string
  /** It is a mere yes to a question of ours, so the question has to say what to. */
  readonly isAnswer: boolean
  /** The answer of ours that it agrees to; empty when there is none. */
  readonly asked: string
  /** What it is given to; empty when nothing was named. */
  readonly ids: ReadonlyArray<string>
  /** It is given to each of the ids. Otherwise to one thing. */
  readonly isForEach: boolean
  /** It began before the current message, so something may have been done on it already. */
  readonly isContinued: boolean
  /** What the customer wants to be left alone. */
  readonly spared: ReadonlyArray<string>
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
const inAnyLanguage = (english: string, { separated, unspaced }: { separated: string; unspaced: string }) =>
  new RegExp(`${word(`${english}|${separated}`)}|${unspaced}`, "u")
const open = inAnyLanguage(Words.englishOpen, Words.foreignOpen)
const but = inAnyLanguage("but", Words.foreignBut)
const asking = new RegExp(
  `^(?:(?:and|so|but|ok|okay|well|hi|hey|hello|then|also|actually|wait|oh|please|just|kindly|(?:can|could|would|will) (?:you|u)) )*(?:${Words.englishAsking})(?![\\p{L}\\p{N}'])`,
  "u"
)
const politeIf = new RegExp(word(Words.politeIf), "gu")
/** The act a few words behind is refused. */
const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:not|never|no|without|stop|rather than|instead of|[a-z]n't|dont|cannot)(?: \\S+){0,4} (?:${Words.english[act]})`,
      "u"
    )
)
const foreignNo = together("(?!)", ({ no }) => no, word)
/** The customer thinks better of what they said before. */
const revoked = together(
  "(?:actually |oh |no |please )?(?:no|nope|wait|stop|hold on|don't|do not|dont|never ?mind|forget (?:it|that)|(?:leave|keep) (?:it|them)|scratch that)",
  ({ no }) => no,
  (alternatives) => `^(?:${alternatives})[.!…]*$`
)
const reasons = new RegExp(word(Words.reasons), "gu")
const idioms = new RegExp(spaced(Words.idioms), "gu")
/** An id that follows is to be left alone. */
const spares = new RegExp(`^(?:${Words.spares}) (?:(?:for|the|my|order|return|one|number) )*[0-9a-f]{8}-`, "u")
const beforeSpared = new RegExp(` (?=(?:${Words.spares}) )`, "u")
const partsOf = (sentence: string) => clausesOf(sentence).flatMap((clause) => clause.split(beforeSpared))
const tells = new RegExp(word(Words.tells), "u")
const changes = new RegExp(word(Words.changes), "u")
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
  `^(?:(?:${Words.weakYes}|and|then|so|well|oh|hm+|thanks|thank you|with that|by me|to me)(?:[ ,!.]+|$))+$`,
  "u"
)
const benign =
  /(?<![\p{L}])(?:no (?:problem|worries|doubt|rush|hurry|need)|why not|without (?:a )?doubt|not a problem)(?![\p{L}])/gu

/**
 * Several words in quotation marks are somebody else's, and so are a quoted line and all that follows a colon behind which
 * somebody is heard; a single one is a name or an id.
 */
const quoted = [
  /"[^"]*"/gu,
  /“[^“”]*”/gu,
  /«[^«»]*»/gu,
  /„[^„“”]*[“”]/gu,
  /「[^「」]*」/gu,
  /(?<![\p{L}\p{N}])['‘][^'‘’\n]*['’](?![\p{L}\p{N}])/gu,
  /^[ \t]*>[^\n]*$/gmu,
  /(?<!\p{L})(?:said|says|wrote|writes|reads|told (?:me|us)|reviews?|e-?mails?|letter|translate|summari[sz]e|reply|respond|draft)(?!\p{L})[^.:!?\n]*:\s[\s\S]*$/giu
]

const unquoted = (text: string) =>
  quoted.reduce((left, mark) => left.replace(mark, (found) => (/[\s「]/u.test(found) ? " " : found)), text)

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
  const wanted = clause.replace(politeIf, " ").replace(benign, " ").replace(idioms, " ").trim()
  if (!asksFor[act].test(wanted)) {
    return false
  }
  const isRefused = refuses[act].test(wanted) || foreignNo.test(wanted)
  return !isRefused && !open.test(wanted) && !asking.test(wanted) && (!isAsked || please.test(wanted))
}

const sentenceAsksFor = (act: BindingAct, sentence: string) =>
  clausesOf(sentence).some((clause) => clauseAsksFor(act, clause, isQuestion(sentence)))

/** Whether a message tells us to do it and leaves it at that; what it quotes is somebody else's. */
const isInstruction = (act: BindingAct, message: string): boolean => {
  const clauses = sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesOf(sentence).map((clause) => ({ clause, asks: clauseAsksFor(act, clause, isQuestion(sentence)) }))
  )
  const last = clauses.findLastIndex(({ asks }) => asks)
  return last >= 0 && !clauses.slice(last + 1).some(({ clause }) => revoked.test(clause))
}

/** The ids that the words of a customer name for the act, and those that they want to be left alone. */
const idsFor = (act: BindingAct, message: string) => {
  const sentences = sentencesOf(unquoted(message))
  const spared = sentences.flatMap((sentence) => {
    let isSpared = false
    return partsOf(sentence).flatMap((part) => {
      isSpared = spares.test(part) || refuses[act].test(part) || (isSpared && !asksFor[act].test(part))
      return isSpared ? namedIds(part) : []
    })
  })
  const near = namedIds(sentences.filter((sentence) => sentenceAsksFor(act, sentence)).join(" "))
  const named = near.length > 0 ? near : namedIds(sentences.join(" "))
  return { ids: Array.difference(named, spared), spared }
}

/** The last question of an answer. */
const lastQuestion = (answer: string): string => sentencesOf(answer).findLast(isQuestion) ?? ""

/** Whether the last question of an answer proposes the act, and not to tell of it or to leave it. */
const proposes = (act: BindingAct, answer: string): boolean =>
  clausesOf(lastQuestion(answer)).some(
    (clause) =>
      isAskedAbout[act].test(clause) && !refuses[act].test(clause) && !foreignNo.test(clause) && !tells.test(clause)
  )

const namesOther = (act: BindingAct, text: string) =>
  !asksFor[act].test(text) && acts.some((other) => other !== act && asksFor[other].test(text))

/** Whether a message agrees to a question about the act, and wants nothing else. */
const agrees = (act: BindingAct, message: string): boolean => {
  const said = plain(message).replace(benign, "yes").trim()
  const text = act === "order" || act === "readdress" ? said : said.replace(reasons, " ")
  const [first = ""] = sentencesOf(text).flatMap(clausesOf)
  const saysYes = yes.test(text) || onlyWeakYes.test(text) || foreignYes.exec(first)?.index === 0
  const wantsMore =
    withdrawal.test(text) || but.test(text) || isQuestion(text) || (act === "order" && changes.test(text))
  return (saysYes || isInstruction(act, text)) && !wantsMore && !namesOther(act, text)
}

/** How far back a wish may lie that was only asked about since. */
const patience = 3

/** Whether a message only answers what it was asked: takes nothing back and asks for nothing else. */
const isReply = (act: BindingAct, message: string): boolean => {
  const text = plain(message)
  return !isQuestion(text) && !asking.test(text) && !takenBack.test(text) && !namesOther(act, text)
}

/** What was said since the customer asked for the act, when they have only been asked back about it; else nothing. */
const continuedIn = (act: BindingAct, message: string, history: Said): Said => {
  const recent = history.slice(-2 * patience)
  const at = recent.findLastIndex(({ role, text }) => role === "user" && isInstruction(act, text))
  const since = recent.slice(at + 1)
  const isOpen =
    at >= 0 &&
    since.length > 0 &&
    isReply(act, message) &&
    since.every(({ role, text }) => (role === "user" ? isReply(act, text) : isAskedAbout[act].test(lastQuestion(text))))
  return isOpen ? [...recent.slice(at), { role: "user", text: message }] : []
}

const textOf = (said: Said) => said.map(({ text }) => text).join("\n")

/** A mere yes needs to be told what to; one that names the act may also follow a question that names nothing. */
const agreed = (act: BindingAct, message: string, answer: string): Option.Option<Consent> => {
  const own = idsFor(act, message)
  const asked = namedIds(lastQuestion(answer))
  const named = Array.union(own.ids, asked)
  const isAnswer = !isInstruction(act, message)
  const isBare = act === "order" ? !price.test(answer) : namedIds(answer).length === 0
  return !isAnswer && isBare
    ? Option.none()
    : Option.some({
        words: `${answer}\n${message}`,
        isAnswer,
        asked: answer,
        ids: named.length > 0 ? named : namedIds(answer),
        isForEach: named.length > 0,
        isContinued: false,
        spared: own.spared
      })
}

const told = (act: BindingAct, customer: string, ours: string): Consent => {
  const { ids, spared } = idsFor(act, customer)
  return {
    words: `${ours}\n${customer}`,
    isAnswer: false,
    asked: "",
    ids: ids.length > 0 ? ids : namedIds(ours),
    isForEach: ids.length > 0,
    isContinued: ours !== "",
    spared
  }
}

/**
 * The customer's consent to an act, found in their own words: a yes to the last question of the previous answer, which
 * proposes it, an instruction that names the act, or their answers to what was asked back about it. What an agent says,
 * quotes or claims is none. `docs/decisions/0016-consent.md`.
 */
export const consentTo = (act: BindingAct, message: string, history: Said): Option.Option<Consent> => {
  const at = history.findLastIndex(({ role }) => role === "assistant")
  const answer = history[at]?.text ?? ""
  // A message whose turn failed has no answer: it was sent again.
  const answers = [...history.slice(at + 1).map(({ text }) => text), message]
  const yes = proposes(act, answer) && answers.every((text) => agrees(act, text))
  const consent = yes ? agreed(act, message, answer) : Option.none()
  if (Option.isSome(consent)) {
    return consent
  }
  if (isInstruction(act, message)) {
    return Option.some(told(act, message, ""))
  }
  const continued = continuedIn(act, message, history)
  const [ours, theirs] = Array.partition(continued, ({ role }) => role === "user")
  return continued.length > 0 ? Option.some(told(act, textOf(theirs), textOf(ours))) : Option.none()
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

/** A number with a currency or with cents. */
const price = /[$€£¥]|\d[.,]\d\d(?!\d)/u

/** Whether an order at a total is what was agreed to: an instruction leaves the total to us, unless we had named one. */
export const coversTotal = ({ asked, isAnswer, words }: Consent, total: Money): boolean =>
  (!isAnswer && asked === "") || namesAmount(words, total)

/** Whether the words name an amount. */
export const namesAmount = (words: string, amount: Money): boolean => amountsIn(words).includes(amount)

const speeds = {
  standard: /(?:)/u,
  express: new RegExp(spaced(Words.speeds.express), "u"),
  overnight: new RegExp(spaced(Words.speeds.overnight), "u")
} satisfies Record<SpeedTier, RegExp>

/** Whether the words ask for a speed of delivery; the standard one is what they get without asking. */
export const namesSpeed = (words: string, speed: SpeedTier): boolean => speeds[speed].test(plain(words))

/** Words and numbers without accents. */
const tokensOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? []

const isStreetKind = new RegExp(`^(?:${Words.streetKinds}|\\p{L})$`, "u")

/** Whether tokens name a street, however it is abbreviated: all of its numbers and the beginning of a word of its own. */
const namesStreet = (tokens: ReadonlyArray<string>, street: string): boolean => {
  const [words, numbers] = Array.partition(tokensOf(street), (token) => /\d/u.test(token))
  const own = words.filter((token) => !isStreetKind.test(token))
  const text = tokens.join(" ")
  const isOwn = own.length === 0 || own.some((token) => text.includes(token.slice(0, 4)))
  return isOwn && [...numbers, ...(numbers.length > 0 ? [] : words)].every((token) => tokens.includes(token))
}

/** Whether a text names a place. */
export const namesPlace = (text: string, { street, zip }: Pick<Address, "street" | "zip">): boolean => {
  const tokens = tokensOf(text)
  return tokens.join("").includes(tokensOf(zip).join("")) && namesStreet(tokens, street)
}
