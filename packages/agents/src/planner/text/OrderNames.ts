import { OrderId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { Schema } from "effect"

/** Order numbers, which tools accept wherever they accept an id. */

const isId = Schema.is(OrderId)

/** Returns the short number of an order, given its id or its number. */
export const orderName = (order: string): string => (isId(order) ? orderNumberOf(order) : order)

/** Returns whether two ids or numbers belong to the same order. */
export const isSameOrder = (one: string, other: string): boolean => orderName(one) === orderName(other)
