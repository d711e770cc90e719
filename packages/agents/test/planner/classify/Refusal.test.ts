import { assert, describe, it } from "@effect/vitest"
import { read } from "../support/Reading.ts"
import { type Intent, writing } from "../../../src/planner/Intents.ts"

const writes = (said: string): ReadonlyArray<Intent> =>
  read(said)
    .filter(({ intent }) => writing.has(intent))
    .map(({ intent }) => intent)

/** Messages of which nothing may be done, although they name it. */
const refused = [
  "Somebody raved about the Slow Pantry Cookbook. Don't put it in my cart yet",
  "please don't add the K87 to my cart",
  "don't remove the coupon",
  "Do not take the coupon off, what would my total be without it?",
  "don't remove anything from my cart, just show it",
  "do not empty my cart",
  "don't clear the basket yet",
  "I don't want to lose the coupon on my cart",
  "do not change the quantity of the K87",
  "please do not send my cart to 12 Rose Street, Boston, MA 02118",
  "nobody asked you to add the webcam",
  "leave the coupon alone and show me my cart",
  "make sure not to remove the mouse from my cart",
  "keep the webcam in my cart",
  "be careful not to clear my cart",
  "I don't want the K87 in my cart to be removed",
  "I refuse to send back my last order",
  "we refuse to cancel anything"
]

/** Messages that tell or ask of what they do not want done. */
const told = [
  "last week I removed the webcam from my cart",
  "should HELLO10 go on my cart or not?",
  "should the webcam be taken out of my cart?"
]

/** A "don't" that wants something. */
const wanted: ReadonlyArray<readonly [intent: Intent, said: string]> = [
  ["remove_coupon", "don't use the coupon on my cart, take it off"],
  ["remove_from_cart", "I don't want the webcam in my cart anymore, take it out"],
  ["remember_preference", "don't forget that I love teal"],
  ["remove_from_cart", "could you remove the webcam from my cart?"],
  ["shipping_address", "don't ship my cart to the office but to 12 Rose Street, Boston, MA 02118"]
]

describe("a refusal", () => {
  for (const said of [...refused, ...told]) {
    it(`changes nothing: ${said}`, () => {
      assert.deepStrictEqual(writes(said), [])
    })
  }

  for (const [intent, said] of wanted) {
    it(`is not read into: ${said}`, () => {
      assert.include(writes(said), intent)
    })
  }
})
