import { foreignLanguage } from "../../../src/planner/text/Language.ts"
import { table } from "../support/Table.ts"

table(
  "the language of a message",
  [
    ["¿Dónde está mi pedido?", "es"],
    ["Wo ist meine Bestellung?", "de"],
    ["Où est ma commande ?", "fr"],
    ["Dov'è il mio ordine?", "it"],
    ["Onde está meu pedido?", "pt"],
    ["Waar is mijn bestelling?", "nl"],
    ["gdzie jest moje zamówienie?", "pl"],
    ["siparişim nerede?", "tr"],
    ["Где мой заказ?", "ru"],
    ["我的订单在哪里？", "zh"],
    ["私の注文はどこですか", "ja"],
    // English, and what may be.
    ["where is my order", null],
    ["Boston, MA 02118", null],
    ["Los Angeles", null],
    ["Oskaberg Nordvind", null],
    ["oi oi any bargains going", null],
    ["hws the vaccum ratd", null],
    ["ok", null],
    ["12 Rue des Lilas, Austin, TX 78701", null]
  ],
  foreignLanguage
)
