import { type Intent } from "../Intents.ts"
import { plainWish, type ProductReference, type Wish } from "../Wish.ts"

const id = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"

/** How our answers tell that something was done. `order`, `product` and `code` are what it was done to. */
const told: ReadonlyArray<readonly [pattern: RegExp, intents: ReadonlyArray<Intent>]> = [
  [new RegExp(`\\bOrder (?<order>${id})[^\\n]*? is cancelled\\. You get `, "gi"), ["cancel_order"]],
  [new RegExp(`\\bOrder (?<order>${id}) (?:is placed|was placed already): `, "gi"), ["checkout"]],
  [
    new RegExp(`\\bThe return ${id} of order (?<order>${id}) is (?:approved|requested)\\. (?:Please|Somebody)`, "gi"),
    ["return"]
  ],
  [new RegExp(`\\bThe return ${id} of order (?<order>${id}) is refunded: `, "gi"), ["refund"]],
  [new RegExp(`\\bOrder (?<order>${id}) now goes to `, "gi"), ["change_address"]],
  [/\bYour cart now holds (?:the |\d+ × )(?<product>.+?) at \$/g, ["add_to_cart", "update_cart"]],
  [/\bI took the (?<product>[^\n]+?) out of your cart\b/g, ["remove_from_cart"]],
  [/\bThe coupon (?<code>\S+) is on your cart\./g, ["apply_coupon"]],
  [/\bThere is no coupon on your cart any more\./g, ["remove_coupon"]],
  [/\bDone, I will remember that as /g, ["remember_preference"]],
  [/\bI have forgotten it: (?<content>[^\n]+?)\.?$/gm, ["forget_preference"]]
]

/** What was done in a turn: the wishes of its message that its answer tells to be fulfilled, with what it was done to. */
export const doneIn = (asked: ReadonlyArray<Wish>, answer: string): ReadonlyArray<Wish> =>
  told.flatMap(([pattern, intents]) =>
    [...answer.matchAll(pattern)].flatMap(({ groups = {} }): ReadonlyArray<Wish> => {
      const wish = asked.findLast(({ intent }) => intents.includes(intent))
      const { code, content, order, product } = groups
      const named: ProductReference | null = product === undefined ? null : { name: product, source: "history" }
      return wish === undefined
        ? []
        : [
            {
              ...plainWish(wish.intent, wish.text),
              product: named,
              order: order === undefined ? null : { kind: "id", id: order.toLowerCase() },
              quantity: wish.quantity,
              code: code ?? wish.code,
              memory: content === undefined ? wish.memory : { category: null, content },
              fromHistory: true
            }
          ]
    })
  )
