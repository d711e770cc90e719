import { actPatterns, isAsking, isHedged, isTold, isWanted, linesOf, type Mood, opennessOf } from "../text/Mood.ts"
import { type TaggedToken } from "../text/Tags.ts"

/** Verbs that always mean cancelling when an order is meant. */
const verbs = "cancel|scrap|nix|storno|annul|abort|void|revoke|undo|rescind|retract"
/** Verbs that mean it only with an order right behind. */
const looseVerbs =
  "stop|scratch|erase|wipe|trash|kill|drop|delete|remove|withdraw|call off|get rid of|take back|axe|ditch|bin"
const verb = new RegExp(
  `(?:^| )(?:(?:${verbs})(?: |$)|(?:${looseVerbs})(?: (?!from|in|to|of|on|into)\\S+){0,4} (?:order|purchase|<id>)(?: |$))`
)

const refusal = new RegExp(
  `(?:^| )(?:not|never|no|without|nothing)(?: (?:want|need|wish|to|you|me|please|just|have|go|ever|say|ask|and|intend|plan|should|dare|try|be)){0,4} (?:${verbs}|${looseVerbs})(?: |$)|(?:^| )(?:${verbs}) (?:nothing|none|no)(?: |$)|(?:^| )(?:keep|leave) (?:my|the|that|this) order|not want (?:it|that|my order|the order) cancell?ed|(?:^| )(?:keep|leave) (?:it|them|this|that)(?: |$)|(?:^| )(?:stop|quit) (?:ask|tell|say|try|offer|suggest|remind)|(?:^| )(?:${verbs}|${looseVerbs}|reverse)(?: \\S+){0,3} cancell?ation`
)
const report =
  /(?:^| )(?:i|we|you|they|somebody|someone|have|had|has|who|already|got|get|be|was|been|my|the|all|which|any|of|only|just|show|list|see|did i|that) (?:\S+ ){0,2}?(?:cancelled|canceled)(?: |$)|(?:^| )(?:cancelled|canceled) (?:order|one|purchase)|^(?:cancelled|canceled)(?: |$)|did (?:i|we|you) cancel|have (?:i|we|you) cancel/
const acts = actPatterns(`${verbs}|${looseVerbs}`)
const { pleaded } = actPatterns(verbs)
/** "my last order, cancel it", "order 0193… cancel". */
const fronted = new RegExp(
  `^(?:(?:please|ok|so|and|hey|yo) )*(?:(?:my|the|that|this)(?: \\S+){0,3} (?:order|purchase|one)|order <id>|<id>)(?: please| just)* (?:${verbs})(?: (?:it|that|this|please|now|asap|thanks|for i))*$`
)
const requested =
  /(?:^| )(?:request|order|demand|please|need|want|process|initiate|make|do)(?: \S+){0,3} cancell?ation|cancell?ation (?:of|for) .*(?:please|<id>)|cancell?ation please/
/** "that order needs calling off", "order … must be cancelled" */
const mustGo =
  /(?:^| )(?:order|purchase|<id>)(?: \S+){0,7}? (?<!\b(?:i|we|you|they) )(?:need|must|have to|should)(?: (?:to|be))* (?:cancel|cancell?ed|call off|stop|scrap)(?: |$)/
/** The order is to end up cancelled. */
const wantedDone =
  /(?:(?:^| )(?:i|we)(?: (?:would|do|really|just|now|please)){0,3} (?:need|want|like)|(?:^| )please (?:have|get)) (?:my|the|that|this|it)(?: \S+){0,3}? cancell?ed(?: please| now| today| asap)*$/
/** "can it still be cancelled" */
const possible = /(?:^| )(?:can|could|may|might|possible)(?: \S+){0,8} (?:cancelled|canceled)(?: |$)/
const other =
  /cancel\w*(?: \S+){0,2} (?:account|membership|subscription|newsletter|headphone|earbud|meeting|appointment|flight)(?! (?:order|purchase))|noise cancel/

/** Forms that say what became of an order. */
const kept = /^(?:cancell?ed|cancell?ation)$/

/**
 * Reads whether a clause cancels an order. Only an instruction ("cancel it", "could you cancel …", "I want to cancel …")
 * is a request: whatever asks, wonders, supposes or denies is not. `null` when it is not about cancelling an order.
 */
export const readCancelling = (tokens: ReadonlyArray<TaggedToken>): Mood | null => {
  const text = linesOf(tokens, kept)
  if (other.test(text) || !(verb.test(text) || report.test(text) || mustGo.test(text) || /cancell?ation/.test(text))) {
    return null
  }
  if (refusal.test(text)) {
    return "refusal"
  }
  if (isHedged(text) && !pleaded.test(text)) {
    return "question"
  }
  const { isConditional, isOpen } = opennessOf(text)
  if ((wantedDone.test(text) || (mustGo.test(text) && !isConditional && !isAsking(tokens, text))) && !isOpen) {
    return "request"
  }
  if (report.test(text) && !verb.test(text)) {
    return possible.test(text) ? "question" : "report"
  }
  // "Does cancelling it cost anything", "I wanted to cancel it": spoken about, not asked for.
  if (isConditional || tokens.some(({ word }) => /^(?:cancell?ing|wanted|planned|intended|meant)$/.test(word))) {
    return "question"
  }
  if (isTold(text, acts)) {
    return "request"
  }
  if (acts.imperative.test(text) || requested.test(text) || pleaded.test(text) || fronted.test(text)) {
    return isAsking(tokens, text) || isOpen ? "question" : "request"
  }
  if (isWanted(text, acts) && !isOpen) {
    return "request"
  }
  return report.test(text) ? "report" : "question"
}

const discarding =
  "(?:get rid of|kill|bin|scrap|ditch|axe|withdraw|nuke|trash|dump|undo|call off|abandon|delete|remove|revoke|cancel) (?:it|that|this|the (?:thing|order|whole thing|one|last one))|call (?:it|that|this) off|pull the plug"
const discards = new RegExp(`(?:^| )(?:${discarding})(?: |$)`)
const discardActs = actPatterns(discarding)

/**
 * Reads whether a clause about an order that was spoken of does away with it: "get rid of it". Such words mean it only
 * where nothing else is spoken of.
 */
export const readDiscarding = (tokens: ReadonlyArray<TaggedToken>): Mood | null => {
  const text = linesOf(tokens, kept)
  if (!discards.test(text)) {
    return null
  }
  if (discardActs.refused.test(text)) {
    return "refusal"
  }
  const { isConditional, isOpen } = opennessOf(text)
  const isMeant =
    isTold(text, discardActs) ||
    ((discardActs.imperative.test(text) || discardActs.pleaded.test(text) || isWanted(text, discardActs)) &&
      !isOpen &&
      !isAsking(tokens, text))
  return isMeant && !isConditional ? "request" : "question"
}
