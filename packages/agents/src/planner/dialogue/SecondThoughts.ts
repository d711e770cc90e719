import { tellsOf, wonders } from "../classify/Consent.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { asksOfProduct, binding, cartChanges, type Intent, stated, writing } from "../Intents.ts"
import { isThing } from "../text/ClauseWords.ts"
import { readCartQuantity } from "../slots/CartQuantity.ts"
import { lastSpokenOf } from "../slots/Filling.ts"
import { pickAll } from "../slots/Selection.ts"
import { isUncounted, surely } from "../slots/Slots.ts"
import { namedBefore, plainWish, type Wish } from "../Wish.ts"
import { add, type Here, isFirst, pass, type Rule } from "./State.ts"
import { share } from "./Joining.ts"
import { isSilent, type Label } from "../classify/Labels.ts"

/** Below this a reading is a guess, which counts only when nothing else is understood. */
const guess = 0.35

const memoryWords =
  /(?:^| )(?:remember|note|keep|change|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record|write down)(?: |$)/

const isZip = /(?:^| )(?:(?:zip|postal|post) ?code|\d{5})(?: |$)/

const puts = /^(?:(?:please|then|can you|could you) )*(?:put|add|take|remove|drop|throw) /

/** Says to order the cart, whatever it says with it: a code, an address. */
const ordersCart =
  /^(?:(?:ok|okay|please|and|then|so|now|just|can you|could you|i want to|i would like to|let us) )*(?:check ?out|place (?:my|the|an) order|(?:order|buy|pay for) (?:my|the) (?:cart|basket))(?: |$)/

/** What a piece is taken for among the others of a message; `left` stands right before it. */
export const takenFor = (piece: Piece, pieces: ReadonlyArray<Piece>, left: Piece | undefined): Label => {
  if (/coupon$|address$/.test(piece.label) && piece.mood === "request" && ordersCart.test(piece.text)) {
    return "checkout"
  }
  // "bill it to my old address" is not to where the cart goes.
  if (piece.label === "billing_same" && /(?:^| )(?:old|other|previous|different|former)(?: |$)/.test(piece.text)) {
    return "billing_address"
  }
  const others = pieces.some((other) => other !== piece && isAsked(other))
  const asks = others || pieces.some((other) => other !== piece && (other.mood === "question" || wonders(other.text)))
  const isStated = !piece.isRequest && !stated.has(piece.label) && !isSilent(piece.label)
  const isGuess = piece.probability < guess && !piece.isBare && piece.label !== "follow_up" && piece.codes.length === 0
  const isTrait = piece.label === "remember_preference" && asks && !memoryWords.test(piece.text)
  // What binds is asked about first, and what is told to be done to a thing that is named: "and put in the humidifier".
  const isSure = !others && piece.probability > 0.5
  const isTold = piece.mood === "request" && isThing(piece) && (isSure || puts.test(piece.text))
  const isAskedFirst = binding.has(piece.label) || (cartChanges.has(piece.label) && isTold)
  // "add up the tent and the bag": what is linked to a question of another kind goes on with that.
  const prior = piece.isLinked && !puts.test(piece.text) ? left : undefined
  const joins = prior !== undefined && isAsked(prior) && asksOfProduct.has(prior.label)
  const isRisk = writing.has(piece.label) && !isAskedFirst && piece.sureness < (joins ? 0.8 : surely)
  // "hedphones noize canceling": what only sounds like an order is none, and a ZIP code no coupon, and no number.
  const isBinding = binding.has(piece.label) || piece.label === "cancel_question"
  const isPut = cartChanges.has(piece.label) && piece.said.includes("?")
  const isWild = piece.probability < guess && (isPut || (isBinding && piece.sureness < 0.5))
  const isNone = isWild || (isZip.test(piece.text) && /coupon$|cart$/.test(piece.label))
  const isAside = piece.isStory || isRisk || isTrait || isNone || (others && (isStated || isGuess))
  return isRisk && joins ? prior.label : isAside ? "context" : piece.label
}

/** What leads to a second thought. */
export const lead =
  "(?:(?:rather|better|whoops?|my bad|i say|oh|no|now|then|yes|k|lol|laughing|jk|joke|omg|haha|never ?mind|can you|could you|nah|nope|ugh|hm|hmm|but|and|or|ok|okay|well|wait|sorry|please|actually|stop|hey|damn|shit|oops|argh|sec|a|second|hold on|on second thought|on second think|just|i|so) )*"
const trail = "(?: (?:please|again|now|for i|after all|anymore|any more|at all|though|instead|thing|one|yet))*"
const it =
  "(?:it|everything|both|that|this|them|those|these|the order|that order|my order|the return|my return|that return|the refund)"

/** Takes back what was just done: "undo that", "I don't want it after all", "I changed my mind". */
const takesBack = new RegExp(
  `^${lead}(?:(?:can you |could you |can i |you can )?(?:undo|uncancel|unreturn|reinstate|reactivate|revert|reverse|scratch|scrap|cancel|stop|take back|forget|put back|put(?= \\S+ back)|keep|leave|return|restore|bring|do not cancel|not cancel|do not remove|delete|erase|(?:remove|take)(?= ${it}(?: (?:out|off))? again))(?: ${it})?(?: (?:back|in|out|off|as it be|there|alone))*${trail}|(?:do|did|will|would)? ?not(?: (?:do|want|need|like|mean|add|cancel|remove|order|return|send|apply|say|place|do want))*(?: (?:to|for))*(?: (?:do|add|cancel|remove|order|return|send|apply|keep|place|have))?(?: ${it})?${trail}|i (?:do )?(?:change|have change|have changed|changed) my mind|(?:it|that|this) (?:be|was) (?:a |my )?(?:mistake|accident|error|wrong)|by (?:mistake|accident)|my (?:mistake|bad)|(?:i )?(?:want|need|would like|prefer|like|rather|would rather) (?:to )?(?:keep|have) ${it}${trail}|i (?:want|need) ${it} back|i do (?:want|need|like) ${it}${trail}|changed? my mind|(?:neither|none|not any|no)(?: (?:of ${it}|one|after all))+|on second (?:thoughts?|think)(?: no)?|wrong (?:one|thing|order|button|product))$`
)

/** Hesitates: "wait", "hold on", "never mind". */
const hesitates = new RegExp(
  `^${lead}(?:no wait|wait(?: no| a (?:second|minute|moment|sec))?|hold on|stop|never ?mind|nevermind|hang on|one moment|not so fast|no no|no do not|do not|do not do that)${trail}$`
)

/** What undoes what was done to a cart or to memory. */
const opposites: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** The opposite of what was done; null where it takes a question. */
const opposite = (deed: Wish): Wish | null => {
  const intent = opposites[deed.intent]
  return intent === undefined || (intent === "apply_coupon" && deed.code === null)
    ? null
    : {
        ...deed,
        intent,
        quantity:
          deed.intent === "add_to_cart" ? (deed.quantity ?? 1) : deed.intent === "update_cart" ? null : deed.quantity,
        isExplicit: true
      }
}

const spoken = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/
const staysOut = /(?:^| )(?:out|off|remove|delete)(?: |$)/
const staysIn = /(?:^| )i do (?:want|need|like)(?: |$)/

const numeral = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a couple)"
export const recounts = new RegExp(
  `^${lead}(?:(?:it|that|i|we|should|would|will|be|have|want(?:ed)?|need|mean|say|said|ask for|take|make|like|get|only|just|to|the) )*(?:${numeral}|another|a second)(?: (?:more|one|of (?:them|those|these|it)|would be (?:good|better|great|nice|enough|fine)|instead|please|though|then|too|not ${numeral}|for (?:me|my|our|the|him|her|them)(?: \\S+){0,2}))*$`
)

const isAside = (piece: Piece) => !isAsked(piece) && !recounts.test(piece.text) && piece.label !== "update_cart"
const isAlone = ({ piece, pieces }: Here): boolean =>
  pieces.every((other) => other === piece || isSecondThought(other) || isAside(other))

/** "Can you or not?" takes nothing back. */
const isSecondThought = ({ text }: Piece) => !/ or not?$/.test(text) && (takesBack.test(text) || hesitates.test(text))

/** Thinks better of what the last turn did: that is undone or, if it cannot be, told how it stands. */
export const rethinking: Rule = (state, here) => {
  const { focus, pending, piece } = here
  const [deed] = focus.done.toReversed()
  const last = state.wishes.at(-1)?.intent
  const isSaidAgain = last === "taken_back" || (last !== undefined && last === opposites[deed?.intent ?? "unknown"])
  if (deed !== undefined && isSaidAgain && (isSecondThought(piece) || here.label === "decline")) {
    return pass(state, here)
  }
  if (deed === undefined || pending.length > 0 || !isFirst(state) || !isSecondThought(piece) || !isAlone(here)) {
    return undefined
  }
  if (binding.has(deed.intent)) {
    const isCancelled = here.label !== "decline" && /(?:^| )cancel(?: |$)/.test(piece.text)
    const isOfAddress = deed.intent === "change_address"
    return isCancelled && (isOfAddress || deed.intent === "checkout")
      ? undefined
      : add(state, here, { ...deed, intent: isOfAddress ? "change_address" : "taken_back" })
  }
  // "Don't order it yet" is no second thought about what only went into the cart, and "leave it out" wants what was done.
  const isGone = deed.intent === "remove_from_cart"
  const isKept = spoken.test(piece.text) || (isGone ? staysOut : staysIn).test(piece.text)
  const isMeant = !isKept && here.pieces.some(({ text }) => takesBack.test(text))
  const undoing = (isGone ? focus.done : [deed]).flatMap((each) => opposite(each) ?? [])
  return isMeant && undoing.length > 0 ? undoing.reduce((known, wish) => add(known, here, wish), state) : undefined
}

const buys =
  /^(?:(?:ok|okay|great|perfect|good|fine|cool|nice|well|then|and|so|yes|yeah|alright|sure|deal|awesome|wow|in that case|please|oh|not bad|fair enough|sound good|just|now) )*(?:(?:i|we) (?:(?:will|would|do|want|like|love|to|am|go|gonna|think|just|really|ready|be) )*(?:take|buy|get|have|order|purchase|want|grab|go with|go for)|(?:let us|please|can you)?(?: ?(?:go ahead and))? ?(?:buy|get|order|take|purchase|have|get i|give i|grab|add|put)) (?:it|that|this|all(?: of (?:them|those|these))?|both|them both|both of them|that one|this one|one|two|three|four|five|\d+|them|those|one of (?:them|those|it)|a couple)(?: (?:of (?:them|those|these|it)|then|please|now|too|in my cart|to my cart|in the cart|to the cart|in|for that|at that price|for that price))*$/

/** "ok, one please", once the price is known; "one of those". */
const buysSome =
  /^(?:(?:ok|okay|great|perfect|good|fine|cool|nice|well|then|and|so|yes|yeah|alright|sure|deal|just)[ ,]+)*(?:one|two|three|four|five|\d+|a couple)x?(?: of (?:them|those|these))?,? ?(?:please|pls|then please|then|(?<=of \w+))[.!]*$/

/** "I'll take it" after a product was spoken of. */
export const buying: Rule = (state, here) => {
  const { before, focus, noted, pending, piece } = here
  const picked = focus.items.find(({ name }) => name === noted.product)?.name ?? focus.product
  const isBoth = /(?:^| )both(?: |$)/.test(piece.text)
  const all = pickAll(piece.tokens, focus).map(({ name }) => name)
  const isOfProduct =
    before !== undefined && (all.length > 0 || asksOfProduct.has(before.intent)) && focus.product !== null
  const later = here.pieces.slice(here.pieces.indexOf(piece) + 1)
  const said = here.message.slice(piece.tokens[0]?.start, later[0]?.tokens[0]?.start).replace(/[\s,;:.]+$/u, "")
  const isSome = later.every(({ text }) => share.test(text)) && buysSome.test(said.toLowerCase())
  const isToBuy = buys.test(piece.text) && !tellsOf(piece.said)
  const isBought = isToBuy || (before?.intent !== "shipping_estimate" && isSome)
  if (!isOfProduct || pending.length > 0 || !isFirst(state) || isThing(piece) || !isBought) {
    return undefined
  }
  return (all.length > 0 ? all : isBoth ? lastSpokenOf(focus, piece.text) : [picked]).reduce(
    (known, name) =>
      add(known, here, {
        ...plainWish("add_to_cart", ""),
        product: name === null ? null : namedBefore(name),
        quantity: readCartQuantity(piece.tokens, isUncounted(piece)),
        isExplicit: true,
        fromHistory: true
      }),
    state
  )
}

const agrees =
  /^(?:(?:ok|okay|oh|well|yes|yeah|that|it|this|be|a|very|really|pretty|i|can|do|will|for i) )*(?:sound good|sound great|look good|good|great|perfect|deal|fine|fair|fair enough|ok|okay|i (?:be|am) in|go on|go for it|let us go|sure|agreed|agree|yes|yeah|yep|let us do it|do it|go ahead|good price|good deal|works|work for i|sold|reasonable|not bad)(?: (?:then|please|price|deal|do it|go ahead|for i|with i|to i|by i))*$/

/** "sounds good" after a price was told: agreement, but to what is not said, so it is asked. */
export const agreeing: Rule = (state, here) => {
  const { before, focus, piece, pieces } = here
  const isPrice = before !== undefined && (before.intent === "product_details" || before.intent === "price_history")
  return isPrice &&
    focus.product !== null &&
    /\$\d/.test(focus.answer) &&
    isFirst(state) &&
    pieces.every(({ text }) => agrees.test(text)) &&
    pieces[0] === piece
    ? add(state, here, {
        ...plainWish("offer_to_add", ""),
        product: namedBefore(focus.product),
        fromHistory: true
      })
    : undefined
}
