import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { xmlItems } from "../../../../src/shop/import/reading/XmlItems.ts"

const read = (parts: ReadonlyArray<string>) =>
  xmlItems(Stream.fromIterable(parts), (name) => name === "item").pipe(
    Stream.map((item) =>
      "_tag" in item ? `${item.line} ${item.fault}` : `${item.line}: ${JSON.stringify(Object.fromEntries(item.fields))}`
    ),
    Stream.runCollect,
    Effect.map((items) => [...items])
  )

describe("elements of a feed", () => {
  it.effect("have the texts of their children and grandchildren, wherever the parts of the file end", () =>
    Effect.gen(function* () {
      const feed =
        '<rss>\n<item>\n<a:id> 1 </a:id><link href="https://shop.example/1"/><x><y>a</y><y><![CDATA[<b>]]></y><z><deep>no</deep></z></x></item>\n<item><id>2</id></item></rss>'
      const items = ['2: {"id":["1"],"link":["https://shop.example/1"],"x/y":["a","<b>"]}', '4: {"id":["2"]}']
      assert.deepStrictEqual(yield* read([feed]), items)
      assert.deepStrictEqual(yield* read([...feed]), items)
    })
  )

  it.effect("end where one is not closed within 4 MiB, however deep it nests", () =>
    Effect.gen(function* () {
      const mebibyte = 1024 ** 2
      const texts = yield* read([
        "<rss><item><id>1</id></item>\n<item><id>",
        ...Array.from({ length: 5 }, () => "x".repeat(mebibyte))
      ])
      const tags = yield* read(["<rss><item>", ...Array.from({ length: 5 }, () => "<a>".repeat(mebibyte / 3))])
      const outside = yield* read(["<rss>", ...Array.from({ length: 5 }, () => "x".repeat(mebibyte))])
      assert.deepStrictEqual(
        [texts, tags, outside],
        [
          ['1: {"id":["1"]}', "2 has an element that is not closed within 4 MiB"],
          ["1 has an element that is not closed within 4 MiB"],
          ["1 has an element that is not closed within 4 MiB"]
        ]
      )
    })
  )
})
