import { listNames } from "../ShopNames.ts"
import { categories, productDetail, products } from "./examples/Catalogue.ts"
import { answer, conversation, conversations } from "./examples/Conversation.ts"
import { account, grant, newcomer, newSession, profile, refreshToken, session } from "./examples/Customer.ts"
import { ids } from "./examples/Ids.ts"
import { agents, form, granted, pending, receipt } from "./examples/Marketplace.ts"
import { orderDetail, orders } from "./examples/Order.ts"
import { audit, usage } from "./examples/Usage.ts"

/** Example of an operation in the API reference. */
export interface OperationExample {
  readonly request?: unknown
  readonly response: unknown
  /** Error sentences by status, where they differ from the defaults of all operations. */
  readonly refusals?: Readonly<Record<number, ReadonlyArray<string>>>
}

const conversationNotFound = ["Conversation not found"]
const resolved = { 404: ["Request not found"], 409: ["Request already approved", "Request already denied"] }
const notes = { ...resolved, 422: ["admin_notes: must be at most 2000 characters"] }
const approval = { admin_notes: "Approved for the winter sale." }

/** Examples of all operations, keyed by operation id. */
export const examples: Readonly<Record<string, OperationExample>> = {
  "auth.signUp": {
    request: newcomer,
    response: newSession,
    refusals: {
      409: ["Email already registered"],
      422: [
        "email: must be a valid e-mail address of at most 254 characters",
        "password: must be 8 to 72 bytes",
        "name: must be 1 to 100 characters"
      ]
    }
  },
  "auth.logIn": {
    request: { email: account.email, password: "storefront-demo" },
    response: session,
    refusals: {
      401: ["Invalid email or password"],
      403: ["Account is deactivated"],
      422: ["email: is missing", "password: must be a string"]
    }
  },
  "auth.refresh": {
    request: { refresh_token: refreshToken },
    response: grant,
    refusals: {
      401: ["Refresh token expired", "Invalid refresh token", "Invalid token type"],
      403: ["Account is deactivated"],
      422: ["refresh_token: is missing", "refresh_token: must be a string"]
    }
  },
  "chat.send": {
    request: { message: "Where is my order?", conversation_id: null },
    response: answer,
    refusals: {
      404: [...conversationNotFound, "Action not found"],
      409: ["Conversation is busy"],
      422: ["message: must be 1 to 8000 characters", "confirm: must be 1 to 5 action ids"],
      502: ["The assistant could not produce an answer"],
      503: ["The assistant is temporarily unavailable", "Service temporarily unavailable"],
      504: ["The assistant took too long to answer"]
    }
  },
  "conversations.list": { response: conversations },
  "conversations.detail": { response: conversation, refusals: { 404: conversationNotFound } },
  "conversations.remove": { response: { status: "deleted" }, refusals: { 404: conversationNotFound } },
  "products.list": {
    response: products,
    refusals: {
      422: [
        `category: must be one of ${listNames(categories)}`,
        "min_price: must be a number that is not negative",
        "limit: must be between 1 and 100",
        "serach: is not a parameter, search is"
      ]
    }
  },
  "products.detail": { response: productDetail, refusals: { 404: ["Product not found"] } },
  "orders.list": {
    response: orders,
    refusals: {
      422: [
        "status: must be one of placed, confirmed, shipped, out_for_delivery, delivered, cancelled, returned",
        "limit: must be between 1 and 100"
      ]
    }
  },
  "orders.detail": { response: orderDetail, refusals: { 404: ["Order not found"] } },
  "profile.mine": { response: profile, refusals: { 404: ["User not found"] } },
  "marketplace.agents": { response: agents },
  "marketplace.request": {
    request: form,
    response: receipt,
    refusals: {
      404: ["Agent not found"],
      409: ["A pending request already exists for this agent", "You already have access to this agent"],
      422: ["role_requested: must be 1 to 50 characters"]
    }
  },
  "marketplace.mine": { response: granted },
  "admin.requests": { response: pending },
  "admin.approve": {
    request: approval,
    response: { status: "approved", request_id: ids.request_id },
    refusals: notes
  },
  "admin.deny": {
    request: { admin_notes: "Please ask again with a use case." },
    response: { status: "denied", request_id: ids.request_id },
    refusals: notes
  },
  "admin.usage": { response: usage },
  "admin.audit": {
    response: audit,
    refusals: { 422: ["trace_id: must be 32 hexadecimal digits in lower case", "limit: must be at least 1"] }
  }
}
