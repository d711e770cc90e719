import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { okWords, type Replies, shortMessages } from "@storefront/domain/words/ShortMessageLists"
import { foldWords, parseShortMessage, type ShortMessage } from "@storefront/domain/words/ShortMessages"

const languages = Object.entries(shortMessages)

const phrases = (...kinds: ReadonlyArray<Exclude<keyof Replies, "good">>) =>
  languages.flatMap(([, replies]) => kinds.flatMap((kind) => replies[kind].split("|")))

const meaning = (message: string) => {
  const read = parseShortMessage(message)
  return read._tag === "Number" ? read.number : read._tag
}

const examples: ReadonlyArray<readonly [ShortMessage["_tag"] | number, ReadonlyArray<string>]> = [
  [
    "Affirmation",
    "yes|Yes!|YES PLEASE|yes please do it|Yes, please go ahead!|yes to both|SÍ, las dos!!|si a las dos|ambas, sí|sí, por favor, hazlo|sí a todo|Ja, bitte machen Sie das|sì, fallo pure|oui, s'il vous plaît, allez-y|sim, as duas|ja zu beiden|yes, thanks|ok, do it|ok yes|please confirm|confirm|yes 👍🏽|👍 yes|y|Ja, bitte.|ja danke|Sí.|si\u0301|oui, s'il vous plaît|sì grazie|sim, por favor|ja graag|ja tack|ja tak|ja takk|tak, potwierdzam|да, пожалуйста|evet lütfen|iya, terima kasih|vâng, cảm ơn|نعم من فضلك|हाँ, धन्यवाद|はい。|はい、お願いします|はい、ありがとうございます|是的，谢谢|是|네, 감사합니다|ｙｅｓ|نعم\u200f|sounds good, do it|ja, in Ordnung|vale, adelante|d’accord, allez-y|va bene, procedi|oké, doe maar|beleza, pode fazer|نعم، شكراً|はい、大丈夫です|好的，确认".split(
      "|"
    )
  ],
  [
    "Refusal",
    "no|No, thanks!|not now|ok, no|don't|Nein danke|nee|nej tack|non merci|no gracias|não, obrigado|no 🙏|nie|нет, спасибо|hayır|tidak|không|لا شكرا|नहीं|いいえ、結構です|不用了，谢谢|아니요|nein, stopp|no, espera|لا شكراً|いいえ、大丈夫です|不了，谢谢".split(
      "|"
    )
  ],
  [
    "Acknowledgement",
    "ok|OK!|fine|thanks|thank you|ok thanks|👍|👌🏿 🙏|✅|please|sounds good|d'accord|vale|va bene|tamam|tak|ya|хорошо|好的|了解です|تمام|ठीक है|알겠습니다|merci|ja ja|حسناً|是不错".split(
      "|"
    )
  ],
  [
    2,
    "2|2.|(2)|#2|number 2|yes, 2|Yes, number 2 please|2, please|Nummer 2|ja, Nummer 2|le numéro 2|oui, le 2|２|②|٢|२|2番|第2个|はい、2番|رقم ٢|nur die 2|die 2, bitte|just 2|solo 2|le n° 2|2番だけ|2番でお願いします".split(
      "|"
    )
  ],
  [12, ["12"]],
  [
    "Other",
    "| |...|yes?|yes？|نعم؟|ok;\u037e|yes, but by express|yes no|no please do it|yes please stop|no. 2|no 2|0|100|1 2|2nd|2 of them|-|$2|yes 😀|👎|👍👎|🙂\u200d↔️|2️⃣|yes 2 and 3|yes, cancel it|cancel|maybe|yeah right|oh yes|ok and|yes, understood|はい、わかりました|no entiendo|ja, stornieren|确认吗|yes                                      ".split(
      "|"
    )
  ]
]

describe("short messages", () => {
  for (const [expected, messages] of examples) {
    it(`reads ${expected}`, () => {
      assert.deepStrictEqual(
        messages.map((message) => [message, meaning(message)]),
        messages.map((message) => [message, expected])
      )
    })
  }

  it("has eighteen languages and more, in whose lists no phrase has two meanings", () => {
    assert.isAtLeast(languages.length, 18)
    const [yes, no, seen] = [phrases("yes"), phrases("no"), [...phrases("seen", "polite"), ...okWords.split("|")]].map(
      (list) => new Set(list.map(foldWords))
    )
    assert.deepStrictEqual(
      [...yes!].filter((phrase) => no!.has(phrase) || seen!.has(phrase)),
      []
    )
    assert.deepStrictEqual(
      [...seen!].filter((phrase) => no!.has(phrase)),
      []
    )
    const onlyBeside = languages.flatMap(([, { good = "" }]) => good.split("|").filter((phrase) => phrase !== ""))
    assert.isNotEmpty(onlyBeside)
    assert.deepStrictEqual(
      onlyBeside.filter((phrase) => !seen!.has(foldWords(phrase))),
      []
    )
  })

  const listed = new Set(phrases("yes").map(foldWords))

  it("reads each phrase of its lists as what it is, alone and with thanks", () => {
    const beside = (language: Replies) => ["", ...language.polite.split("|")]
    const misread = languages.flatMap(([, language]) =>
      (
        [
          ["yes", "Affirmation"],
          ["no", "Refusal"],
          ["seen", "Acknowledgement"]
        ] as const
      ).flatMap(([kind, tag]) =>
        language[kind]
          .split("|")
          .flatMap((phrase) => beside(language).flatMap((thanks) => [`${phrase}, ${thanks}`, `${thanks} ${phrase}!`]))
          .filter(
            (message) =>
              [...message].length <= 40 &&
              (kind === "yes" || !listed.has(foldWords(message))) &&
              meaning(message) !== tag
          )
      )
    )
    assert.deepStrictEqual(misread, [])
  })

  it.prop(
    "affirms nothing that is long, asks, or says more",
    {
      yes: FastCheck.constantFrom(...phrases("yes")),
      mark: FastCheck.constantFrom(..."?？؟;՞፧⸮❓❔".replace(";", "\u037e")),
      word: FastCheck.stringMatching(/^[a-z]{4,9}\d$/),
      emoji: FastCheck.constantFrom("😀", "👎", "❌", "🤔", "🇩🇪")
    },
    ({ emoji, mark, word, yes }) => {
      const messages = [
        `${yes}${mark}`,
        `${mark}${yes}`,
        `${yes} ${word}`,
        `${word}, ${yes}`,
        `${yes}${emoji}`,
        yes.padEnd(41, "!"),
        yes.padEnd(41, " ")
      ]
      assert.deepStrictEqual(
        messages.filter((message) => meaning(message) !== "Other"),
        []
      )
    }
  )

  it.prop(
    "affirms only what is in its lists",
    { message: FastCheck.string({ maxLength: 60, unit: "grapheme" }) },
    ({ message }) => {
      assert.isTrue(meaning(message) !== "Affirmation" || listed.has(foldWords(message)))
    }
  )
})
