import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Layer, Option } from "effect"
import { Policies } from "../../../src/shop/policies/Policies.ts"
import { type PolicyDraft, readPolicy } from "../../../src/shop/policies/PolicyFile.ts"
import * as PolicyServices from "../../../src/shop/policies/PolicyServices.ts"
import { PolicySearch } from "../../../src/shop/policies/PolicySearch.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const draft = (name: string, kind: string, page: string, url?: string): PolicyDraft =>
  Either.getOrThrow(
    readPolicy(
      `${name}.md`,
      `---\ntitle: ${name.split(".")[0]}\nkind: ${kind}\n${url === undefined ? "" : `url: ${url}\n`}---\n${page}`
    )
  )

const returns = draft(
  "returns",
  "returns",
  "## How long\n\nYou can send goods back within 30 days of the delivery.\n\n## Label\n\nWe give no label. You pay for the postage.\n\n## Exceptions\n\nBooks with a broken seal cannot be returned by you."
)
const german = draft(
  "returns.de",
  "returns",
  "## Frist\n\nSie können Waren innerhalb von 30 Tagen nach der Lieferung zurückgeben.\n\n## Porto\n\nDie Rücksendekosten tragen Sie, wenn die Ware in Ordnung ist."
)
const delivery = draft(
  "delivery",
  "shipping",
  "## Time\n\nStandard delivery takes three to five days.\n\n## Price\n\nThe price of express delivery is shown before you order.\n\n## Gift wrap\n\nWe do not wrap gifts for you."
)
const contact = draft("contact", "contact", "Write to us at the counter.", "https://help.shop.example/contact")
const japanese = draft(
  "delivery.ja",
  "shipping",
  "## 配送日数\n\n配送には三日かかります。\n\n## 返品\n\n返品は三十日以内です。"
)

const all = [returns, german, delivery, contact, japanese]

const ask = (question: string | null, slug: string | null = null) =>
  Effect.gen(function* () {
    const { find } = yield* PolicySearch
    const { furtherHeadings, passages, topics } = yield* find(Option.fromNullable(question), Option.fromNullable(slug))
    return {
      headings: passages.map(({ heading }) => heading),
      furtherHeadings,
      topics: topics.map(({ slug }) => slug),
      passages
    }
  })

const put = (drafts: ReadonlyArray<PolicyDraft>, options: { prune?: boolean; dryRun?: boolean } = {}) =>
  Effect.flatMap(Policies, ({ put }) => put(drafts, { prune: false, dryRun: false, ...options })).pipe(
    Effect.map(({ policies }) => policies.map(({ change, locale, slug }) => `${change} ${slug} ${locale}`))
  )

const settings = Layer.setConfigProvider(
  ConfigProvider.fromMap(new Map([["PUBLIC_URL", "https://assistant.shop.example"]]))
)

for (const engine of TestDatabase.engines) {
  layer(PolicyServices.layer.pipe(Layer.provide(settings), Layer.provideMerge(engine.layer)), {
    excludeTestServices: true
  })(`policies on ${engine.name}`, (it) => {
    it.effect("are stored, kept as they are, changed, pruned and removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const policies = yield* Policies
        const words = sql`SELECT locale, word, passages FROM policy_words ORDER BY 1, 2`
        assert.deepStrictEqual(yield* put([returns, german], { dryRun: true }), ["new returns en", "new returns de"])
        assert.deepStrictEqual(yield* policies.list, [])
        yield* put([returns, german])
        const [first, second] = yield* policies.list
        assert.deepStrictEqual([first?.locale, first?.passages, second?.url], [
          "de",
          2,
          "https://assistant.shop.example/policies/returns"
        ] as never)
        assert.deepStrictEqual(yield* put([returns, delivery]), ["unchanged returns en", "new delivery en"])
        assert.deepStrictEqual((yield* policies.list).at(-1)?.updated_at, second?.updated_at)
        const changed = { ...returns, title: "Sending back" }
        assert.deepStrictEqual(yield* put([changed], { dryRun: true, prune: true }), [
          "changed returns en",
          "removed delivery en",
          "removed returns de"
        ])
        assert.strictEqual((yield* policies.list).length, 3)
        yield* put([changed], { prune: true })
        assert.deepStrictEqual(
          (yield* policies.list).map(({ locale, title }) => [locale, title]),
          [["en", "Sending back"]] as never
        )
        assert.isTrue((yield* words).every(({ locale }) => locale === "en"))
        assert.strictEqual(
          (yield* Effect.flip(policies.remove("returns", Option.some("de")))).message,
          "There is no policy returns in de."
        )
        assert.deepStrictEqual(yield* policies.remove("returns", Option.none()), [
          { slug: "returns", locale: "en" }
        ] as never)
        assert.deepStrictEqual(yield* words, [])
        assert.strictEqual(
          (yield* Effect.flip(policies.find("returns", Option.none()))).message,
          "There is no policy returns."
        )
      })
    )

    it.effect("are read in the locale that suits best, and know their addresses", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        assert.deepStrictEqual(yield* policies.contact(Option.none()), Option.none())
        const portuguese = draft("returns.pt-BR", "returns", "## Prazo\n\nTrinta dias.")
        const french = draft("terms.fr", "terms", "Conditions.")
        yield* put([...all, portuguese, french])
        const localeOf = (slug: string, wanted: string) =>
          Effect.map(policies.find(slug, Option.some(wanted)), ({ locale }) => locale as string)
        assert.deepStrictEqual(
          yield* Effect.all([
            localeOf("returns", "de"),
            localeOf("returns", "de-AT"),
            localeOf("returns", "pt"),
            localeOf("returns", "it"),
            localeOf("terms", "it")
          ]),
          ["de", "de", "pt-BR", "en", "fr"]
        )
        assert.deepStrictEqual(
          yield* policies.contact(Option.some("de")),
          Option.some({
            text: "Write to us at the counter.",
            url: "https://help.shop.example/contact"
          })
        )
        assert.deepStrictEqual([...(yield* policies.titles).keys()].toSorted(), [
          "https://assistant.shop.example/policies/delivery",
          "https://assistant.shop.example/policies/delivery?locale=ja",
          "https://assistant.shop.example/policies/returns",
          "https://assistant.shop.example/policies/returns?locale=de",
          "https://assistant.shop.example/policies/returns?locale=pt-BR",
          "https://assistant.shop.example/policies/terms?locale=fr",
          "https://help.shop.example/contact"
        ])
        yield* put([], { prune: true })
      })
    )

    it.effect("answer questions in their languages, also in other forms of their words", () =>
      Effect.gen(function* () {
        yield* put(all)
        const first = (question: string) => Effect.map(ask(question), ({ headings }) => headings[0])
        assert.strictEqual(yield* first("Who pays the postage?"), "Label")
        assert.strictEqual(yield* first("Can you wrap it as a gift?"), "Gift wrap")
        assert.strictEqual(yield* first("Wie viele Tage kann ich die Ware zurückgeben?"), "Frist")
        assert.strictEqual(yield* first("Wer trägt die Kosten der Rücksendung?"), "Porto")
        assert.strictEqual(yield* first("配送には何日かかりますか？"), "配送日数")
        const { passages } = yield* ask("Kann ich Waren zurückgeben?")
        assert.isAtMost(passages.length, 3)
        // Of one policy there is one language only.
        assert.isTrue(passages.every(({ url }) => !url.endsWith("/policies/returns")))
      })
    )

    it.effect("answer a question that shares no word with them, and one in a language that they are not in", () =>
      Effect.gen(function* () {
        yield* put([returns, delivery, contact], { prune: true })
        const first = (question: string) => Effect.map(ask(question), ({ headings }) => headings[0])
        assert.strictEqual(yield* first("How much is the express courier?"), "Price")
        assert.strictEqual(yield* first("Do you do presents?"), "Gift wrap")
        assert.strictEqual(yield* first("Wie lange dauert der Versand?"), "Time")
        assert.strictEqual(yield* first("Faites-vous des paquets cadeaux ?"), "Gift wrap")
        assert.strictEqual(yield* first("¿Cuántos días tengo para devolver algo?"), "How long")
        yield* put(all)
      })
    )

    it.effect("come with all topics where it is not sure that they answer", () =>
      Effect.gen(function* () {
        const { headings, topics } = yield* ask("Can you wrap my bicycle?")
        assert.strictEqual(headings[0], "Gift wrap")
        assert.deepStrictEqual(topics, ["contact", "delivery", "returns"])
        assert.deepStrictEqual((yield* ask("Can you wrap it as a gift?")).topics, [])
      })
    )

    it.effect("find nothing where nothing fits, and offer what there is", () =>
      Effect.gen(function* () {
        for (const question of ["Who wrote Pride and Prejudice?", "Wer hat gestern gewonnen?", "?!"]) {
          assert.deepStrictEqual(
            [question, yield* ask(question)],
            [question, { headings: [], furtherHeadings: [], passages: [], topics: ["contact", "delivery", "returns"] }]
          )
        }
        assert.deepStrictEqual((yield* ask(null)).topics, ["contact", "delivery", "returns"])
        assert.deepStrictEqual((yield* ask(null, "delivery")).headings, ["Time", "Price", "Gift wrap"])
        assert.deepStrictEqual((yield* ask("postage", "delivery")).headings, ["Time", "Price", "Gift wrap"])
        assert.deepStrictEqual((yield* ask("Who pays the postage?", "returns")).headings[0], "Label")
        assert.deepStrictEqual((yield* ask(null, "nonsense")).topics, ["contact", "delivery", "returns"])
        const policies = yield* Policies
        const many = ["One", "Two", "Three", "Four", "Five"].map((heading) => `## ${heading}\n\nAbout ${heading}.`)
        yield* policies.put([draft("many", "faq", many.join("\n\n"))], { prune: false, dryRun: false })
        const { furtherHeadings, headings } = yield* ask(null, "many")
        assert.deepStrictEqual(
          [headings, furtherHeadings],
          [
            ["One", "Two", "Three"],
            ["Four", "Five"]
          ]
        )
        yield* policies.remove("many", Option.none())
        const { passages } = yield* ask(null, "contact")
        assert.deepStrictEqual(passages, [
          {
            title: "contact",
            heading: null,
            text: "Write to us at the counter.",
            url: "https://help.shop.example/contact"
          }
        ])
      })
    )
  })
}
