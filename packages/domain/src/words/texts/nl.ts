import { type Texts } from "./en.ts"

/** The server's words in Dutch. */
export const nl: Texts = {
  yes: "ja",
  no: "nee",
  "block.headline": "Bevestig dit alsjeblieft. Er is nog niets gedaan:",
  "block.one": "Zal ik dat doen? Antwoord “{yes}” om te bevestigen.",
  "block.several": "Antwoord “{yes}” om alles te bevestigen, of het nummer van wat je wilt.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}, {unitPrice} per stuk: {subtotal}}}",
  "line.more": "en nog {count}",
  "line.moreTogether": "en nog {count}, samen {amount}",

  "checkout.title": "Bestelling van {amount}, inclusief verzending:",
  "checkout.subtotal": "Artikelen: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "Ledenkorting: {amount}",
  "checkout.moreDiscounts": "Nog {count} kortingen: {amount}",
  "checkout.coupon": "Kortingscode: {code}",
  "checkout.shipping":
    "Verzending met {carrier}, {speed, select, express {express} overnight {de volgende dag} other {standaard}}, {isRange, select, true {{min} tot {max} dagen} other {{max, plural, one {# dag} other {# dagen}}}}: {isFree, select, true {gratis} other {{cost}}}",
  "checkout.total": "Totaal: {amount}",
  "checkout.to": "Bezorging bij: {recipient}, {address}",
  "checkout.bill": "Factuur naar: {address}",
  "checkout.billSame": "Factuur naar hetzelfde adres",
  "checkout.rest":
    "{hasCoupon, select, true {De rest van je winkelwagen blijft daarin, met kortingscode {code}} other {De rest van je winkelwagen blijft daarin}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {Kortingscode {code} is met deze bestelling opgebruikt: de rest van je winkelwagen is er dan zonder} other {Kortingscode {code} wordt voor deze bestelling gebruikt: de rest van je winkelwagen is er dan zonder}}",
  "checkout.restLost": "Vervalt omdat alleen dit wordt besteld: {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Met kortingscode {code}{isUsedUp, select, true {, die maar één keer geldt,} other {}} zou het {amount} zijn, {saves} minder} other {Zonder de kortingscode zou het {amount} zijn, {saves} minder}}: vraag er gewoon om.",
  note: "Opmerking: {note}",
  reason: "Reden: {reason}",

  "cancel.title": "Bestelling {number} annuleren:",
  "cancel.refund": "Terugbetaling: {amount}, voor artikelen en verzending",
  "cancel.coupon": "Kortingscode {code} kan weer worden gebruikt",
  "modify.title": "Bestelling {number} op een ander adres bezorgen:",
  "modify.titleRecipient": "Ontvanger van bestelling {number} wijzigen:",
  "modify.recipient": "Voor: {recipient}",
  "modify.before": "Tot nu toe: {address}",
  "modify.after": "Vanaf nu: {address}",
  "modify.personBefore": "Tot nu toe: {recipient}, {address}",
  "modify.personAfter": "Vanaf nu: {recipient}, {address}",
  "return.title": "Retourneren uit bestelling {number}:",
  "return.refund":
    "Terugbetaling: {method, select, store_credit {{amount} als winkeltegoed} other {{amount} via de oorspronkelijke betaalmethode}}",
  "return.approval":
    "{isApproved, select, true {De retour is meteen goedgekeurd} other {De winkel bekijkt de retour eerst}}",
  "return.replaces": "In plaats van de lopende retour: {lines}",
  "refund.title":
    "{method, select, store_credit {{amount} als winkeltegoed} other {{amount} via de oorspronkelijke betaalmethode}} terugbetalen voor de retour van bestelling {number}",
  "refund.shipping": "Plus {amount} voor de verzending van de bestelling",
  "withdraw.title": "De retour van bestelling {number} intrekken:",
  "backorder.title": "Nabestelling: {quantity} × {name}",
  "backorder.expected": "Verwacht van de leverancier: {date}",
  "backorder.unplanned": "De leverancier heeft nog geen datum genoemd",
  "backorder.for": "Voor: {person}",
  "forget.title": "Vergeten wat ik moest onthouden: “{content}”",

  "done.checkout":
    "{hasNumber, select, true {Je bestelling {number} is geplaatst} other {Je bestelling is geplaatst}}: {amount}, inclusief verzending. Bezorging bij {recipient}, {address}.",
  "done.cancel_order": "Bestelling {number} is geannuleerd. De terugbetaling is {amount}.",
  "done.modify_order": "Bestelling {number} is gewijzigd: bezorging bij {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {De retour van bestelling {number} is goedgekeurd.} other {De retour van bestelling {number} is aangevraagd. De winkel bekijkt die eerst.}} {method, select, store_credit {De terugbetaling is {amount} als winkeltegoed.} other {De terugbetaling is {amount} via de oorspronkelijke betaalmethode.}}",
  "done.replaces": "Deze vervangt de eerdere retour.",
  "done.send_back":
    "De artikelen kunnen nu worden teruggestuurd.{hasRules, select, true { Hoe dat gaat: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {{amount} is terugbetaald als winkeltegoed} other {{amount} is terugbetaald via de oorspronkelijke betaalmethode}}, voor de retour van bestelling {number}.",
  "done.withdraw_return": "De retour van bestelling {number} is ingetrokken.",
  "done.lines": "Artikelen: {lines}.",
  "done.shipping": "Plus {amount} voor de verzending.",
  "done.place_backorder": "De nabestelling is geplaatst: {quantity} × {name}, voor {person}.",
  "done.forget_preference": "“{content}” is vergeten.",
  notDone:
    "{act, select, checkout {De bestelling is niet geplaatst.} cancel_order {Bestelling {number} is niet geannuleerd.} modify_order {Bestelling {number} is niet gewijzigd.} initiate_return {De retour van bestelling {number} is niet gestart.} process_refund {De terugbetaling voor bestelling {number} is niet gedaan.} withdraw_return {De retour van bestelling {number} is niet ingetrokken.} place_backorder {De nabestelling van {name} is niet geplaatst.} other {“{name}” is niet vergeten.}}",

  "changed.total": "Het totaal is nu {after} in plaats van {before}.",
  "changed.refund": "De terugbetaling is nu {after} in plaats van {before}.",
  "changed.lines": "De artikelen of hun prijzen zijn veranderd.",
  "changed.shipping": "De verzending is veranderd.",
  "changed.discounts": "De kortingen zijn veranderd.",
  "changed.address": "Het bezorgadres is veranderd.",
  "changed.billing": "Het factuuradres is veranderd.",
  "changed.method":
    "{method, select, store_credit {De terugbetaling zou nu winkeltegoed zijn.} other {De terugbetaling zou nu via de oorspronkelijke betaalmethode gaan.}}",
  "changed.approval":
    "{isApproved, select, true {De retour zou nu meteen zijn goedgekeurd.} other {De winkel zou de retour nu eerst bekijken.}}",
  "changed.date": "De datum van de leverancier is veranderd.",
  "changed.details": "Er is iets aan veranderd.",

  obstacle:
    "{code, select, not_found {Dat is niet meer te vinden.} forbidden {Je account is daar niet toe bevoegd.} unavailable {Dat kan op dit moment niet.} empty_cart {Je winkelwagen is leeg.} not_in_cart {Het zit niet meer in je winkelwagen.} no_address {De winkelwagen heeft geen bezorgadres.} out_of_stock {Er is niet genoeg meer op voorraad.} inactive_product {Een product in de winkelwagen wordt niet meer verkocht.} coupon_invalid {De kortingscode is niet meer geldig.} speed_not_possible {De bestelling kan niet zo snel worden verzonden.} not_delivered {De bestelling is nog niet bezorgd.} no_delivery_record {De bezorging is niet geregistreerd.} window_closed {De retourtermijn is verstreken.} already_requested {Er is al een retour van deze bestelling.} shipped {De bestelling is al onderweg.} out_for_delivery {De bestelling is al onderweg.} delivered {De bestelling is al bezorgd.} cancelled {De bestelling is al geannuleerd.} returned {De bestelling is al geretourneerd.} refunded {Het is al terugbetaald.} denied {De retour is afgewezen.} lines_not_returnable {Deze artikelen kunnen niet meer worden geretourneerd.} placed_elsewhere {De bestelling is elders geplaatst en kan hier niet worden gewijzigd.} shipped_back {De artikelen zijn al op de terugweg.} received {De artikelen zijn al bij de winkel aangekomen.} withdrawn {De retour is ingetrokken.} other {Dat kan niet meer.}}",

  expired: "Die vraag is te lang geleden gesteld.",
  "expired.renewed": "Bekijk het hieronder nog een keer.",
  "expired.gone": "Het kan niet meer.",
  dropped: "Die vraag is niet meer open.",
  "dropped.again": "Laat het me weten als je het nog wilt.",
  "dropped.later": "Dat kan nog steeds: zeg het gewoon.",
  failed: "Er is iets misgegaan.",
  "failed.open": "Je kunt het nog steeds bevestigen.",

  declined: "Goed. Er is niets veranderd.",
  guardRefusal:
    "Daar kan ik niet mee helpen. Ik kan helpen met producten, bestellingen, prijzen, beoordelingen en bezorging.",
  partialAnswer: "Ik kon maar een deel van je vraag afhandelen.",

  "receipt.cart": "{count, plural, =0 {nu leeg} one {nu # artikel} other {nu # artikelen}}",
  "receipt.add_to_cart": "In je winkelwagen gelegd: {article}, {cart}, {amount} vóór kortingen.",
  "receipt.update_cart_quantity": "In je winkelwagen gewijzigd: nu {article}, {amount} in totaal vóór kortingen.",
  "receipt.remove_from_cart": "Uit je winkelwagen gehaald: {name}, {cart}.",
  "receipt.dropped_line": "Uit je winkelwagen gehaald: {name}, nu {amount} in totaal vóór kortingen.",
  "receipt.set_shipping_address": "Bezorgadres van je winkelwagen: {recipient}, {address}.",
  "receipt.set_order_address": "Bezorgadres alleen voor je volgende bestelling: {recipient}, {address}.",
  "receipt.bill_follows": "De factuur gaat daar ook heen.",
  "receipt.bill_stays": "De factuur gaat nog steeds naar {address}.",
  "receipt.set_billing_address": "Factuuradres van je winkelwagen: {address}.",
  "receipt.set_billing_same_as_shipping": "Factuuradres van je winkelwagen: het bezorgadres, {address}.",
  "receipt.apply_coupon_to_cart":
    "Kortingscode {code} staat op je winkelwagen en bespaart {discount}: de hele winkelwagen kost nu {amount}, zonder verzending.",
  "receipt.remove_coupon_from_cart":
    "De kortingscode is van je winkelwagen gehaald: de hele winkelwagen kost nu {amount}, zonder verzending.",
  "receipt.checkout": "Hier kun je bestellen en betalen: {url}",
  "receipt.remember_preference": "{isKnown, select, true {Al onthouden: “{content}”.} other {Onthouden: “{content}”.}}",
  "receipt.forget_preference": "Vergeten: “{content}”.",
  "receipt.open_support_case":
    "{isNew, select, true {Supportaanvraag {number} is geopend.} other {Supportaanvraag {number} is al open.}} De medewerkers van de winkel antwoorden in dit gesprek.",
  "receipt.plain":
    "{tool, select, add_to_cart {Het product is in de winkelwagen gelegd.} update_cart_quantity {Het aantal in de winkelwagen is gewijzigd.} remove_from_cart {Het product is uit de winkelwagen gehaald.} set_shipping_address {Het bezorgadres van de winkelwagen is ingesteld.} set_billing_address {Het factuuradres van de winkelwagen is ingesteld.} set_billing_same_as_shipping {Het factuuradres van de winkelwagen is nu het bezorgadres.} apply_coupon_to_cart {De kortingscode is toegevoegd.} remove_coupon_from_cart {De kortingscode is van de winkelwagen gehaald.} checkout {De link naar de kassa van de winkel is gegeven.} remember_preference {De voorkeur is onthouden.} forget_preference {De voorkeur is vergeten.} open_support_case {Er is een supportaanvraag geopend.} other {Het is gedaan.}}"
}
