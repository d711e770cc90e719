import { type TaggedToken } from "./Tags.ts"
import { hasQuestionMark, withoutMarks } from "./Tokens.ts"

/** What a clause does with an act: tell us to do it, ask about it, refuse it, or speak of the past. */
export type Mood = "request" | "question" | "refusal" | "report"

/** Base forms in one line; the forms that `kept` names stay as they were said. */
export const linesOf = (tokens: ReadonlyArray<TaggedToken>, kept: RegExp): string =>
  withoutMarks(tokens)
    .map(({ lemma, tag, word }) => (tag === "order-id" ? "<id>" : kept.test(word) ? word : lemma))
    .join(" ")

/** How an act is asked for, by the alternatives of its verbs. */
export interface ActPatterns {
  /** The speaker tells the other one to do it. */
  readonly told: RegExp
  /** The speaker wants it. */
  readonly wanted: RegExp
  readonly imperative: RegExp
  readonly pleaded: RegExp
  readonly refused: RegExp
}

const lead =
  "yo|bro|brother|mate|dude|man|um|uh|ugh|oh|hm|hmm|please|ok|okay|yes|yeah|yep|sure thing|great|perfect|then|and|so|just|now|hey|hi|hello|actually|also|go ahead|right|well|no|sure|alright|but|or|let us|let i|kindly|instead|thanks|do|you know what|in that case|finally|immediately|quickly|simply|first|second|as i say|asap|first of all"

/** Says not to do what one of the verbs says, base forms, alternatives of a regular expression. */
export const refusalOf = (verbs: string): RegExp =>
  new RegExp(
    `(?:^| )(?:not|never|no|nobody|without|nothing)(?: (?:one|want|need|wish|to|you|me|please|just|have|go|ever|say|ask|and|intend|plan|should|dare|try|be)){0,4} (?:${verbs})(?: |$)|(?:^| )(?:${verbs}) (?:nothing|none|no)(?: |$)|(?:^| )not (?:want|need|like|wish)(?: \\S+){1,8}? (?:be|get) (?:${verbs})(?: |$)|(?:^| )(?:stop|quit) (?:ask|tell|say|try|offer|suggest|remind)`
  )

/** The patterns for the alternatives of a regular expression, base forms each. */
export const actPatterns = (verbs: string): ActPatterns => ({
  told: new RegExp(
    `(?:^| )you(?: (?:would|could|can|will|to|please|kindly|just|go ahead and|be so kind|be so good|as|mind|maybe|be|able|possibly|now|also)){0,5} (?:${verbs})(?: |$)`
  ),
  wanted: new RegExp(
    `(?:^| )(?:i|we)(?: (?:would|will|do|really|just|now|hereby|have|am|be|also|like|want|need|wish|decide|have decided|go|gonna|must|request|please|to|love|prefer|ask|have to|rather|definitely|think|actually|ready)){1,7} (?:${verbs})(?: |$)`
  ),
  imperative: new RegExp(`^(?:(?:${lead}) )*(?:${verbs})(?: |$)`),
  pleaded: new RegExp(`(?:^| )(?:please|kindly)(?: (?:just|to|do|go ahead and|now|also)){0,3} (?:${verbs})(?: |$)`),
  refused: refusalOf(verbs)
})

/** Nothing is wanted yet: a condition, or something that comes first. */
const conditional = /(?:^| )(?:if|unless|before|until|till|wait|once|as soon as|in case|when|whenever)(?: |$)/
/** Leaves open whether it is wanted. */
const open =
  /(?:^| )(?:if|whether|suppose|theoretically|hypothetically|wonder|wondering|might|may|maybe|consider|considering|thinking|think about|think of|possible|possibly|able|allow|allowed|too late|what happen|how|policy|fee|consequence|until when|should i|is it|be it|can i|can we|could i|could we|may i|am i|be i|do i|will i|would i|can it|could it|can an|can my|could my|can the|can order|what if|who|why|when|what would|cost|charge|in case|unsure|not sure)(?: |$)/
/** Still thinks about it: too little for what cannot be undone. */
const hedged =
  /(?:^| )(?:i|we) (?:(?:still|just|do|am|be) )*(?:think|guess|suppose|believe|hope|feel like|tempt|incline|lean)(?: |$)|(?:^| )(?:probably|perhaps|possibly|undecided|not (?:yet )?decide|have not (?:yet )?decide)(?: |$)/
/** True when a clause leaves open whether it is an instruction. */
export const isHedged = (text: string): boolean => hedged.test(text)

/** A condition that leaves the request one. */
const politeCondition =
  /(?:^| )if (?:possible|you (?:can|could|would|please|do not mind)(?= (?:please|kindly|cancel|return|send|check|place|refund)(?: |$)|$)|that be (?:ok|okay|possible|fine)|it be not too (?:late|much)|still possible)(?: |$)/
const startsWithQuestion =
  /^(?:and |so |but |ok |well )?(?:what|how|when|why|who|where|which|should|do|does|did|be|is|am|until)(?: |$)/
const asksForWords = /(?:^| )(?:tell|know|say|explain|check|confirm|ask)(?: |$)/
const wantsToKnow = /(?:^| )(?:know|ask|understand|learn|hear)(?: |$)/

/** What comes behind an act only says how soon: "cancel it before it ships". Without the act in front it is a condition. */
const inTime =
  /(?<=\S+ \S+.*) (?:before|until|till|by the time) (?:i|it|they|he|she|we|you|anybody|anyone|somebody|someone|the|my|this|that|too late)(?: |$).*$/

/** A clause that something else depends on: "if it has not shipped, …". */
const condition =
  /^(?:(?:and|but|so|ok|well|only|wait) )*(?:if|unless|once|until|till|as soon as|in case|suppose|assuming|provided|should it|only when|wait)(?: |$)/

/** True for a clause that only says when something else is to be done, unless out of politeness. */
export const isCondition = (text: string): boolean => condition.test(text.replace(politeCondition, " ").trim())

/** What a clause leaves open. */
export interface Openness {
  readonly isOpen: boolean
  readonly isConditional: boolean
}

export const opennessOf = (text: string): Openness => {
  const unconditional = text.replace(politeCondition, " ").replace(inTime, "")
  return { isOpen: open.test(unconditional), isConditional: conditional.test(unconditional) }
}

/** True when a clause tells somebody else to do it, however politely. */
export const isTold = (text: string, { told }: ActPatterns): boolean =>
  told.test(text) && !startsWithQuestion.test(text) && !asksForWords.test(text)

/** True when the speaker wants it done. */
export const isWanted = (text: string, { wanted }: ActPatterns): boolean => wanted.test(text) && !wantsToKnow.test(text)

/** "… ?" asks, but for "… please?" */
export const isAsking = (tokens: ReadonlyArray<TaggedToken>, text: string): boolean =>
  hasQuestionMark(tokens) && !/(?:^| )please(?: |$)/.test(text)

const yes =
  /^(?:(?:and|ok|okay|well|good|great|then|so|alright|right|oh|hm+|in that case|just)[ ,]+)*(?:y|ya|yes+|yess|yea|yeah|yep|yup|ye|ok|okay|okey|k|kk|sure|sure thing|fine|alright|aight|all right|go|go on|go ahead|go for it|do|do it|do that|do so|make it so|make it happen|let'?s do it|let'?s go|correct|right|please|please do|absolutely|definitely|certainly|indeed|totally|exactly|of course|by all means|sounds good|looks good|good|great|perfect|deal|agreed|i agree|confirmed|i confirm|affirmative|bet|why not)(?: please| pls| thanks| ty| go ahead| go for it| do it| do that| then| now| mate| bro)*[.!]*$/i

/** Short for yes, right after a question. */
export const saysYes = (said: string): boolean => yes.test(said.trim())
