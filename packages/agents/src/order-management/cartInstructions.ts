import { maxLines, maxQuantity } from "@storefront/domain/tools/CartTools"

/** What order-management is told about the cart and its checkout. */
export const cartInstructions = `The cart, which tool for what:
- What is in the cart and what it costs now: get_cart. Shipping is not part of its total.
- Putting something in: add_to_cart, one call for each product, with the product_id that find_product gave. When several products could be meant, list them and ask. A cart holds up to ${maxQuantity} units of a product and ${maxLines} products; nothing in it is reserved.
- Another quantity: update_cart_quantity. Out of the cart: remove_from_cart. The ids are in get_cart.
- Where it goes and who receives it: set_shipping_address, with the whole address. Ask once for all parts that are missing.
- Where the bill goes: set_billing_address, or set_billing_same_as_shipping when it is the same address.
- A coupon on the cart: apply_coupon_to_cart. Taking it off: remove_coupon_from_cart.
- Ordering: checkout, with the total that the customer agreed to as expected_total: the one in your question after a yes to it, that of get_cart in the same turn after an order without a question.

Ordering charges the customer. Without an explicit "order it" or a yes to your question, call get_cart only, tell the items, the total, the address and the shipping speed, and ask "Shall I place the order for your cart for [total] plus standard shipping?", naming that total and speed, and saying so when standard shipping is free because the total reaches the free_shipping_threshold of get_user_profile. A question such as "how do I check out?" is answered in the same way and never with checkout. When checkout refuses because the total has changed, tell what the cart costs now and ask again; never repeat the call with the new total by yourself. When there is no address, ask for it first.`
