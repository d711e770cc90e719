import { type AgentCard, FrontExtension, protocolVersion } from "@storefront/domain/api/AgentApi"
import { inputModes } from "../../assistant/a2a/ReceivedMessage.ts"
import { version } from "../../platform/config/Version.ts"

/** Path of both bindings below the public address. */
export const path = "/a2a"

const skill = (
  id: string,
  name: string,
  description: string,
  tags: ReadonlyArray<string>,
  ...examples: ReadonlyArray<string>
) => ({ id, name, description, tags, examples })

/** Wishes that the assistant fulfils, one skill per kind. */
const skillsWith = (ordersAtTill: boolean) => [
  skill(
    "find_products",
    "Find products",
    "Searches the catalogue by words, category, price and rating, recommends, compares, and shows details.",
    ["catalogue", "search"],
    "Wireless headphones under 100",
    "Compare the two cheapest laptops"
  ),
  skill(
    "reviews",
    "Read reviews",
    "Summarises what customers say about a product, and how that changed.",
    ["reviews"],
    "What do people dislike about this keyboard?"
  ),
  skill(
    "prices_and_deals",
    "Prices and deals",
    "Shows price history, promotions, coupons and bundles.",
    ["prices", "coupons"],
    "Is this a good price for the Nimbrix Slate 11?"
  ),
  skill(
    "stock_and_delivery",
    "Stock and delivery",
    "Says what is in stock, what shipping costs, and when a delivery arrives.",
    ["stock", "shipping"],
    "Can I have it by Friday?"
  ),
  skill(
    "cart_and_checkout",
    "Cart and checkout",
    ordersAtTill
      ? "Fills the customer's cart, and gives the link with which it is ordered at the shop's till."
      : "Fills the customer's cart, and orders it once the customer has confirmed.",
    ["cart", "orders"],
    "Put two of them into my cart and check out"
  ),
  skill(
    "orders_and_returns",
    "Orders and returns",
    "Tracks, changes and cancels the customer's orders, and handles returns and refunds, once confirmed.",
    ["orders", "returns"],
    "Where is my latest order?",
    "I want to return the jacket"
  ),
  skill(
    "policies_and_people",
    "Policies and people",
    "Answers from the shop's policies, and hands over to the shop's staff.",
    ["policies", "support"],
    "How long can I return something?"
  )
]

/** Builds the orchestrator's public card. */
export const make = ({
  ordersAtTill,
  publicUrl,
  servesGuests
}: {
  readonly ordersAtTill: boolean
  readonly publicUrl: string
  readonly servesGuests: boolean
}): AgentCard => {
  const url = `${publicUrl}${path}`
  const guests = servesGuests ? ", or a guest's of POST /guests, without an account" : ""
  return {
    name: "storefront-assistant",
    description: "Assistant of a web shop: finds products, answers questions, and handles carts, orders and returns",
    version,
    supportedInterfaces: [
      { url, protocolBinding: "HTTP+JSON", protocolVersion },
      { url, protocolBinding: "JSONRPC", protocolVersion }
    ],
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: FrontExtension.progress,
          description: "Specialist or tool at work, and reason of a failure, in the metadata of status messages",
          required: false
        },
        {
          uri: FrontExtension.page,
          description: "Page of the shop that the customer looks at, in the metadata of a message",
          required: false
        }
      ]
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          description: `Access token of an account, from POST /api/auth/login${guests}`,
          scheme: "Bearer",
          bearerFormat: "JWT"
        }
      }
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: inputModes,
    defaultOutputModes: inputModes,
    skills: skillsWith(ordersAtTill)
  }
}
