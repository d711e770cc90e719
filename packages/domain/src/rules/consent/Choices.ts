import { Array } from "effect"
import { type SpeedTier } from "../../Inventory.ts"
import { type RefundMethod } from "../../Returns.ts"
import { lastQuestion } from "./Agreement.ts"
import { plain } from "./Clauses.ts"
import { type Consent } from "./Consent.ts"
import { inAnyLanguage, spaced } from "./Patterns.ts"
import * as Words from "./Words.ts"

/** What a customer can choose about an act: the speed of an order, the way of a refund. */

/** Ways of an act. The usual one is what a customer gets without asking. */
export interface Choice<Way extends string> {
  readonly usual: Way
  /** What customers call the ways; words that one of them has taken are not looked at for those behind it. */
  readonly names: ReadonlyArray<readonly [way: Way, pattern: RegExp]>
  /** A way that is spoken of only to be refused: "no store credit", "not on my card". */
  readonly refused: RegExp
}

const choiceOf = <Way extends string>(
  usual: Way,
  names: ReadonlyArray<readonly [way: Way, pattern: RegExp]>
): Choice<Way> => ({
  usual,
  names: names.map(([way, { source }]) => [way, new RegExp(source, "gu")]),
  refused: new RegExp(
    `${spaced(Words.refusal)} (?:[^\\s,.;:!?]+ ){0,3}?(?:${names.map(([, { source }]) => source).join("|")})`,
    "gu"
  )
})

/** The speed of a delivery. */
export const speeds = choiceOf<SpeedTier>("standard", [
  ["overnight", new RegExp(spaced(Words.speeds.overnight), "u")],
  ["express", new RegExp(spaced(Words.speeds.express), "u")],
  [
    "standard",
    inAnyLanguage(
      "standard|economy|cheapest|slowest|(?:normal|regular|ordinary|usual|free|cheap\\S*|slow\\S*) (?:one|shipping|shipment|delivery|speed|option|post|rate)",
      {
        separated:
          "standard\\S*|normale?r? versand|estándar|padrão|standaard|стандарт\\S*|standardow\\S*|standart|tiêu chuẩn",
        unspaced: "标准|標準|普通|通常|일반|표준"
      }
    )
  ]
])

/** The way on which the money of a return comes back. A credit card, and whoever credits a card, give no credit. */
export const refundMethods = choiceOf<RefundMethod>("original_payment", [
  [
    "store_credit",
    inAnyLanguage(
      "credits?(?! ?cards?| ?(?:/|or|and) ?debit| (?:it|me|my|back|to) | (?:on|onto|in) (?:my|the|your) (?:\\S+ )?(?:card|bank|visa|paypal))|(?:store|shop|site) (?:money|balance|account|points)|account balance|vouchers?|(?:gift|store|shop) ?(?:cards?|certificates?|tokens?)",
      {
        separated:
          "\\S*guthaben|(?:einkaufs|waren|geschenk)?gutscheine?|geschenkkarte|bon d'achat|un avoir|carte[- ]cadeau|crédit (?:en |du )?(?:magasin|boutique)|un vale|vale (?:de compra|regalo)|tarjeta (?:de )?regalo|crédito (?:en|de|na|da|en la|de la) (?:tienda|loja)|vale[- ](?:compras?|presente)|cartão[- ]presente|buono (?:acquisto|regalo|spesa)|un buono|carta regalo|credito (?:in|nel|del) negozio|\\S*tegoed|cadeau(?:bon|kaart)|(?:tegoed|waarde)bon|ваучер\\S*|подарочн\\S+ (?:карт|сертификат)\\S*|кредит\\S* магазин\\S*|баланс\\S* магазин\\S*|bon(?:u|em)? (?:podarunkow|zakupow)\\S*|kart\\S+ podarunkow\\S*|kredyt\\S* sklepow\\S*|hediye (?:kartı|çeki)|mağaza kredisi|tillgodokvitto|presentkort|butikskredit|tilgode\\S*|gavekort|kredit toko|kartu hadiah|thẻ quà tặng|tín dụng cửa hàng|رصيد\\S*|قسيمة|بطاقة هدية|स्टोर क्रेडिट|वाउचर|गिफ्ट कार्ड",
        unspaced:
          "购物金|购物券|礼品卡|代金券|商店积分|店铺余额|購物金|禮品卡|ストアクレジット|ギフトカード|商品券|스토어 ?크레딧|적립금|상품권|기프트 ?카드"
      }
    )
  ],
  [
    "original_payment",
    inAnyLanguage(
      "cards?|visa|master ?card|amex|paypal|apple pay|google pay|klarna|bank|account|original|payment method|cash",
      {
        separated:
          "\\S*karte|\\S*konto|überweisung|carte|compte|tarjeta|cuenta|cartão|conta|carta|conto|kaart|rekening|карт\\S*|сч[её]т\\S*|kart\\S*|hesab\\S*|kort\\S*|rekening|thẻ|tài khoản|بطاق\\S*|حساب\\S*|कार्ड|खाते",
        unspaced: "卡|账户|帳戶|カード|口座|카드|계좌"
      }
    )
  ]
])

/** The ways that a text speaks of. */
const waysIn = <Way extends string>(text: string, choice: Choice<Way>): ReadonlyArray<Way> => {
  const [, ways] = Array.mapAccum(choice.names, plain(text).replace(choice.refused, " "), (left, [way, pattern]) => {
    const rest = left.replace(pattern, " ")
    return [rest, rest === left ? [] : [way]]
  })
  return ways.flat()
}

/**
 * Whether a consent is given to one of the ways of an act. What customers themselves say of the ways decides, in `message`
 * or in what they told us before; where they only agree, what they agree to: our question, or else the whole answer, if it
 * speaks of no other way.
 */
export const chooses = <Way extends string>(
  choice: Choice<Way>,
  way: Way,
  { asked, told }: Pick<Consent, "asked" | "told">,
  message: string
): boolean => {
  const own = waysIn(told === "" ? message : told, choice)
  const offered = [lastQuestion(asked), asked].map((text) => waysIn(text, choice)).find((ways) => ways.length > 0) ?? []
  return way === choice.usual || (own.length > 0 ? own.includes(way) : offered.length === 1 && offered.includes(way))
}
