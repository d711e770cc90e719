import { isShop, type Label } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { intentSet, writing } from "../Intents.ts"
import { readCartQuantity, readItems } from "../slots/CartQuantity.ts"
import { pickAll } from "../slots/Selection.ts"
import { addressOf, readRemembered } from "../slots/Slots.ts"
import { mergeAddresses, noAddress, onlyTellsAddress, restOfAddress } from "../text/Address.ts"
import { isBounded, isThing, saysCart, spares } from "../text/ClauseWords.ts"
import { namesThing } from "../text/Phrases.ts"
import { tag } from "../text/Tags.ts"
import { tokenize, wordsOf } from "../text/Tokens.ts"
import { namedNow, type ProductReference, type SaidAddress, type WantedItem, type Wish } from "../Wish.ts"
import { asksForPart } from "./Agreeing.ts"
import { add, type Here, pass, replaceLast, type Rule, type State, withLast } from "./State.ts"

/** What needs an address. */
export const addressed = intentSet("change_address", "shipping_address", "billing_address")

const asksForName = /\b(?:recipient|who|whose|name)\b/i
const asName =
  /^(?:(?:it'?s|it is|to|for|the name is|my name is|please use)\s+)?((?!no\b|yes\b|the\b)\p{L}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]+){0,3})[.!]?$/iu

const forSomebody =
  /^(?:and |but |please |no, |oh,? )*(?:(?:it'?s |that'?s )?(?:for|addressed to|in the name of|under the name|attn:?|c\/o|recipient:?|the (?:name|recipient) is)) (\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]*){1,3})[.!]?$/u

/** Who receives it: the name alone after a question of ours for it, or "for John Miller" behind an address. */
const receiverIn = ({ focus, piece, pieces }: Here, { address }: Wish, isLater: boolean): string | undefined => {
  const isAlone = pieces.length === 1
  const isAsked = address?.recipient === null && /\?\s*$/.test(focus.answer) && asksForName.test(focus.answer)
  const isBehind = (isAlone || isLater) && address !== null && address.street !== null
  return (isAlone && isAsked ? asName : isBehind ? forSomebody : null)?.exec(piece.said.trim())?.[1]
}

/** The parts that an address lacked, said alone in the next message. */
const answeredRest = ({ message }: Here, { address }: Wish) =>
  address !== null &&
  address.street !== null &&
  (address.city === null || address.state === null || address.zip === null)
    ? restOfAddress(message)
    : null

/** "it's number 15, not 5": the street with another number. */
const renumbered = ({ piece }: Here, { address }: Wish): SaidAddress | null => {
  const found = /(\d+\p{L}?),? (?:not|instead of|rather than) (\d+\p{L}?)(?!\p{L})/iu.exec(piece.said)
  const before = address?.street ?? ""
  const street = found === null ? before : before.replace(new RegExp(`\\b${found[2]}\\b`, "iu"), found[1] ?? "")
  return street === before ? null : { ...noAddress, street }
}

/** An address, or a part of one, that a clause gives to what needs it. */
const givenAddress = ({ label, piece }: Here, before: Wish): SaidAddress | null => {
  const isOther = isShop(label) && label !== before.intent && !(piece.address !== null && piece.tokens.length < 3)
  const isElsewhere =
    (before.intent === "change_address" && saysCart(piece)) ||
    (before.intent === "billing_address" && /(?:^| )(?:ship|shipping|deliver|delivery|parcel)(?: |$)/.test(piece.text))
  // Little is said besides: it answers a question, or goes on.
  const isAlone = piece.address === null ? piece.named.length < 2 && piece.tokens.length < 10 : piece.tokens.length < 6
  return isOther || isElsewhere || !isAlone ? null : addressOf(piece)
}

/** More of an address that was spoken of: the rest of it, its recipient, "and ship to the same". */
export const addressing: Rule = (state, here) => {
  const { focus, piece } = here
  const previous = state.wishes.at(-1)
  const before = previous ?? focus.wishes.at(-1)
  if (
    before === undefined ||
    !addressed.has(before.intent) ||
    (onlyTellsAddress(piece.text) && !asksForPart(focus.answer) && previous?.address !== null)
  ) {
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
  const isExplicit = before.isExplicit || (part === null && asksForPart(focus.answer))
  return previous === undefined
    ? add(state, here, { ...before, address, isExplicit, fromHistory: true })
    : replaceLast(state, here, { ...previous, address })
}

/** Labels of clauses that only go on telling. */
const telling: ReadonlySet<Label> = new Set(["remember_preference", "context", "follow_up", "decline", "smalltalk"])

const trailer =
  /^(?:please|thanks?|remember (?:it|that|this)|keep that in mind|(?:please )?update (?:it|that|this)(?: please)?)[.!]*$/i

/** "remember that I like blue, and hate wool": what is linked belongs to it. */
export const remembering: Rule = (state, here) => {
  const { label, piece, previous } = here
  if (previous?.intent === "remember_preference" && previous.memory?.content === null && !piece.said.includes("?")) {
    return replaceLast(state, here, { ...previous, memory: readRemembered(piece.said) })
  }
  const content = previous?.intent === "remember_preference" ? previous.memory?.content : null
  const isTrailer = trailer.test(piece.said.trim())
  const goesOn =
    state.last?.sentence === piece.sentence && (telling.has(label) || piece.isBare || isTrailer) && !saysCart(piece)
  if (previous === undefined || content === null || content === undefined || !goesOn) {
    return undefined
  }
  const whole = isTrailer ? content : `${content}${piece.joiner === "comma" ? ", " : " and "}${piece.said.trim()}`
  return replaceLast(state, here, {
    ...previous,
    memory: { category: previous.memory?.category ?? null, content: whole.slice(0, 500) }
  })
}

export const collecting = intentSet("bundles", "optimize_cart", "fulfillment_plan")
export const comparing = intentSet("compare_products", "compare_reviews")

const busy =
  /(?:^| )(?:put|place|show|find|what|how|tell|have|want|need|looking|search|where|when|which|why|add|remove|buy|stock|price|review|reviews|ship|check|compare|track|order)(?: |$)/

const inCartWords = /(?: (?:to|in|into|on|from|out of|of) (?:my|the|a))? (?:shopping )?(?:cart|basket|trolley|bag)$/

/** Says what is not wanted: "not two", "but not the mouse", "and leave the keyboard". */
const refuses =
  /^(?:(?:and|but|so|just|please|only) )*(?:(?:do )?not (?!only|just|forget|hesitate)|without|rather than|instead of|except|no (?!the |my |problem|make|wait|actually)|keep|leave|skip|omit|minus)(?: |\S+ )|^(?:(?:and|but) )?(?:the|my) (?:\S+ ){1,3}not $/
const namedVerb =
  /(?:^| )(?:add|put|remove|take|cancel|order|buy|send|return|apply|use|show|find|check|ship|tell|want|need|like|remember|forget|think|know|sure|work|arrive|get|keep in|leave it|in mind|out|off|only|just|rest|else)(?: |$)/

/** Says of something only that it is not wanted; also of what is linked to that: "keep the mouse and the keyboard". */
const isRefusal = (pieces: ReadonlyArray<Piece>, at: number): boolean => {
  const [piece, before] = [pieces[at], pieces[at - 1]]
  return (
    piece !== undefined &&
    !piece.said.includes("?") &&
    ((refuses.test(`${piece.text} `) && !namedVerb.test(piece.text)) ||
      (piece.isBare && before?.sentence === piece.sentence && isRefusal(pieces, at - 1)))
  )
}

/** What is refused behind a wish is nothing more to do, and not what "it" means; of a whole cart it is what stays. */
export const refusing: Rule = (state, here) => {
  const { piece, pieces, previous } = here
  const isOfAct = previous !== undefined && writing.has(previous.intent) && previous.memory === null
  const isThingOnly = piece.isBare && piece.main !== undefined && !isBounded(piece)
  const isHere = state.last?.sentence === piece.sentence && (isOfAct || isThingOnly)
  if (previous === undefined || !isHere || !isRefusal(pieces, pieces.indexOf(piece))) {
    return undefined
  }
  // An order goes back as a whole: "the shirt but not the trousers" is asked about.
  return previous.intent === "return"
    ? replaceLast(state, here, { ...previous, isExplicit: false })
    : previous.intent === "remove_from_cart" && previous.product === null && piece.main !== undefined
      ? replaceLast(state, here, { ...previous, product: namedNow(piece.main.written) })
      : { ...state, asides: [...state.asides, "decline"] }
}

/** For whom they are. */
export const share =
  /^(?:(?:and )?(?:one|two|three|four|\d|another|the other|the rest) (?:be )?for (?:me|him|her|them|us|my|our|the|each|every)(?: (?!one|two)\S+){0,2} ?)+$/

/** How many, and nothing else. */
const onlyCounted =
  /^(?:(?:just|only|say|about|like) )*(?!one of)\S+(?: of (?:them|those|these|it))?(?: (?:i think|please|then))*$/

/** "…, the everyday ones": which of its kind. */
const describes = /^(?:the|those|these) .* ones?$/

/** What is said behind what goes into the cart is no second wish: "3 of them", "one for me and one for my son". */
export const counting: Rule = (state, here) => {
  const { piece, previous } = here
  const wish = state.wishes.at(-1)
  if (wish?.intent !== "add_to_cart" && wish?.intent !== "update_cart") {
    return undefined
  }
  if (wish.quantity !== null && share.test(piece.text)) {
    // "a pair for me and one for my dad" are two, "two, one for me" as well.
    const more = / for (?:me|my|us)\b/i.test(wish.text) ? readCartQuantity(piece.tokens, () => false) : null
    return { ...state, wishes: withLast(state.wishes, { ...wish, quantity: wish.quantity + (more ?? 0) }) }
  }
  const isCount = piece.bounds.quantity !== null && piece.phrases.length === 0 && onlyCounted.test(piece.text)
  const isSaid = piece.label === "update_cart" && !isThing(piece)
  if (previous === undefined) {
    return isCount && piece.tokens.length < 3 ? pass(state, here) : undefined
  }
  const beside = here.pieces.flatMap(({ sentence, tokens }) => (sentence === piece.sentence ? tokens : []))
  if (isCount && pickAll(beside, here.focus).length > 1) {
    return state
  }
  const { name = "", source } = wish.product ?? {}
  return wish.intent === "add_to_cart" && (isSaid || isCount)
    ? replaceLast(state, here, { ...wish, quantity: readCartQuantity(piece.tokens, () => false) ?? wish.quantity })
    : source === "message" && piece.isBare && piece.main !== undefined && describes.test(piece.text)
      ? replaceLast(state, here, { ...wish, product: { name: `${piece.main.written} ${name}`, source } })
      : undefined
}

/** More products of a comparison, a plan, a bundle or a cart: "… and three lamps". */
export const collected: Rule = (state, here) => {
  const { label, piece, previous } = here
  if (previous === undefined || state.last?.sentence !== piece.sentence) {
    return undefined
  }
  const isCompared = piece.isBare && comparing.has(previous.intent)
  // "the aerie or the slate"
  const said = isCompared ? piece.phrases.filter((phrase) => namesThing(phrase) || phrase.isDefinite) : piece.named
  const named = said.length > 0 || !piece.isBare || piece.main === undefined ? said : [piece.main]
  const isOpen = previous.intent === "fulfillment_plan" && previous.region === null
  if (isOpen && named.length === 0 && piece.region !== null) {
    return replaceLast(state, here, { ...previous, region: piece.region })
  }
  const isLooseEnd = !busy.test(wordsOf(piece.tokens).replace(inCartWords, "")) && label !== "remember_preference"
  if (named.length === 0 || (!piece.isBare && label !== "follow_up" && !isLooseEnd)) {
    return undefined
  }
  if (collecting.has(previous.intent)) {
    return replaceLast(state, here, {
      ...previous,
      items: [...previous.items, ...readItems(piece.tokens, named)],
      region: previous.region ?? piece.region
    })
  }
  const products = named.map(({ written }) => namedNow(written))
  if (previous.intent === "remove_from_cart" && spares(previous.text)) {
    return replaceLast(state, here, { ...previous, otherProducts: [...previous.otherProducts, ...products] })
  }
  const known = previous.product?.source === "message" ? [previous.product] : []
  const [first = null, ...others] = [...known, ...previous.otherProducts, ...products]
  return comparing.has(previous.intent)
    ? replaceLast(state, here, { ...previous, product: first, otherProducts: others, fromHistory: false })
    : undefined
}

/** The product of a wish, and how many of it; a number in its name is none. */
const itemOf = ({ product, filters, quantity, text }: Wish): ReadonlyArray<WantedItem> => {
  const name = product?.name ?? filters.query
  return name === null
    ? []
    : [
        {
          product: namedNow(name),
          quantity: quantity ?? readCartQuantity(tag(tokenize(text.replace(name, " "))), () => false)
        }
      ]
}

/** A wish that is only the first half of a list: "what would two cookbooks", before "and the jacket cost together?" */
const isHalf = ({ intent, text }: Wish): boolean =>
  (intent === "product_details" || intent === "find_products" || intent === "stock") &&
  !busy.test(text.toLowerCase().replace(/^(?:what|how much) (?:would|do|does|will|is|are) /, ""))

/** "both into my cart", "put them in" name nothing of their own. */
const isOfAll = /^(?:please )?(?:(?:put|add) (?:both|them|those|these)|both|all)(?: of (?:them|those|these))?(?: |$)/

/** What goes into the cart, a comparison, bundle or plan takes over the products that were named right before it. */
export const withEarlierItems = (before: State, after: State): State => {
  const wish = after.wishes.at(-1)
  const isAll = isOfAll.test(after.last?.text ?? "")
  if (wish === undefined || after.wishes.length <= before.wishes.length || before.last === null) {
    return after
  }
  const isEnd = isAll || (after.last?.isLinked === true && !busy.test(wish.text.toLowerCase()))
  const isPut = wish.intent === "add_to_cart" && before.last.isBare && isEnd
  const kept = before.wishes.slice(0, before.wishes.findLastIndex((earlier) => !isHalf(earlier)) + 1)
  const halves = before.wishes.slice(kept.length)
  const isTaken = isPut || collecting.has(wish.intent) || comparing.has(wish.intent)
  if (!isTaken || halves.length === 0 || before.last.sentence !== after.last?.sentence) {
    return after
  }
  const items = halves.flatMap(itemOf)
  if (isPut) {
    return { ...after, wishes: [...kept, ...items.map((item) => ({ ...wish, ...item })), ...(isAll ? [] : [wish])] }
  }
  const said = halves.map(({ text }) => text).join(" and ")
  const named = items.map(({ product }) => product)
  const isNew = ({ name }: ProductReference) => named.every((other) => other.name !== name)
  const own = wish.product?.source === "message" ? [wish.product, ...wish.otherProducts].filter(isNew) : []
  const [first = null, ...others] = [...named, ...own]
  const whole: Wish = collecting.has(wish.intent)
    ? { ...wish, items: [...items, ...wish.items], text: `${said} and ${wish.text}` }
    : { ...wish, product: first, otherProducts: others, fromHistory: false, text: `${said}, ${wish.text}` }
  return { ...after, wishes: [...kept, whole] }
}
