import { binding, type Intent } from "../Intents.ts"
import { linesOf, refusalOf } from "../text/Mood.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { readMood } from "./IntentMood.ts"

const taking =
  "remove|delete|clear|empty|lose|ditch|bin|kick|drop|discard|erase|wipe|get rid|throw|take(?: \\S+){0,4} (?:out|off|away)"
const changing = "change|update|set|increase|reduce|lower|raise|bump|double|adjust|amend|edit|make"
const addressing = `${changing}|send|ship|deliver|redirect|reroute|bill|charge|invoice|copy|use|put`

/** The verbs that do what an intent does; what a "don't" in front of them refuses. Base forms. */
const verbsOf: Partial<Record<Intent, string>> = {
  update_cart: changing,
  remove_from_cart: taking,
  apply_coupon: "apply|use|redeem|enter|add|put|activate",
  remove_coupon: taking,
  shipping_address: addressing,
  billing_address: addressing,
  billing_same: addressing,
  remember_preference: "remember|save|store|memorize|memorise|record|write"
}

const refusals = new Map(Object.entries(verbsOf).map(([intent, verbs]) => [intent, refusalOf(verbs)]))

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
