import { assert, describe, it } from "@effect/vitest"
import { defaultSettings, settleScoped } from "@storefront/domain/ShopSettings"
import { type Language } from "@storefront/domain/words/Locale"
import { Effect, Option } from "effect"
import { preferredLocale, chooseLocale } from "../../../src/platform/text/CustomerLocale.ts"

const sentences: { readonly [L in Language]: ReadonlyArray<string> } = {
  en: "Where is my order?|I would like to cancel my last order|show me laptops under 500 dollars|can I return these shoes|yes, but by express|add Nimbrix Slate 11 to my cart|which one is cheaper".split(
    "|"
  ),
  de: "Wo ist meine Bestellung?|Ich möchte meine letzte Bestellung stornieren|zeig mir Laptops unter 500 Euro|kann ich diese Schuhe zurückgeben|leg zwei davon in den Warenkorb|wie lange dauert die Lieferung".split(
    "|"
  ),
  es: "¿Dónde está mi pedido?|quiero cancelar mi último pedido|¿puedo devolver estos zapatos?|sí, pero con envío exprés|cuál es más barato|busco auriculares para mi hija".split(
    "|"
  ),
  fr: [
    "Où est ma commande ?",
    "je voudrais annuler ma dernière commande",
    "est-ce que je peux retourner ces chaussures",
    "oui mais en express",
    "lequel est le moins cher"
  ],
  it: [
    "Dov'è il mio ordine?",
    "vorrei annullare il mio ultimo ordine",
    "posso restituire queste scarpe",
    "sì, ma con spedizione espressa",
    "quale costa di meno"
  ],
  nl: [
    "Waar is mijn bestelling?",
    "ik wil mijn laatste bestelling annuleren",
    "kan ik deze schoenen terugsturen",
    "ja, maar met spoed",
    "welke is goedkoper"
  ],
  pt: "Onde está meu pedido?|posso devolver esses sapatos|você tem um cupom para mim|sim, mas com entrega expressa|qual é mais barato|coloque dois no carrinho".split(
    "|"
  ),
  ar: ["أين طلبي؟", "أريد إلغاء طلبي الأخير", "نعم"],
  ja: ["注文はどこですか", "最後の注文をキャンセルしたいです", "はい", "iPhone 15 Pro Max 256GBを見せて"],
  zh: ["我的订单在哪里", "我想取消我的上一个订单", "是的"]
}

const nothing =
  "iPhone 15 Pro Max 256GB|Nimbrix Slate 11|nimbrix slate 11|Voltarra K87|Samsung Galaxy S24 Ultra|ok|ja|2|var är min beställning|gdzie jest moje zamówienie, proszę|где мой заказ|siparişim nerede acaba|on és la meva comanda|hvor er min bestilling henne|سفارش من کجاست|di mana pesanan saya sekarang".split(
    "|"
  )

const after = (...messages: ReadonlyArray<string>) => chooseLocale(messages, Option.some("nl-BE, en;q=0.5"))

describe("the customer's locale", () => {
  it.effect("is that of a message in each of the languages", () =>
    Effect.gen(function* () {
      for (const [language, messages] of Object.entries(sentences)) {
        for (const message of messages) {
          assert.strictEqual(yield* after(message), language === "nl" ? "nl-BE" : language, message)
        }
      }
    })
  )

  it.effect("is the client's after names, numbers and other languages", () =>
    Effect.gen(function* () {
      for (const message of nothing) {
        assert.strictEqual(yield* after(message), "nl-BE", message)
      }
    })
  )

  it.effect("stays that of the conversation until more is said in another", () =>
    Effect.gen(function* () {
      const german = "Wo ist meine Bestellung?"
      assert.deepStrictEqual(
        yield* Effect.all([
          after(german, "iPhone 15 Pro Max 256GB", "yes"),
          after(german, "show me cheaper laptops"),
          after(german, "show me cheaper laptops", "ok", "add it to my cart"),
          after(german, "I would like to see cheaper laptops")
        ]),
        ["de", "de", "en", "en"]
      )
    })
  )

  it.effect("is the shop's where nobody tells one, and English where the shop's is none of ours", () =>
    Effect.gen(function* () {
      const unknown = Effect.forEach(["de-AT", "pt-BR", "sv"], (language) =>
        Effect.scoped(
          Effect.zipRight(
            settleScoped({ ...defaultSettings, language }),
            chooseLocale(["Nimbrix Slate 11"], Option.none())
          )
        )
      )
      assert.deepStrictEqual(yield* unknown, ["de-AT", "pt-BR", "en"])
    })
  )

  it("is by the client what the header prefers of ours", () => {
    const accepted = "de-AT,de;q=0.9,en;q=0.8|pl, fr;q=0.4, es;q=0.7|pl|*||;;=,|xx-\u0000"
      .split("|")
      .map((header) => Option.getOrElse(preferredLocale(header), () => ""))
    assert.deepStrictEqual(accepted, "de-AT|es|||||".split("|"))
  })
})
