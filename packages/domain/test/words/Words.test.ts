import { assert, describe, it } from "@effect/vitest"
import { Array, Record, Schema } from "effect"
import { IntlMessageFormat } from "intl-messageformat"
import { actNames, type CheckoutTerms, Terms } from "@storefront/domain/confirmation/Terms"
import { Hint } from "@storefront/domain/confirmation/Hint"
import { OrderId } from "@storefront/domain/Ids"
import { block, matchBlockSentence } from "@storefront/domain/words/ConfirmationBlock"
import { english, Language, Locale } from "@storefront/domain/words/Locale"
import {
  reportChanged,
  reportDone,
  reportDropped,
  reportExpired,
  reportImpossible,
  reportFailed
} from "@storefront/domain/words/ActionOutcomes"
import { receipt } from "@storefront/domain/words/Receipts"
import { declined, guardRefusal, partialAnswer } from "@storefront/domain/words/Sentences"
import { parseShortMessage } from "@storefront/domain/words/ShortMessages"
import { proposalText, summary } from "@storefront/domain/words/ProposalText"
import { texts } from "@storefront/domain/words/Texts"

const german = Locale.make("de")
const locales = Language.literals.map((language) => Locale.make(language))

const id = "01890a5d-ac96-774b-bcce-b3020ebA32ac".toLowerCase()
const order = OrderId.make(id)
const address = { street: "1 Main St", city: "Portland", state: "OR", zip: "97201", country: "US" }
const other = { ...address, street: "2 Oak Ave" }

const line = (name: string, quantity: number, unitPrice: number) => ({
  productId: id,
  name,
  quantity,
  unitPrice,
  subtotal: quantity * unitPrice
})

const encoded = {
  checkout: {
    act: "checkout",
    lines: [line("Nimbrix Slate 11", 1, 62.5), line("Voltarra K87", 2, 50.04)],
    subtotal: 162.58,
    discounts: [{ label: "Coupon SAVE10", amount: 10, isOfTier: false }],
    couponCode: "SAVE10",
    shipping: { carrier: "UPS", speedTier: "standard", estimatedDaysMin: 3, estimatedDaysMax: 5, cost: 5.99 },
    amount: 158.57,
    recipient: "Ada Lovelace",
    deliveryAddress: address,
    billingAddress: address,
    note: "Leave it at the door"
  },
  cancel_order: {
    act: "cancel_order",
    orderId: id,
    lines: [{ productId: id, name: "Nimbrix Slate 11", quantity: 1 }],
    refundAmount: 120,
    couponReleased: "SAVE10",
    reason: "Not given"
  },
  modify_order: { act: "modify_order", orderId: id, recipient: "Ada", addressBefore: address, addressAfter: other },
  initiate_return: {
    act: "initiate_return",
    orderId: id,
    lines: [{ productId: id, name: "Nimbrix Slate 11", quantity: 1 }],
    refundAmount: 120,
    refundMethod: "store_credit",
    isApprovedAtOnce: false,
    reason: "Too small"
  },
  process_refund: {
    act: "process_refund",
    returnId: id,
    orderId: id,
    refundAmount: 120,
    shippingRefund: 5.95,
    refundMethod: "original_payment"
  },
  withdraw_return: {
    act: "withdraw_return",
    returnId: id,
    orderId: id,
    lines: [
      { productId: id, name: "Nimbrix Slate 11", quantity: 1 },
      { productId: id, name: "Voltarra K87", quantity: 2 }
    ]
  },
  place_backorder: {
    act: "place_backorder",
    productId: id,
    name: "Nimbrix Slate 11",
    quantity: 3,
    expectedOn: "2026-05-04",
    forWhom: "Ada",
    note: null
  },
  forget_preference: { act: "forget_preference", memoryId: id, content: "likes red" }
} as const

const termsOf = Schema.decodeUnknownSync(Terms)

const all = actNames.map((act) => termsOf(encoded[act]))

const hintOf = (couponCode: string | null) =>
  Schema.decodeUnknownSync(Hint)({ couponCode, isCouponUsedUp: false, amount: 41, saves: 9 })

const checkoutWith = (change: object) => termsOf({ ...encoded.checkout, ...change })

/** Without what isolates text within another direction, and with plain spaces. */
const plain = (text: string) => text.replace(/[\u2068\u2069\u200e\u200f]/gu, "").replace(/[\u00a0\u202f]/gu, " ")

/** The arguments of a message and what it chooses between, forms of the plural aside. */
const argumentsOf = (text: string): ReadonlyArray<string> => {
  const names = (elements: ReturnType<IntlMessageFormat["getAst"]>): ReadonlyArray<string> =>
    elements.flatMap((element) => [
      ...("value" in element && element.type !== 0 ? [element.value] : []),
      ...("options" in element
        ? Object.entries(element.options).flatMap(([key, { value }]) => [
            ...(element.type === 5 ? [`${element.value}=${key}`] : []),
            ...names(value)
          ])
        : [])
    ])
  return Array.dedupe(names(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst())).toSorted()
}

describe("the server's words", () => {
  it("have the same keys, arguments and choices in all languages", () => {
    for (const language of Language.literals) {
      assert.deepStrictEqual(Record.keys(texts[language]).toSorted(), Record.keys(texts.en).toSorted())
      for (const key of Record.keys(texts.en)) {
        const where = `${language} ${key}`
        assert.deepStrictEqual([where, argumentsOf(texts[language][key])], [where, argumentsOf(texts.en[key])])
      }
    }
  })

  it("tell of every act in every language, with number and amount, and differ by language", () => {
    const tellings: ReadonlyArray<(terms: Terms, locale: Locale) => string> = [
      summary,
      (terms, locale) => reportDone(terms, { order }, locale),
      (terms, locale) => reportChanged(terms, terms, locale),
      (terms, locale) => reportImpossible(terms, "conflict", locale),
      (terms, locale) => reportExpired(terms, true, locale),
      (terms, locale) => reportExpired(terms, false, locale),
      reportDropped,
      reportFailed
    ]
    for (const terms of all) {
      for (const tell of tellings) {
        const told = locales.map((locale) => plain(tell(terms, locale)))
        assert.strictEqual(new Set(told).size, locales.length, terms.act)
        for (const text of told) {
          assert.notMatch(text, /[{}]|undefined|object/)
          assert.strictEqual(
            text.includes("#0EBA-32AC"),
            "orderId" in terms || (tell === tellings[1] && terms.act === "checkout"),
            text
          )
        }
      }
    }
  })

  it("isolate names and numbers in Arabic", () => {
    assert.include(summary(termsOf(encoded.cancel_order), Locale.make("ar")), "\u2068#0EBA-32AC\u2069")
    assert.include(plain(summary(termsOf(encoded.cancel_order), Locale.make("ar-EG"))), "120.00")
  })

  it("format by the region of a locale, whatever else it says", () => {
    const cancel = termsOf(encoded.cancel_order)
    for (const [tag, amount] of [
      ["de", "120,00 $"],
      ["de-AT", "$ 120,00"],
      ["en-GB", "US$120.00"],
      ["de-Latn-DE-1996", "120,00 $"],
      ["de-DE-DE", "120,00 $"],
      ["pt-BR", "US$ 120,00"]
    ] as const) {
      assert.include(plain(summary(cancel, Locale.make(tag))), amount, tag)
    }
  })
})

describe("a summary", () => {
  it("tells an order in English and in German", () => {
    assert.strictEqual(
      plain(summary(termsOf(encoded.checkout), english)),
      `Place an order for $158.57, shipping included:
- 2 × Voltarra K87, $50.04 each: $100.08
- 1 × Nimbrix Slate 11: $62.50
Articles: $162.58
Coupon SAVE10: -$10.00
Shipping with UPS, standard, 3 to 5 days: $5.99
Total: $158.57
Delivered to: Ada Lovelace, 1 Main St, Portland, OR 97201, US
Billed to the same address
Note: Leave it at the door`
    )
    assert.strictEqual(
      plain(summary(checkoutWith({ billingAddress: other, note: null, discounts: [] }), german)),
      `Bestellung über 158,57 $, einschließlich Versand:
- 2 × Voltarra K87, je 50,04 $: 100,08 $
- 1 × Nimbrix Slate 11: 62,50 $
Artikel: 162,58 $
Gutschein: SAVE10
Versand mit UPS, Standard, 3 bis 5 Tage: 5,99 $
Gesamtbetrag: 158,57 $
Lieferung an: Ada Lovelace, 1 Main St, Portland, OR 97201, US
Rechnung an: 2 Oak Ave, Portland, OR 97201, US`
    )
  })

  it("tells of another recipient, with the address or without", () => {
    const recipient = { ...encoded.modify_order, recipient: "Bob", recipientBefore: "Ada", addressAfter: address }
    assert.strictEqual(
      plain(summary(termsOf(recipient), english)).replace(/#\S+/, "#"),
      `Change who receives order #
Until now: Ada, 1 Main St, Portland, OR 97201, US
From now on: Bob, 1 Main St, Portland, OR 97201, US`
    )
    assert.strictEqual(
      plain(summary(termsOf({ ...recipient, addressAfter: other }), german)).replace(/#\S+/, "#"),
      `Bestellung # an eine andere Adresse liefern:
Bisher: Ada, 1 Main St, Portland, OR 97201, US
Künftig: Bob, 2 Oak Ave, Portland, OR 97201, US`
    )
  })

  it("tells the discount of a tier in the customer's language, and others by what the shop calls them", () => {
    const discounts = [
      { label: "Desk Duo", amount: 12.89, isOfTier: false },
      { label: "gold member discount", amount: 8, isOfTier: true }
    ]
    assert.deepStrictEqual(
      plain(summary(checkoutWith({ discounts }), german))
        .split("\n")
        .filter((line) => line.includes(": -")),
      ["Desk Duo: -12,89 $", "Mitgliedsrabatt: -8,00 $"]
    )
  })

  it("tells what an order of a part means for the rest: its coupon, and promotions of the whole cart", () => {
    const rest = { coupon: null, isCouponUsedUp: false, lostPromotions: [], lost: 0 }
    const told = (change: object, couponCode: string | null) => {
      const lines = locales.map((locale) =>
        plain(summary(checkoutWith({ couponCode, discounts: [], note: null, rest: { ...rest, ...change } }), locale))
          .split("\n")
          .slice(couponCode === null ? 8 : 9)
          .join("\n")
      )
      assert.strictEqual(new Set(lines).size, locales.length)
      return lines[0]
    }
    assert.strictEqual(told({}, null), "The rest of your cart stays there")
    assert.strictEqual(told({ coupon: "HOME5" }, null), "The rest of your cart stays there, with coupon HOME5")
    assert.strictEqual(
      told({}, "TEN"),
      `The rest of your cart stays there
Coupon TEN is used for this order: the rest of your cart is then without it`
    )
    assert.strictEqual(
      told({ isCouponUsedUp: true, lostPromotions: ["Desk Duo", "Read Three"], lost: 12.89 }, "ONCE"),
      `The rest of your cart stays there
Coupon ONCE is used up by this order: the rest of your cart is then without it
Lost by ordering only this: Desk Duo, Read Three, $12.89`
    )
  })

  it("has below it how the order would cost less, which is none of its terms", () => {
    const terms = termsOf(encoded.checkout)
    const told = (hint: Hint) => {
      const lines = locales.map((locale) =>
        plain(proposalText({ terms, hint }, locale).slice(summary(terms, locale).length))
      )
      assert.strictEqual(new Set(lines).size, locales.length)
      assert.isTrue(lines.every((line) => /^\n.+$/.test(line) && !/[?？؟]/u.test(line)))
      return lines[0]
    }
    assert.strictEqual(proposalText({ terms, hint: null }, english), summary(terms, english))
    assert.strictEqual(told(hintOf("TEN")), "\nWith coupon TEN it would be $41.00, $9.00 less: just ask for it.")
    assert.strictEqual(
      told({ ...hintOf("ONCE"), isCouponUsedUp: true }),
      "\nWith coupon ONCE, which can be used only once, it would be $41.00, $9.00 less: just ask for it."
    )
    assert.strictEqual(told(hintOf(null)), "\nWithout the coupon it would be $41.00, $9.00 less: just ask for it.")
  })

  it("tells the other acts in English", () => {
    assert.deepStrictEqual(
      all.slice(1).map((terms) => plain(summary(terms, english))),
      [
        `Cancel order #0EBA-32AC:
- 1 × Nimbrix Slate 11
Refund: $120.00, for goods and shipping
Coupon SAVE10 can be used again`,
        `Deliver order #0EBA-32AC to another address:
For: Ada
Until now: 1 Main St, Portland, OR 97201, US
From now on: 2 Oak Ave, Portland, OR 97201, US`,
        `Return from order #0EBA-32AC:
- 1 × Nimbrix Slate 11
Refund: $120.00 as store credit
Somebody at the shop looks at the return first
Reason: Too small`,
        `Refund $120.00 to the original payment method for the return of order #0EBA-32AC
Plus $5.95 for the shipping of the order`,
        `Withdraw the return from order #0EBA-32AC:
- 1 × Nimbrix Slate 11
- 2 × Voltarra K87`,
        `Place a backorder: 3 × Nimbrix Slate 11
Expected from the supplier: May 4, 2026
For: Ada`,
        "Forget what you asked me to remember: “likes red”"
      ]
    )
  })

  it("tells the ten dearest lines, and the others together", () => {
    const lines = Array.makeBy(13, (index) => line(`P${index}`, 1, index + 3))
    const told = plain(summary(checkoutWith({ lines }), english))
      .split("\n")
      .slice(1, 12)
    assert.deepStrictEqual(
      [told[0], told[9], told[10]],
      ["- 1 × P12: $15.00", "- 1 × P3: $6.00", "- and 3 more, $12.00 together"]
    )
  })

  it("is never longer than 4,000 characters, however long its texts are", () => {
    const long = (length: number) => "W".repeat(length)
    const longAddress = { street: long(200), city: long(100), state: "ORE", zip: long(12), country: "USA" }
    const lines = Array.makeBy(50, () => line(long(60), 99, 99_999.99))
    const longest = [
      checkoutWith({
        lines,
        discounts: Array.makeBy(30, () => ({ label: long(60), amount: 9_999.99, isOfTier: false })),
        recipient: long(100),
        deliveryAddress: longAddress,
        billingAddress: { ...longAddress, zip: long(11) },
        note: long(500),
        couponCode: long(40),
        rest: {
          coupon: null,
          isCouponUsedUp: true,
          lostPromotions: Array.makeBy(2, () => long(60)),
          lost: 9_999.99
        }
      }),
      termsOf({ ...encoded.cancel_order, lines, reason: long(500) }),
      termsOf({ ...encoded.initiate_return, lines, replaces: { returnId: order, lines }, reason: long(500) }),
      termsOf({
        ...encoded.modify_order,
        recipient: long(100),
        recipientBefore: `${long(99)}w`,
        addressBefore: longAddress,
        addressAfter: longAddress
      })
    ]
    for (const locale of locales) {
      for (const terms of longest) {
        assert.isAtMost(
          proposalText({ terms, hint: { ...hintOf(long(40)), isCouponUsedUp: true } }, locale).length,
          4_000
        )
      }
    }
  })
})

describe("the block", () => {
  it("asks for one act, and for several by number", () => {
    assert.strictEqual(
      block(["Do this"], english),
      "Please confirm. Nothing has been done yet:\n\nDo this\n\nShall I do that? Reply “yes” to confirm."
    )
    assert.strictEqual(
      block(["Do this:\n- a", "Do that"], english),
      "Please confirm. Nothing has been done yet:\n\n1. Do this:\n   - a\n2. Do that\n\nReply “yes” to confirm all of them, or the number of the one you want."
    )
  })

  it("names a word that confirms, and all of its sentences are known, in every language", () => {
    for (const locale of locales) {
      const [headline, , question] = block(["x"], locale).split("\n\n")
      const several = block(["x", "y"], locale).split("\n\n").at(-1)!
      for (const text of [question!, several]) {
        const word = /[“„«「](.*?)[”“»」]/u.exec(text)?.[1] ?? ""
        assert.deepStrictEqual([text, parseShortMessage(word)._tag], [text, "Affirmation"])
      }
      for (const text of [headline!, question!, several, `**${headline}**`, `> ${question}`]) {
        assert.strictEqual(matchBlockSentence(text), "sentence", text)
      }
    }
    for (const [text, match] of [
      ["Please confirm.", "sentence"],
      ["Shall I do that?", "sentence"],
      ['Reply "yes" to confirm.', "sentence"],
      ["**Please", "beginning"],
      ["Shall I do that? Reply", "beginning"],
      ["> –", "other"],
      ["Nothing is in stock.", "other"],
      ["Shall I show more?", "other"]
    ] as const) {
      assert.strictEqual(matchBlockSentence(text), match, text)
    }
  })
})

describe("outcomes", () => {
  it("name first what changed", () => {
    const before = termsOf(encoded.checkout)
    const after: ReadonlyArray<readonly [Partial<CheckoutTerms> | object, string]> = [
      [{ amount: 182.4 }, "The total is now $182.40 instead of $158.57."],
      [{ lines: [line("P", 1, 1)] }, "The articles or their prices have changed."],
      [{ shipping: { ...encoded.checkout.shipping, estimatedDaysMax: 6 } }, "The shipping has changed."],
      [{ discounts: [], amount: 168.57 }, "The total is now $168.57 instead of $158.57. The discounts have changed."],
      [{ deliveryAddress: other }, "The delivery address has changed."],
      [{ billingAddress: other }, "The billing address has changed."],
      [{ note: null }, "Something about it has changed."]
    ]
    for (const [change, sentence] of after) {
      assert.strictEqual(reportChanged(before, checkoutWith(change), english), `${sentence} The order was not placed.`)
    }
    assert.strictEqual(
      reportChanged(
        termsOf(encoded.initiate_return),
        termsOf({ ...encoded.initiate_return, isApprovedAtOnce: true }),
        english
      ),
      "The return would now be approved at once. The return of order #0EBA-32AC was not started."
    )
    assert.strictEqual(
      plain(
        reportChanged(termsOf(encoded.cancel_order), termsOf({ ...encoded.cancel_order, refundAmount: 99 }), german)
      ),
      "Die Erstattung ist jetzt 99,00 $ statt 120,00 $. Die Bestellung #0EBA-32AC wurde nicht storniert."
    )
  })

  it("tell what was done, in the past", () => {
    assert.deepStrictEqual(
      [reportDone(all[0]!, {}, english), ...all.map((terms) => reportDone(terms, { order }, english))],
      [
        "Your order was placed: $158.57, shipping included. It goes to Ada Lovelace, 1 Main St, Portland, OR 97201, US.",
        "Your order #0EBA-32AC was placed: $158.57, shipping included. It goes to Ada Lovelace, 1 Main St, Portland, OR 97201, US.",
        "Order #0EBA-32AC was cancelled. The refund is $120.00.",
        "Order #0EBA-32AC was changed: it goes to Ada, 2 Oak Ave, Portland, OR 97201, US.",
        "The return of order #0EBA-32AC was requested. Somebody at the shop looks at it first. The refund is $120.00 as store credit. Articles: 1 × Nimbrix Slate 11.",
        "$120.00 was refunded to the original payment method for the return of order #0EBA-32AC. Plus $5.95 for shipping.",
        "The return from order #0EBA-32AC was withdrawn. Articles: 1 × Nimbrix Slate 11, 2 × Voltarra K87.",
        "The backorder was placed: 3 × Nimbrix Slate 11, for Ada.",
        "“likes red” was forgotten."
      ]
    )
  })

  it("tell of an approved return how it goes on, and where the shop's rules are only if it has some", () => {
    const earlier = { returnId: order, lines: [{ ...encoded.initiate_return.lines[0], quantity: 2 }] }
    const approved = termsOf({ ...encoded.initiate_return, isApprovedAtOnce: true, replaces: earlier })
    const policyUrl = "https://shop.example/policies/returns"
    const begin =
      "The return of order #0EBA-32AC was approved. The refund is $120.00 as store credit. Articles: 1 × Nimbrix Slate 11. It replaces the earlier return. Please send the articles back now."
    assert.deepStrictEqual(
      [reportDone(approved, {}, english), reportDone(approved, { policyUrl }, english)],
      [begin, `${begin} How to: ${policyUrl}`]
    )
    assert.include(summary(approved, english), "\nInstead of the return that is under way: 2 × Nimbrix Slate 11")
  })

  it("tell why nothing was done, and what can be done about it", () => {
    const cancel = termsOf(encoded.cancel_order)
    const not = "Order #0EBA-32AC was not cancelled."
    assert.deepStrictEqual(
      [
        reportImpossible(cancel, "shipped", english),
        reportImpossible(cancel, "a code of tomorrow", english),
        reportExpired(cancel, true, english),
        reportExpired(cancel, false, english),
        reportDropped(cancel, english),
        reportFailed(cancel, english)
      ],
      [
        `The order is on its way already. ${not}`,
        `That is not possible any more. ${not}`,
        `That question was asked too long ago. ${not} Please look at it once more, below.`,
        `That question was asked too long ago. ${not} It is not possible any more.`,
        `That question is not open any more. ${not} Tell me if you still want it.`,
        `Something went wrong. ${not} You can still confirm it.`
      ]
    )
  })
})

describe("receipts", () => {
  const pricing = {
    subtotal: 412,
    promotion_discount: 0,
    coupon: { code: "SAVE10", valid: true, discount: 10, reason: null },
    loyalty_discount: 0,
    discount: 10,
    total: 402,
    savings: []
  }
  const added = {
    product_id: id,
    name: "Nimbrix\nSlate 11",
    price: 400,
    quantity_in_cart: 1,
    available_quantity: 9,
    item_count: 3,
    subtotal: 412
  }
  const changedLine = { product_id: id, name: "Slate", price: 400, quantity: 2, subtotal: 800, cart_subtotal: 812 }
  const supportCase = { case_id: id, number: "#020E-BA32", state: "open", contact: null }
  const cases: ReadonlyArray<readonly [string, unknown, string]> = [
    [
      "add_to_cart",
      { ...added, quantity_added: 1 },
      "Put into your cart: 1 × Nimbrix Slate 11, now 3 articles, $412.00 before discounts."
    ],
    [
      "add_to_cart",
      { ...added, delivery: { recipient_name: "Ada", shipping_address: address } },
      "Put into your cart: Nimbrix Slate 11, now 3 articles, $412.00 before discounts. Delivery address of your cart: Ada, 1 Main St, Portland, OR 97201, US."
    ],
    ["add_to_cart", added, "Put into your cart: Nimbrix Slate 11, now 3 articles, $412.00 before discounts."],
    [
      "add_to_cart",
      { ...added, item_count: 1, name: "x".repeat(99), quantity_added: 2 },
      `Put into your cart: 2 × ${"x".repeat(59)}…, now 1 article, $412.00 before discounts.`
    ],
    ["update_cart_quantity", changedLine, "Changed in your cart: now 2 × Slate, $812.00 in all before discounts."],
    [
      "update_cart_quantity",
      { ...changedLine, quantity: 0 },
      "Taken out of your cart: Slate, now $812.00 in all before discounts."
    ],
    ["remove_from_cart", { product_id: id, name: "Slate", item_count: 0 }, "Taken out of your cart: Slate, now empty."],
    [
      "set_shipping_address",
      { shipping_address: address, recipient_name: "Ada", region: "west" },
      "Delivery address of your cart: Ada, 1 Main St, Portland, OR 97201, US."
    ],
    [
      "set_shipping_address",
      { shipping_address: address, recipient_name: "Ada", region: "west", billing_same_as_shipping: true },
      "Delivery address of your cart: Ada, 1 Main St, Portland, OR 97201, US. The bill goes there too."
    ],
    [
      "set_shipping_address",
      {
        shipping_address: address,
        recipient_name: "Ada",
        region: "west",
        for_this_order: true,
        billing_same_as_shipping: false,
        billing_address: { ...address, street: "2 Main St" }
      },
      "Delivery address of your next order only: Ada, 1 Main St, Portland, OR 97201, US. The bill still goes to 2 Main St, Portland, OR 97201, US."
    ],
    [
      "set_billing_same_as_shipping",
      { billing_address: address, billing_same_as_shipping: false },
      "Billing address of your cart: 1 Main St, Portland, OR 97201, US."
    ],
    [
      "set_billing_address",
      { billing_address: address, billing_same_as_shipping: false },
      "Billing address of your cart: 1 Main St, Portland, OR 97201, US."
    ],
    [
      "set_billing_same_as_shipping",
      { billing_address: address, billing_same_as_shipping: true },
      "Billing address of your cart: the delivery address, 1 Main St, Portland, OR 97201, US."
    ],
    [
      "apply_coupon_to_cart",
      { coupon_code: "SAVE10", description: "", ...pricing, saves: 9.5 },
      "Coupon SAVE10 is on your cart and saves $9.50: the whole cart is now $402.00, without shipping."
    ],
    [
      // As it was stored before the saving was.
      "apply_coupon_to_cart",
      { coupon_code: "SAVE10", description: "", ...pricing },
      "Coupon SAVE10 is on your cart and saves $10.00: the whole cart is now $402.00, without shipping."
    ],
    [
      "remove_coupon_from_cart",
      pricing,
      "The coupon was taken off your cart: the whole cart is now $402.00, without shipping."
    ],
    ["remember_preference", { memory_id: id, content: "likes red" }, "Remembered: “likes red”."],
    ["forget_preference", { memory_id: id, content: "likes red" }, "Forgotten: “likes red”."],
    [
      "open_support_case",
      { ...supportCase, is_new: true },
      "Support case #020E-BA32 was opened. The shop's staff will answer in this conversation."
    ],
    [
      "open_support_case",
      { ...supportCase, is_new: false, contact: { text: "help@shop.example", url: null } },
      "Support case #020E-BA32 is open already. The shop's staff will answer in this conversation."
    ]
  ]

  it("tell of each write, and of one whose result cannot be read that it was done", () => {
    for (const [tool, result, line] of cases) {
      assert.strictEqual(receipt({ tool, result }, english), line)
      const told = locales.map((locale) => receipt({ tool, result }, locale))
      assert.strictEqual(new Set(told).size, locales.length)
      for (const unreadable of [null, {}, { name: 1 }]) {
        const plainly = locales.map((locale) => receipt({ tool, result: unreadable }, locale))
        assert.strictEqual(new Set(plainly).size, locales.length)
        assert.notInclude(plainly, receipt({ tool: "another", result: null }, english))
      }
    }
  })
})

describe("fixed sentences", () => {
  it("are in English what the interface says", () => {
    assert.deepStrictEqual(
      [declined(english), guardRefusal(english), partialAnswer(english)],
      [
        "All right. Nothing was changed.",
        "I can't help with that request. I can help with products, orders, prices, reviews and delivery.",
        "I could only complete part of your request."
      ]
    )
  })
})
