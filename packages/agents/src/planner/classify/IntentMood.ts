import { Record } from "effect"
import { binding, type Intent } from "../Intents.ts"
import {
  actPatterns,
  type ActPatterns,
  isAsking,
  isHedged,
  isTold,
  isWanted,
  linesOf,
  type Mood,
  opennessOf,
  refusalOf
} from "../text/Mood.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { readCancelling, readDiscarding } from "./Cancellation.ts"

const making =
  "start|initiate|open|request|create|file|arrange|begin|process|set up|make|do|organize|organise|register|submit|proceed with|go ahead with|book|enter|trigger"
const back = "(?:send|give|bring|take|ship|mail|hand|get)(?: \\S+){0,6}? back"

/** Verbs of the acts that have verbs of their own, base forms, alternatives of a regular expression. */
const verbsOf = {
  return: `return|${back}|exchange|(?:${making})(?: \\S+){0,3} (?:return|exchange)|(?:get|have)(?: \\S+){0,4} returned`,
  refund: `refund|reimburse|repay|cash (?:i|me) out|pay (?:i|me) back|pay(?: \\S+){0,3} (?:out|back)|(?:${making}|issue|release|pay out|pay|transfer|complete|finish|execute|give|get|send|have|want|need|like|demand)(?: \\S+){0,6}? (?:refund|refunded|money|reimbursement)`,
  checkout: `check out|check (?:i|me) out|check (?:my|the|this|our) \\S+ out|checkout|(?:${making}|place|complete|finish|finalize|finalise|confirm|send|run|put through|wrap up|close|go to|proceed to|do)(?: \\S+){0,4} (?:order|purchase|checkout|payment|cart|basket|buy)|(?:order|buy|purchase|pay|ship|get|cop)(?! (?:it |me |that )?(?:out|back))(?: (?:for|up|now|it|all|everything|my|the|in|of|what|whatever|be|this|stuff|thing|cart|basket))*|ring(?: \\S+){0,3} up|overnight it|express it|cash (?:i|me) out|proceed`,
  backorder: `backorder|back order|back - order|pre order|preorder|(?:${making}|place|put|add|leave|get|have|line up|stick|set|throw|list)(?: \\S+){0,7}? (?:backorder|backorders|back order|preorder|pre order)|reserve|order`
} as const

/** Verbs of all other acts: on the cart, addresses, coupons, what is remembered. */
const lightVerbs =
  "add|put|place|throw|toss|stick|chuck|pop|drop|drop|bung|slap|move|include|buy|get|order|take|have|grab|purchase|pack|make|change|set|update|increase|reduce|lower|raise|bump|double|adjust|amend|modify|correct|fix|edit|remove|delete|clear|empty|lose|ditch|bin|kick|apply|use|redeem|enter|activate|replace|swap|switch|ship|send|deliver|redirect|reroute|bill|charge|invoice|copy|remember|note|keep|bear|save|store|write|forget|erase|wipe|show|recommend|suggest|let|go"

const acts: Readonly<Record<keyof typeof verbsOf, ActPatterns>> = Record.map(verbsOf, actPatterns)
const light = actPatterns(lightVerbs)

const hasVerbs = (intent: Intent): intent is keyof typeof verbsOf => intent in verbsOf

/** A wish in a noun: "checkout please", "refund now". */
const nominal: Readonly<Record<keyof typeof verbsOf, RegExp>> = {
  return: /^(?:a |my |the )?return(?: label)?(?: \S+){0,6}? please(?: |$)|^please (?:a )?return(?: |$)/,
  refund:
    /^(?:(?:i|we) )?(?:(?:do|really|just|now|would|ok|okay|yes|please) )*(?:want|need|like|demand|expect)(?: \S+){0,3} (?:refund|money|reimbursement)(?: |$)|^(?:a |my |the |full )*(?:refund|money back)(?: \S+){0,6}? (?:please|now)(?: |$)|^please (?:a )?refund(?: |$)/,
  checkout:
    /^(?:(?:ok|okay|yes|then|now|and|please) )*(?:checkout|check out|buy)(?: (?:now|please|with|by|standard|express|overnight|shipping|delivery|time|everything|it|then))*$/,
  backorder: /^(?:a )?(?:backorder|back order)(?: \S+){0,8}? please(?: |$)/
}

/** Past forms: what was done, not what is to be done. */
const past =
  /^(?:returned|sent|gave|brought|took|refunded|reimbursed|paid|bought|ordered|purchased|placed|checked|backordered|preordered|wanted|planned|intended|meant|started|requested|returning|sending|refunding|buying|ordering|backordering|removed|deleted|cleared|emptied|added|applied|redeemed|changed|updated)$/
const reported =
  /(?:^| )(?:i|we|you|they|he|she|somebody|have|had|has|was|were|been|already|got|it|that|which) (?:\S+ ){0,2}?(?:returned|sent|gave|brought|took|refunded|reimbursed|bought|ordered|purchased|placed|checked|backordered|preordered)(?: |$)/
/** The same of what can be undone; "I want it removed" wishes it. */
const reportedLight =
  /(?:^| )(?:i|we) (?:(?:have|had|just|already|then|once|also|recently|accidentally) )*(?:removed|deleted|cleared|emptied|added|applied|redeemed|changed|updated)(?: |$)/
const going =
  /(?:^| )(?:i|we) (?:be|am)(?: (?:now|hereby|just))? (?:returning|sending|buying|ordering|backordering)(?: |$)/
/** Somebody else's words. */
const hearsay =
  /(?:^| )(?:you|they|he|she|somebody|someone|people|friend|wife|husband|mother|brother|sister|boss|colleague|support|email|mail|page|website|review) (?:\S+ ){0,2}?(?:say|said|tell|told|claim|write|wrote|think|want|ask|asked|recommend|suggest|mention)(?: |$)/

/** The parts between commas: "I'm done, place the order" gives an order in the second. */
const segmentsOf = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<ReadonlyArray<TaggedToken>> => {
  const commas = tokens.flatMap(({ raw }, place) => (raw === "," ? [place] : []))
  return [-1, ...commas].map((start, index) => tokens.slice(start + 1, commas[index]))
}

/**
 * Reads what a clause does with the act of an intent. Only an instruction is a request: "send it back, please", "place the
 * order", "I want to return it". What asks, wonders, supposes, denies, quotes or tells is not.
 */
export const readMood = (intent: Intent, tokens: ReadonlyArray<TaggedToken>): Mood => {
  if (intent === "cancel_order" || intent === "cancel_question") {
    return readCancelling(tokens) ?? readDiscarding(tokens) ?? "question"
  }
  const text = linesOf(tokens, past)
  const act = hasVerbs(intent) ? acts[intent] : light
  if (intent === "remember_preference" || intent === "forget_preference") {
    return isSupposed(tokens) ? "question" : "request"
  }
  if (act.refused.test(text)) {
    return "refusal"
  }
  const { isConditional, isOpen } = opennessOf(text)
  if (binding.has(intent) && isHedged(text) && !act.pleaded.test(text)) {
    return "question"
  }
  if (isConditional || hearsay.test(text)) {
    return "question"
  }
  if ((reported.test(text) && !going.test(text)) || (!hasVerbs(intent) && reportedLight.test(text))) {
    return "report"
  }
  if (isTold(text, act)) {
    return "request"
  }
  const isOrdered =
    segmentsOf(tokens).some((segment) => act.imperative.test(linesOf(segment, past))) ||
    act.pleaded.test(text) ||
    (hasVerbs(intent) ? nominal[intent].test(text) : !isAsking(tokens, text))
  if (isOrdered) {
    return isAsking(tokens, text) || isOpen ? "question" : "request"
  }
  return (isWanted(text, act) || going.test(text)) && !isOpen && !isAsking(tokens, text) ? "request" : "question"
}

const supposed =
  /(?:^| )(?:what happen|what if|what would|what will|how (?:do|can|could|would|should|to|i)|if (?:i|you|we|it)|suppose|why|should i|did (?:i|you|it|we)|have (?:i|you) already|would it|do i (?:need|have)|be it (?:ok|okay|possible|bad)|when (?:do|can|should|will)|imagine|assume|assuming|let us say|say i|pretend|hypothetically|theoretically|in theory|would i|were i to|if i were|i (?:might|may)(?: well)?|(?:some|one) day|someday|at some point|maybe later|perhaps later)(?: |$)/

const doYou =
  /^(?:(?:and|so|hey) )?(?:do|did|have) you (?:still |ever |already )*(?:remember|know|recall|forget|save|note)(?: |$)/

/** Wonders about an act that would be done at once: "what happens if I add three?", "how do I remove something?" */
export const isSupposed = (tokens: ReadonlyArray<TaggedToken>): boolean => {
  const text = linesOf(tokens, past)
  return (
    doYou.test(text) ||
    supposed.test(
      text.replace(/(?:^| )if (?:possible|you (?:can|could|would|do not mind)|that be (?:ok|okay))(?: |$)/, " ")
    )
  )
}

const taking =
  "remove|delete|clear|empty|lose|ditch|bin|kick|drop|discard|erase|wipe|get rid|throw|take(?: \\S+){0,4} (?:out|off|away)"
const changing = "change|update|set|increase|reduce|lower|raise|bump|double|adjust|amend|edit|make"
const addressing = `${changing}|send|ship|deliver|redirect|reroute|bill|charge|invoice|copy|use|put`

/** The verbs that do what an intent does; what a "don't" in front of them refuses. Base forms. */
const refusableVerbs: Partial<Record<Intent, string>> = {
  update_cart: changing,
  remove_from_cart: taking,
  apply_coupon: "apply|use|redeem|enter|add|put|activate",
  remove_coupon: taking,
  shipping_address: addressing,
  billing_address: addressing,
  billing_same: addressing,
  remember_preference: "remember|save|store|memorize|memorise|record|write"
}

const refusals = new Map(Object.entries(refusableVerbs).map(([intent, verbs]) => [intent, refusalOf(verbs)]))

/** Intents of which any verb of their mood can be refused. */
const plain: ReadonlySet<Intent> = new Set<Intent>([...binding, "add_to_cart"])

/** "keep the webcam in my cart", "leave the coupon alone": the opposite of taking it away. */
const keeps =
  /^(?:(?:please|and|so|but|ok|just|well|no) )*(?:keep|leave)(?: |$)(?!.*(?:^| )(?:only|just|rest|else|other|nothing|except|out|off)(?: |$))/
const takesAway: ReadonlySet<Intent> = new Set<Intent>(["remove_from_cart", "remove_coupon"])

/** "not to my old address but to …": the second half is a wish. */
const corrects = /(?:^| )(?:but|instead|rather)(?: |$)/

/**
 * Whether a clause says not to do what it is about: "do not check out yet", "don't remove the coupon". A "don't" in front
 * of another verb may be a wish of its own: "don't use the coupon".
 */
export const isRefused = (intent: Intent, tokens: ReadonlyArray<TaggedToken>): boolean => {
  const text = linesOf(tokens, /^$/)
  const isDenied = refusals.get(intent)?.test(text) === true && !corrects.test(text)
  return (
    isDenied ||
    (takesAway.has(intent) && keeps.test(text)) ||
    (plain.has(intent) && readMood(intent, tokens) === "refusal")
  )
}
