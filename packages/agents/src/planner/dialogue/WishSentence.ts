import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { type Wish } from "../Wish.ts"
import {
  addressPhrase,
  bareName,
  because,
  forgottenPhrase,
  inCategory,
  itemPhrase,
  lastDays,
  memoryWords,
  notePhrase,
  ofSeller,
  orderPhrase,
  refundPhrase,
  reviewOf,
  reviewPhrase,
  searchPhrase,
  statusWord
} from "./WishPhrases.ts"

/** The wish in words of our own, complete in themselves. */
export const wishSentence = (wish: Wish, turn: TurnView): string => {
  const name = wish.product === null ? "product" : bareName(wish.product.name)
  const order = orderPhrase(wish.order, turn)
  switch (wish.intent) {
    case "find_products":
      return `Show me ${wish.limit === null ? "" : `the top ${wish.limit} `}${searchPhrase(wish.filters)}.`
    case "product_details":
      return /price|cost|how much|expensive|damage/i.test(wish.text)
        ? `How much is the ${name}?`
        : `Tell me about the ${name}.`
    case "similar_products":
      return `Show me something similar to the ${name}${wish.filters.maxPrice === null ? "" : ` under $${wish.filters.maxPrice}`}.`
    case "compare_products":
      return `Compare the ${[name, ...wish.otherProducts.map((other) => bareName(other.name))].join(" with the ")}.`
    case "trending":
      return `What are the ${wish.limit === null ? "" : `top ${wish.limit} `}best sellers${inCategory(wish)}${lastDays(wish)}?`
    case "price_history":
      return `Show me the price history of the ${name}${lastDays(wish)}.`
    case "remember_preference":
      return `Please remember that ${wish.memory?.content ?? wish.text}.`
    case "recall_preferences":
      return wish.memory?.category == null
        ? "What do you remember about me?"
        : `What do you remember about my ${memoryWords[wish.memory.category]}?`
    case "forget_preference":
      return wish.otherId === null
        ? `Please forget ${forgottenPhrase(wish.memory)}.`
        : `Please forget memory ${wish.otherId}.`
    case "purchase_history":
      return `What have I bought before${lastDays(wish)}?`
    case "seller_products":
      return `Show my products as a seller${inCategory(wish)}${wish.lowStockOnly ? " that are low on stock" : ""}${ofSeller(wish)}.`
    case "list_orders":
      return `List my ${wish.limit === null ? "" : `last ${wish.limit} `}${wish.orderStatus === null ? "" : `${statusWord(wish.orderStatus)} `}orders${lastDays(wish)}.`
    case "order_details":
      return `Show me the details of ${order}.`
    case "track_order":
      return `Track ${order}.`
    case "delivery_status":
      return `What is the delivery status of ${order}?`
    case "cancel_order":
      return wish.isExplicit ? `Please cancel ${order}${because(wish)}.` : `Can ${order} still be cancelled?`
    case "cancel_question":
      return `Can ${order} still be cancelled?`
    case "change_order":
      return `Change ${order}: ${wish.text}`
    case "change_address":
      return wish.isExplicit
        ? `Please change the address of ${order}${wish.address === null ? "" : ` to ${addressPhrase(wish.address)}`}.`
        : `Can the address of ${order} still be changed${wish.address === null ? "" : ` to ${addressPhrase(wish.address)}`}?`
    case "return_eligibility":
      return `Can I still return ${order}?`
    case "return":
      return `${wish.isExplicit ? `Please return ${order}` : `How do I return ${order}`}${refundPhrase(wish)}${because(wish)}${wish.isExplicit ? "." : "?"}`
    case "return_status":
      return wish.otherId === null
        ? `What is the status of the return of ${order}?`
        : `What is the status of return ${wish.otherId}?`
    case "refund":
      return wish.otherId !== null
        ? `${wish.isExplicit ? "Please process the refund for" : "Can I get the refund for"} return ${wish.otherId}${wish.isExplicit ? "." : "?"}`
        : wish.isExplicit
          ? `Please process the refund for ${order}.`
          : `Can I get a refund for ${order}?`
    case "validate_coupon":
      return `Does ${wish.code ?? "my coupon"} work${wish.amount === null ? "" : ` on a $${wish.amount} cart`}?`
    case "deals":
      return `Which deals are running${inCategory(wish)}?`
    case "loyalty":
      return "What is my loyalty tier?"
    case "loyalty_benefits":
      return "What are the benefits of every loyalty tier?"
    case "loyalty_discount":
      return wish.amount === null ? "What is my loyalty discount?" : `What is my loyalty discount on $${wish.amount}?`
    case "bundles":
      return wish.items.length === 0
        ? "Which bundle deals are there?"
        : `Check the bundle deals for ${itemPhrase(wish.items)}.`
    case "optimize_cart":
      return wish.items.length === 0 ? "What is the best price for my cart?" : `Optimize ${itemPhrase(wish.items)}.`
    case "profile":
      return "What do you know about my account?"
    case "reviews":
      return `${reviewPhrase(wish)}.`
    case "sentiment":
      return `What do people think of the ${name}?`
    case "review_topics":
      return `What do people say about the ${wish.reviews.keyword ?? "quality"} of the ${name}?`
    case "search_reviews":
      return wish.reviews.keyword === null
        ? `Search the reviews of the ${name}.`
        : `Find reviews of the ${name} that mention ${wish.reviews.keyword}.`
    case "compare_reviews":
      return `Compare the reviews of the ${[name, ...wish.otherProducts.map((other) => bareName(other.name))].join(" with the ")}.`
    case "fake_reviews":
      return `Detect fake reviews of the ${name}.`
    case "review_trends":
      return `Show me the review trend of the ${name}${lastDays(wish)}.`
    case "review_response":
      return `Draft a ${wish.tone === null ? "" : `${wish.tone} `}response to ${wish.otherId === null ? reviewOf(wish) : `review ${wish.otherId}`}.`
    case "stock":
      return `Is the ${name} in stock${wish.region === null ? "" : ` in the ${wish.region}`}?`
    case "warehouse_availability":
      return `Which warehouses have the ${name}?`
    case "restock":
      return `When will the ${name} be back in stock?`
    case "shipping_estimate":
      return `What does ${wish.speed === null ? "" : `${wish.speed} `}shipping ${wish.quantity === null ? "the" : wish.quantity} ${name} to the ${wish.region ?? "customer"} cost?`
    case "carriers":
      return `Compare the carriers${wish.fromRegion === null ? "" : ` from the ${wish.fromRegion}`}${wish.region === null ? "" : ` to the ${wish.region}`}.`
    case "backorder":
      return wish.isExplicit
        ? `Please place a backorder for ${wish.quantity === null ? `the ${name}` : `${wish.quantity} × ${name}`}${notePhrase(wish)}.`
        : `Can I backorder ${wish.quantity === null ? `the ${name}` : `${wish.quantity} × ${name}`}?`
    case "fulfillment_plan":
      return `Make a fulfillment plan for ${itemPhrase(wish.items)}${wish.region === null ? "" : ` to the ${wish.region}`}.`
    case "seller_stock":
      return `Show my seller inventory${wish.lowStockOnly ? " that is low on stock" : ""}${ofSeller(wish)}.`
    case "seller_sales":
      return `What is my seller revenue${lastDays(wish)}${ofSeller(wish)}?`
    case "seller_orders":
      return `Show me the ${wish.orderStatus === null ? "" : `${statusWord(wish.orderStatus)} `}orders with my products${ofSeller(wish)}.`
    case "cart":
      return "What is in my cart?"
    case "add_to_cart":
      return `Add ${wish.quantity === null ? "the" : `${wish.quantity} of the`} ${name} to my cart.`
    case "update_cart":
      return `Change the quantity of the ${name} in my cart${wish.quantity === null ? "" : ` to ${wish.quantity}`}.`
    case "remove_from_cart":
      return wish.product === null || /\b(?:except|but|apart from|other than|besides)\b/i.test(wish.text)
        ? wish.text
        : `Remove the ${name} from my cart.`
    case "shipping_address":
      return wish.address === null ? "Set my shipping address." : `Ship my cart to ${addressPhrase(wish.address)}.`
    case "billing_address":
      return wish.address === null ? "Set a billing address." : `My billing address is ${addressPhrase(wish.address)}.`
    case "billing_same":
      return "Use the shipping address as billing address."
    case "apply_coupon":
      return wish.code === null ? "Apply my coupon to my cart." : `Apply ${wish.code} to my cart.`
    case "remove_coupon":
      return "Remove the coupon from my cart."
    case "checkout":
      return wish.isExplicit
        ? `Please check out my cart${wish.speed === null ? "" : ` with ${wish.speed} shipping`}${notePhrase(wish)}.`
        : `What do I pay when I check out${wish.speed === null ? "" : ` with ${wish.speed} shipping`}?`
    default:
      return wish.product === null ? wish.text : `${wish.text} (${name})`
  }
}
