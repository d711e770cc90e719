import { intentSet, ofOrder, writing } from "../Intents.ts"
import { noAddress, type StatedAddress, type Wish } from "../Wish.ts"
import { isShop } from "../classify/Labels.ts"
import { add, type ClauseContext, replaceLast, type Rule, type State } from "./State.ts"
import { mergeAddresses, onlyTellsAddress, restOfAddress } from "../text/Address.ts"
import { isThing, saysCart } from "../text/ClauseWords.ts"

/** Intents that need an address. */
const addressed = intentSet("change_address", "shipping_address", "billing_address")

const asName =
  /^(?:(?:it'?s|it is|to|for|the name is|my name is|please use)\s+)?((?!no\b|yes\b|the\b)\p{L}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]+){0,3})[.!]?$/iu

const forSomebody =
  /^(?:and |but |please |no, |oh,? )*(?:(?:it'?s |that'?s )?(?:for|addressed to|in the name of|under the name|attn:?|c\/o|recipient:?|the (?:name|recipient) is)) (\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3})[.!]?$/u

/** Returns the recipient: a name alone if we asked for it, or "for John Miller" after an address. */
const receiverIn = (
  { focus, piece, pieces }: ClauseContext,
  { address }: Wish,
  isLater: boolean
): string | undefined => {
  const isAlone = pieces.length === 1
  const isAsked = address?.recipient === null && focus.asked === "address"
  const isBehind = (isAlone || isLater) && address !== null && address.street !== null
  return (isAlone && isAsked ? asName : isBehind ? forSomebody : null)?.exec(piece.said.trim())?.[1]
}

/** Returns the missing parts of an address if the next message states only them. */
const answeredRest = ({ message }: ClauseContext, { address }: Wish) =>
  address !== null &&
  address.street !== null &&
  (address.city === null || address.state === null || address.zip === null)
    ? restOfAddress(message)
    : null

/** Corrects the house number of an address: "it's number 15, not 5". */
const renumbered = ({ piece }: ClauseContext, { address }: Wish): StatedAddress | null => {
  const found = /(\d+\p{L}?),? (?:not|instead of|rather than) (\d+\p{L}?)(?!\p{L})/iu.exec(piece.said)
  const before = address?.street ?? ""
  const street = found === null ? before : before.replace(new RegExp(`\\b${found[2]}\\b`, "iu"), found[1] ?? "")
  return street === before ? null : { ...noAddress, street }
}

/** Returns the address, or the part of one, that a clause adds to a wish that needs it. */
const givenAddress = ({ label, piece }: ClauseContext, before: Wish): StatedAddress | null => {
  const isOther = isShop(label) && label !== before.intent && !(piece.address !== null && piece.tokens.length < 3)
  const isElsewhere =
    (before.intent === "change_address" && saysCart(piece)) ||
    (before.intent === "billing_address" && /(?:^| )(?:ship|shipping|deliver|delivery|parcel)(?: |$)/.test(piece.text))
  // Little else is said: the clause answers a question, or continues.
  const isAlone = piece.address === null ? piece.named.length < 2 && piece.tokens.length < 10 : piece.tokens.length < 6
  return isOther || isElsewhere || !isAlone ? null : piece.address
}

/** Completes an address mentioned before: missing parts, the recipient, "and ship to the same". */
export const addressing: Rule = (state, here) => {
  const { focus, piece } = here
  const previous = state.wishes.at(-1)
  const before = previous ?? focus.wishes.at(-1)
  const isOnlyTold = onlyTellsAddress(piece.text) && focus.asked !== "address" && previous?.address !== null
  if (before === undefined || !addressed.has(before.intent) || isOnlyTold) {
    return undefined
  }
  const isShipped = here.label === "billing_same" && /^(?:(?:and|then|please) )?(?:ship|deliver) /.test(piece.text)
  if (isShipped && before.intent === "billing_address") {
    return add(state, here, { ...before, intent: "shipping_address" })
  }
  const rest = answeredRest(here, focus.wishes.at(-1) ?? before)
  const recipient = receiverIn(here, before, previous !== undefined)
  const named = recipient === undefined ? null : { ...noAddress, recipient }
  const part = renumbered(here, before) ?? (previous === undefined ? (rest ?? named) : named)
  const said = part ?? givenAddress(here, before)
  if (said === null) {
    return undefined
  }
  const isNew = said !== part && said.city !== null && (before.address?.street ?? null) !== null
  const address = isNew ? said : mergeAddresses(before.address, said)
  return previous === undefined
    ? add(state, here, { ...before, address, fromHistory: true }, 1)
    : replaceLast(state, here, { ...previous, address })
}

/** Fills in an address stated earlier: "my sister's place is …, send it there". */
export const withAddress = (wish: Wish, { focus, piece, pieces }: ClauseContext): Wish => {
  const told = pieces.slice(0, pieces.indexOf(piece)).findLast(({ address }) => address !== null)
  const isSame = /(?:^| )(?:there|same (?:place|address)|that address|this address)(?: |$)/.test(piece.text)
  const before = isSame ? focus.wishes.findLast(({ address }) => address !== null) : undefined
  const address = told?.address ?? before?.address
  return addressed.has(wish.intent) && wish.address === null && address !== undefined ? { ...wish, address } : wish
}

/** Phrases for goods already ordered: "the shoes I ordered", "the shirts from today". */
const ordered =
  /(?:^| )(?:i|we) (?:have |just )?(?:order|buy|purchase)(?: (?:today|yesterday|this|last)| already|$)|(?:from|of) (?:today|yesterday)(?: |$)/

/** Returns whether an address is for an order rather than the cart: "send the guide to …", "update my orders". */
export const isOfOrder = (
  { wishes }: State,
  { before, focus, label, message, pieces, piece }: ClauseContext
): boolean => {
  const isElse = wishes.concat(before ?? []).some(({ intent }) => writing.has(intent) && !ofOrder.has(intent))
  const isSpokenOf = before !== undefined && ofOrder.has(before.intent) && focus.orderId !== null
  const isMeant = isThing(piece) || /\bmy (?:\w+ )?orders\b/iu.test(message) || isSpokenOf
  const isOrdered = pieces.some(({ text }) => ordered.test(text))
  return label === "shipping_address" && !pieces.some(saysCart) && (isOrdered || (isMeant && !isElse))
}
