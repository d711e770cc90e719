import { type Texts } from "./en.ts"

/** The server's words in Spanish. */
export const es: Texts = {
  yes: "sí",
  no: "no",
  "block.headline": "Confirma, por favor. Todavía no se ha hecho nada:",
  "block.one": "¿Lo hago? Responde «{yes}» para confirmar.",
  "block.several": "Responde «{yes}» para confirmarlo todo, o el número de lo que quieras.",

  "line.units": "{quantity} × {name}",
  "line.priced":
    "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, a {unitPrice} cada uno: {subtotal}}}",
  "line.more": "y {count} más",
  "line.moreTogether": "y {count} más, {amount} en conjunto",

  "checkout.title": "Hacer un pedido por {amount}, envío incluido:",
  "checkout.subtotal": "Artículos: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Descuento de socio: {amount}",
  "checkout.moreDiscounts": "{count} descuentos más: {amount}",
  "checkout.coupon": "Cupón: {code}",
  "checkout.shipping":
    "Envío con {carrier}, {speed, select, express {exprés} overnight {al día siguiente} other {estándar}}, {isRange, select, true {de {min} a {max} días} other {{max, plural, one {# día} other {# días}}}}: {isFree, select, true {gratis} other {{cost}}}",
  "checkout.total": "Total: {amount}",
  "checkout.to": "Entrega a: {recipient}, {address}",
  "checkout.bill": "Factura a: {address}",
  "checkout.billSame": "Factura a la misma dirección",
  "checkout.rest":
    "{hasCoupon, select, true {El resto de tu carrito se queda en él, con el cupón {code}} other {El resto de tu carrito se queda en él}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {El cupón {code} se gasta con este pedido: el resto de tu carrito se queda sin él} other {El cupón {code} se usa en este pedido: el resto de tu carrito se queda sin él}}",
  "checkout.restLost": "Se pierde al pedir solo esto: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Con el cupón {code}{isUsedUp, select, true {, que solo se puede usar una vez,} other {}} serían {amount}, {saves} menos} other {Sin el cupón serían {amount}, {saves} menos}}: solo tienes que pedirlo.",
  note: "Nota: {note}",
  reason: "Motivo: {reason}",

  "cancel.title": "Cancelar el pedido {number}:",
  "cancel.refund": "Reembolso: {amount}, por los artículos y el envío",
  "cancel.coupon": "El cupón {code} se puede usar otra vez",
  "modify.title": "Entregar el pedido {number} en otra dirección:",
  "modify.titleRecipient": "Cambiar el destinatario del pedido {number}:",
  "modify.recipient": "Para: {recipient}",
  "modify.before": "Hasta ahora: {address}",
  "modify.after": "A partir de ahora: {address}",
  "modify.personBefore": "Hasta ahora: {recipient}, {address}",
  "modify.personAfter": "A partir de ahora: {recipient}, {address}",
  "return.title": "Devolver del pedido {number}:",
  "return.refund":
    "Reembolso: {method, select, store_credit {{amount} como crédito en la tienda} other {{amount} al método de pago original}}",
  "return.approval":
    "{isApproved, select, true {La devolución queda aprobada al momento} other {La tienda revisa antes la devolución}}",
  "return.replaces": "En lugar de la devolución en curso: {lines}",
  "refund.title":
    "Reembolsar {method, select, store_credit {{amount} como crédito en la tienda} other {{amount} al método de pago original}} por la devolución del pedido {number}",
  "refund.shipping": "Más {amount} por el envío del pedido",
  "withdraw.title": "Retirar la devolución del pedido {number}:",
  "backorder.title": "Reservar hasta que haya existencias: {quantity} × {name}",
  "backorder.expected": "Llegada prevista del proveedor: {date}",
  "backorder.unplanned": "El proveedor aún no ha dado una fecha",
  "backorder.for": "Para: {person}",
  "forget.title": "Olvidar lo que me pediste recordar: «{content}»",

  "done.checkout":
    "{hasNumber, select, true {Tu pedido {number} se ha realizado} other {Tu pedido se ha realizado}}: {amount}, envío incluido. Se enviará a {recipient}, {address}.",
  "done.cancel_order": "El pedido {number} se ha cancelado. El reembolso es de {amount}.",
  "done.modify_order": "El pedido {number} se ha cambiado: se enviará a {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {La devolución del pedido {number} se ha aprobado.} other {La devolución del pedido {number} se ha solicitado. La tienda la revisa antes.}} {method, select, store_credit {El reembolso es de {amount} como crédito en la tienda.} other {El reembolso es de {amount} al método de pago original.}}",
  "done.replaces": "Sustituye a la devolución anterior.",
  "done.send_back":
    "Ya se pueden enviar los artículos de vuelta.{hasRules, select, true { Cómo hacerlo: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {Se han reembolsado {amount} como crédito en la tienda} other {Se han reembolsado {amount} al método de pago original}} por la devolución del pedido {number}.",
  "done.withdraw_return": "La devolución del pedido {number} se ha retirado.",
  "done.lines": "Artículos: {lines}.",
  "done.shipping": "Más {amount} por el envío.",
  "done.place_backorder": "La reserva se ha hecho: {quantity} × {name}, para {person}.",
  "done.forget_preference": "«{content}» se ha olvidado.",
  notDone:
    "{act, select, checkout {El pedido no se ha realizado.} cancel_order {El pedido {number} no se ha cancelado.} modify_order {El pedido {number} no se ha cambiado.} initiate_return {La devolución del pedido {number} no se ha iniciado.} process_refund {El reembolso del pedido {number} no se ha hecho.} withdraw_return {La devolución del pedido {number} no se ha retirado.} place_backorder {La reserva de {name} no se ha hecho.} other {«{name}» no se ha olvidado.}}",

  "changed.total": "El total es ahora {after} en lugar de {before}.",
  "changed.refund": "El reembolso es ahora {after} en lugar de {before}.",
  "changed.lines": "Los artículos o sus precios han cambiado.",
  "changed.shipping": "El envío ha cambiado.",
  "changed.discounts": "Los descuentos han cambiado.",
  "changed.address": "La dirección de entrega ha cambiado.",
  "changed.billing": "La dirección de facturación ha cambiado.",
  "changed.method":
    "{method, select, store_credit {El reembolso sería ahora como crédito en la tienda.} other {El reembolso iría ahora al método de pago original.}}",
  "changed.approval":
    "{isApproved, select, true {La devolución quedaría ahora aprobada al momento.} other {La tienda revisaría ahora antes la devolución.}}",
  "changed.date": "La fecha del proveedor ha cambiado.",
  "changed.details": "Algo ha cambiado.",

  obstacle:
    "{code, select, not_found {Ya no se encuentra.} forbidden {Tu cuenta no puede hacerlo.} unavailable {No es posible en este momento.} empty_cart {Tu carrito está vacío.} not_in_cart {Ya no está en tu carrito.} no_address {El carrito no tiene dirección de entrega.} out_of_stock {Ya no hay existencias suficientes.} inactive_product {Un producto del carrito ya no se vende.} coupon_invalid {El cupón ya no es válido.} speed_not_possible {El pedido no se puede enviar con esa rapidez.} not_delivered {El pedido aún no se ha entregado.} no_delivery_record {No consta la entrega.} window_closed {El plazo de devolución ha terminado.} already_requested {Ya hay una devolución de este pedido.} shipped {El pedido ya está en camino.} out_for_delivery {El pedido ya está en camino.} delivered {El pedido ya se ha entregado.} cancelled {El pedido ya se ha cancelado.} returned {El pedido ya se ha devuelto.} refunded {Ya se ha reembolsado.} denied {La devolución se ha rechazado.} lines_not_returnable {Estos artículos ya no se pueden devolver.} placed_elsewhere {El pedido se hizo en otro sitio y desde aquí no se puede cambiar.} shipped_back {Los artículos ya están de vuelta.} received {Los artículos ya han llegado a la tienda.} withdrawn {La devolución se ha retirado.} other {Ya no es posible.}}",

  expired: "Ha pasado demasiado tiempo desde esa pregunta.",
  "expired.renewed": "Míralo otra vez más abajo, por favor.",
  "expired.gone": "Ya no es posible.",
  dropped: "Esa pregunta ya no está abierta.",
  "dropped.again": "Dime si todavía lo quieres.",
  "dropped.later": "Aún se puede hacer: basta con decirlo.",
  failed: "Algo ha ido mal.",
  "failed.open": "Todavía puedes confirmarlo.",

  declined: "De acuerdo. No se ha cambiado nada.",
  guardRefusal: "No puedo ayudar con esa petición. Puedo ayudar con productos, pedidos, precios, opiniones y entregas.",
  partialAnswer: "Solo he podido completar una parte de tu petición.",

  "receipt.cart": "{count, plural, =0 {ahora vacío} one {ahora # artículo} other {ahora # artículos}}",
  "receipt.add_to_cart": "Añadido a tu carrito: {article}, {cart}, {amount} antes de descuentos.",
  "receipt.update_cart_quantity": "Cambiado en tu carrito: ahora {article}, {amount} en total antes de descuentos.",
  "receipt.remove_from_cart": "Quitado de tu carrito: {name}, {cart}.",
  "receipt.dropped_line": "Quitado de tu carrito: {name}, ahora {amount} en total antes de descuentos.",
  "receipt.set_shipping_address": "Dirección de entrega de tu carrito: {recipient}, {address}.",
  "receipt.set_order_address": "Dirección de entrega solo para tu próximo pedido: {recipient}, {address}.",
  "receipt.bill_follows": "La factura también irá allí.",
  "receipt.bill_stays": "La factura sigue yendo a {address}.",
  "receipt.set_billing_address": "Dirección de facturación de tu carrito: {address}.",
  "receipt.set_billing_same_as_shipping": "Dirección de facturación de tu carrito: la de entrega, {address}.",
  "receipt.apply_coupon_to_cart":
    "El cupón {code} está en tu carrito y ahorra {discount}: todo el carrito cuesta ahora {amount}, sin envío.",
  "receipt.remove_coupon_from_cart":
    "El cupón se ha quitado de tu carrito: todo el carrito cuesta ahora {amount}, sin envío.",
  "receipt.checkout": "Aquí puedes pedir y pagar: {url}",
  "receipt.remember_preference":
    "{isKnown, select, true {Ya estaba anotado: «{content}».} other {Anotado: «{content}».}}",
  "receipt.forget_preference": "Olvidado: «{content}».",
  "receipt.open_support_case":
    "{isNew, select, true {Se ha abierto el caso de asistencia {number}.} other {El caso de asistencia {number} ya está abierto.}} El personal de la tienda responderá en esta conversación.",
  "receipt.plain":
    "{tool, select, add_to_cart {El producto se ha añadido al carrito.} update_cart_quantity {La cantidad en el carrito se ha cambiado.} remove_from_cart {El producto se ha quitado del carrito.} set_shipping_address {La dirección de entrega del carrito se ha fijado.} set_billing_address {La dirección de facturación del carrito se ha fijado.} set_billing_same_as_shipping {La dirección de facturación del carrito es ahora la de entrega.} apply_coupon_to_cart {El cupón se ha añadido al carrito.} remove_coupon_from_cart {El cupón se ha quitado del carrito.} checkout {Se ha dado el enlace a la caja de la tienda.} remember_preference {La preferencia se ha anotado.} forget_preference {La preferencia se ha olvidado.} open_support_case {Se ha abierto un caso de asistencia.} other {Se ha hecho.}}"
}
