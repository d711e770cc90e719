import { relatives } from "../text/WordLists.ts"

/** Speech acts: tells commands from questions, reports and hedges. Patterns match base forms, except `isReported`. */

const questionStart =
  /^(?:and |so |but |ok |well )?(?:what|how|when|why|who|where|which|should|do|did|be|am|until|have|would you \S+ .* you be i)(?: |$)/

/** Polite conditions, which do not make a request conditional. */
const politeCondition =
  /(?:^| )if (?:possible|i may|you (?:can|could|would|please|do not mind)(?= (?:please|kindly|cancel|return|send|check|place|refund)(?: |$)|$)|that be (?:ok|okay|possible|fine)|it be not too (?:late|much)|still possible)(?: |$)/

const hedge =
  /(?:^| )(?:perhaps|possibly|probably|maybe(?! you)|might|nearly|almost|undecided|(?:not|never) (?:be )?(?:so |quite |yet |entirely )*(?:sure|certain|decide)|unsure|no way|not yet|not now|some day|next time|nobody|later|tomorrow|consider|if you be (?:i|we)|(?:i|we) could|should have|in order to|only if|only when|unless|hypothetically|theoretically|in theory|effect|save .* for later)(?: |$)|(?:^| )if (?:it|they|that|this|the|there|you (?:apply|put|add|take|remove|use)) |^(?:i|we) (?:will|be go to|be going to|plan) .* (?:tomorrow|later|tonight|soon|next (?:week|month|year))$|(?:^| )i (?:think|guess|suppose|believe)$|^(?:(?:so|and|now|but|let us|just) )*(?:if|when|once|say|suppose|imagine|assume|assuming) (?:i|we|my|that|the|there|they)(?: |$)|^(?:and )?without(?: |$)/

/** Returns whether a cart change is hedged or conditional: "perhaps I'll add the lamp". */
export const isHedged = (lemmas: string): boolean => hedge.test(lemmas.replace(politeCondition, " "))

const somebody = `(?:he|she|they|somebody|someone|my ${relatives})`
const report = new RegExp(
  `\\b(?:(?:i|we|you|it)(?:['’]ve| have| had)? already|^(?:i|we) (?:just |only )?put|(?<!\\b(?:can|could|may|shall|do) )(?:i|we)(?:['’]ve| have)(?: got)? (?!to )(?:\\S+ ){1,5}in (?:my|the) (?:cart|basket)|you (?:once |had |have )+(?:noted|saved|stored|remembered|kept)|(?:i|we) (?:was|were|had been) (?:just |only )?(?:going|about|planning|thinking) (?:to|of)|${somebody} (?:has |had |already |just )*(?:put|adds?|added|removed?|took|takes?|emptied|used|applied))\\b`,
  "iu"
)

/** Returns whether a past act or plan is reported: "I already removed it", "my wife put it there". */
export const isReported = (raw: string): boolean => report.test(raw)

/** Returns whether a text begins like a question. */
export const looksLikeQuestion = (lemmas: string): boolean => questionStart.test(lemmas)

const command =
  /^(?:(?:please|then|and|ok|okay|can you|could you) )*(?:put|add(?! up)|take|remove|drop|throw|set|make|change|use|apply|remember|forget|delete|clear|empty|swap|replace|exchange|switch)(?: |$)/

/** Returns whether a text starts with a command to change something. */
export const isCommand = (lemmas: string): boolean => command.test(lemmas)
