import { type OrderDetail, type OrderPage } from "../OrdersApi.ts"
import { product } from "./Catalogue.ts"
import { ids } from "./Ids.ts"

/** An order as in lists. */
export const order = {
  id: ids.order_id,
  status: "shipped",
  total: 251.1,
  carrier: "Pigeon Ground",
  tracking: "SF740211836592",
  item_count: 1,
  date: "2026-11-14T11:05:00.000Z"
} as const

export const orders: typeof OrderPage.Encoded = { orders: [order], total: 1 }

export const orderDetail: typeof OrderDetail.Encoded = {
  ...order,
  shipping_address: { street: "1 Elm Street", city: "Boston", state: "MA", zip: "02101", country: "US" },
  coupon: "HELLO10",
  discount: 27.9,
  items: [
    {
      product_id: ids.product_id,
      name: product.name,
      category: product.category,
      image_url: product.image_url,
      quantity: 1,
      unit_price: 279,
      subtotal: 279
    }
  ],
  status_history: [
    { status: "placed", notes: "Order placed", location: null, timestamp: order.date },
    {
      status: "confirmed",
      notes: "Availability confirmed, parcel is being packed",
      location: null,
      timestamp: "2026-11-14T11:06:00.000Z"
    },
    {
      status: "shipped",
      notes: "Handed to the carrier",
      location: "Harrisburg, PA",
      timestamp: "2026-11-16T07:40:00.000Z"
    }
  ],
  return: null
}
