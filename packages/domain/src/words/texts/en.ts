/** The server's words in English: ICU messages by key. All other languages have the same keys and arguments. */
export const en = {
  yes: "yes",
  no: "no",
  "block.headline": "Please confirm. Nothing has been done yet:",
  "block.one": "Shall I do that? Reply “{yes}” to confirm.",
  "block.several": "Reply “{yes}” to confirm all of them, or the number of the one you want.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, {unitPrice} each: {subtotal}}}",
  "line.more": "and {count} more",
  "line.moreTogether": "and {count} more, {amount} together",

  "checkout.title": "Place an order for {amount}, shipping included:",
  "checkout.subtotal": "Articles: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Member discount: {amount}",
  "checkout.moreDiscounts": "{count} more discounts: {amount}",
  "checkout.coupon": "Coupon: {code}",
  "checkout.shipping":
    "Shipping with {carrier}, {speed, select, express {express} overnight {overnight} other {standard}}, {isRange, select, true {{min} to {max} days} other {{max, plural, one {# day} other {# days}}}}: {isFree, select, true {free} other {{cost}}}",
  "checkout.total": "Total: {amount}",
  "checkout.to": "Delivered to: {recipient}, {address}",
  "checkout.bill": "Billed to: {address}",
  "checkout.billSame": "Billed to the same address",
  "checkout.rest":
    "{hasCoupon, select, true {The rest of your cart stays there, with coupon {code}} other {The rest of your cart stays there}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {Coupon {code} is used up by this order: the rest of your cart is then without it} other {Coupon {code} is used for this order: the rest of your cart is then without it}}",
  "checkout.restLost": "Lost by ordering only this: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {With coupon {code}{isUsedUp, select, true {, which can be used only once,} other {}} it would be {amount}, {saves} less} other {Without the coupon it would be {amount}, {saves} less}}: just ask for it.",
  note: "Note: {note}",
  reason: "Reason: {reason}",

  "cancel.title": "Cancel order {number}:",
  "cancel.refund": "Refund: {amount}, for goods and shipping",
  "cancel.coupon": "Coupon {code} can be used again",
  "modify.title": "Deliver order {number} to another address:",
  "modify.titleRecipient": "Change who receives order {number}:",
  "modify.recipient": "For: {recipient}",
  "modify.before": "Until now: {address}",
  "modify.after": "From now on: {address}",
  "modify.personBefore": "Until now: {recipient}, {address}",
  "modify.personAfter": "From now on: {recipient}, {address}",
  "return.title": "Return from order {number}:",
  "return.refund":
    "Refund: {method, select, store_credit {{amount} as store credit} other {{amount} to the original payment method}}",
  "return.approval":
    "{isApproved, select, true {The return is approved at once} other {Somebody at the shop looks at the return first}}",
  "return.replaces": "Instead of the return that is under way: {lines}",
  "refund.title":
    "Refund {method, select, store_credit {{amount} as store credit} other {{amount} to the original payment method}} for the return of order {number}",
  "refund.shipping": "Plus {amount} for the shipping of the order",
  "withdraw.title": "Withdraw the return from order {number}:",
  "backorder.title": "Place a backorder: {quantity} × {name}",
  "backorder.expected": "Expected from the supplier: {date}",
  "backorder.unplanned": "No date is known from the supplier yet",
  "backorder.for": "For: {person}",
  "forget.title": "Forget what you asked me to remember: “{content}”",

  "done.checkout":
    "{hasNumber, select, true {Your order {number} was placed} other {Your order was placed}}: {amount}, shipping included. It goes to {recipient}, {address}.",
  "done.cancel_order": "Order {number} was cancelled. The refund is {amount}.",
  "done.modify_order": "Order {number} was changed: it goes to {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {The return of order {number} was approved.} other {The return of order {number} was requested. Somebody at the shop looks at it first.}} {method, select, store_credit {The refund is {amount} as store credit.} other {The refund is {amount} to the original payment method.}}",
  "done.replaces": "It replaces the earlier return.",
  "done.send_back": "Please send the articles back now.{hasRules, select, true { How to: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {{amount} was refunded as store credit} other {{amount} was refunded to the original payment method}} for the return of order {number}.",
  "done.withdraw_return": "The return from order {number} was withdrawn.",
  "done.lines": "Articles: {lines}.",
  "done.shipping": "Plus {amount} for shipping.",
  "done.place_backorder": "The backorder was placed: {quantity} × {name}, for {person}.",
  "done.forget_preference": "“{content}” was forgotten.",
  notDone:
    "{act, select, checkout {The order was not placed.} cancel_order {Order {number} was not cancelled.} modify_order {Order {number} was not changed.} initiate_return {The return of order {number} was not started.} process_refund {The refund for order {number} was not made.} withdraw_return {The return from order {number} was not withdrawn.} place_backorder {The backorder of {name} was not placed.} other {“{name}” was not forgotten.}}",

  "changed.total": "The total is now {after} instead of {before}.",
  "changed.refund": "The refund is now {after} instead of {before}.",
  "changed.lines": "The articles or their prices have changed.",
  "changed.shipping": "The shipping has changed.",
  "changed.discounts": "The discounts have changed.",
  "changed.address": "The delivery address has changed.",
  "changed.billing": "The billing address has changed.",
  "changed.method":
    "{method, select, store_credit {The refund would now be store credit.} other {The refund would now go to the original payment method.}}",
  "changed.approval":
    "{isApproved, select, true {The return would now be approved at once.} other {Somebody at the shop would now look at the return first.}}",
  "changed.date": "The date of the supplier has changed.",
  "changed.details": "Something about it has changed.",

  obstacle:
    "{code, select, not_found {It cannot be found any more.} forbidden {Your account may not do that.} unavailable {That is not possible at the moment.} empty_cart {Your cart is empty.} not_in_cart {It is not in your cart any more.} no_address {The cart has no delivery address.} out_of_stock {There is not enough in stock any more.} inactive_product {A product in the cart is not sold any more.} coupon_invalid {The coupon is not valid any more.} speed_not_possible {The order cannot be sent at that speed.} not_delivered {The order has not been delivered yet.} no_delivery_record {There is no record of the delivery.} window_closed {The time for returns is over.} already_requested {There is a return of this order already.} shipped {The order is on its way already.} out_for_delivery {The order is on its way already.} delivered {The order has been delivered already.} cancelled {The order has been cancelled already.} returned {The order has been returned already.} refunded {It has been refunded already.} denied {The return was denied.} lines_not_returnable {These articles can no longer be sent back.} placed_elsewhere {The order was placed elsewhere and cannot be changed here.} shipped_back {The articles are on their way back already.} received {The articles have arrived at the shop already.} withdrawn {The return was withdrawn.} other {That is not possible any more.}}",

  expired: "That question was asked too long ago.",
  "expired.renewed": "Please look at it once more, below.",
  "expired.gone": "It is not possible any more.",
  dropped: "That question is not open any more.",
  "dropped.again": "Tell me if you still want it.",
  "dropped.later": "That can still be done: just say so.",
  failed: "Something went wrong.",
  "failed.open": "You can still confirm it.",

  declined: "All right. Nothing was changed.",
  guardRefusal: "I can't help with that request. I can help with products, orders, prices, reviews and delivery.",
  partialAnswer: "I could only complete part of your request.",

  "receipt.cart": "{count, plural, =0 {now empty} one {now # article} other {now # articles}}",
  "receipt.add_to_cart": "Put into your cart: {article}, {cart}, {amount} before discounts.",
  "receipt.update_cart_quantity": "Changed in your cart: now {article}, {amount} in all before discounts.",
  "receipt.remove_from_cart": "Taken out of your cart: {name}, {cart}.",
  "receipt.dropped_line": "Taken out of your cart: {name}, now {amount} in all before discounts.",
  "receipt.set_shipping_address": "Delivery address of your cart: {recipient}, {address}.",
  "receipt.set_order_address": "Delivery address of your next order only: {recipient}, {address}.",
  "receipt.bill_follows": "The bill goes there too.",
  "receipt.bill_stays": "The bill still goes to {address}.",
  "receipt.set_billing_address": "Billing address of your cart: {address}.",
  "receipt.set_billing_same_as_shipping": "Billing address of your cart: the delivery address, {address}.",
  "receipt.apply_coupon_to_cart":
    "Coupon {code} is on your cart and saves {discount}: the whole cart is now {amount}, without shipping.",
  "receipt.remove_coupon_from_cart":
    "The coupon was taken off your cart: the whole cart is now {amount}, without shipping.",
  "receipt.checkout": "Here you can order and pay: {url}",
  "receipt.remember_preference":
    "{isKnown, select, true {Remembered already: “{content}”.} other {Remembered: “{content}”.}}",
  "receipt.forget_preference": "Forgotten: “{content}”.",
  "receipt.open_support_case":
    "{isNew, select, true {Support case {number} was opened.} other {Support case {number} is open already.}} The shop's staff will answer in this conversation.",
  "receipt.plain":
    "{tool, select, add_to_cart {The product was put into the cart.} update_cart_quantity {The quantity in the cart was changed.} remove_from_cart {The product was taken out of the cart.} set_shipping_address {The delivery address of the cart was set.} set_billing_address {The billing address of the cart was set.} set_billing_same_as_shipping {The billing address of the cart is now the delivery address.} apply_coupon_to_cart {The coupon was added to the cart.} remove_coupon_from_cart {The coupon was taken off the cart.} checkout {The link to the shop's till was given.} remember_preference {The preference was remembered.} forget_preference {The preference was forgotten.} open_support_case {A support case was opened.} other {It was done.}}"
}

export type TextKey = keyof typeof en

export type Texts = { readonly [Key in TextKey]: string }
