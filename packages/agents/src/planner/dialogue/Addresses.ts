import { intentSet, ofOrder, writing } from "../Intents.ts"
import { noAddress, type StatedAddress, type Wish } from "../Wish.ts"
import { isOwned } from "../classify/Labels.ts"
import { add, type ClauseContext, amendLast, type Rule, type State } from "./State.ts"
import { mergeAddresses, onlyMentionsAddress, readRemainingParts } from "../text/Address.ts"
import { hasProduct, mentionsCart } from "../text/ClauseWords.ts"

/** Address slots: completes an address over several clauses and messages. Patterns on `lemmas` match base forms. */

const addressIntents = intentSet("change_address", "shipping_address", "billing_address")

const bareName =
  /^(?:(?:it'?s|it is|to|for|the name is|my name is|please use)\s+)?((?!no\b|yes\b|the\b)\p{L}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]+){0,3})[.!]?$/iu

const namedRecipient =
  /^(?:and |but |please |no, |oh,? )*(?:(?:it'?s |that'?s )?(?:for|addressed to|in the name of|under the name|attn:?|c\/o|recipient:?|the (?:name|recipient) is)) (\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3})[.!]?$/u

/** Reads the recipient: a name alone if we asked for it, or "for John Miller" after an address. */
const readRecipient = (
  { focus, clause, clauses }: ClauseContext,
  { address }: Wish,
  followsWish: boolean
): string | undefined => {
  const isAlone = clauses.length === 1
  const isRecipientAsked = address?.recipient === null && focus.asked === "address"
  const followsStreet = (isAlone || followsWish) && address !== null && address.street !== null
  return (isAlone && isRecipientAsked ? bareName : followsStreet ? namedRecipient : null)?.exec(clause.raw.trim())?.[1]
}

/** Reads missing parts of an address from a message that states nothing else. */
const readMissingParts = ({ message }: ClauseContext, { address }: Wish) =>
  address !== null &&
  address.street !== null &&
  (address.city === null || address.state === null || address.zip === null)
    ? readRemainingParts(message)
    : null

/** Reads a corrected house number: "it's number 15, not 5". */
const correctHouseNumber = ({ clause }: ClauseContext, { address }: Wish): StatedAddress | null => {
  const found = /(\d+\p{L}?),? (?:not|instead of|rather than) (\d+\p{L}?)(?!\p{L})/iu.exec(clause.raw)
  const oldStreet = address?.street ?? ""
  const street = found === null ? oldStreet : oldStreet.replace(new RegExp(`\\b${found[2]}\\b`, "iu"), found[1] ?? "")
  return street === oldStreet ? null : { ...noAddress, street }
}

/** Returns the address in a short clause that continues the wish; null if the clause is about something else. */
const readAddedAddress = ({ label, clause }: ClauseContext, wish: Wish): StatedAddress | null => {
  const isOther = isOwned(label) && label !== wish.intent && !(clause.address !== null && clause.tokens.length < 3)
  const isForOtherAddress =
    (wish.intent === "change_address" && mentionsCart(clause.lemmas)) ||
    (wish.intent === "billing_address" && /(?:^| )(?:ship|shipping|deliver|delivery|parcel)(?: |$)/.test(clause.lemmas))
  // Answers and continuations are short; the token limits are heuristic.
  const isBrief =
    clause.address === null ? clause.products.length < 2 && clause.tokens.length < 10 : clause.tokens.length < 6
  return isOther || isForOtherAddress || !isBrief ? null : clause.address
}

/** Completes the address of the last wish: missing parts, the recipient, "and ship to the same". */
export const addressRule: Rule = (state, context) => {
  const { focus, clause } = context
  const prevWish = state.wishes.at(-1)
  const base = prevWish ?? focus.wishes.at(-1)
  const isMentionOnly = onlyMentionsAddress(clause.lemmas) && focus.asked !== "address" && prevWish?.address !== null
  if (base === undefined || !addressIntents.has(base.intent) || isMentionOnly) {
    return undefined
  }
  const isSame = context.label === "billing_same" && /^(?:(?:and|then|please) )?(?:ship|deliver) /.test(clause.lemmas)
  if (isSame && base.intent === "billing_address") {
    return add(state, context, { ...base, intent: "shipping_address" })
  }
  const missing = readMissingParts(context, focus.wishes.at(-1) ?? base)
  const recipient = readRecipient(context, base, prevWish !== undefined)
  const named = recipient === undefined ? null : { ...noAddress, recipient }
  const correction = correctHouseNumber(context, base) ?? (prevWish === undefined ? (missing ?? named) : named)
  const stated = correction ?? readAddedAddress(context, base)
  if (stated === null) {
    return undefined
  }
  const isOtherAddress = stated !== correction && stated.city !== null && (base.address?.street ?? null) !== null
  const address = isOtherAddress ? stated : mergeAddresses(base.address, stated)
  return prevWish === undefined
    ? add(state, context, { ...base, address, fromHistory: true }, 1)
    : amendLast(state, context, { ...prevWish, address })
}

/** Fills the address from an earlier clause, or for "there" from an earlier message. */
export const withEarlierAddress = (wish: Wish, { focus, clause, clauses }: ClauseContext): Wish => {
  const clauseBefore = clauses.slice(0, clauses.indexOf(clause)).findLast(({ address }) => address !== null)
  const refersBack = /(?:^| )(?:there|same (?:place|address)|that address|this address)(?: |$)/.test(clause.lemmas)
  const wishBefore = refersBack ? focus.wishes.findLast(({ address }) => address !== null) : undefined
  const address = clauseBefore?.address ?? wishBefore?.address
  return addressIntents.has(wish.intent) && wish.address === null && address !== undefined ? { ...wish, address } : wish
}

/** Phrases for goods already ordered: "the shoes I ordered", "the shirts from today". Matches base forms. */
const orderedGoods =
  /(?:^| )(?:i|we) (?:have |just )?(?:order|buy|purchase)(?: (?:today|yesterday|this|last)| already|$)|(?:from|of) (?:today|yesterday)(?: |$)/

/** Returns whether an address is an order's rather than the cart's: "send the guide to …", "update my orders". */
export const isForOrder = (
  { wishes }: State,
  { lastWish, focus, label, message, clauses, clause }: ClauseContext
): boolean => {
  const isChange = wishes.concat(lastWish ?? []).some(({ intent }) => writing.has(intent) && !ofOrder.has(intent))
  const isInFocus = lastWish !== undefined && ofOrder.has(lastWish.intent) && focus.orderId !== null
  const mayBeOrder = hasProduct(clause) || /\bmy (?:\w+ )?orders\b/iu.test(message) || isInFocus
  const isOrdered = clauses.some(({ lemmas }) => orderedGoods.test(lemmas))
  return (
    label === "shipping_address" &&
    !clauses.some(({ lemmas }) => mentionsCart(lemmas)) &&
    (isOrdered || (mayBeOrder && !isChange))
  )
}
