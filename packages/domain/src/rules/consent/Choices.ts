import { Array } from "effect"
import { type SpeedTier } from "../../Inventory.ts"
import { type RefundMethod } from "../../Returns.ts"
import { isQuestion, plain, sentencesOf } from "./Clauses.ts"
import { type Consent } from "./Consent.ts"
import { inAnyLanguage, spaced } from "./Patterns.ts"
import { lastQuestion } from "./Questions.ts"

/** What a customer can choose about an act: the speed of an order, the way of a refund. */

/** What customers call the ways of an act; words that one of them has taken are not looked at for those behind it. */
type Names<Way extends string> = ReadonlyArray<readonly [way: Way, pattern: RegExp]>

/** What refuses whatever is named a few words behind. */
const refusingWay =
  "not|never|no|without|rather than|instead of|[a-z]{2,6}n't|nicht|kein\\S*|ohne|pas|sans|sin|sem|senza|non|niet|geen|zonder|не|без|nie|bez"

/** Ways of an act. The usual one is what a customer gets without asking. */
export interface Choice<Way extends string> {
  readonly usual: Way
  readonly names: Names<Way>
  /** What they are called where nobody speaks of the act: a "quick question" and a "gift card for my aunt" choose none. */
  readonly sure: Names<Way>
  /** A way that is spoken of to be refused: "no store credit", "not on my card". */
  readonly refused: RegExp
}

const choiceOf = <Way extends string>(
  usual: Way,
  names: ReadonlyArray<readonly [way: Way, pattern: RegExp, sure?: RegExp]>
): Choice<Way> => {
  const any = `(?:${names.map(([, { source }]) => source).join("|")})`
  return {
    usual,
    names: names.map(([way, { source }]) => [way, new RegExp(source, "gu")]),
    sure: names.map(([way, pattern, { source } = pattern]) => [way, new RegExp(source, "gu")]),
    refused: new RegExp(
      `${spaced(refusingWay)} (?:[^\\s,.;:!?]+ ){0,3}?${any}(?: (?:[^\\s,.;:!?]+ )?n?or (?:[^\\s,.;:!?]+ )?${any})*`,
      "gu"
    )
  }
}

/** What speeds of delivery that cost more are called. */
const fast = {
  express:
    "express|exprés|expres|exprès|espress|fast|quick|priority|eil|schnell|rápid|rapid|экспресс|特快|快递|速達|빠른",
  overnight: "overnight|next[- ]day|tomorrow|über nacht|24 ?h|morgen|mañana|demain|domani|amanhã|завтра|明天|翌日|내일"
}

/** Those of them that mean a delivery wherever they are said. */
const surelyFast = {
  express:
    "(?<!american )express(?:versand|lieferung)?(?![\\p{L}])|exprés|exprès|экспресс|(?:fastest|quickest|priority) (?:shipping|shipment|delivery|option|way)|特快|速達",
  overnight: "overnight(?! (?:bag|case|stay|trip))|next[- ]day (?:shipping|shipment|delivery|air)|über nacht"
}

/** The speed of a delivery. */
export const speeds = choiceOf<SpeedTier>("standard", [
  ["overnight", new RegExp(spaced(fast.overnight), "u"), new RegExp(spaced(surelyFast.overnight), "u")],
  ["express", new RegExp(spaced(fast.express), "u"), new RegExp(spaced(surelyFast.express), "u")],
  [
    "standard",
    inAnyLanguage(
      "standard|economy|cheapest|slowest|(?:normal|regular|ordinary|usual|free|cheap\\p{L}*|slow\\p{L}*) (?:one|shipping|shipment|delivery|speed|option|post|rate)",
      {
        separated:
          "standard\\p{L}*|normale?r? versand|estándar|padrão|standaard|стандарт\\p{L}*|standardow\\p{L}*|standart|tiêu chuẩn",
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
          "\\p{L}*guthaben|(?:einkaufs|waren|geschenk)?gutscheine?|geschenkkarte|bon d'achat|un avoir|carte[- ]cadeau|crédit (?:en |du )?(?:magasin|boutique)|un vale|vale (?:de compra|regalo)|tarjeta (?:de )?regalo|crédito (?:en|de|na|da|en la|de la) (?:tienda|loja)|vale[- ](?:compras?|presente)|cartão[- ]presente|buono (?:acquisto|regalo|spesa)|un buono|carta regalo|credito (?:in|nel|del) negozio|\\p{L}*tegoed|cadeau(?:bon|kaart)|(?:tegoed|waarde)bon|ваучер\\p{L}*|подарочн\\p{L}+ (?:карт|сертификат)\\p{L}*|кредит\\p{L}* магазин\\p{L}*|баланс\\p{L}* магазин\\p{L}*|bon(?:u|em)? (?:podarunkow|zakupow)\\p{L}*|kart\\p{L}+ podarunkow\\p{L}*|kredyt\\p{L}* sklepow\\p{L}*|hediye (?:kartı|çeki)|mağaza kredisi|tillgodokvitto|presentkort|butikskredit|tilgode\\p{L}*|gavekort|kredit toko|kartu hadiah|thẻ quà tặng|tín dụng cửa hàng|رصيد\\p{L}*|قسيمة|بطاقة هدية|स्टोर क्रेडिट|वाउचर|गिफ्ट कार्ड",
        unspaced:
          "购物金|购物券|礼品卡|代金券|商店积分|店铺余额|購物金|禮品卡|ストアクレジット|ギフトカード|商品券|스토어 ?크레딧|적립금|상품권|기프트 ?카드"
      }
    ),
    new RegExp(
      spaced(
        "(?:store|shop|site) (?:credits?|money|balance|points)|account credit|as (?:a )?(?:credits?|vouchers?)(?![\\p{L}])|\\p{L}*guthaben|un avoir"
      ),
      "u"
    )
  ],
  [
    "original_payment",
    inAnyLanguage(
      "cards?|visa|master ?card|amex|paypal|apple pay|google pay|klarna|bank|account|original|payment method|cash",
      {
        separated:
          "\\p{L}*karte|\\p{L}*konto|überweisung|carte|compte|tarjeta|cuenta|cartão|conta|carta|conto|kaart|rekening|карт\\p{L}*|сч[её]т\\p{L}*|kart\\p{L}*|hesab\\p{L}*|kort\\p{L}*|rekening|thẻ|tài khoản|بطاق\\p{L}*|حساب\\p{L}*|कार्ड|खाते",
        unspaced: "卡|账户|帳戶|カード|口座|카드|계좌"
      }
    )
  ]
])

/** The ways that a text speaks of. */
const waysNamed = <Way extends string>(text: string, names: Names<Way>): ReadonlyArray<Way> => {
  const [, ways] = Array.mapAccum(names, text, (left, [way, pattern]) => {
    const rest = left.replace(pattern, " ")
    return [rest, rest === left ? [] : [way]]
  })
  return ways.flat()
}

/** The ways that a text wants, and those that it refuses. */
const waysIn = <Way extends string>(text: string, choice: Choice<Way>, names = choice.names) => {
  const said = plain(text)
  return {
    refused: waysNamed((said.match(choice.refused) ?? []).join(" "), names),
    wanted: waysNamed(said.replace(choice.refused, " "), names)
  }
}

/** The way that a customer spoke of last, other than to ask about it; null when there is none. */
export const lastSpokenOf = <Way extends string>(choice: Choice<Way>, said: ReadonlyArray<string>): Way | null =>
  said
    .flatMap(sentencesOf)
    .filter((sentence) => !isQuestion(sentence))
    .flatMap((sentence) => waysIn(sentence, choice, choice.sure).wanted)
    .at(-1) ?? null

/**
 * Whether a consent is given to one of the ways of an act. What customers themselves say of the ways decides, in the
 * current message (the last of what they `said`) or in what they told us before; where they only agree, what they agree to: our
 * question, or else the whole answer, if it speaks of no other way. Where none was chosen so, it is the usual one, but
 * neither when they had spoken of another one: then they have to be asked.
 */
export const chooses = <Way extends string>(
  choice: Choice<Way>,
  way: Way,
  { asked, told }: Pick<Consent, "asked" | "told">,
  said: Array.NonEmptyReadonlyArray<string>
): boolean => {
  const own = waysIn(told === "" ? Array.lastNonEmpty(said) : told, choice)
  const offers = [lastQuestion(asked), asked].map((text) => waysIn(text, choice).wanted)
  const offered = offers.find((ways) => ways.length > 0) ?? []
  const chosen =
    own.wanted.length > 0
      ? own.wanted
      : offered.length === 1
        ? offered
        : [choice.usual].filter((usual) => (lastSpokenOf(choice, said) ?? usual) === usual)
  return chosen.includes(way) && (own.wanted.includes(way) || !own.refused.includes(way))
}
