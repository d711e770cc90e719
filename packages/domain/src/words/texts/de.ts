import { type Texts } from "./en.ts"

/** The server's words in German. */
export const de: Texts = {
  yes: "ja",
  no: "nein",
  "block.headline": "Bitte bestätigen Sie. Noch ist nichts geschehen:",
  "block.one": "Soll ich das tun? Antworten Sie mit „{yes}“, um zu bestätigen.",
  "block.several": "Antworten Sie mit „{yes}“, um alles zu bestätigen, oder mit der gewünschten Nummer.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, je {unitPrice}: {subtotal}}}",
  "line.more": "und {count} weitere",
  "line.moreTogether": "und {count} weitere, zusammen {amount}",

  "checkout.title": "Bestellung über {amount}, einschließlich Versand:",
  "checkout.subtotal": "Artikel: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Mitgliedsrabatt: {amount}",
  "checkout.moreDiscounts": "{count} weitere Rabatte: {amount}",
  "checkout.coupon": "Gutschein: {code}",
  "checkout.shipping":
    "Versand mit {carrier}, {speed, select, express {Express} overnight {über Nacht} other {Standard}}, {isRange, select, true {{min} bis {max} Tage} other {{max, plural, one {# Tag} other {# Tage}}}}: {isFree, select, true {kostenlos} other {{cost}}}",
  "checkout.total": "Gesamtbetrag: {amount}",
  "checkout.to": "Lieferung an: {recipient}, {address}",
  "checkout.bill": "Rechnung an: {address}",
  "checkout.billSame": "Rechnung an dieselbe Adresse",
  "checkout.rest":
    "{hasCoupon, select, true {Der Rest Ihres Warenkorbs bleibt darin, mit dem Gutschein {code}} other {Der Rest Ihres Warenkorbs bleibt darin}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {Der Gutschein {code} ist mit dieser Bestellung verbraucht: der Rest Ihres Warenkorbs ist dann ohne ihn} other {Der Gutschein {code} wird für diese Bestellung verwendet: der Rest Ihres Warenkorbs ist dann ohne ihn}}",
  "checkout.restLost": "Entfällt, weil nur dies bestellt wird: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Mit dem Gutschein {code}{isUsedUp, select, true {, der nur einmal gilt,} other {}} wären es {amount}, {saves} weniger} other {Ohne den Gutschein wären es {amount}, {saves} weniger}}: sagen Sie es einfach.",
  note: "Anmerkung: {note}",
  reason: "Grund: {reason}",

  "cancel.title": "Bestellung {number} stornieren:",
  "cancel.refund": "Erstattung: {amount}, für Ware und Versand",
  "cancel.coupon": "Der Gutschein {code} kann wieder verwendet werden",
  "modify.title": "Bestellung {number} an eine andere Adresse liefern:",
  "modify.titleRecipient": "Empfänger der Bestellung {number} ändern:",
  "modify.recipient": "Für: {recipient}",
  "modify.before": "Bisher: {address}",
  "modify.after": "Künftig: {address}",
  "modify.personBefore": "Bisher: {recipient}, {address}",
  "modify.personAfter": "Künftig: {recipient}, {address}",
  "return.title": "Aus der Bestellung {number} zurückgeben:",
  "return.refund":
    "Erstattung: {method, select, store_credit {{amount} als Guthaben} other {{amount} über die ursprüngliche Zahlungsart}}",
  "return.approval":
    "{isApproved, select, true {Die Rückgabe ist sofort genehmigt} other {Der Shop prüft die Rückgabe zuerst}}",
  "return.replaces": "Statt der laufenden Rückgabe: {lines}",
  "refund.title":
    "{method, select, store_credit {{amount} als Guthaben} other {{amount} über die ursprüngliche Zahlungsart}} erstatten, für die Rückgabe der Bestellung {number}",
  "refund.shipping": "Dazu {amount} für den Versand der Bestellung",
  "withdraw.title": "Die Rückgabe zur Bestellung {number} zurückziehen:",
  "backorder.title": "Vorbestellung: {quantity} × {name}",
  "backorder.expected": "Beim Lieferanten erwartet: {date}",
  "backorder.unplanned": "Der Lieferant hat noch kein Datum genannt",
  "backorder.for": "Für: {person}",
  "forget.title": "Vergessen, was ich mir merken sollte: „{content}“",

  "done.checkout":
    "{hasNumber, select, true {Ihre Bestellung {number} wurde aufgegeben} other {Ihre Bestellung wurde aufgegeben}}: {amount}, einschließlich Versand. Sie geht an {recipient}, {address}.",
  "done.cancel_order": "Die Bestellung {number} wurde storniert. Die Erstattung beträgt {amount}.",
  "done.modify_order": "Die Bestellung {number} wurde geändert: Sie geht an {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {Die Rückgabe der Bestellung {number} wurde genehmigt.} other {Die Rückgabe der Bestellung {number} wurde beantragt. Der Shop prüft sie zuerst.}} {method, select, store_credit {Die Erstattung beträgt {amount} als Guthaben.} other {Die Erstattung beträgt {amount} über die ursprüngliche Zahlungsart.}}",
  "done.replaces": "Sie ersetzt die frühere Rückgabe.",
  "done.send_back": "Bitte senden Sie die Artikel jetzt zurück.{hasRules, select, true { So geht es: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {{amount} wurden als Guthaben erstattet} other {{amount} wurden über die ursprüngliche Zahlungsart erstattet}}, für die Rückgabe der Bestellung {number}.",
  "done.withdraw_return": "Die Rückgabe zur Bestellung {number} wurde zurückgezogen.",
  "done.lines": "Artikel: {lines}.",
  "done.shipping": "Dazu kommen {amount} für den Versand.",
  "done.place_backorder": "Die Vorbestellung wurde aufgegeben: {quantity} × {name}, für {person}.",
  "done.forget_preference": "„{content}“ wurde vergessen.",
  notDone:
    "{act, select, checkout {Die Bestellung wurde nicht aufgegeben.} cancel_order {Die Bestellung {number} wurde nicht storniert.} modify_order {Die Bestellung {number} wurde nicht geändert.} initiate_return {Die Rückgabe der Bestellung {number} wurde nicht begonnen.} process_refund {Die Erstattung für die Bestellung {number} wurde nicht ausgeführt.} withdraw_return {Die Rückgabe zur Bestellung {number} wurde nicht zurückgezogen.} place_backorder {Die Vorbestellung von {name} wurde nicht aufgegeben.} other {„{name}“ wurde nicht vergessen.}}",

  "changed.total": "Der Gesamtbetrag ist jetzt {after} statt {before}.",
  "changed.refund": "Die Erstattung ist jetzt {after} statt {before}.",
  "changed.lines": "Die Artikel oder ihre Preise haben sich geändert.",
  "changed.shipping": "Der Versand hat sich geändert.",
  "changed.discounts": "Die Rabatte haben sich geändert.",
  "changed.address": "Die Lieferadresse hat sich geändert.",
  "changed.billing": "Die Rechnungsadresse hat sich geändert.",
  "changed.method":
    "{method, select, store_credit {Die Erstattung käme jetzt als Guthaben.} other {Die Erstattung ginge jetzt über die ursprüngliche Zahlungsart.}}",
  "changed.approval":
    "{isApproved, select, true {Die Rückgabe wäre jetzt sofort genehmigt.} other {Der Shop würde die Rückgabe jetzt zuerst prüfen.}}",
  "changed.date": "Das Datum des Lieferanten hat sich geändert.",
  "changed.details": "Daran hat sich etwas geändert.",

  obstacle:
    "{code, select, not_found {Das gibt es nicht mehr.} forbidden {Ihr Konto ist dazu nicht berechtigt.} unavailable {Das ist im Augenblick nicht möglich.} empty_cart {Ihr Warenkorb ist leer.} not_in_cart {Das ist nicht mehr in Ihrem Warenkorb.} no_address {Der Warenkorb hat keine Lieferadresse.} out_of_stock {Es ist nicht mehr genug auf Lager.} inactive_product {Ein Artikel im Warenkorb wird nicht mehr verkauft.} coupon_invalid {Der Gutschein gilt nicht mehr.} speed_not_possible {So schnell kann die Bestellung nicht versandt werden.} not_delivered {Die Bestellung wurde noch nicht geliefert.} no_delivery_record {Die Lieferung ist nicht verzeichnet.} window_closed {Die Frist für Rückgaben ist abgelaufen.} already_requested {Für diese Bestellung gibt es schon eine Rückgabe.} shipped {Die Bestellung ist schon unterwegs.} out_for_delivery {Die Bestellung ist schon unterwegs.} delivered {Die Bestellung wurde schon geliefert.} cancelled {Die Bestellung wurde schon storniert.} returned {Die Bestellung wurde schon zurückgegeben.} refunded {Es wurde schon erstattet.} denied {Die Rückgabe wurde abgelehnt.} lines_not_returnable {Diese Artikel können nicht mehr zurückgegeben werden.} placed_elsewhere {Die Bestellung wurde anderswo aufgegeben und ist von hier aus nicht zu ändern.} shipped_back {Die Artikel sind schon auf dem Rückweg.} received {Die Artikel sind schon beim Shop angekommen.} withdrawn {Die Rückgabe wurde zurückgezogen.} other {Das ist nicht mehr möglich.}}",

  expired: "Diese Frage liegt zu lange zurück.",
  "expired.renewed": "Bitte sehen Sie es sich unten noch einmal an.",
  "expired.gone": "Es ist nicht mehr möglich.",
  dropped: "Diese Frage ist nicht mehr offen.",
  "dropped.again": "Sagen Sie mir, wenn Sie es noch möchten.",
  "dropped.later": "Das geht weiterhin: Sagen Sie es einfach.",
  failed: "Etwas ist schiefgegangen.",
  "failed.open": "Sie können es weiterhin bestätigen.",

  declined: "In Ordnung. Es wurde nichts geändert.",
  guardRefusal:
    "Dabei kann ich nicht helfen. Ich helfe gern bei Produkten, Bestellungen, Preisen, Bewertungen und Lieferungen.",
  partialAnswer: "Ich konnte nur einen Teil Ihrer Anfrage erledigen.",

  "receipt.cart": "{count, plural, =0 {jetzt leer} one {jetzt # Artikel} other {jetzt # Artikel}}",
  "receipt.add_to_cart": "In Ihren Warenkorb gelegt: {article}, {cart}, {amount} vor Rabatten.",
  "receipt.update_cart_quantity": "In Ihrem Warenkorb geändert: jetzt {article}, insgesamt {amount} vor Rabatten.",
  "receipt.remove_from_cart": "Aus Ihrem Warenkorb genommen: {name}, {cart}.",
  "receipt.dropped_line": "Aus Ihrem Warenkorb genommen: {name}, jetzt insgesamt {amount} vor Rabatten.",
  "receipt.set_shipping_address": "Lieferadresse Ihres Warenkorbs: {recipient}, {address}.",
  "receipt.set_order_address": "Lieferadresse nur für Ihre nächste Bestellung: {recipient}, {address}.",
  "receipt.bill_follows": "Die Rechnung geht auch dorthin.",
  "receipt.bill_stays": "Die Rechnung geht weiterhin an {address}.",
  "receipt.set_billing_address": "Rechnungsadresse Ihres Warenkorbs: {address}.",
  "receipt.set_billing_same_as_shipping": "Rechnungsadresse Ihres Warenkorbs: die Lieferadresse, {address}.",
  "receipt.apply_coupon_to_cart":
    "Gutschein {code} ist in Ihrem Warenkorb und spart {discount}: der ganze Warenkorb kostet jetzt {amount}, ohne Versand.",
  "receipt.remove_coupon_from_cart":
    "Der Gutschein wurde aus Ihrem Warenkorb genommen: der ganze Warenkorb kostet jetzt {amount}, ohne Versand.",
  "receipt.checkout": "Hier können Sie bestellen und bezahlen: {url}",
  "receipt.remember_preference": "{isKnown, select, true {Schon gemerkt: „{content}“.} other {Gemerkt: „{content}“.}}",
  "receipt.forget_preference": "Vergessen: „{content}“.",
  "receipt.open_support_case":
    "{isNew, select, true {Der Supportfall {number} wurde eröffnet.} other {Der Supportfall {number} ist schon offen.}} Das Team des Shops antwortet in dieser Unterhaltung.",
  "receipt.plain":
    "{tool, select, add_to_cart {Das Produkt wurde in den Warenkorb gelegt.} update_cart_quantity {Die Menge im Warenkorb wurde geändert.} remove_from_cart {Das Produkt wurde aus dem Warenkorb genommen.} set_shipping_address {Die Lieferadresse des Warenkorbs wurde gesetzt.} set_billing_address {Die Rechnungsadresse des Warenkorbs wurde gesetzt.} set_billing_same_as_shipping {Die Rechnungsadresse des Warenkorbs ist jetzt die Lieferadresse.} apply_coupon_to_cart {Der Gutschein wurde eingelöst.} remove_coupon_from_cart {Der Gutschein wurde aus dem Warenkorb genommen.} checkout {Der Link zur Kasse des Shops wurde gegeben.} remember_preference {Der Wunsch wurde gemerkt.} forget_preference {Der Wunsch wurde vergessen.} open_support_case {Ein Supportfall wurde eröffnet.} other {Es wurde erledigt.}}"
}
