import { type TaggedToken } from "./Tags.ts"

/** What a clause with a word of cancelling in it does: agree to it, ask about it, refuse it, or speak of the past. */
export type Cancelling = "request" | "question" | "refusal" | "report"

/** Verbs that always mean cancelling when an order is meant. */
const verbs = "cancel|scrap|nix|storno|annul|abort|void|revoke|undo|rescind|retract"
/** Verbs that mean it only with an order right behind. */
const looseVerbs =
  "stop|scratch|erase|wipe|trash|kill|drop|delete|remove|withdraw|call off|get rid of|take back|axe|ditch|bin"
const orderNoun =
  "(?:order|purchase|<id>|it|that|this|one|them|everything|all|both|last|late|latest|newest|most recent|second|first|third)"
const verb = new RegExp(
  `(?:^| )(?:(?:${verbs})(?: |$)|(?:${looseVerbs})(?: (?!from|in|to|of|on|into)\\S+){0,4} (?:order|purchase|<id>)(?: |$))`
)

const refusal = new RegExp(
  `(?:^| )(?:not|never|no|without|nothing)(?: (?:want|need|wish|to|you|me|please|just|have|go|ever|say|ask|and|intend|plan|should|dare|try|be)){0,4} (?:${verbs}|${looseVerbs})(?: |$)|(?:^| )(?:${verbs}) (?:nothing|none|no)(?: |$)|(?:^| )(?:keep|leave) (?:my|the|that|this) order|not want (?:it|that|my order|the order) cancell?ed|(?:^| )(?:keep|leave) (?:it|them|this|that)(?: |$)|(?:^| )(?:stop|quit) (?:ask|tell|say|try|offer|suggest|remind)|(?:^| )(?:${verbs}|${looseVerbs}|reverse)(?: \\S+){0,3} cancell?ation`
)
const report =
  /(?:^| )(?:i|we|you|they|somebody|someone|have|had|has|who|already|got|get|be|was|been|my|the|all|which|any|of|only|just|show|list|see|did i|that) (?:\S+ ){0,2}?(?:cancelled|canceled)(?: |$)|(?:^| )(?:cancelled|canceled) (?:order|one|purchase)|^(?:cancelled|canceled)(?: |$)|did (?:i|we|you) cancel|have (?:i|we|you) cancel/
/** The speaker tells the other one to do it. */
const told = new RegExp(
  `(?:^| )you(?: (?:would|could|can|will|to|please|kindly|just|go ahead and|be so kind|be so good|as|mind|maybe|be|able|possibly|now|also)){0,5} (?:${verbs}|${looseVerbs})(?: |$)`
)
const wanted = new RegExp(
  `(?:^| )(?:i|we)(?: (?:would|will|do|really|just|now|hereby|have|am|also|like|want|need|wish|decide|have decided|go|gonna|must|request|please|to|love|prefer|ask|have to|rather|definitely|think|actually)){1,7} (?:${verbs}|${looseVerbs})(?: |$)`
)
const imperative = new RegExp(
  `^(?:(?:yo|bro|brother|mate|dude|man|um|uh|ugh|oh|hm|hmm|please|ok|okay|yes|yeah|then|and|so|just|now|hey|hi|hello|actually|also|go ahead|right|well|no|sure|alright|but|or|let us|kindly|instead|thanks|do|you know what|in that case|finally|immediately|quickly|simply|first|second|as i say|asap|first of all) )*(?:${verbs}|${looseVerbs})(?: |$)`
)
const pleaded = new RegExp(`(?:^| )(?:please|kindly)(?: (?:just|to|do|go ahead and|now|also)){0,3} (?:${verbs})(?: |$)`)
/** "my last order, cancel it", "order 0193… cancel". */
const fronted = new RegExp(
  `^(?:(?:please|ok|so|and|hey|yo) )*(?:(?:my|the|that|this)(?: \\S+){0,3} (?:order|purchase|one)|order <id>|<id>)(?: please| just)* (?:${verbs})(?: (?:it|that|this|please|now|asap|thanks|for i))*$`
)
const requested =
  /(?:^| )(?:request|order|demand|please|need|want|process|initiate|make|do)(?: \S+){0,3} cancell?ation|cancell?ation (?:of|for) .*(?:please|<id>)|cancell?ation please/
/** The order is to end up cancelled. */
const wantedDone =
  /(?:(?:^| )(?:i|we)(?: (?:would|do|really|just|now|please)){0,3} (?:need|want|like)|(?:^| )please (?:have|get)) (?:my|the|that|this|it)(?: \S+){0,3}? cancell?ed(?: please| now| today| asap)*$/
/** Nothing is wanted yet: a condition, or something that comes first. */
const conditional = /(?:^| )(?:if|unless|before|until|till|wait|once|as soon as|in case|when|whenever)(?: |$)/
/** Leaves open whether it is wanted. */
const open =
  /(?:^| )(?:if|whether|suppose|theoretically|hypothetically|wonder|wondering|might|may|maybe|consider|considering|thinking|think about|think of|possible|possibly|able|allow|allowed|too late|what happen|how|policy|fee|consequence|until when|should i|is it|be it|can i|can we|could i|could we|may i|am i|be i|do i|will i|would i|can it|could it|can an|can my|could my|can the|can order|what if|who|why|when|what would|cost|charge|in case|unsure|not sure)(?: |$)/
/** A condition that leaves the request one. */
const politeCondition =
  /(?:^| )if (?:possible|you (?:can|could|would|please|do not mind)(?= (?:please|kindly|cancel)(?: |$)|$)|that be (?:ok|okay|possible|fine)|it be not too (?:late|much)|still possible)(?: |$)/
const other =
  /cancel\w*(?: \S+){0,2} (?:account|membership|subscription|newsletter|headphone|earbud|meeting|appointment|flight)(?! (?:order|purchase))|noise cancel/

const textOf = (tokens: ReadonlyArray<TaggedToken>): string =>
  tokens
    .filter(({ kind }) => kind !== "mark")
    .map(({ lemma, tag, word }) =>
      tag === "order-id" ? "<id>" : /^(?:cancell?ed|cancell?ation)$/.test(word) ? word : lemma
    )
    .join(" ")

/**
 * Reads whether a clause cancels an order. Only an instruction ("cancel it", "could you cancel …", "I want to cancel …")
 * is a request: whatever asks, wonders, supposes or denies is not. `null` when it is not about cancelling an order.
 */
export const readCancelling = (tokens: ReadonlyArray<TaggedToken>): Cancelling | null => {
  const text = textOf(tokens)
  if (other.test(text) || !(verb.test(text) || report.test(text) || /cancell?ation/.test(text))) {
    return null
  }
  if (refusal.test(text)) {
    return "refusal"
  }
  const unconditional = text.replace(politeCondition, " ")
  const isOpen = open.test(unconditional)
  if (wantedDone.test(text) && !isOpen) {
    return "request"
  }
  if (report.test(text) && !verb.test(text)) {
    return "report"
  }
  // "Does cancelling it cost anything", "I wanted to cancel it": spoken about, not asked for.
  if (
    conditional.test(unconditional) ||
    tokens.some(({ word }) => /^(?:cancell?ing|wanted|planned|intended|meant)$/.test(word))
  ) {
    return "question"
  }
  const startsWithQuestion =
    /^(?:and |so |but |ok |well )?(?:what|how|when|why|who|where|which|should|do|does|did|be|is|am|until)(?: |$)/.test(
      text
    )
  if (
    told.test(text) &&
    !startsWithQuestion &&
    !/(?:^| )(?:tell|know|say|explain|check|confirm|ask)(?: |$)/.test(text)
  ) {
    return "request"
  }
  if (imperative.test(text) || requested.test(text) || pleaded.test(text) || fronted.test(text)) {
    const asks = tokens.some(({ raw }) => raw === "?") && !/(?:^| )please(?: |$)/.test(text)
    return asks || isOpen ? "question" : "request"
  }
  if (wanted.test(text) && !isOpen && !/(?:^| )(?:know|ask|understand|learn|hear)(?: |$)/.test(text)) {
    return "request"
  }
  return report.test(text) ? "report" : "question"
}

/** The words that make an order meant are there. */
export const namesOrder = (tokens: ReadonlyArray<TaggedToken>): boolean =>
  new RegExp(`(?:^| )${orderNoun}(?: |$)`).test(textOf(tokens))
