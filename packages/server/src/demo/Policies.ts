import { PolicySlug, type PolicyKind } from "@storefront/domain/Policies"
import { money } from "@storefront/domain/EnglishWording"
import { type Money } from "@storefront/domain/Money"
import { Array, Effect } from "effect"
import { returns } from "../platform/config/LimitsConfig.ts"
import { supportContact } from "../platform/config/SupportConfig.ts"
import { bodyOf, passageRow, type PolicyDraft } from "../shop/policies/PolicyFile.ts"
import { shopLocale } from "../shop/policies/PolicyLocales.ts"
import { type Row } from "./Loader.ts"
import { carriers, warehouses } from "./Fulfilment.ts"
import { ago, iso, type World } from "./World.ts"

/** Policies of the demonstration shop. They must describe the program's behaviour, and state the configured limits. */

interface Page {
  readonly slug: string
  readonly kind: PolicyKind
  readonly title: string
  readonly passages: Array.NonEmptyReadonlyArray<readonly [heading: string, text: string]>
}

interface Rules {
  readonly windowDays: number
  readonly autoApproveLimit: Money
  readonly returnlessRefundLimit: Money
  readonly contact: string
}

const [ground, courier, air] = carriers

const places = warehouses.map(({ location }) => location).join("; ")

const daysOf = (days: number) => `${days} day${days === 1 ? "" : "s"}`

const pagesOf = ({ autoApproveLimit, contact, returnlessRefundLimit, windowDays }: Rules): ReadonlyArray<Page> => [
  {
    slug: "countries",
    kind: "shipping",
    title: "Where we deliver",
    passages: [
      [
        "Countries and states",
        "We ship within the United States only: to all 50 states and the District of Columbia. We do not ship to Canada, Mexico, Europe or any other country abroad, and not to US territories. A bill may go to an address in any country."
      ],
      [
        "Where parcels come from",
        `Parcels leave from our three warehouses (${places}). There is no shop to visit, and orders cannot be collected in person.`
      ]
    ]
  },
  {
    slug: "delivery",
    kind: "shipping",
    title: "Delivery times and prices",
    passages: [
      [
        "How long delivery takes",
        `Within a region ${ground.name} (standard) takes ${ground.days[0]} to ${ground.days[1]} days and ${courier.name} (express) ${courier.days[0]} to ${courier.days[1]} days; ${air.name} (overnight) delivers on the next day. Longer ways take a day or two more. Days count from the day a parcel is sent. They are estimates: we do not promise a date.`
      ],
      [
        "What shipping costs",
        "The price depends on the speed and on how far the parcel travels. It is shown before you order. Standard shipping is free from a total that depends on your loyalty tier; ask what yours is. Express and overnight delivery are always charged."
      ],
      [
        "Several parcels",
        "If no single warehouse has everything, an order comes in several parcels and shipping is charged for each. You can track an order as soon as it has been shipped."
      ]
    ]
  },
  {
    slug: "payment",
    kind: "payment",
    title: "Payment",
    passages: [
      [
        "Ways to pay",
        "This is a demonstration shop: no payment is taken. No credit card, debit card, PayPal, Apple Pay, invoice or other payment method is asked for, and ordering charges nothing. Amounts are shown as a real shop would charge them; what the assistant calls charged or refunded is only recorded. Never type a card number into the chat."
      ],
      ["Currency and tax", "All prices are in US dollars. No sales tax is added."],
      ["Coupons", "One coupon can be used for an order. Gift cards and vouchers are not sold."]
    ]
  },
  {
    slug: "returns",
    kind: "returns",
    title: "Returns and how to send back",
    passages: [
      [
        "Return policy",
        `A delivered order can be sent back within ${daysOf(windowDays)} of its delivery, for any reason. The price that you paid for the goods is refunded, and with the last goods of an order its shipping. Products are not exchanged: return what does not suit you, and order again.`
      ],
      [
        "Approval",
        `A return of up to ${money(autoApproveLimit)} is approved at once. Above that somebody at the shop looks at it first.`
      ],
      [
        "How to send something back",
        "Ask the assistant to return the order, and confirm what it shows. When the return is approved, pack the goods well and send the parcel back, to the address for returns on its delivery note. The assistant tells you how the return is coming along."
      ],
      [
        "Return label and postage",
        "We provide no return label and pick nothing up. You choose the carrier and pay for the return shipping."
      ]
    ]
  },
  {
    slug: "refunds",
    kind: "returns",
    title: "Refunds",
    passages: [
      [
        "When you get your money back",
        returnlessRefundLimit > 0
          ? `A refund is made when the goods have arrived at our warehouse; an approved one of up to ${money(returnlessRefundLimit)} may be made before.`
          : "A refund is made when the goods have arrived at our warehouse, not before."
      ],
      [
        "How it is paid",
        "You choose between the original payment and store credit when you start the return. An order that is cancelled before it is shipped is refunded in full, shipping included. Because this shop takes no payment, what the assistant calls refunded is only recorded."
      ]
    ]
  },
  {
    slug: "damaged",
    kind: "returns",
    title: "Damaged or wrong items",
    passages: [
      [
        "Something arrived broken or is the wrong one",
        `Send the order back like any other, within ${daysOf(windowDays)} of its delivery, and say that it was damaged, faulty or wrong. Keep the packaging, and take a picture of the damage for us.`
      ]
    ]
  },
  {
    slug: "missing",
    kind: "shipping",
    title: "Missing parcels",
    passages: [
      [
        "A parcel did not come",
        "Look at its tracking first, and with neighbours. A parcel that is late is usually still on its way. If it is lost, or something is missing from it, contact us with the number of the order, so that a person can look into it."
      ]
    ]
  },
  {
    slug: "warranty",
    kind: "warranty",
    title: "Warranty",
    passages: [
      [
        "Guarantee on products",
        "We give no warranty or guarantee of our own, and repair nothing. What a manufacturer gives is between you and the manufacturer; the description of a product says so where we know of it. Your rights under the law remain."
      ]
    ]
  },
  {
    slug: "sizes",
    kind: "faq",
    title: "Sizes",
    passages: [
      [
        "Which size fits",
        "The specifications of a product have its sizes where they matter. We have no size chart beyond that. Reviews often say whether something runs small or large; ask the assistant what customers say about the fit. To choose a size, say it when you order: it is written into the note of the order, which the people who pack it read. What does not fit can be returned."
      ]
    ]
  },
  {
    slug: "gifts",
    kind: "faq",
    title: "Gift wrapping and cards",
    passages: [
      [
        "Gift wrap and greeting cards",
        "We do not wrap gifts, put in greeting cards or sell gift boxes. A gift can be sent straight to another person: give that name and address as the shipping address."
      ]
    ]
  },
  {
    slug: "privacy",
    kind: "privacy",
    title: "Privacy",
    passages: [
      [
        "What we do with your data",
        "We keep your name, e-mail address, orders, addresses, conversations with the assistant and what you ask it to remember, to serve you. We sell your data to nobody and use no cookies. If the operator has connected a language model, what you write is sent to its provider to be answered."
      ],
      [
        "What is remembered",
        "Ask the assistant what it remembers about you, and have it forget what you like. You can delete a conversation. To have your account deleted, contact us."
      ]
    ]
  },
  {
    slug: "contact",
    kind: "contact",
    title: "Contact",
    passages: [
      [
        "Customer service",
        `Tell the assistant what it is about: it can help at once with orders, returns and products. For anything that a person has to look into: ${contact}. There is no telephone number and there are no opening hours: the assistant is there day and night.`
      ]
    ]
  }
]

/** The pages as drafts, with the configured limits and contact. */
const drafts = Effect.map(Effect.all([returns, supportContact]), ([rules, contact = "support@storefront.example"]) =>
  pagesOf({ ...rules, contact }).map(({ kind, passages, slug, title }): PolicyDraft => ({
    slug: PolicySlug.make(slug),
    locale: shopLocale,
    kind,
    title,
    url: null,
    passages: Array.map(passages, ([heading, text]) => ({ heading, text }))
  }))
)

/** Returns the rows of the policies and of their passages. */
export const policyRows = (world: World) =>
  Effect.map(drafts, (all) => ({
    policies: all.map((draft): Row => ({
      slug: draft.slug,
      locale: draft.locale,
      kind: draft.kind,
      title: draft.title,
      url: draft.url,
      body: bodyOf(draft),
      updated_by: null,
      updated_at: iso(ago(world, 120))
    })),
    passages: all.flatMap((draft) => draft.passages.map((passage, at): Row => passageRow(draft, passage, at)))
  }))
