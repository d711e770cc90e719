import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { bodyOf, readPolicy } from "../../../src/shop/policies/PolicyFile.ts"

const front = "---\ntitle: Returns\nkind: returns\n---\n"

const problemsOf = (file: string, content: string) =>
  Either.match(readPolicy(file, content), {
    onLeft: (problems) => problems.map(({ line, problem }) => `${line}: ${problem}`),
    onRight: () => []
  })

const passagesOf = (page: string) =>
  Either.getOrThrow(readPolicy("returns.md", `${front}${page}`)).passages.map(
    ({ heading, text }) => [heading, text] as const
  )

describe("a file of a policy", () => {
  it("has front matter, and a passage for each heading", () => {
    const draft = Either.getOrThrow(
      readPolicy(
        "returns.de.md",
        `\uFEFF---\r\ntitle: "Rückgabe: so geht es"\r\nkind: returns\r\nurl: https://shop.example/r\r\n\r\n---\r\n# Rückgabe\r\nVorab.\r\n\r\n## Frist\r\n30 *Tage*\r\n`
      )
    )
    assert.deepStrictEqual(draft, {
      slug: "returns",
      locale: "de",
      kind: "returns",
      title: "Rückgabe: so geht es",
      url: "https://shop.example/r",
      passages: [
        { heading: "Rückgabe", text: "Vorab." },
        { heading: "Frist", text: "30 Tage" }
      ]
    } as never)
    assert.strictEqual(bodyOf(draft), "Rückgabe\n\nVorab.\n\nFrist\n\n30 Tage")
  })

  it("is in the shop's locale unless its name or its front matter says another", () => {
    const localeOf = (file: string, line = "") =>
      Either.getOrThrow(readPolicy(file, `---\ntitle: T\nkind: faq\n${line}---\ntext`)).locale
    assert.deepStrictEqual(
      [
        localeOf("faq.md"),
        localeOf("faq.pt-br.md"),
        localeOf("faq.md", "locale: FR\n"),
        localeOf("faq.fr.md", "locale: fr\n")
      ],
      ["en", "pt-BR", "fr", "fr"] as never
    )
  })

  it("is refused with every line that is wrong", () => {
    assert.deepStrictEqual(
      problemsOf(
        "Return Policy.md",
        "---\ntitel: x\ntitle\nkind: news\nkind: faq\nurl: javascript:alert(1)\nlocale: english\n---\n"
      ),
      [
        "2: has the unknown key titel; the keys are title, kind, url, locale",
        "3: must be a key and a value, for example title: Returns",
        "5: repeats the key kind",
        "1: must be named <slug>.md or <slug>.<locale>.md; a slug has 1 to 80 lower-case letters, digits and hyphens",
        "7: locale must be a language tag, for example de or pt-BR",
        "4: kind must be one of returns, shipping, payment, warranty, privacy, terms, contact, faq",
        "1: title is missing: it must be 1 to 200 characters",
        "6: url must be a web address, for example https://shop.example/returns, in which brackets are written as %28",
        "8: has no text below the front matter"
      ]
    )
    assert.deepStrictEqual(problemsOf("a.md", "# Returns\n30 days"), [
      "1: must begin with front matter: a line ---, lines such as title: Returns and kind: returns, and a line ---"
    ])
    assert.deepStrictEqual(problemsOf("a.md", "---\ntitle: A\n"), ["1: the front matter is not closed by a line ---"])
    assert.deepStrictEqual(problemsOf("a.de.md", "---\ntitle: A\nkind: faq\nlocale: fr\n---\nx"), [
      "4: locale is fr, but the file name says de"
    ])
    const faq = "---\ntitle: A\nkind: faq\n---\n"
    assert.deepStrictEqual(problemsOf("a.md", "---\ntitle: A\nkind: faq\nurl: https://x.example/a(b)\n---\nx"), [
      "4: url must be a web address, for example https://shop.example/returns, in which brackets are written as %28"
    ])
    for (const deep of ["> ".repeat(2_000), "<div>".repeat(9_000), "- ".repeat(20_000)]) {
      assert.deepStrictEqual(problemsOf("a.md", `${faq}${deep}x`), [
        "4: nests quotations, lists or elements too deeply"
      ])
    }
    assert.deepStrictEqual(problemsOf("a.md", `${faq}${"## H\nx\n".repeat(501)}`), [
      "4: has more than 500 passages: split it into several policies"
    ])
    assert.deepStrictEqual(problemsOf("a.x_y.md", "---\ntitle: A\nkind: faq\n---\nx"), [
      "1: has the locale x_y in its name, which must be a language tag, for example de or pt-BR"
    ])
  })

  it("has a title without characters that nobody sees", () => {
    const read = readPolicy("a.md", "---\ntitle: A\u0000 \u001b[31mtitle\u200b\nkind: faq\n---\nx")
    assert.strictEqual(Either.getOrThrow(read).title, "A [31mtitle")
  })

  it("is plain text, whatever HTML and Markdown is in it", () => {
    assert.deepStrictEqual(
      passagesOf(
        "<style>p{}</style><p>Hello <b>you</b> &amp; me</p><script>alert(1)</script>\n\n" +
          "## Delivery\n\n### How long?\n\n- **3** days\n- [ask](mailto:help@shop.example) or <https://shop.example/x>\n\n" +
          "| Speed | Price |\n|---|---|\n| fast | $5 |\n\n![picture](x.png)\n\n### How much?\n\nIt `depends`\u200b.\n"
      ),
      [
        [null, "Hello you & me"],
        [
          "Delivery: How long?",
          "- 3 days\n- ask (help@shop.example) or https://shop.example/x\n\nSpeed | Price\n\nfast | $5"
        ],
        ["Delivery: How much?", "It depends."]
      ]
    )
  })

  it("is parted between paragraphs, sentences and words where a section is long", () => {
    const sentence = "Goods go back within thirty days of delivery. "
    const passages = passagesOf(`## Long\n\n${sentence.repeat(30)}\n\n${sentence.repeat(30)}\n\n${sentence.repeat(60)}`)
    assert.isTrue(passages.every(([heading, text]) => heading === "Long" && text.length <= 2000 && text.endsWith(".")))
    assert.strictEqual(passages.length, 4)
    assert.strictEqual(passagesOf("x".repeat(4001)).length, 3)
  })
})
