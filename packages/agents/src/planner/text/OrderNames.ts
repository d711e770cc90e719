import { OrderId } from "@storefront/domain/Ids"
import { numberOf } from "@storefront/domain/OrderNumber"
import { Schema } from "effect"

/** Orders by what they are called: tools take a number where they take an id. */

const isId = Schema.is(OrderId)

/** The short number of an order, of which the id or the number is known. */
export const orderName = (order: string): string => (isId(order) ? numberOf(order) : order)

/** Returns whether two ids or numbers are of the same order. */
export const isSameOrder = (one: string, other: string): boolean => orderName(one) === orderName(other)
