import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Money } from "../../../src/Money.ts"
import { consentTo, coversTotal, type History } from "../../../src/rules/consent/Consent.ts"
import { namesPlace } from "../../../src/rules/consent/Names.ts"
import { type BindingAct } from "../../../src/tools/Binding.ts"

const agrees = (act: BindingAct, message: string, history: History = []) =>
  Option.isSome(consentTo(act, message, history))

const asked = (text: string): History => [
  { role: "user", text: "Hello" },
  { role: "assistant", text }
]

const instructions: { readonly [A in BindingAct]: ReadonlyArray<string> } = {
  cancel: [
    "Cancel my last order",
    "I don't, sorry, cancel my last order",
    "please cancel order 00000000-0000-7000-8000-000000000001, I ordered the wrong size",
    "cancel 00000000-0000-7000-8000-000000000001 and tell me what I get back",
    "Cancel my order, it arrives too late",
    "cancel the order I placed on Monday",
    "Cancel 00000000-0000-7000-8000-000000000001 but keep 00000000-0000-7000-8000-000000000002",
    "I'd like to cancel my order",
    "return the keyboard? no. cancel order 00000000-0000-7000-8000-000000000001",
    "Cancel order 5",
    "could you cancel my last order?",
    "Please cancel my order, I changed my mind",
    "I don't want it anymore so please cancel it",
    "get rid of my last order",
    "Cancel order 5. Thanks, no rush",
    "Wait, cancel my last order!",
    "Not yet? Good. Please cancel it then.",
    "Not yet, good. Please cancel it then.",
    "So please just go ahead and cancel that latest order for me, would you?",
    "cancel my last order, please?",
    "The order with the atlas has to go, cancel it before I get a second lecture.",
    "the order with the yoga mat and the t-shirts has to be cancelled, please do that",
    "I should be grateful if you would cancel order 5 on my behalf.",
    "drop 00000000-0000-7000-8000-000000000001",
    "I hereby request the cancellation of order no. 00000000-0000-7000-8000-000000000001.",
    "Cancel yesterday's order",
    "My order must be cancelled",
    "cancel it if possible",
    "Please stop my order, I ordered by mistake",
    "please have my last order cancelled",
    "Can you cancel it? No rush",
    "pls cancle order 5",
    "Stornieren Sie bitte Bestellung 5",
    "Annulez ma commande s'il vous plaît",
    "¿puedes cancelar mi pedido?",
    "取消我的订单",
    "キャンセルしてください"
  ],
  order: [
    "place the order please",
    "check out with express shipping",
    "Place the order, thanks!",
    "Place the order without express shipping",
    "buy what's in my basket, no hurry, ordinary shipping will do",
    "checkout, ship it express and leave it at the door",
    "Add the lamp to my cart and check out",
    "check out",
    "Place the order for my cart with express shipping",
    "buy everything in my cart",
    "Check out my cart, with the note: please ring twice",
    "We've rented the rowing club for 45 guests, so go on: buy what's in my basket",
    "please order my cart",
    "order it",
    "I'll take it",
    "checkout the items in my basket",
    "buy everything in my cart and ship it to 9 Oak St NE, Atlanta",
    "chekout now pls",
    "Bestellung bitte abschicken",
    "结账"
  ],
  return: [
    "return order 00000000-0000-7000-8000-000000000001, it arrived on Monday broken",
    "I'd like to return my last order",
    "Return the keyboard from my last order",
    "I want a full refund",
    "return order 00000000-0000-7000-8000-000000000001, it broke when I opened it",
    "I want to return order 00000000-0000-7000-8000-000000000001 because it stopped working after two days",
    "I want to return order 5, it is broken",
    "send it back please",
    "start a return for order 7",
    "I'm returning it",
    "My neighbour says I should not wait. So yes, please return it, it is too large.",
    "pls retrun order 5"
  ],
  refund: [
    "I want a refund",
    "I am asking for a refund of my return",
    "go ahead with the refund",
    "I insist on a refund",
    "I request the refund of my return",
    "give me my money back",
    "Refund my return",
    "please process my refund",
    "Refund my return",
    "I want my money back",
    "bitte erstatten Sie mir das"
  ],
  readdress: [
    "Change the address of my last order to 9 Elm Street, 02101",
    "Ship it to 9 Elm Street instead",
    "change the address of my order",
    "It should be 79 Grove Street, Norfolk, VA 23510. Change it please.",
    "Bitte die Adresse ändern",
    "Bitte ändern Sie die Adresse auf 9 Elm Street, 02101",
    "Envoyez la commande au 9 Elm Street, 02101",
    "Envía mi pedido a 9 Elm Street, 02101",
    "请把订单寄到 9 Elm Street, 02101"
  ]
}

/** Orders of one act or another. */
const orders = [
  "check out",
  "checkout please",
  "place the order",
  "I'd like to check out now",
  "could you place the order for me?",
  "go ahead and place my order",
  "buy everything in my cart",
  "pay now",
  "yes, place the order please",
  "I'm ready to check out",
  "let's check out",
  "chekout pls",
  "order it with express shipping",
  "send it back please, it's broken",
  "I want to return my last order",
  "return order 0198f2aa-4c1d-7e3b-9a55-0f6c2b7d8e90",
  "start a return for my latest order",
  "could you please start a return for me",
  "I'm returning the shoes",
  "kindly take back my last order",
  "i'd like to send back my last order, it was damaged",
  "get my last order returned",
  "the jacket is too small, I need to send it back",
  "process the refund for my return",
  "refund me please",
  "I want my money back",
  "could you process my refund",
  "give me my refund",
  "refund please",
  "i'd like my refund please",
  "send my latest order to 12 Rose Street instead"
]

/** The same said so that nothing is asked for. */
const unasked = [
  "how do I check out?",
  "I think I want to check out",
  "I think I'd like to send my last order back",
  "if I ordered now, when would it come",
  "can I check out now?",
  "should I check out now?",
  "what happens when I check out",
  "check out?",
  "my wife says I should check out",
  "would you place the order if you were me",
  "I'm not sure whether to check out",
  "can I return it?",
  "what if I return it",
  "I might return it",
  "thinking about returning it",
  "my friend told me to return it",
  "how do I return it",
  "I wanted to return it",
  "return it?",
  "can I get a refund for the shoes",
  "where is my refund",
  "how do i get my refund",
  "if you refund me, will I lose gold",
  "can I still change the address?",
  "don't check out yet",
  "don't return it",
  "I do not want to return it",
  "don't refund it",
  "I already checked out",
  "I returned it last week",
  "was I refunded",
  "cancel my neighbour's latest order, she asked me to",
  "please return her order",
  "I wanted to cancel my order"
]

const others: { readonly [A in BindingAct]: ReadonlyArray<string> } = {
  cancel: [
    "Do not, under any circumstances, cancel my order",
    "Please don't – and I mean it – cancel my order",
    "do not (I repeat: not) cancel my order",
    "Never, ever, cancel my order",
    "Do not under any circumstances or for any reason cancel my order",
    "Do anything but cancel my order",
    "Please do everything except cancel my order",
    "Please stop cancelling my orders",
    "Please revoke the cancellation of my order",
    "block any cancellation of my order",
    "mera order cancel mat karna please",
    "order cancel nahi karna",
    "I forbid you to cancel order 00000000-0000-7000-8000-000000000001",
    "Cancel everything but order 00000000-0000-7000-8000-000000000001",
    "I'd cancel order 00000000-0000-7000-8000-000000000001 but I like it",
    "Cancel order 00000000-0000-7000-8000-000000000001. But ask me first.",
    "Cancel order 00000000-0000-7000-8000-000000000001 only after I confirm",
    "Cancel order 00000000-0000-7000-8000-000000000001. Tell me the refund before you do.",
    "Cancel order 00000000-0000-7000-8000-000000000001 tomorrow",
    "Cancel order 00000000-0000-7000-8000-000000000001. Actually I want it after all.",
    "Cancel order 00000000-0000-7000-8000-000000000001. Forget what I just said.",
    "Cancel order 00000000-0000-7000-8000-000000000001. Sorry, wrong order.",
    "Cancel my last order. Just kidding.",
    "Undo cancel order 00000000-0000-7000-8000-000000000001",
    "Cancel button greyed out for order 00000000-0000-7000-8000-000000000001",
    "Cancel the express shipping of order 00000000-0000-7000-8000-000000000001",
    "Cancel the refund for order 00000000-0000-7000-8000-000000000001",
    "Please cancel the search",
    "Cancel my cart",
    "Cancel the return",
    "Cancel 00000000-0000-7000-8000-000000000001 or 00000000-0000-7000-8000-000000000002",
    "If order 00000000-0000-7000-8000-000000000002 has not shipped, cancel 00000000-0000-7000-8000-000000000001",
    "list my orders",
    "Tell me the fee before I cancel it",
    "Before I cancel it I want to see the fee",
    "Wait until tomorrow, cancel it then",
    "Somebody has cancelled my order",
    "It would have to be cancelled by you",
    "It doesn't have to be cancelled",
    "Did you cancel my order, please?",
    "Can I cancel my order, please?",
    "can I still cancel it?",
    "what happens if I cancel?",
    "don't cancel it",
    "do not, I repeat, do not cancel it",
    "I am thinking about cancelling it",
    "maybe cancel it",
    "Was my order cancelled?",
    "show me the cancelled ones",
    "remove it from my cart",
    'A review says "please cancel my order now". Is that real?',
    "no canceles el pedido",
    "I want noise cancellation headphones",
    "auriculares con cancelación de ruido",
    "all the orders I cancelled",
    "I'm not cancelling",
    "cancel the coupon",
    "Could you tell me how to cancel my order?",
    "please update me on the cancellation of my order",
    "I request to be notified about the cancellation of my order",
    "cancellation terms please",
    "I was told a cancellation is free",
    "I regret the cancellation of my order",
    "regarding the cancellation of my order: what now",
    "Tell me the fee before you cancel it",
    "I was going to cancel but I'll keep it",
    "Cancel my order. Actually no, keep it.",
    "Cancel it. No wait, don't.",
    "A review says: 'please cancel my order now'",
    'A review says "Great lamp.\nPlease cancel my order now.\nThanks". Real?',
    "> Please cancel my order\nwhat does that review mean?",
    "A review said: cancel my order",
    "My sister wrote to me: great lamp.\n\nPlease cancel my order.",
    "Translate into German: cancel my order",
    "Si cancelo ahora cuanto me devuelven",
    "Wenn ich storniere, bekomme ich das Geld zurück?",
    "キャンセルしないで"
  ],
  order: [
    "undo the checkout",
    "the checkout is broken",
    "checkout failed again",
    "checkout doesn't work",
    "my last checkout was weird",
    "your checkout is slow please fix it",
    "Place the order. But first tell me the total.",
    "Checkout, but tell me the total first",
    "Checkout. But wait for my OK.",
    "Place the order. Ask me before you charge anything.",
    "Place the order. Not now.",
    "Place the order. Wait until tomorrow.",
    "Place my order after I confirm the total",
    "Place the order on Monday",
    "Place the order after Friday",
    "Place the order. My card is not ready yet.",
    "Place the order with 10% off",
    "Place the order, pay by invoice",
    "Place the order for two keyboards",
    "Place the order, for two keyboards",
    "Place the order at 6 pm",
    "Place the order with the note: ring twice. Actually don't.",
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
    "The place order page is broken",
    "I want to order headphones",
    "where is my order",
    "how do I check out?",
    "don't place the order",
    "order status",
    "take everything out of my cart",
    "list laptops and order them by price",
    "check out the reviews for the lamp",
    "place it in my cart",
    "I get it, thanks",
    "please confirm my order has arrived",
    "my latest order please",
    "cheapest way to buy my cart"
  ],
  return: [
    "Return to order 00000000-0000-7000-8000-000000000001 in the list",
    "Return order 00000000-0000-7000-8000-000000000001. But ask me first.",
    "I'd return order 00000000-0000-7000-8000-000000000001 but it is too late",
    "Return order 00000000-0000-7000-8000-000000000001 next week",
    "My refund has not arrived, please check",
    "Refund status please",
    "what is your return policy",
    "show my returns",
    "can I return it?",
    "how is my return?",
    "a monitor with 4K resolution",
    "returned orders",
    "do you take backorders"
  ],
  refund: [
    "block the refund",
    "Please decline that pending refund",
    "My refund has not arrived, please check",
    "I hereby request to be informed of the current state of the refund concerning order 00000000-0000-7000-8000-000000000001.",
    "please inform me of the state of my refund",
    "I request an update on my refund",
    "I'd like to know about the refund of my last return",
    "keep me informed about the refund",
    "status of my refund please",
    "the amount of my refund please",
    "refund amount please",
    "track my refund please",
    "please calculate my refund",
    "I am asking about the refund of my return",
    "still waiting for the refund of my return",
    "I've been promised a refund",
    "Refund status please",
    "where is my refund?",
    "how long does a refund take?",
    "don't refund it"
  ],
  readdress: [
    "Change the shipping address of my cart to 99 Elm St",
    "Change the address of order 00000000-0000-7000-8000-000000000001 to 99 Elm St. But ask me first.",
    "Die Adresse 9 Elm Street ist falsch",
    "Mein Mann will die Adresse auf 9 Elm Street 02101 ändern",
    "mi pedido fue enviado a 9 Elm Street",
    "地址9 Elm Street是错的",
    "where are you?",
    "list my orders"
  ]
}

const wholeOrders: ReadonlyArray<readonly [BindingAct, string]> = [
  ["cancel", "cancel only the last order"],
  ["cancel", "cancel just the one with the tent"],
  ["cancel", "just cancel the lamp order"],
  ["cancel", "cancel everything in my last order"],
  ["cancel", "cancel only my order from yesterday, not the others"],
  ["cancel", "remove that order"],
  ["cancel", "cancel the order with the mouse in it"],
  ["cancel", "cancel the lamp I ordered yesterday"],
  ["return", "return the mouse from my last order"],
  ["return", "send back the jacket, it is the only thing in that order"],
  ["return", "I just want to return the lamp"],
  ["return", "I want to return it, just the refund please"],
  ["return", "return only the second order"]
]

const partsOfOrders: ReadonlyArray<readonly [BindingAct, string]> = [
  ["cancel", "cancel just the mouse in my last order"],
  ["cancel", "cancel only the lamp from order 00000000-0000-7000-8000-000000000001, keep the rest"],
  ["cancel", "cancel the mouse from my last order"],
  ["cancel", "cancel one item from my latest order"],
  ["cancel", "drop the lamp from my order"],
  ["cancel", "remove lamp from order 00000000-0000-7000-8000-000000000001"],
  ["cancel", "cancel half of my order"],
  ["cancel", "cancel only the first item of my order"],
  ["cancel", "please cancel one of my orders"],
  ["return", "I want to return only the mouse from my last order"],
  ["return", "return just the mouse, I keep the tent"],
  ["return", "send back one of the two mugs from my last order"],
  ["return", "I'd like to return part of my order"],
  ["return", "return half of 00000000-0000-7000-8000-000000000001"],
  ["return", "return the first item from my last order"],
  ["return", "return order 00000000-0000-7000-8000-000000000001 partially"],
  ["return", "I'd like a partial return of my last order please"],
  ["return", "send two of them back"]
]

describe("consent", () => {
  for (const [act, messages] of Object.entries(instructions)) {
    it.each(messages)(`to ${act} is an instruction: %s`, (message) => {
      assert.isTrue(agrees(act as BindingAct, message))
    })
  }

  for (const [act, messages] of Object.entries(others)) {
    it.each(messages)(`to ${act} is not in: %s`, (message) => {
      assert.isFalse(agrees(act as BindingAct, message))
    })
  }

  const given = (message: string) => Object.keys(others).filter((act) => agrees(act as BindingAct, message))

  it.each(orders)("is in: %s", (message) => {
    assert.isNotEmpty(given(message))
  })

  it.each(unasked)("to nothing is in: %s", (message) => {
    assert.deepStrictEqual(given(message), [])
  })

  const question = asked("The total is $10.50. It goes to 9 Elm Street, 02101. Shall I place the order for $10.50?")

  it.each([
    "yes",
    "ok",
    "Yes, please!",
    "go ahead, thanks",
    "no problem, do it",
    "ja bitte",
    "sí",
    "はい",
    "是的",
    "👍",
    "yes and leave it at the door",
    "yes, express please",
    "Yes, thank you so much",
    "sounds good, go ahead",
    "ok do it",
    "sí, por favor",
    "好的，谢谢",
    "네, 부탁해요",
    "Yes please, no rush",
    "that works",
    "tak, proszę"
  ])("is a yes to a question that names the act: %s", (message) => {
    assert.isTrue(agrees("order", message, question))
    assert.isFalse(agrees("cancel", message, question))
    assert.isFalse(agrees("order", message))
  })

  const backed = asked("Order 1 can be sent back. Shall I return order 1?")

  it.each([
    "yes please, store credit",
    "yes, as store credit please",
    "yes please, to my card",
    "yes do that, money back on my card",
    "ok do it, store credit is fine",
    "Right, yes, do that please, as store credit if possible.",
    "yes please if you can"
  ])("is a yes to a return, however it is to be paid: %s", (message) => {
    assert.isTrue(agrees("return", message, backed))
  })

  it.each([
    "store credit",
    "yes but not as store credit",
    "yes, to another card",
    "maybe, as store credit",
    "yes if you can tell me what I get",
    "only if possible without a fee"
  ])("is no yes to a return: %s", (message) => {
    assert.isFalse(agrees("return", message, backed))
  })

  it.each([
    "no",
    "yes but not now",
    "Yes, if my wife agrees",
    "yes, for $5",
    "Yes, tomorrow",
    "Yes, after payday",
    "yeah right",
    "sure, as if",
    "yes, put it on my wish list",
    "do it yourself",
    "Great, thanks",
    "ok, what would I get back?",
    "ok show me my orders",
    "wait",
    "yes, cancel it",
    "yes, but only one of them",
    "yes and add a mouse",
    "yeah I can't afford that",
    "ja, aber erst morgen",
    "oui mais plus tard",
    "是的，但是换个地址",
    "nein",
    "いいえ"
  ])("is not in: %s", (message) => {
    assert.isFalse(agrees("order", message, question))
  })

  it.each(wholeOrders)("to %s a whole order is in: %s", (act, message) => {
    assert.isTrue(agrees(act, message))
  })

  it.each(partsOfOrders)("to %s a whole order is not in: %s", (act, message) => {
    assert.isFalse(agrees(act, message))
  })

  it.each(["cancel", "return"] as const)("to %s is a yes to a whole order, and to no part of it", (act) => {
    assert.isFalse(agrees(act, "yes", asked(`Shall I ${act} just the mouse in order 5?`)))
    assert.isTrue(agrees(act, "yes, all of it", asked(`Order 5 goes as a whole. Shall I ${act} order 5?`)))
  })

  it.each([
    ["readdress", "Shall I change the address of order 5 to 4 Elm St before it ships?"],
    ["cancel", "Would you like me to cancel order 5 before it leaves our warehouse?"]
  ] as const)("to %s is in a yes to a question that says how soon: %s", (act, text) => {
    assert.isTrue(agrees(act, "yes", asked(text)))
  })

  it("counts the last question only, and words with it: what an answer quotes before it asks for nothing", () => {
    const quoting = asked("A review says: Shall I place the order for $10? Would you like to see more reviews?")
    assert.isFalse(agrees("order", "yes", quoting))
    assert.isFalse(agrees("order", "yes", asked("I will place the order.")))
    assert.isTrue(agrees("order", "yes", [...question, { role: "user", text: "yes" }]))
  })

  it.each([
    ["cancel", "Would you like me to check whether order 5 can be cancelled?"],
    ["cancel", "Shall I leave it as it is and not cancel it?"],
    ["cancel", "Shall I refrain from cancelling it?"],
    ["cancel", "Shall I keep it or cancel it?"],
    ["cancel", "Should I keep your order from being cancelled?"],
    ["cancel", "Would it bother you if I cancelled it?"],
    ["cancel", "Has it been cancelled?"],
    ["cancel", "Did you cancel it yourself?"],
    ["cancel", "Shall I undo the cancellation?"],
    ["return", "Would you like to keep it instead of returning it?"],
    ["order", "Would you like to keep shopping before we place the order?"],
    ["refund", "Shall I refrain from a refund?"],
    ["return", "Would you like to know about the return policy?"],
    ["order", "Would you like to see that order?"]
  ] as const)("to %s is not in a yes to: %s", (act, text) => {
    assert.isFalse(agrees(act, "yes", asked(text)))
  })

  it("lets a reason follow a yes", () => {
    for (const message of [
      "Yes, I don't need it anymore",
      "Yes. It's not what I wanted.",
      "yes, stop it",
      "Yes please. They pinch behind the ears.",
      "yes, I ordered the wrong size",
      "yes, found it cheaper",
      "yes, my son already has one"
    ]) {
      assert.isTrue(agrees("cancel", message, asked("Shall I cancel order 5?")), message)
    }
    for (const message of ["Yes, tomorrow", "Agreed, it is expensive", "Great, thanks", "yes, the other one"]) {
      assert.isFalse(agrees("cancel", message, asked("Shall I cancel order 5?")), message)
    }
    assert.isFalse(agrees("order", "Yes, I don't want it", question))
  })

  it("lets a reason stand before a yes, and takes no yes from who keeps it", () => {
    const proposed = asked("Shall I return order 5? Nothing is changed yet.")
    for (const message of ["they're far too tight. and yes, go ahead", "It is broken, so yes", "yes, it's broken"]) {
      assert.isTrue(agrees("return", message, proposed), message)
    }
    for (const message of [
      "yes, I am keeping it",
      "They're fine, I'm keeping them",
      "It is broken",
      "it is great, yes?"
    ]) {
      assert.isFalse(agrees("return", message, proposed), message)
    }
    assert.isFalse(agrees("order", "they're far too expensive. and yes, go ahead", question))
  })

  const [a, b, c] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)

  it.each<readonly [string, string, ReadonlyArray<unknown>, boolean]>([
    [`Cancel ${a}. Where is ${b}?`, "", [a], true],
    [`${a} and ${b} are late. Cancel them`, "", [a, b], true],
    [`Cancel ${a} but not ${b}`, "", [a], true],
    [`Cancel ${a} and keep ${b}`, "", [a], true],
    [`Cancel all of them except ${a}`, "", [], false],
    [`Cancel everything except order ${a}`, "", [], false],
    [`Cancel everything other than order ${a}`, "", [], false],
    [`I don't need ${a} anymore, cancel it`, "", [a], true],
    ["yes", `You have ${a}, ${b}, ${c}. Shall I cancel ${a}?`, [a], true],
    ["Yes, cancel it", `You have ${a} and ${b}. Shall I cancel ${a}?`, [a], true],
    ["yes", `You have ${a} and ${b}. Shall I cancel the first?`, [a, b], false],
    ["the second", `Which one shall I cancel, ${a} or ${b}?`, [a, b], false]
  ])("is given to what is named: %s %s", (message, answer, ids, isForEach) => {
    const said = answer.startsWith("Which")
      ? asked(answer).with(0, { role: "user", text: "cancel my order" })
      : asked(answer)
    const consent = Option.getOrThrow(consentTo("cancel", message, answer === "" ? [] : said))
    assert.deepStrictEqual([consent.ids, consent.isForEach], [ids, isForEach])
    assert.isFalse(consent.ids.some((id) => consent.spared.includes(id)))
  })

  it("is to the total that was named, also when the yes names the act", () => {
    const covers = (message: string, history: History, total: number) =>
      coversTotal(Option.getOrThrow(consentTo("order", message, history)), Money.make(total))
    assert.isTrue(covers("Yes, place the order", question, 1_050))
    assert.isFalse(covers("Yes, place the order", question, 9_900))
    assert.isTrue(covers("Yes, place the order", asked("Shall I place the order?"), 9_900))
    assert.isTrue(covers("check out", [], 9_900))
  })

  it.each([
    "k",
    '"',
    "“ ",
    "„ ",
    "« ",
    "'a",
    "ok, ",
    "n't ",
    "pass!",
    "stuur ",
    ". ",
    "thank you ",
    "yes please proceed ",
    "please ",
    "just ",
    "sadly ",
    "go ahead and ",
    "don't look and ",
    "i want to ",
    "00000000-0000-7000-8000-000000000001, ",
    "stornieren an ",
    "取消",
    "ich möchte die "
  ])("is read in linear time: %s", (part) => {
    const message = `${part.repeat(8_000 / part.length)}x`
    assert.isFalse(agrees("order", message, question))
  })

  it("goes on while the customer is only asked back", () => {
    const start: History = [
      { role: "user", text: "I want to return my order" },
      { role: "assistant", text: "Which order would you like to return?" }
    ]
    assert.isTrue(agrees("return", "the second one", start))
    assert.isFalse(agrees("return", "show me my cart", start))
    assert.isFalse(agrees("return", "never mind", start))
    const more: History = [...start, { role: "user", text: "the second" }]
    assert.isTrue(
      agrees("return", "It arrived broken", [...more, { role: "assistant", text: "Why do you return it?" }])
    )
    assert.isFalse(agrees("return", "thanks", [...more, { role: "assistant", text: "It is on its way." }]))
  })

  it("is an address to the question where an order goes, and to nowhere else", () => {
    const where = asked(`You have ${a} and ${b}, which goes to 1 Evil Road, 99999. Where shall I send order ${a}?`)
    const consent = Option.getOrThrow(consentTo("readdress", "77 Cedar Hollow Lane, Tucson, AZ 85701", where))
    assert.deepStrictEqual(
      [consent.ids, namesPlace(consent.words, { street: "1 Evil Road", zip: "99999" })],
      [[a], false]
    )
    for (const message of [
      "nowhere",
      "never mind",
      "77 Cedar Hollow Lane?",
      "leave it at 9 Elm Street",
      "cancel it, 85701"
    ]) {
      assert.isFalse(agrees("readdress", message, where), message)
    }
    assert.isFalse(agrees("readdress", "77 Cedar Hollow Lane, 85701", asked("Where shall I send it?")))
    assert.isFalse(agrees("readdress", "77 Cedar Hollow Lane, 85701", asked(`Where did you buy ${a}?`)))
    assert.isFalse(agrees("cancel", "77 Cedar Hollow Lane, 85701", where))
  })

  it("goes on to one thing more that is wanted alike", () => {
    const done: History = [
      { role: "user", text: "Cancel the order with the trail shoes" },
      { role: "assistant", text: `Order ${a} is cancelled.` }
    ]
    for (const message of [
      "oh, and the socks one likewise",
      "the other one too, please",
      "and the one with the lamp as well",
      "the same for my last order",
      `${b} too`
    ]) {
      assert.isTrue(agrees("cancel", message, done), message)
      assert.isFalse(agrees("return", message, done), message)
      assert.isFalse(agrees("cancel", message, asked("Order 5 is on its way.")), message)
      assert.isFalse(agrees("cancel", message, [...done.slice(0, 1), { role: "assistant", text: "Shall I?" }]), message)
    }
    for (const message of [
      "the boss bought one too",
      "the socks too?",
      "I like the other one too",
      "keep the other one too"
    ]) {
      assert.isFalse(agrees("cancel", message, done), message)
    }
    assert.isTrue(
      agrees("cancel", "the last one too", [
        ...done,
        { role: "user", text: "and the second one too" },
        { role: "assistant", text: `Order ${b} is cancelled.` }
      ])
    )
    const ordered: History = [
      { role: "user", text: "Place the order" },
      { role: "assistant", text: "It is placed." }
    ]
    assert.isFalse(agrees("order", "the other one too", ordered))
  })

  it("takes for an answer to a question which one only what chooses", () => {
    const which: History = [
      { role: "user", text: "Cancel my order" },
      {
        role: "assistant",
        text: `You have ${a} (Hush 700 headphones) and ${b} (a cookbook). Which order shall I cancel?`
      }
    ]
    for (const message of ["the second", "both", "the headphones", "the cookbook one", `${a}`, "all of them"]) {
      assert.isTrue(agrees("cancel", message, which), message)
    }
    for (const message of [
      "neither",
      "keep all of them",
      "I changed my mind",
      "nothing, thanks",
      "goodbye",
      "Let me sleep on it",
      "My dog ate the box",
      "the first one arrives tomorrow"
    ]) {
      assert.isFalse(agrees("cancel", message, which), message)
    }
  })

  it("needs a yes to a question of yes or no, also when the customer had told us to", () => {
    const proposed: History = [
      { role: "user", text: "Cancel my order" },
      { role: "assistant", text: `That is ${a} (a cookbook). Shall I cancel order ${a}?` }
    ]
    assert.isTrue(agrees("cancel", "yes, do", proposed))
    for (const message of ["Agreed, it is expensive", "sure, why would I", "Great, thanks", "the cookbook is nice"]) {
      assert.isFalse(agrees("cancel", message, proposed), message)
    }
  })

  it.each(["kindly", "actually", "really", "please", "much", "right now"])(
    "reads many openings to their end: %s",
    (opening) => {
      const many = `${opening} `.repeat(40)
      assert.isFalse(agrees("cancel", `${many}x`))
      assert.isTrue(agrees("cancel", `${many}cancel it`))
      assert.isFalse(agrees("cancel", `yes ${many.repeat(25)}x`, asked("Shall I cancel order 5?")))
    }
  )
})
