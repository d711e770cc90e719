import { type Texts } from "./en.ts"

/** The server's words in French. */
export const fr: Texts = {
  yes: "oui",
  no: "non",
  "block.headline": "Merci de confirmer. Rien n’a encore été fait :",
  "block.one": "Dois-je le faire ? Répondez « {yes} » pour confirmer.",
  "block.several": "Répondez « {yes} » pour tout confirmer, ou le numéro de votre choix.",

  "line.units": "{quantity} × {name}",
  "line.priced":
    "{quantity, plural, =1 {# × {name} : {subtotal}} other {# × {name}, {unitPrice} l’unité : {subtotal}}}",
  "line.more": "et {count} de plus",
  "line.moreTogether": "et {count} de plus, {amount} ensemble",

  "checkout.title": "Passer une commande de {amount}, livraison comprise :",
  "checkout.subtotal": "Articles : {amount}",
  "checkout.discount": "{label} : {amount}",
  "checkout.memberDiscount": "Remise membre : {amount}",
  "checkout.moreDiscounts": "{count} autres remises : {amount}",
  "checkout.coupon": "Code promo : {code}",
  "checkout.shipping":
    "Livraison par {carrier}, {speed, select, express {express} overnight {le lendemain} other {standard}}, {isRange, select, true {{min} à {max} jours} other {{max, plural, one {# jour} other {# jours}}}} : {isFree, select, true {gratuite} other {{cost}}}",
  "checkout.total": "Total : {amount}",
  "checkout.to": "Livrée à : {recipient}, {address}",
  "checkout.bill": "Facturée à : {address}",
  "checkout.billSame": "Facturée à la même adresse",
  "checkout.rest":
    "{hasCoupon, select, true {Le reste de votre panier y demeure, avec le code promo {code}} other {Le reste de votre panier y demeure}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {Cette commande épuise le code promo {code} : le reste de votre panier ne l’aura plus} other {Le code promo {code} sert à cette commande : le reste de votre panier ne l’aura plus}}",
  "checkout.restLost": "Perdu en ne commandant que cela : {promotions}, {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {Avec le code promo {code}{isUsedUp, select, true {, utilisable une seule fois,} other {}} ce serait {amount}, soit {saves} de moins} other {Sans le code promo ce serait {amount}, soit {saves} de moins}} : il suffit de le demander.",
  note: "Note : {note}",
  reason: "Motif : {reason}",

  "cancel.title": "Annuler la commande {number} :",
  "cancel.refund": "Remboursement : {amount}, articles et livraison",
  "cancel.coupon": "Le code promo {code} pourra resservir",
  "modify.title": "Livrer la commande {number} à une autre adresse :",
  "modify.titleRecipient": "Changer le destinataire de la commande {number} :",
  "modify.recipient": "Pour : {recipient}",
  "modify.before": "Jusqu’ici : {address}",
  "modify.after": "Désormais : {address}",
  "modify.personBefore": "Jusqu’ici : {recipient}, {address}",
  "modify.personAfter": "Désormais : {recipient}, {address}",
  "return.title": "Retourner de la commande {number} :",
  "return.refund":
    "Remboursement : {method, select, store_credit {{amount} en avoir} other {{amount} sur le moyen de paiement d’origine}}",
  "return.approval":
    "{isApproved, select, true {Le retour est accepté immédiatement} other {La boutique examine d’abord le retour}}",
  "return.replaces": "À la place du retour en cours : {lines}",
  "refund.title":
    "Rembourser {method, select, store_credit {{amount} en avoir} other {{amount} sur le moyen de paiement d’origine}} pour le retour de la commande {number}",
  "refund.shipping": "Plus {amount} pour la livraison de la commande",
  "withdraw.title": "Annuler le retour de la commande {number} :",
  "backorder.title": "Passer une commande en attente de stock : {quantity} × {name}",
  "backorder.expected": "Attendu du fournisseur : {date}",
  "backorder.unplanned": "Le fournisseur n’a pas encore donné de date",
  "backorder.for": "Pour : {person}",
  "forget.title": "Oublier ce que vous m’aviez demandé de retenir : « {content} »",

  "done.checkout":
    "{hasNumber, select, true {Votre commande {number} a été passée} other {Votre commande a été passée}} : {amount}, livraison comprise. Elle sera livrée à {recipient}, {address}.",
  "done.cancel_order": "La commande {number} a été annulée. Le remboursement est de {amount}.",
  "done.modify_order": "La commande {number} a été modifiée : elle sera livrée à {recipient}, {address}.",
  "done.initiate_return":
    "{isApproved, select, true {Le retour de la commande {number} a été accepté.} other {Le retour de la commande {number} a été demandé. La boutique l’examine d’abord.}} {method, select, store_credit {Le remboursement est de {amount} en avoir.} other {Le remboursement est de {amount} sur le moyen de paiement d’origine.}}",
  "done.replaces": "Il remplace le retour précédent.",
  "done.send_back":
    "Les articles peuvent maintenant être renvoyés.{hasRules, select, true { Comment faire : {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {{amount} ont été remboursés en avoir} other {{amount} ont été remboursés sur le moyen de paiement d’origine}} pour le retour de la commande {number}.",
  "done.withdraw_return": "Le retour de la commande {number} a été annulé.",
  "done.lines": "Articles : {lines}.",
  "done.shipping": "Plus {amount} pour la livraison.",
  "done.place_backorder": "La commande en attente de stock a été passée : {quantity} × {name}, pour {person}.",
  "done.forget_preference": "« {content} » a été oublié.",
  notDone:
    "{act, select, checkout {La commande n’a pas été passée.} cancel_order {La commande {number} n’a pas été annulée.} modify_order {La commande {number} n’a pas été modifiée.} initiate_return {Le retour de la commande {number} n’a pas été lancé.} process_refund {Le remboursement de la commande {number} n’a pas été fait.} withdraw_return {Le retour de la commande {number} n’a pas été annulé.} place_backorder {La commande en attente de {name} n’a pas été passée.} other {« {name} » n’a pas été oublié.}}",

  "changed.total": "Le total est maintenant de {after} au lieu de {before}.",
  "changed.refund": "Le remboursement est maintenant de {after} au lieu de {before}.",
  "changed.lines": "Les articles ou leurs prix ont changé.",
  "changed.shipping": "La livraison a changé.",
  "changed.discounts": "Les remises ont changé.",
  "changed.address": "L’adresse de livraison a changé.",
  "changed.billing": "L’adresse de facturation a changé.",
  "changed.method":
    "{method, select, store_credit {Le remboursement serait maintenant un avoir.} other {Le remboursement irait maintenant sur le moyen de paiement d’origine.}}",
  "changed.approval":
    "{isApproved, select, true {Le retour serait maintenant accepté immédiatement.} other {La boutique examinerait maintenant d’abord le retour.}}",
  "changed.date": "La date du fournisseur a changé.",
  "changed.details": "Quelque chose a changé.",

  obstacle:
    "{code, select, not_found {C’est désormais introuvable.} forbidden {Votre compte ne le permet pas.} unavailable {Ce n’est pas possible pour le moment.} empty_cart {Votre panier est vide.} not_in_cart {Ce n’est plus dans votre panier.} no_address {Le panier n’a pas d’adresse de livraison.} out_of_stock {Il n’y a plus assez de stock.} inactive_product {Un article du panier n’est plus vendu.} coupon_invalid {Le code promo n’est plus valable.} speed_not_possible {La commande ne peut pas partir aussi vite.} not_delivered {La commande n’a pas encore été livrée.} no_delivery_record {La livraison n’est pas enregistrée.} window_closed {Le délai de retour est dépassé.} already_requested {Il y a déjà un retour de cette commande.} shipped {La commande est déjà en route.} out_for_delivery {La commande est déjà en route.} delivered {La commande a déjà été livrée.} cancelled {La commande a déjà été annulée.} returned {La commande a déjà été retournée.} refunded {C’est déjà remboursé.} denied {Le retour a été refusé.} lines_not_returnable {Ces articles ne peuvent plus être retournés.} placed_elsewhere {La commande a été passée ailleurs et ne peut pas être modifiée ici.} shipped_back {Les articles sont déjà sur le chemin du retour.} received {Les articles sont déjà arrivés à la boutique.} withdrawn {Le retour a été annulé.} other {Ce n’est plus possible.}}",

  expired: "Cette question est trop ancienne.",
  "expired.renewed": "Merci de la revoir ci-dessous.",
  "expired.gone": "Ce n’est plus possible.",
  dropped: "Cette question n’est plus ouverte.",
  "dropped.again": "Dites-moi si vous le souhaitez toujours.",
  "dropped.later": "C’est encore possible : il suffit de le dire.",
  failed: "Un problème est survenu.",
  "failed.open": "Vous pouvez toujours confirmer.",

  declined: "Très bien. Rien n’a été changé.",
  guardRefusal:
    "Je ne peux pas vous aider pour cette demande. Je peux vous aider pour les produits, les commandes, les prix, les avis et la livraison.",
  partialAnswer: "Je n’ai pu traiter qu’une partie de votre demande.",

  "receipt.cart": "{count, plural, =0 {maintenant vide} one {maintenant # article} other {maintenant # articles}}",
  "receipt.add_to_cart": "Ajouté à votre panier : {article}, {cart}, {amount} avant remises.",
  "receipt.update_cart_quantity": "Changé dans votre panier : maintenant {article}, {amount} en tout avant remises.",
  "receipt.remove_from_cart": "Retiré de votre panier : {name}, {cart}.",
  "receipt.dropped_line": "Retiré de votre panier : {name}, maintenant {amount} en tout avant remises.",
  "receipt.set_shipping_address": "Adresse de livraison de votre panier : {recipient}, {address}.",
  "receipt.set_order_address": "Adresse de livraison pour votre prochaine commande seulement : {recipient}, {address}.",
  "receipt.bill_follows": "La facture y sera adressée aussi.",
  "receipt.bill_stays": "La facture reste adressée à {address}.",
  "receipt.set_billing_address": "Adresse de facturation de votre panier : {address}.",
  "receipt.set_billing_same_as_shipping": "Adresse de facturation de votre panier : celle de livraison, {address}.",
  "receipt.apply_coupon_to_cart":
    "Le code promo {code} est sur votre panier et fait économiser {discount} : le panier entier coûte maintenant {amount}, sans la livraison.",
  "receipt.remove_coupon_from_cart":
    "Le code promo a été retiré de votre panier : le panier entier coûte maintenant {amount}, sans la livraison.",
  "receipt.checkout": "Vous pouvez commander et payer ici : {url}",
  "receipt.remember_preference":
    "{isKnown, select, true {Déjà retenu : « {content} ».} other {Retenu : « {content} ».}}",
  "receipt.forget_preference": "Oublié : « {content} ».",
  "receipt.open_support_case":
    "{isNew, select, true {Le dossier d’assistance {number} a été ouvert.} other {Le dossier d’assistance {number} est déjà ouvert.}} L’équipe de la boutique répondra dans cette conversation.",
  "receipt.plain":
    "{tool, select, add_to_cart {Le produit a été ajouté au panier.} update_cart_quantity {La quantité dans le panier a été changée.} remove_from_cart {Le produit a été retiré du panier.} set_shipping_address {L’adresse de livraison du panier a été définie.} set_billing_address {L’adresse de facturation du panier a été définie.} set_billing_same_as_shipping {L’adresse de facturation du panier est maintenant celle de livraison.} apply_coupon_to_cart {Le code promo a été ajouté au panier.} remove_coupon_from_cart {Le code promo a été retiré du panier.} checkout {Le lien vers la caisse de la boutique a été donné.} remember_preference {La préférence a été retenue.} forget_preference {La préférence a été oubliée.} open_support_case {Un dossier d’assistance a été ouvert.} other {C’est fait.}}"
}
