import { type Intent } from "../../Intents.ts"

const abilities =
  "I can find and compare products, check stock and delivery, say what other customers think, fill your cart and order it, look after your orders and returns, look up coupons, deals and your loyalty tier, and remember what you like."

const examples = `For example: "Show me trail shoes under $120", "Add the Ridge Runner to my cart" or "Can I return my last order?"`

/** What the front door says itself, without asking anybody. */
export const reply = (intent: Intent, firstName: string): string => {
  switch (intent) {
    case "greeting":
      return `Hello ${firstName}! What can I do for you?`
    case "thanks":
      return `You are welcome, ${firstName}. Is there anything else?`
    case "goodbye":
      return `Goodbye ${firstName}, and thank you for stopping by.`
    case "identity":
      return `I am the assistant of this shop, a program and not a person. ${abilities}`
    case "capabilities":
      return `${abilities} ${examples}`
    case "smalltalk":
      return `I am here for your shopping, ${firstName}. Tell me what you are looking for, or ask about an order.`
    case "decline":
      return "All right, I leave everything as it is. Tell me when you need something else."
    case "shop_info":
      return `I have no information about that here; our support knows. ${abilities}`
    case "out_of_scope":
      return `That is not something I can help with. ${abilities}`
    default:
      return `I did not quite understand what you would like. ${abilities} ${examples}`
  }
}
