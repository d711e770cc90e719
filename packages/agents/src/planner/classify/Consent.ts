import { type TaggedToken } from "../text/Tags.ts"
import { type Mood } from "./Classifier.ts"
import { isPossessive } from "./Features.ts"
import { hasQuestionMark, withoutMarks } from "../text/Tokens.ts"
import { relatives } from "../text/WordLists.ts"

/** Forms that tell what was done or meant, and are kept from being taken for what is to be done. */
const pastForms =
  /^(?:cancell?ed|cancelling|canceling|returned|sent|gave|brought|took|refunded|reimbursed|paid|bought|ordered|purchased|placed|checked|backordered|preordered|wanted|planned|intended|meant|started|requested)$/

/** Base forms in one line; forms of the past stay as they were said. */
const linesOf = (tokens: ReadonlyArray<TaggedToken>): string =>
  withoutMarks(tokens)
    .map(({ lemma, tag, word }) => (tag === "order-id" ? "<id>" : pastForms.test(word) ? word : lemma))
    .join(" ")

/** Verbs of what cannot be undone. */
const act =
  "(?:cancel|scrap|undo|void|revoke|stop|drop|delete|remove|return|send|give|bring|take|exchange|refund|reimburse|pay|check|checkout|order|buy|purchase|place|complete|finish|backorder|reserve|change|redirect|reroute|ship|deliver|ask|tell)"

/** Begins with what is to be done: what is told behind it only says of what. */
const imperative = new RegExp(
  `^(?:(?:please|ok|okay|yes|then|and|so|just|now|go ahead and|can you|could you) )*${act}(?: |$)`
)

const refused = new RegExp(
  `(?:^| )(?:not|never|no|nobody|without|nothing|refuse)(?: (?:one|want|need|wish|to|you|i|please|just|have|go|ever|say|ask|and|intend|plan|should|dare|try|be)){0,4} ${act}(?: |$)|(?:^| )(?:keep|leave) (?:it|my|the|that|this|them)(?: |$)|(?:^| )(?:stop|quit) (?:ask|tell|say|try|offer|suggest|remind)|(?:^| )${act}(?: \\S+){0,3} cancellation`
)

/** Only depends on something, comes first, or is still thought about. */
const conditional = /(?:^| )(?:if|unless|before|until|till|wait|once|as soon as|in case|when|whenever)(?: |$)/
const hedged =
  /(?:^| )(?:i|we) (?:(?:still|just|do|am|be) )*(?:think|guess|suppose|believe|hope|feel like|tempt|incline|lean)(?: |$)|(?:^| )(?:probably|perhaps|possibly|undecided|not (?:yet )?decide|have not (?:yet )?decide|wanted|planned|intended|meant)(?: |$)/

/** Leaves open whether it is wanted. */
const open =
  /(?:^| )(?:if|whether|suppose|theoretically|hypothetically|wonder|might|may|maybe|consider|thinking|think about|think of|possible|able|allow|too late|what happen|how|policy|fee|consequence|should i|can i|can we|could i|could we|am i|be i|do i|will i|would i|can it|could it|what if|who|why|what would|cost|unsure|not sure|cancelling|canceling)(?: |$)/

/** Somebody else's words, and what was done already. */
const hearsay = new RegExp(
  `(?:^| )(?:you|they|he|she|somebody|someone|people|${relatives}|support|email|mail|page|website|review) (?:\\S+ ){0,2}?(?:say|said|tell|told|claim|write|wrote|think|want|ask|asked|recommend|suggest|mention)(?: |$)`
)
const reported =
  /(?:^| )(?:i|we|you|they|he|she|somebody|have|has|was|were|been|already|got|it|that|which) (?:\S+ ){0,2}?(?:returned|sent|gave|brought|took|refunded|reimbursed|bought|ordered|purchased|placed|checked|backordered|preordered|cancell?ed)(?: |$)/
const wantedDone =
  /(?:^| )(?:need|want|like|get|have|must be|have to be) (?:\S+ ){0,4}?(?:returned|refunded|cancell?ed)(?: |$)/

/** Tells us to do it, however politely: "could you cancel it?" */
const told =
  /(?:^| )you(?: (?:would|could|can|will|to|please|kindly|just|go ahead and|be so kind|be so good|as|mind|maybe|be|able|possibly|now|also)){0,5} (?!tell|know|say|explain|check if|confirm)\S+/
const pleaded = /(?:^| )(?:please|kindly)(?: |$)/
const asksFirst =
  /^(?:and |so |but |ok |well )?(?:what|how|when|why|who|where|which|should|do|did|be|am|until|have|would you \S+ .* you be i)(?: |$)/
const tellsUs = /(?:^| )(?:can|could|will|would) you(?: |$)/

/** A condition that leaves the request one, and a time by which it is to be done. */
const politeCondition =
  /(?:^| )if (?:possible|you (?:can|could|would|please|do not mind)(?= (?:please|kindly|cancel|return|send|check|place|refund)(?: |$)|$)|that be (?:ok|okay|possible|fine)|it be not too (?:late|much)|still possible)(?: |$)/
const inTime =
  /(?<=\S+ \S+.*) (?:before|until|till|by the time) (?:i|it|they|he|she|we|you|anybody|anyone|somebody|someone|the|my|this|that|too late)(?: |$).*$/

/** "… ?" asks, but for "… please?" */
export const isAsking = (tokens: ReadonlyArray<TaggedToken>, text: string): boolean =>
  hasQuestionMark(tokens) && !pleaded.test(text)

/** "my neighbour's order", but not "yesterday's". */
const isSomebodys = (tokens: ReadonlyArray<TaggedToken>): boolean =>
  tokens.some(
    (token, index) =>
      isPossessive(token, tokens[index + 1]) &&
      token.raw.slice(0, -2).toLowerCase() === token.word &&
      !/(?:day|week|month|year|night|morning)$/.test(token.word)
  )

/**
 * Whether a clause that sounds like an order may be taken for one where nothing takes it back: what is refused, supposed,
 * thought about, asked, quoted or told is none.
 */
const agrees = (tokens: ReadonlyArray<TaggedToken>): boolean => {
  const text = linesOf(tokens).replace(politeCondition, " ").replace(inTime, "")
  const isTold = tellsUs.test(text) && told.test(text)
  return !(
    isSomebodys(tokens) ||
    refused.test(text) ||
    conditional.test(text) ||
    hearsay.test(text) ||
    asksFirst.test(text) ||
    (hedged.test(text) && !pleaded.test(text)) ||
    (reported.test(text) && !wantedDone.test(text) && !imperative.test(text)) ||
    (!isTold && (open.test(text) || isAsking(tokens, text)))
  )
}

/** The customer wants something done, in whatever form. */
export const orders = (mood: Mood): boolean => mood === "request" || mood === "announcement" || mood === "phrase"

const doubt =
  /(?:^| )(?:perhaps|possibly|probably|maybe(?! you)|might|nearly|almost|undecided|(?:not|never) (?:be )?(?:so |quite |yet |entirely )*(?:sure|certain|decide)|unsure|no way|consider|if you be (?:i|we)|(?:i|we) could|should have|in order to|only if|only when|unless)(?: |$)|(?:^| )i (?:think|guess|suppose|believe)$|^(?:(?:so|and|now|but|let us|just) )*(?:if|when|once|say|suppose|imagine|assume|assuming|theoretically|hypothetically|in theory) (?:i|we|my|that|the|there|they)(?: |$)|^(?:and )?without(?: |$)/

/** Leaves open whether it is wanted: "perhaps I'll add the lamp". */
export const doubts = (tokens: ReadonlyArray<TaggedToken>): boolean =>
  doubt.test(linesOf(tokens).replace(politeCondition, " "))

/** The customer wants something done in so many words, and nothing takes it back. */
export const ordersSurely = (mood: Mood, tokens: ReadonlyArray<TaggedToken>): boolean =>
  orders(mood) && mood !== "phrase" && agrees(tokens)

const somebody = `(?:he|she|they|somebody|someone|my ${relatives})`
const toldOf = new RegExp(
  `\\b(?:(?:i|we|you|it)(?:['’]ve| have| had)? already|you (?:once |had |have )+(?:noted|saved|stored|remembered|kept)|(?:i|we) (?:was|were|had been) (?:just |only )?(?:going|about|planning|thinking) (?:to|of)|${somebody} (?:has |had |already |just )*(?:put|adds?|added|removed?|took|takes?|emptied|used|applied))\\b`,
  "iu"
)

/** Tells what was done or once meant: "I already removed it", "my wife put it there", "I was going to add it". */
export const tellsOf = (said: string): boolean => toldOf.test(said)

/** Begins as questions do. */
export const wonders = (tokens: ReadonlyArray<TaggedToken>): boolean => asksFirst.test(linesOf(tokens))

/** A clause that something else depends on: "if it has not shipped, …". */
const condition =
  /^(?:(?:and|but|so|ok|well|only|wait) )*(?:if|unless|once|until|till|as soon as|in case|suppose|assuming|provided|should it|only when|wait)(?: |$)/

/** True for a clause that only says when something else is to be done, unless out of politeness. */
export const isCondition = (text: string): boolean => condition.test(text.replace(politeCondition, " ").trim())

const yes =
  /^(?:(?:and|ok|okay|well|good|great|then|so|alright|right|oh|hm+|in that case|just)[ ,]+)*(?:y|ya|yes+|yess|yea|yeah|yep|yup|ye|ok|okay|okey|k|kk|sure|sure thing|fine|alright|aight|all right|go|go on|go ahead|go for it|do|do it|do that|do so|make it so|make it happen|let'?s do it|let'?s go|correct|right|please|please do|absolutely|definitely|certainly|indeed|totally|exactly|of course|by all means|sounds good|looks good|good|great|perfect|deal|agreed|i agree|confirmed|i confirm|affirmative|bet|why not)(?: please| pls| thanks| ty| go ahead| go for it| do it| do that| then| now| mate| bro)*[.!]*$/i

/** Short for yes, right after a question. */
export const saysYes = (said: string): boolean => yes.test(said.trim())
