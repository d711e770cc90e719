import { Schema } from "effect"

const id = <const Name extends string>(name: Name) => Schema.UUID.pipe(Schema.brand(name))

export const ProductId = id("ProductId")
export type ProductId = typeof ProductId.Type

export const OrderId = id("OrderId")
export type OrderId = typeof OrderId.Type

export const ReturnId = id("ReturnId")
export type ReturnId = typeof ReturnId.Type

export const ReviewId = id("ReviewId")
export type ReviewId = typeof ReviewId.Type

export const MemoryId = id("MemoryId")
export type MemoryId = typeof MemoryId.Type

export const BackorderId = id("BackorderId")
export type BackorderId = typeof BackorderId.Type

/** A support case, which the shop's staff handles for a customer. */
export const CaseId = id("CaseId")
export type CaseId = typeof CaseId.Type

export const CartId = id("CartId")
export type CartId = typeof CartId.Type

export const PromotionId = id("PromotionId")
export type PromotionId = typeof PromotionId.Type

/** A proposal of a binding act, under one id from the proposal to its outcome. */
export const ActionId = id("ActionId")
export type ActionId = typeof ActionId.Type

export const ConversationId = id("ConversationId")
export type ConversationId = typeof ConversationId.Type

export const MessageId = id("MessageId")
export type MessageId = typeof MessageId.Type

/** A run of an agent, and its row in the usage log. */
export const UsageLogId = id("UsageLogId")
export type UsageLogId = typeof UsageLogId.Type

export const AccessRequestId = id("AccessRequestId")
export type AccessRequestId = typeof AccessRequestId.Type

/** A turn at the front door: one message of a person, and all work to answer it. */
export const TurnId = id("TurnId")
export type TurnId = typeof TurnId.Type

/** The W3C trace id of a turn: 32 lower-case hex digits. */
export const TraceId = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/), Schema.brand("TraceId"))
export type TraceId = typeof TraceId.Type
