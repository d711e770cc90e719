import { assert, describe, it } from "@effect/vitest"
import { Toolkit } from "@effect/ai"
import { tool, ToolFailure, ToolRefusal } from "@storefront/domain/tools/ToolContract"
import { Effect, Schema } from "effect"
import { agents } from "../support/Agents.ts"
import { type Texts, textsOf } from "../support/Texts.ts"
import { UserText } from "@storefront/domain/tools/UserText"

const addressOf = (field: string) => ["city", "country", "state", "street", "zip"].map((part) => `${field}.${part}`)

const namesOf = (field: string) => [`${field}.brand`, `${field}.name`]

const reviews = ["product_name", "reviews[].body", "reviews[].reviewer", "reviews[].title"]

const savings = ["savings[].explanation", "savings[].label"]

const proposal = { people: ["summary"], platform: ["message"] }

/** Every text in the result of every tool. `people` is exactly the allowlist of what customers and sellers write. */
const textsOfTools: { readonly [Tool in string]: Texts } = {
  call_specialist_agent: {
    people: ["proposed[]", "response"],
    platform: ["message", "missing[].field", "missing[].message", "missing[].tool"]
  },

  check_stock: { people: ["product_name"], platform: ["warehouses[].warehouse"] },
  get_warehouse_availability: {
    people: ["product_name"],
    platform: ["message", "upcoming_restocks[].warehouse", "warehouses[].location", "warehouses[].warehouse"]
  },
  get_price_history: { people: ["product_name"], platform: ["message", "promotion"] },
  find_policy: {
    people: [],
    platform: [
      "further_headings[]",
      "message",
      "passages[].heading",
      "passages[].text",
      "passages[].title",
      "passages[].url",
      "topics[].slug",
      "topics[].title"
    ]
  },
  find_product: { people: namesOf("products[]"), platform: ["message", "products[].promotion"] },
  get_user_profile: { people: ["name"], platform: [] },
  get_purchase_history: { people: ["orders[].products[].name"], platform: ["message"] },

  search_products: {
    people: ["products[].brand", "products[].description", "products[].name"],
    platform: ["message", "products[].promotion", "retrieval_note"]
  },
  get_product_details: {
    people: ["brand", "description", "name", "specs{key}", "specs{}"],
    platform: ["image_url", "promotion", "warehouses[].warehouse"]
  },
  compare_products: {
    people: [...namesOf("products[]"), "products[].specs{key}", "products[].specs{}"],
    platform: ["products[].promotion"]
  },
  semantic_search: {
    people: ["products[].brand", "products[].description", "products[].name"],
    platform: ["message", "products[].promotion", "retrieval_note"]
  },
  find_similar_products: {
    people: ["base_product.name", ...namesOf("products[]")],
    platform: ["message", "products[].promotion", "retrieval_note"]
  },
  get_trending_products: { people: namesOf("products[]"), platform: ["message", "products[].promotion"] },
  get_my_products: { people: namesOf("products[]"), platform: ["message", "products[].promotion"] },
  remember_preference: { people: [], platform: [] },
  recall_preferences: { people: ["memories[].content"], platform: ["message"] },
  forget_preference: proposal,

  get_user_orders: {
    people: ["orders[].note", "orders[].products[]", "orders[].reason"],
    platform: ["message", "orders[].carrier", "orders[].tracking_number"]
  },
  get_order_details: {
    people: [
      ...addressOf("billing_address"),
      ...namesOf("items[]"),
      "note",
      "recipient_name",
      "return.lines[].name",
      "return.reason",
      ...addressOf("shipping_address"),
      "status_history[].notes"
    ],
    platform: ["carrier", "message", "status_history[].location", "tracking_number"]
  },
  get_order_tracking: {
    people: ["latest_update.notes", "timeline[].notes"],
    platform: ["carrier", "latest_update.location", "message", "timeline[].location", "tracking_number"]
  },
  cancel_order: proposal,
  modify_order: proposal,
  check_return_eligibility: { people: ["returnable[].name"], platform: ["message"] },
  initiate_return: proposal,
  process_refund: proposal,
  withdraw_return: proposal,
  get_return_status: {
    people: ["other_returns[].lines[].name", "other_returns[].reason", "return.lines[].name", "return.reason"],
    platform: ["other_returns[].message", "return.message"]
  },
  add_to_cart: {
    people: ["delivery.recipient_name", ...addressOf("delivery.shipping_address"), "name"],
    platform: ["message"]
  },
  get_cart: {
    people: [
      ...addressOf("billing_address"),
      ...namesOf("items[]"),
      "recipient_name",
      ...addressOf("shipping_address"),
      "usual_delivery.recipient_name",
      ...addressOf("usual_delivery.shipping_address")
    ],
    platform: ["message", ...savings, "shipping_options[].estimated_days"]
  },
  update_cart_quantity: { people: ["name"], platform: ["message"] },
  remove_from_cart: { people: ["name"], platform: ["message"] },
  set_shipping_address: {
    people: [...addressOf("billing_address"), "recipient_name", ...addressOf("shipping_address")],
    platform: ["message"]
  },
  set_billing_address: { people: addressOf("billing_address"), platform: ["message"] },
  set_billing_same_as_shipping: { people: addressOf("billing_address"), platform: ["message"] },
  apply_coupon_to_cart: { people: [], platform: ["description", "message", ...savings] },
  remove_coupon_from_cart: { people: [], platform: ["message", ...savings] },
  checkout: proposal,
  open_support_case: { people: [], platform: ["contact.text", "contact.url", "message"] },
  get_seller_revenue: { people: ["by_product[].name"], platform: ["message"] },
  get_seller_orders: { people: ["orders[].lines[].name"], platform: ["message"] },

  validate_coupon: { people: [], platform: ["description", "message"] },
  optimize_cart: { people: ["cart_items[].name"], platform: ["message", ...savings] },
  get_active_deals: {
    people: ["promotions[].product_names[]"],
    platform: ["coupons[].description", "message", "promotions[].name", "promotions[].summary"]
  },
  check_bundle_eligibility: {
    people: ["products_checked[].name"],
    platform: [
      "bundle_deals[].promotion_name",
      "buy_x_get_y_deals[].promotion_name",
      "message",
      "near_misses[].promotion_name"
    ]
  },
  get_loyalty_tier: { people: [], platform: [] },
  calculate_loyalty_discount: { people: [], platform: [] },
  get_loyalty_benefits: { people: [], platform: [] },

  get_product_reviews: { people: reviews, platform: ["message"] },
  analyze_sentiment: {
    people: ["cons[].example", "product_name", "pros[].example"],
    platform: ["cons[].term", "message", "pros[].term"]
  },
  get_sentiment_by_topic: { people: ["product_name"], platform: ["message"] },
  get_review_trends: { people: ["highlights[].title", "product_name"], platform: ["message"] },
  detect_fake_reviews: {
    people: ["product_name", "reviews[].body_preview", "reviews[].reviewer", "reviews[].title"],
    platform: ["message"]
  },
  search_reviews: { people: reviews, platform: ["message"] },
  get_my_reviews: {
    people: ["reviews[].body", "reviews[].product_name", "reviews[].reviewer", "reviews[].title"],
    platform: ["message"]
  },
  draft_seller_response: {
    people: ["draft", "product_name", "review_body", "review_title", "reviewer"],
    platform: ["note"]
  },
  compare_reviews: {
    people: ["comparisons[].product_name"],
    platform: ["comparisons[].top_con", "comparisons[].top_pro"]
  },

  get_restock_schedule: { people: ["product_name"], platform: ["message", "upcoming_restocks[].warehouse"] },
  estimate_shipping: {
    people: ["product_name"],
    platform: ["message", "shipping_options[].carrier", "shipping_options[].delivery_window", "ships_from.warehouse"]
  },
  compare_carriers: {
    people: [],
    platform: ["best_value", "carriers[].carrier", "carriers[].delivery_window", "fastest", "message"]
  },
  calculate_fulfillment_plan: {
    people: ["shipments[].items[].name", "unavailable[].name"],
    platform: ["message", "shipments[].carrier", "shipments[].warehouse"]
  },
  place_backorder: proposal,
  get_seller_inventory: { people: ["items[].name"], platform: ["items[].warehouses[].warehouse", "message"] }
}

describe("the texts in results", () => {
  const tools = agents.flatMap(({ toolkit }) => Object.values<{ readonly name: string }>(toolkit.tools))

  it("are listed for every tool, and for no other", () => {
    assert.deepStrictEqual([...new Set(tools.map(({ name }) => name))].toSorted(), Object.keys(textsOfTools).toSorted())
  })

  for (const agent of agents) {
    it(`of ${agent.name} are marked exactly where people write them`, () => {
      for (const tool of Object.values(agent.toolkit.tools)) {
        assert.deepStrictEqual(textsOf(tool.successSchema), textsOfTools[tool.name], tool.name)
        assert.strictEqual<unknown>(tool.failureSchema, ToolRefusal, tool.name)
      }
    })
  }

  it("of a failure are marked where they are names, and where a return says why", () => {
    assert.deepStrictEqual(textsOf(ToolFailure), {
      people: ["candidates[].name", "lines[].name", "return.lines[].name", "return.reason", "returnable[].name"],
      platform: [
        "agent_name",
        "allowed_statuses[]",
        "current_status",
        "entity",
        "field_errors[].field",
        "field_errors[].message",
        "id",
        "known_agents[]",
        "message",
        "next_restock.warehouse",
        "reason"
      ]
    })
  })

  it("are found wherever a schema hides them", () => {
    const anything = Schema.Struct({
      code: Schema.String.pipe(Schema.pattern(/^[A-Z]+$/)),
      when: Schema.DateTimeUtc,
      trimmed: Schema.Trim,
      short: Schema.String.pipe(Schema.maxLength(80)),
      words: Schema.Array(Schema.NullOr(Schema.String)),
      shape: Schema.Unknown,
      mark: Schema.TemplateLiteral(Schema.String, "!"),
      defaulted: Schema.optionalWith(Schema.String, { default: () => "" }),
      title: UserText.pipe(Schema.maxLength(80)),
      inner: Schema.Struct({ body: UserText, count: Schema.optionalWith(Schema.Int, { default: () => 0 }) })
    })
    assert.deepStrictEqual(textsOf(anything), {
      people: ["inner.body", "title"],
      platform: ["defaulted", "mark", "shape", "short", "trimmed", "words[]"]
    })
  })

  it("of people are no plain strings for the compiler", () => {
    const readNotes = tool("read_notes", {
      description: "",
      parameters: {},
      success: Schema.Struct({ notes: Schema.Array(Schema.Struct({ note: UserText })) })
    })
    const Row = Schema.Struct({ note: Schema.String })
    const row = Row.make({ note: "as a repository reads it that forgot the mark" })
    // @ts-expect-error what people wrote is marked where it is read
    const marked: UserText = row.note
    const handlers = [
      // @ts-expect-error a handler cannot hand it on either
      Toolkit.make(readNotes).toLayer({ read_notes: () => Effect.succeed({ notes: [row] }) }),
      Toolkit.make(readNotes).toLayer({
        read_notes: () => Effect.succeed({ notes: [{ note: UserText.make(marked) }] })
      })
    ]
    assert.lengthOf(handlers, 2)
  })
})
