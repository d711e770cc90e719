import { type Texts } from "./en.ts"

/** The server's words in Portuguese. */
export const pt: Texts = {
  yes: "sim",
  no: "não",
  "block.headline": "Confirme, por favor. Nada foi feito ainda:",
  "block.one": "Posso fazer isso? Responda “{yes}” para confirmar.",
  "block.several": "Responda “{yes}” para confirmar tudo, ou o número do que você quer.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, {unitPrice} cada: {subtotal}}}",
  "line.more": "e mais {count}",
  "line.moreTogether": "e mais {count}, {amount} juntos",

  "checkout.title": "Fazer um pedido de {amount}, frete incluído:",
  "checkout.subtotal": "Produtos: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Desconto de membro: {amount}",
  "checkout.moreDiscounts": "Mais {count} descontos: {amount}",
  "checkout.coupon": "Cupom: {code}",
  "checkout.shipping":
    "Envio com {carrier}, {speed, select, express {expresso} overnight {no dia seguinte} other {padrão}}, {isRange, select, true {{min} a {max} dias} other {{max, plural, one {# dia} other {# dias}}}}: {isFree, select, true {grátis} other {{cost}}}",
  "checkout.total": "Total: {amount}",
  "checkout.to": "Entrega para: {recipient}, {address}",
  "checkout.bill": "Cobrança em: {address}",
  "checkout.billSame": "Cobrança no mesmo endereço",
  "checkout.rest":
    "{hasCoupon, select, true {O resto do seu carrinho fica nele, com o cupom {code}} other {O resto do seu carrinho fica nele}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {O cupom {code} se esgota com este pedido: o resto do seu carrinho fica sem ele} other {O cupom {code} é usado neste pedido: o resto do seu carrinho fica sem ele}}",
  "checkout.restLost": "Perde-se ao pedir só isto: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Com o cupom {code}{isUsedUp, select, true {, que só pode ser usado uma vez,} other {}} seriam {amount}, {saves} a menos} other {Sem o cupom seriam {amount}, {saves} a menos}}: é só pedir.",
  note: "Observação: {note}",
  reason: "Motivo: {reason}",

  "cancel.title": "Cancelar o pedido {number}:",
  "cancel.refund": "Reembolso: {amount}, pelos produtos e pelo frete",
  "cancel.coupon": "O cupom {code} pode ser usado de novo",
  "modify.title": "Entregar o pedido {number} em outro endereço:",
  "modify.titleRecipient": "Mudar o destinatário do pedido {number}:",
  "modify.recipient": "Para: {recipient}",
  "modify.before": "Até agora: {address}",
  "modify.after": "A partir de agora: {address}",
  "modify.personBefore": "Até agora: {recipient}, {address}",
  "modify.personAfter": "A partir de agora: {recipient}, {address}",
  "return.title": "Devolver do pedido {number}:",
  "return.refund":
    "Reembolso: {method, select, store_credit {{amount} como crédito na loja} other {{amount} na forma de pagamento original}}",
  "return.approval":
    "{isApproved, select, true {A devolução é aprovada na hora} other {A loja analisa a devolução antes}}",
  "return.replaces": "Em vez da devolução em andamento: {lines}",
  "refund.title":
    "Reembolsar {method, select, store_credit {{amount} como crédito na loja} other {{amount} na forma de pagamento original}} pela devolução do pedido {number}",
  "refund.shipping": "Mais {amount} pelo frete do pedido",
  "withdraw.title": "Desistir da devolução do pedido {number}:",
  "backorder.title": "Fazer uma encomenda: {quantity} × {name}",
  "backorder.expected": "Previsto pelo fornecedor: {date}",
  "backorder.unplanned": "O fornecedor ainda não informou uma data",
  "backorder.for": "Para: {person}",
  "forget.title": "Esquecer o que você me pediu para lembrar: “{content}”",

  "done.checkout":
    "{hasNumber, select, true {Seu pedido {number} foi feito} other {Seu pedido foi feito}}: {amount}, frete incluído. Será entregue a {recipient}, {address}.",
  "done.cancel_order": "O pedido {number} foi cancelado. O reembolso é de {amount}.",
  "done.modify_order": "O pedido {number} foi alterado: será entregue a {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {A devolução do pedido {number} foi aprovada.} other {A devolução do pedido {number} foi solicitada. A loja a analisa antes.}} {method, select, store_credit {O reembolso é de {amount} como crédito na loja.} other {O reembolso é de {amount} na forma de pagamento original.}}",
  "done.replaces": "Ela substitui a devolução anterior.",
  "done.send_back": "Os produtos já podem ser enviados de volta.{hasRules, select, true { Como fazer: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {Foram reembolsados {amount} como crédito na loja} other {Foram reembolsados {amount} na forma de pagamento original}} pela devolução do pedido {number}.",
  "done.withdraw_return": "A devolução do pedido {number} foi retirada.",
  "done.lines": "Produtos: {lines}.",
  "done.shipping": "Mais {amount} pelo frete.",
  "done.place_backorder": "A encomenda foi feita: {quantity} × {name}, para {person}.",
  "done.forget_preference": "“{content}” foi esquecido.",
  notDone:
    "{act, select, checkout {O pedido não foi feito.} cancel_order {O pedido {number} não foi cancelado.} modify_order {O pedido {number} não foi alterado.} initiate_return {A devolução do pedido {number} não foi iniciada.} process_refund {O reembolso do pedido {number} não foi feito.} withdraw_return {A devolução do pedido {number} não foi retirada.} place_backorder {A encomenda de {name} não foi feita.} other {“{name}” não foi esquecido.}}",

  "changed.total": "O total agora é {after} em vez de {before}.",
  "changed.refund": "O reembolso agora é {after} em vez de {before}.",
  "changed.lines": "Os produtos ou seus preços mudaram.",
  "changed.shipping": "O envio mudou.",
  "changed.discounts": "Os descontos mudaram.",
  "changed.address": "O endereço de entrega mudou.",
  "changed.billing": "O endereço de cobrança mudou.",
  "changed.method":
    "{method, select, store_credit {O reembolso agora seria crédito na loja.} other {O reembolso agora iria para a forma de pagamento original.}}",
  "changed.approval":
    "{isApproved, select, true {A devolução agora seria aprovada na hora.} other {A loja agora analisaria a devolução antes.}}",
  "changed.date": "A data do fornecedor mudou.",
  "changed.details": "Algo mudou.",

  obstacle:
    "{code, select, not_found {Isso não existe mais.} forbidden {Sua conta não pode fazer isso.} unavailable {Isso não é possível no momento.} empty_cart {Seu carrinho está vazio.} not_in_cart {Não está mais no seu carrinho.} no_address {O carrinho não tem endereço de entrega.} out_of_stock {Não há mais estoque suficiente.} inactive_product {Um produto do carrinho não é mais vendido.} coupon_invalid {O cupom não é mais válido.} speed_not_possible {O pedido não pode ser enviado tão rápido.} not_delivered {O pedido ainda não foi entregue.} no_delivery_record {A entrega não está registrada.} window_closed {O prazo de devolução terminou.} already_requested {Já existe uma devolução deste pedido.} shipped {O pedido já está a caminho.} out_for_delivery {O pedido já está a caminho.} delivered {O pedido já foi entregue.} cancelled {O pedido já foi cancelado.} returned {O pedido já foi devolvido.} refunded {Já foi reembolsado.} denied {A devolução foi recusada.} lines_not_returnable {Esses produtos não podem mais ser devolvidos.} placed_elsewhere {O pedido foi feito noutro lugar e não pode ser alterado aqui.} shipped_back {Os produtos já estão a caminho de volta.} received {Os produtos já chegaram à loja.} withdrawn {A devolução foi retirada.} other {Isso não é mais possível.}}",

  expired: "Essa pergunta foi feita há muito tempo.",
  "expired.renewed": "Veja de novo abaixo, por favor.",
  "expired.gone": "Não é mais possível.",
  dropped: "Essa pergunta não está mais aberta.",
  "dropped.again": "Diga se ainda quer.",
  "dropped.later": "Isso ainda pode ser feito: é só dizer.",
  failed: "Algo deu errado.",
  "failed.open": "Você ainda pode confirmar.",

  declined: "Tudo bem. Nada foi alterado.",
  guardRefusal: "Não posso ajudar com esse pedido. Posso ajudar com produtos, pedidos, preços, avaliações e entregas.",
  partialAnswer: "Só consegui concluir parte do que você pediu.",

  "receipt.cart": "{count, plural, =0 {agora vazio} one {agora # produto} other {agora # produtos}}",
  "receipt.add_to_cart": "Colocado no seu carrinho: {article}, {cart}, {amount} antes dos descontos.",
  "receipt.update_cart_quantity": "Alterado no seu carrinho: agora {article}, {amount} no total antes dos descontos.",
  "receipt.remove_from_cart": "Tirado do seu carrinho: {name}, {cart}.",
  "receipt.dropped_line": "Tirado do seu carrinho: {name}, agora {amount} no total antes dos descontos.",
  "receipt.set_shipping_address": "Endereço de entrega do seu carrinho: {recipient}, {address}.",
  "receipt.set_order_address": "Endereço de entrega só para o seu próximo pedido: {recipient}, {address}.",
  "receipt.bill_follows": "A cobrança também vai para lá.",
  "receipt.bill_stays": "A cobrança continua em {address}.",
  "receipt.set_billing_address": "Endereço de cobrança do seu carrinho: {address}.",
  "receipt.set_billing_same_as_shipping": "Endereço de cobrança do seu carrinho: o de entrega, {address}.",
  "receipt.apply_coupon_to_cart":
    "O cupom {code} está no seu carrinho e economiza {discount}: o carrinho inteiro custa agora {amount}, sem frete.",
  "receipt.remove_coupon_from_cart":
    "O cupom foi tirado do seu carrinho: o carrinho inteiro custa agora {amount}, sem frete.",
  "receipt.checkout": "Aqui você pode fazer o pedido e pagar: {url}",
  "receipt.remember_preference": "{isKnown, select, true {Já anotado: “{content}”.} other {Anotado: “{content}”.}}",
  "receipt.forget_preference": "Esquecido: “{content}”.",
  "receipt.open_support_case":
    "{isNew, select, true {O caso de suporte {number} foi aberto.} other {O caso de suporte {number} já está aberto.}} A equipe da loja responderá nesta conversa.",
  "receipt.plain":
    "{tool, select, add_to_cart {O produto foi colocado no carrinho.} update_cart_quantity {A quantidade no carrinho foi alterada.} remove_from_cart {O produto foi tirado do carrinho.} set_shipping_address {O endereço de entrega do carrinho foi definido.} set_billing_address {O endereço de cobrança do carrinho foi definido.} set_billing_same_as_shipping {O endereço de cobrança do carrinho agora é o de entrega.} apply_coupon_to_cart {O cupom foi aplicado ao carrinho.} remove_coupon_from_cart {O cupom foi tirado do carrinho.} checkout {O link para o caixa da loja foi dado.} remember_preference {A preferência foi anotada.} forget_preference {A preferência foi esquecida.} open_support_case {Um caso de suporte foi aberto.} other {Foi feito.}}"
}
