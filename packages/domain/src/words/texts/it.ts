import { type Texts } from "./en.ts"

/** The server's words in Italian. */
export const it: Texts = {
  yes: "sì",
  no: "no",
  "block.headline": "Conferma, per favore. Non è ancora stato fatto nulla:",
  "block.one": "Procedo? Rispondi «{yes}» per confermare.",
  "block.several": "Rispondi «{yes}» per confermare tutto, oppure il numero di ciò che vuoi.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, {unitPrice} l’uno: {subtotal}}}",
  "line.more": "e altri {count}",
  "line.moreTogether": "e altri {count}, {amount} insieme",

  "checkout.title": "Effettuare un ordine di {amount}, spedizione inclusa:",
  "checkout.subtotal": "Articoli: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Sconto soci: {amount}",
  "checkout.moreDiscounts": "Altri {count} sconti: {amount}",
  "checkout.coupon": "Buono sconto: {code}",
  "checkout.shipping":
    "Spedizione con {carrier}, {speed, select, express {espressa} overnight {entro il giorno dopo} other {standard}}, {isRange, select, true {da {min} a {max} giorni} other {{max, plural, one {# giorno} other {# giorni}}}}: {isFree, select, true {gratuita} other {{cost}}}",
  "checkout.total": "Totale: {amount}",
  "checkout.to": "Consegna a: {recipient}, {address}",
  "checkout.bill": "Fattura a: {address}",
  "checkout.billSame": "Fattura allo stesso indirizzo",
  "checkout.rest":
    "{hasCoupon, select, true {Il resto del tuo carrello rimane lì, con il buono sconto {code}} other {Il resto del tuo carrello rimane lì}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {Il buono sconto {code} si esaurisce con questo ordine: il resto del tuo carrello ne resta senza} other {Il buono sconto {code} si usa per questo ordine: il resto del tuo carrello ne resta senza}}",
  "checkout.restLost": "Si perde ordinando solo questo: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Con il buono sconto {code}{isUsedUp, select, true {, utilizzabile una sola volta,} other {}} sarebbero {amount}, {saves} in meno} other {Senza il buono sconto sarebbero {amount}, {saves} in meno}}: basta chiederlo.",
  note: "Nota: {note}",
  reason: "Motivo: {reason}",

  "cancel.title": "Annullare l’ordine {number}:",
  "cancel.refund": "Rimborso: {amount}, per articoli e spedizione",
  "cancel.coupon": "Il buono sconto {code} si può usare di nuovo",
  "modify.title": "Consegnare l’ordine {number} a un altro indirizzo:",
  "modify.titleRecipient": "Cambiare il destinatario dell’ordine {number}:",
  "modify.recipient": "Per: {recipient}",
  "modify.before": "Finora: {address}",
  "modify.after": "D’ora in poi: {address}",
  "modify.personBefore": "Finora: {recipient}, {address}",
  "modify.personAfter": "D’ora in poi: {recipient}, {address}",
  "return.title": "Restituire dall’ordine {number}:",
  "return.refund":
    "Rimborso: {method, select, store_credit {{amount} come credito del negozio} other {{amount} sul metodo di pagamento originale}}",
  "return.approval": "{isApproved, select, true {Il reso è approvato subito} other {Il negozio esamina prima il reso}}",
  "return.replaces": "Al posto del reso in corso: {lines}",
  "refund.title":
    "Rimborsare {method, select, store_credit {{amount} come credito del negozio} other {{amount} sul metodo di pagamento originale}} per il reso dell’ordine {number}",
  "refund.shipping": "Più {amount} per la spedizione dell’ordine",
  "withdraw.title": "Ritirare il reso dell’ordine {number}:",
  "backorder.title": "Prenotare in attesa di disponibilità: {quantity} × {name}",
  "backorder.expected": "Atteso dal fornitore: {date}",
  "backorder.unplanned": "Il fornitore non ha ancora indicato una data",
  "backorder.for": "Per: {person}",
  "forget.title": "Dimenticare ciò che mi avevi chiesto di ricordare: «{content}»",

  "done.checkout":
    "{hasNumber, select, true {Il tuo ordine {number} è stato effettuato} other {Il tuo ordine è stato effettuato}}: {amount}, spedizione inclusa. Sarà consegnato a {recipient}, {address}.",
  "done.cancel_order": "L’ordine {number} è stato annullato. Il rimborso è di {amount}.",
  "done.modify_order": "L’ordine {number} è stato cambiato: sarà consegnato a {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {Il reso dell’ordine {number} è stato approvato.} other {Il reso dell’ordine {number} è stato richiesto. Il negozio lo esamina prima.}} {method, select, store_credit {Il rimborso è di {amount} come credito del negozio.} other {Il rimborso è di {amount} sul metodo di pagamento originale.}}",
  "done.replaces": "Sostituisce il reso precedente.",
  "done.send_back": "Ora gli articoli possono essere rispediti.{hasRules, select, true { Come fare: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {Sono stati rimborsati {amount} come credito del negozio} other {Sono stati rimborsati {amount} sul metodo di pagamento originale}} per il reso dell’ordine {number}.",
  "done.withdraw_return": "Il reso dell’ordine {number} è stato ritirato.",
  "done.lines": "Articoli: {lines}.",
  "done.shipping": "Più {amount} per la spedizione.",
  "done.place_backorder": "La prenotazione è stata registrata: {quantity} × {name}, per {person}.",
  "done.forget_preference": "«{content}» è stato dimenticato.",
  notDone:
    "{act, select, checkout {L’ordine non è stato effettuato.} cancel_order {L’ordine {number} non è stato annullato.} modify_order {L’ordine {number} non è stato cambiato.} initiate_return {Il reso dell’ordine {number} non è stato avviato.} process_refund {Il rimborso per l’ordine {number} non è stato fatto.} withdraw_return {Il reso dell’ordine {number} non è stato ritirato.} place_backorder {La prenotazione di {name} non è stata registrata.} other {«{name}» non è stato dimenticato.}}",

  "changed.total": "Il totale è ora {after} invece di {before}.",
  "changed.refund": "Il rimborso è ora {after} invece di {before}.",
  "changed.lines": "Gli articoli o i loro prezzi sono cambiati.",
  "changed.shipping": "La spedizione è cambiata.",
  "changed.discounts": "Gli sconti sono cambiati.",
  "changed.address": "L’indirizzo di consegna è cambiato.",
  "changed.billing": "L’indirizzo di fatturazione è cambiato.",
  "changed.method":
    "{method, select, store_credit {Il rimborso sarebbe ora un credito del negozio.} other {Il rimborso andrebbe ora sul metodo di pagamento originale.}}",
  "changed.approval":
    "{isApproved, select, true {Il reso sarebbe ora approvato subito.} other {Il negozio esaminerebbe ora prima il reso.}}",
  "changed.date": "La data del fornitore è cambiata.",
  "changed.details": "Qualcosa è cambiato.",

  obstacle:
    "{code, select, not_found {Non si trova più.} forbidden {Il tuo account non può farlo.} unavailable {Al momento non è possibile.} empty_cart {Il tuo carrello è vuoto.} not_in_cart {Non è più nel tuo carrello.} no_address {Il carrello non ha un indirizzo di consegna.} out_of_stock {Non ce n’è più abbastanza in magazzino.} inactive_product {Un prodotto nel carrello non è più in vendita.} coupon_invalid {Il buono sconto non è più valido.} speed_not_possible {L’ordine non può essere spedito così in fretta.} not_delivered {L’ordine non è ancora stato consegnato.} no_delivery_record {La consegna non risulta registrata.} window_closed {Il termine per i resi è scaduto.} already_requested {Esiste già un reso di questo ordine.} shipped {L’ordine è già in viaggio.} out_for_delivery {L’ordine è già in viaggio.} delivered {L’ordine è già stato consegnato.} cancelled {L’ordine è già stato annullato.} returned {L’ordine è già stato restituito.} refunded {È già stato rimborsato.} denied {Il reso è stato rifiutato.} lines_not_returnable {Questi articoli non si possono più restituire.} placed_elsewhere {L’ordine è stato effettuato altrove e da qui non si può modificare.} shipped_back {Gli articoli sono già in viaggio di ritorno.} received {Gli articoli sono già arrivati al negozio.} withdrawn {Il reso è stato ritirato.} other {Non è più possibile.}}",

  expired: "È passato troppo tempo da quella domanda.",
  "expired.renewed": "Riguardala qui sotto, per favore.",
  "expired.gone": "Non è più possibile.",
  dropped: "Quella domanda non è più aperta.",
  "dropped.again": "Dimmi se lo vuoi ancora.",
  "dropped.later": "Si può ancora fare: basta dirlo.",
  failed: "Qualcosa è andato storto.",
  "failed.open": "Puoi ancora confermare.",

  declined: "Va bene. Non è stato cambiato nulla.",
  guardRefusal:
    "Non posso aiutarti con questa richiesta. Posso aiutarti con prodotti, ordini, prezzi, recensioni e consegne.",
  partialAnswer: "Ho potuto completare solo una parte della tua richiesta.",

  "receipt.cart": "{count, plural, =0 {ora vuoto} one {ora # articolo} other {ora # articoli}}",
  "receipt.add_to_cart": "Messo nel tuo carrello: {article}, {cart}, {amount} prima degli sconti.",
  "receipt.update_cart_quantity": "Cambiato nel tuo carrello: ora {article}, {amount} in tutto prima degli sconti.",
  "receipt.remove_from_cart": "Tolto dal tuo carrello: {name}, {cart}.",
  "receipt.dropped_line": "Tolto dal tuo carrello: {name}, ora {amount} in tutto prima degli sconti.",
  "receipt.set_shipping_address": "Indirizzo di consegna del tuo carrello: {recipient}, {address}.",
  "receipt.set_order_address": "Indirizzo di consegna solo per il tuo prossimo ordine: {recipient}, {address}.",
  "receipt.bill_follows": "Anche la fattura va lì.",
  "receipt.bill_stays": "La fattura va ancora a {address}.",
  "receipt.set_billing_address": "Indirizzo di fatturazione del tuo carrello: {address}.",
  "receipt.set_billing_same_as_shipping": "Indirizzo di fatturazione del tuo carrello: quello di consegna, {address}.",
  "receipt.apply_coupon_to_cart":
    "Il buono sconto {code} è nel tuo carrello e fa risparmiare {discount}: tutto il carrello costa ora {amount}, senza spedizione.",
  "receipt.remove_coupon_from_cart":
    "Il buono sconto è stato tolto dal tuo carrello: tutto il carrello costa ora {amount}, senza spedizione.",
  "receipt.checkout": "Qui puoi ordinare e pagare: {url}",
  "receipt.remember_preference":
    "{isKnown, select, true {Già memorizzato: «{content}».} other {Memorizzato: «{content}».}}",
  "receipt.forget_preference": "Dimenticato: «{content}».",
  "receipt.open_support_case":
    "{isNew, select, true {È stata aperta la richiesta di assistenza {number}.} other {La richiesta di assistenza {number} è già aperta.}} Il personale del negozio risponderà in questa conversazione.",
  "receipt.plain":
    "{tool, select, add_to_cart {Il prodotto è stato messo nel carrello.} update_cart_quantity {La quantità nel carrello è stata cambiata.} remove_from_cart {Il prodotto è stato tolto dal carrello.} set_shipping_address {L’indirizzo di consegna del carrello è stato impostato.} set_billing_address {L’indirizzo di fatturazione del carrello è stato impostato.} set_billing_same_as_shipping {L’indirizzo di fatturazione del carrello è ora quello di consegna.} apply_coupon_to_cart {Il buono sconto è stato aggiunto al carrello.} remove_coupon_from_cart {Il buono sconto è stato tolto dal carrello.} checkout {È stato dato il link alla cassa del negozio.} remember_preference {La preferenza è stata memorizzata.} forget_preference {La preferenza è stata dimenticata.} open_support_case {È stata aperta una richiesta di assistenza.} other {Fatto.}}"
}
