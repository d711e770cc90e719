import { it } from "@effect/vitest"
import { Option } from "effect"
import { consentTo, type Said } from "../../../src/rules/consent/Consent.ts"
const c = (act: any, m: string, h: Said = []) => Option.isSome(consentTo(act, m, h))
const X = "00000000-0000-7000-8000-000000000001",
  Y = "00000000-0000-7000-8000-000000000002"
const no: Record<string, string[]> = {
  order: [
    "Place the order. But first tell me the total.",
    "Checkout, but tell me the total first",
    "Checkout. But wait for my OK.",
    "Place the order. Ask me before you charge anything.",
    "Place the order. Not now.",
    "Place the order. Wait until tomorrow.",
    "Place my order after I confirm the total",
    "Place the order on Monday",
    "Place the order at 6 pm",
    "Place the order in a week",
    "I'd place the order but it is too expensive",
    "Buy now button does not work",
    "Check out my cart for mistakes",
    "Place the order for max $50 in total",
    "Checkout minus the keyboard",
    "Jetzt bestellen, aber sag mir erst den Preis",
    "Haz el pedido, pero espera a mi confirmación",
    "Bestelle bitte nichts",
    "Place the order. The address is wrong though.",
    "Place the order. How much will it be?",
    "Place the order once you told me the total",
    "Order it tomorrow",
    "Order it if shipping is free",
    "Order it when the price drops",
    "Checkout. Tell me the total before.",
    "Place the order. First add a mouse.",
    "Place the order as soon as I say go",
    "Check out my cart, is the address right?",
    "Hold off: place the order later",
    "Place the order with coupon HELLO10. If the coupon fails do not order.",
    "Place the order. Don't.",
    "I can't seem to place the order",
    "My son tried to place the order",
    "The place order page is broken"
  ],
  cancel: [
    "I forbid you to cancel order " + X,
    "I'd cancel order " + X + " but I like it",
    "Cancel order " + X + ". But ask me first.",
    "Cancel order " + X + " only after I confirm",
    "Cancel order " + X + ". Tell me the refund before you do.",
    "Cancel order " + X + " tomorrow",
    "Cancel order " + X + ". Actually I want it after all.",
    "Cancel order " + X + ". Forget what I just said.",
    "Cancel order " + X + ". Sorry, wrong order.",
    "Cancel my last order. Just kidding.",
    "Undo cancel order " + X,
    "Cancel button greyed out for order " + X,
    "Cancel the express shipping of order " + X,
    "Cancel the refund for order " + X,
    "Please cancel the search",
    "Cancel my cart",
    "Cancel the return",
    "Cancel " + X + " or " + Y,
    "If order " + Y + " has not shipped, cancel " + X
  ],
  return: [
    "Return to order " + X + " in the list",
    "Return order " + X + ". But ask me first.",
    "I'd return order " + X + " but it is too late",
    "Return order " + X + " next week",
    "My refund has not arrived, please check",
    "Refund status please"
  ],
  refund: ["My refund has not arrived, please check", "Refund status please"],
  readdress: [
    "Change the shipping address of my cart to 99 Elm St",
    "Change the address of order " + X + " to 99 Elm St. But ask me first."
  ]
}
const q: Said = [
  { role: "user", text: "x" },
  { role: "assistant", text: "The total is $33.45. Shall I place the order for $33.45?" }
]
const qc: Said = [
  { role: "user", text: "x" },
  { role: "assistant", text: `Shall I cancel order ${X}?` }
]
const w: Said = [
  { role: "user", text: "Cancel my order" },
  {
    role: "assistant",
    text: `You have ${X} (Hush 700 headphones) and ${Y} (Slow Pantry Cookbook). Which order shall I cancel?`
  }
]
const yesNo = [
  "Yes, if my wife agrees",
  "yes, for $5",
  "Yes, tomorrow",
  "Yes, after payday",
  "yeah right",
  "sure, as if",
  "yes, put it on my wish list",
  "do it yourself",
  "Great, thanks"
]
const cNo = ["Yes, tomorrow", "Agreed, it is expensive", "Great, thanks"]
const wNo = [
  "neither",
  "keep all of them",
  "I changed my mind",
  "nothing, thanks",
  "goodbye",
  "Let me sleep on it",
  "My dog ate the box",
  "the first one arrives tomorrow"
]
const ok: Record<string, string[]> = {
  cancel: [
    "Cancel my last order",
    "please cancel order " + X + ", I ordered the wrong size",
    "cancel " + X + " and tell me what I get back",
    "Cancel my order, it arrives too late",
    "cancel the order I placed on Monday",
    "Cancel " + X + " but keep " + Y,
    "I'd like to cancel my order",
    "return the keyboard? no. cancel order " + X
  ],
  return: [
    "return order " + X + ", it arrived on Monday broken",
    "I'd like to return my last order",
    "Return the keyboard from my last order",
    "I want a full refund",
    "return order " + X + ", it broke when I opened it",
    "I want to return order " + X + " because it stopped working after two days"
  ],
  order: [
    "place the order please",
    "check out with express shipping",
    "Place the order, thanks!",
    "checkout, ship it express and leave it at the door",
    "Add the lamp to my cart and check out"
  ],
  refund: ["I want a refund", "give me my money back", "Refund my return", "please process my refund"],
  readdress: ["Change the address of my last order to 9 Elm Street, 02101"]
}
it("x", () => {
  for (const [a, ms] of Object.entries(no)) for (const m of ms) if (c(a, m)) console.log("SHOULD NOT", a, m)
  for (const m of yesNo) if (c("order", m, q)) console.log("YES SHOULD NOT", m)
  for (const m of cNo) if (c("cancel", m, qc)) console.log("CYES SHOULD NOT", m)
  for (const m of wNo) if (c("cancel", m, w)) console.log("REPLY SHOULD NOT", m)
  for (const [a, ms] of Object.entries(ok)) for (const m of ms) if (!c(a, m)) console.log("SHOULD", a, m)
  for (const m of ["the second", "both", "the headphones", "the cookbook one", X, "all of them", "the latest"])
    if (!c("cancel", m, w)) console.log("REPLY SHOULD", m)
  for (const m of [
    "Yes, I ordered it twice",
    "yes, wrong size",
    "yes please, I don't need it",
    "yes cancel it",
    "yeah go ahead",
    "ok",
    "sure, thanks",
    "Yes. It is broken"
  ])
    if (!c("cancel", m, qc)) console.log("CYES SHOULD", m)
  for (const m of [
    "yes, express please",
    "yes with express shipping",
    "yes place it",
    "Yes, thank you so much",
    "sounds good, go ahead",
    "perfect",
    "yes and ring twice",
    "confirm",
    "y",
    "ok do it",
    "yes please place the order now",
    "ja gerne",
    "oui",
    "sí, por favor",
    "好的，谢谢",
    "はい、お願いします",
    "네, 부탁해요",
    "ja, bitte bestellen"
  ])
    if (!c("order", m, q)) console.log("YES SHOULD", m)
})
