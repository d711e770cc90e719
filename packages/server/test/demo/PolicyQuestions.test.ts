import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as PolicyServices from "../../src/shop/policies/PolicyServices.ts"
import { PolicySearch } from "../../src/shop/policies/PolicySearch.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

/** Questions in seven languages about the demonstration shop, whose policies are in English, and the policy that answers each. */
const questions: ReadonlyArray<readonly [slug: string, question: string]> = [
  ["returns", "What are the rules for returns?"],
  ["returns", "Wie sind die Rückgaberegeln?"],
  ["delivery", "delivery"],
  ["delivery", "Versand"],
  ["privacy", "Are chats stored, and for how long?"],
  ["countries", "Do you ship to Canada?"],
  ["countries", "Can I pick my order up somewhere?"],
  ["delivery", "How many days until my package arrives?"],
  ["delivery", "Is express expensive?"],
  ["payment", "Can I use my Visa?"],
  ["payment", "Is VAT included?"],
  ["returns", "I don't like it, can I bring it back?"],
  ["returns", "Who pays for posting it back?"],
  ["refunds", "When will I be reimbursed?"],
  ["damaged", "The lamp came with a crack"],
  ["missing", "My parcel never arrived"],
  ["warranty", "How long is the guarantee?"],
  ["sizes", "The shoes are too small for me, which fit should I take?"],
  ["gifts", "Could you put it in nice paper, it's a present"],
  ["privacy", "Who can see my personal information?"],
  ["contact", "What is your phone number?"],
  ["countries", "Liefert ihr nach Deutschland?"],
  ["delivery", "Wie lange dauert die Lieferung?"],
  ["payment", "Kann ich auf Rechnung bezahlen?"],
  ["returns", "Wie kann ich etwas zurückschicken?"],
  ["refunds", "Wann bekomme ich mein Geld zurück?"],
  ["warranty", "Gebt ihr Garantie?"],
  ["gifts", "Könnt ihr das als Geschenk einpacken?"],
  ["privacy", "Was macht ihr mit meinen Daten?"],
  ["delivery", "Quels sont les délais de livraison ?"],
  ["payment", "Puis-je payer par carte bancaire ?"],
  ["refunds", "Quand vais-je être remboursé ?"],
  ["damaged", "L'article est arrivé cassé"],
  ["contact", "Quel est votre numéro de téléphone ?"],
  ["countries", "¿Hacen envíos a México?"],
  ["returns", "¿Puedo devolver un pedido?"],
  ["warranty", "¿Tienen garantía los productos?"],
  ["missing", "Se ha perdido mi paquete"],
  ["gifts", "¿Envuelven regalos?"],
  ["payment", "Posso pagare con la carta?"],
  ["refunds", "Quando ricevo il rimborso?"],
  ["warranty", "Hoe lang heb ik garantie?"],
  ["privacy", "Wat doen jullie met mijn gegevens?"],
  ["returns", "Como posso devolver um produto?"],
  ["gifts", "Vocês embrulham presentes?"]
]

/** About nothing that a shop has rules for. */
const strange = [
  "Who wrote Pride and Prejudice?",
  "Wie wird das Wetter morgen in Hamburg?",
  "Quelle est la capitale de l'Australie ?",
  "¿Quién ganó el partido de anoche?",
  "Come si cucina il risotto?"
]

const TestLayer = PolicyServices.layer.pipe(Layer.provideMerge(TestDatabase.seeded))

layer(TestLayer, { excludeTestServices: true })("the policies of the demonstration shop", (it) => {
  it.effect("answer at least 41 of 45 questions, in their own language and in others", () =>
    Effect.gen(function* () {
      const { find } = yield* PolicySearch
      const missed = yield* Effect.filter(questions, ([slug, question]) =>
        Effect.map(
          find(Option.some(question), Option.none()),
          ({ passages }) => !passages.some(({ url }) => url.endsWith(`/policies/${slug}`))
        )
      )
      assert.isAtMost(missed.length, 4, missed.map(([, question]) => question).join("; "))
    })
  )

  it.effect("never answer for sure what they are not about", () =>
    Effect.gen(function* () {
      const { find } = yield* PolicySearch
      const sure = yield* Effect.filter(strange, (question) =>
        Effect.map(find(Option.some(question), Option.none()), ({ topics }) => topics.length === 0)
      )
      assert.deepStrictEqual(sure, [])
    })
  )
})
