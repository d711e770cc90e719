import { tokenize } from "./Tokens.ts"

/** Languages that are told apart, to say in them that only English is understood. */
export type Language =
  | "ar"
  | "de"
  | "el"
  | "es"
  | "fr"
  | "he"
  | "hi"
  | "it"
  | "ja"
  | "ko"
  | "nl"
  | "pl"
  | "pt"
  | "ru"
  | "sv"
  | "tr"
  | "zh"
  | "other"

const scripts: ReadonlyArray<readonly [script: RegExp, language: Language]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/[^\p{Script=Latin}\P{L}]/gu, "other"]
]

const wordsOf = (words: string) => new Set(words.split(" "))

/** Frequent words that English has not, nor names of places. */
const frequent: ReadonlyArray<readonly [language: Language, words: ReadonlySet<string>]> = [
  [
    "es",
    wordsOf(
      "que qué hablo habla inglés gustaría quería saber está están estoy dónde donde cuándo cuando cómo cuánto cuanto cuesta cuestan mi mis pedido pedidos quiero quisiera necesito tengo tienes tienen hola gracias ayuda ayudar por para con una del puedo puede puedes hay favor este esta zapatos cancelar devolver comprar envío último última mucho español usted buenos buenas días sí ha llegado todavía pero también más precio carrito añade añadir muéstrame busco"
    )
  ],
  [
    "de",
    wordsOf(
      "ich du wir ihr ist sind der das dem den ein eine einen einer und oder nicht kein keine wo wann wie warum wieviel viel mein meine meinen meiner mir mich bitte sie können konnten helfen zahlen karte würde gerne etwas danke schön hallo guten habe haben möchte will kann können könnt könnten für mit von zum zur auf bestellung bestellungen paket lieferung stornieren zurückgeben zeig zeige suche kostet noch schon kaufen unter über welche welcher gibt es warenkorb deutsch sie ihnen"
    )
  ],
  [
    "fr",
    wordsOf(
      "puis payer par carte faire être très je vous nous est sont le les des une du et où ou quand comment combien pourquoi mon mes votre bonjour merci s'il plaît veux voudrais peux pouvez ai avez avec pour dans sur commande commandes colis livraison annuler retourner acheter cherche coûte pas ce cette ces qui que quel quelle dernière dernier ajouter panier français sous moins ne"
    )
  ],
  [
    "it",
    wordsOf(
      "il lo gli è sono dove dov'è quando come quanto perché mio mia miei mie ciao grazie prego vorrei voglio posso può avete hai ho con della del dello nel per ordine ordini pacco spedizione annullare restituire comprare cerco costa non questo questa ultimo ultima aggiungi carrello italiano che una uno"
    )
  ],
  [
    "pt",
    wordsOf(
      "onde está estão quando como quanto porque meu minha meus minhas olá obrigado obrigada quero gostaria preciso posso pode você vocês tem têm com para uma um não pedido pedidos encomenda entrega cancelar devolver comprar procuro custa este esta último última carrinho português ainda mais preço favor"
    )
  ],
  [
    "nl",
    wordsOf(
      "ik jij je wij het een de waar wanneer hoe waarom hoeveel mijn jullie hallo bedankt dank alsjeblieft alstublieft wil kan kunt heb hebben hebt met voor niet geen bestelling bestellingen pakket levering annuleren terugsturen kopen zoek kost deze dit laatste winkelwagen nederlands en van zijn graag"
    )
  ],
  [
    "pl",
    wordsOf(
      "gdzie kiedy jak ile dlaczego jest są moje mój moja mam chcę chciałbym chciałabym mogę proszę dziękuję dzień dobry cześć nie tak zamówienie zamówienia paczka przesyłka anulować zwrócić kupić szukam kosztuje dla czy ostatnie koszyka polsku"
    )
  ],
  [
    "sv",
    wordsOf(
      "jag är var när hur varför mycket min mitt mina hej tack vill skulle behöver har kan inte och för med beställning paket leverans avbeställa köpa söker kostar den det ett svenska snälla hvor er jeg min ordre vil ikke og til på"
    )
  ],
  [
    "tr",
    wordsOf(
      "nerede ne zaman nasıl kaç siparişim siparişimi sipariş benim istiyorum merhaba teşekkürler lütfen var mı mi bir ve için ile kargo iptal etmek almak fiyat fiyatı bana göster türkçe"
    )
  ]
]

const english = wordsOf(
  "the is are was my your i to what where when how and it you for do of can could please me have has this that with not would want need show tell order add cancel cart on in at from a an im i'm what's where's if am be will there any get give find buy put"
)

/** The share of letters outside the Latin script that makes a message foreign. */
const foreignShare = 0.4

/** Mistyped words are known by their correction: fewer unknown ones may be names. */
const fewestUnknown = 3

/** The language of a message that is not English; null for English, and for what is too short to tell. */
export const foreignLanguage = (message: string): Language | null => {
  const letters = message.match(/\p{L}/gu)?.length ?? 0
  const script = scripts.find(([pattern]) => (message.match(pattern)?.length ?? 0) > letters * foreignShare)
  if (letters > 0 && script !== undefined) {
    return script[1]
  }
  const words = message.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)*/gu) ?? []
  const native = words.filter((word) => english.has(word)).length
  const [best] = frequent
    .map(([language, known]) => ({ language, hits: words.filter((word) => known.has(word)).length }))
    .toSorted((left, right) => right.hits - left.hits)
  const unknown = tokenize(message).filter(({ kind, raw }) => kind === "name" && /^\p{Ll}+$/u.test(raw)).length
  const isShort = words.length <= 4 && native === 0 && unknown >= words.length / 2
  if (best !== undefined && best.hits > native && best.hits >= (isShort ? 1 : 2)) {
    return best.language
  }
  return native === 0 && unknown >= fewestUnknown && unknown >= words.length * 0.75 ? "other" : null
}
