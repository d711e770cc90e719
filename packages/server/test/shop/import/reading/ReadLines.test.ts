import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { kinds } from "../../../../src/shop/import/kinds/Kinds.ts"
import { readFile, told } from "../support/Reading.ts"

const heading = "external_id,name,price"
const file = `${heading},spec.Weight,Warranty\nA,Ridge Runner,119.90,250 g,2 years\nB,Café,12.5,,\n`

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le")
  return isBigEndian ? bytes.swap16() : bytes
}

const refusal = (content: string | Uint8Array, changes = {}) =>
  Effect.map(
    Effect.flip(readFile(kinds.products, content, changes)),
    ({ fault, line, mend }) => `${line}: ${fault} — ${mend}`
  )

describe("a file of our own columns", () => {
  it.effect("becomes lines with their numbers, and facts of the whole", () =>
    Effect.gen(function* () {
      const { end, outcomes, taken } = yield* readFile(kinds.products, file)
      assert.deepStrictEqual(outcomes.map(told), ["2 taken", "3 taken"])
      assert.deepStrictEqual<unknown>(
        taken.map(({ externalId, name, originalPrice, price, role, specs }) => [
          externalId,
          name,
          price,
          originalPrice,
          role,
          specs
        ]),
        [
          ["A", "Ridge Runner", 11_990, undefined, "single", { Weight: "250 g" }],
          ["B", "Café", 1250, undefined, "single", { Weight: null }]
        ]
      )
      assert.deepStrictEqual(end, {
        _tag: "End",
        format: "csv",
        lines: 2,
        endedEarly: null,
        unknownColumns: [{ name: "warranty", lines: 1 }],
        notMapped: [],
        categories: []
      })
    })
  )

  it.effect("reads alike in every encoding, packed, with other line ends, and in parts of any size", () =>
    Effect.gen(function* () {
      const { taken } = yield* readFile(kinds.products, file)
      const latin = Uint8Array.from(file, (character) => character.charCodeAt(0))
      const versions: ReadonlyArray<readonly [string | Uint8Array, object?, number?]> = [
        [`\uFEFF${file}`],
        [utf16(file, false), {}, 3],
        [utf16(file, true), {}, 5],
        [latin, { encoding: "windows-1252" }],
        [gzipSync(file)],
        [file.replaceAll("\n", "\r\n"), {}, 1],
        [file.replaceAll("\n", "\r"), {}, 7],
        [file.replaceAll(",", ";")],
        [file.replaceAll(",", "\t"), {}, 2]
      ]
      for (const [content, changes, size] of versions) {
        assert.deepStrictEqual((yield* readFile(kinds.products, content, changes, size)).taken, taken)
      }
    })
  )

  it.effect("is refused as a whole where its bytes do not fit the encoding, with the line", () =>
    Effect.gen(function* () {
      const latin = Uint8Array.from(file, (character) => character.charCodeAt(0))
      assert.strictEqual(
        yield* refusal(latin),
        "3: has bytes that UTF-8 does not have — save the file as UTF-8, or name its encoding: for files of Windows programs --encoding windows-1252"
      )
      assert.strictEqual(
        yield* refusal(file, { encoding: "latin-9000" }),
        'null: the encoding "latin-9000" is not known — use utf-8, utf-16le, windows-1252 or another name of the Encoding Standard'
      )
    })
  )

  it.effect("is refused as a whole when it is empty, a spreadsheet, damaged or without its columns", () =>
    Effect.gen(function* () {
      const packed = gzipSync(file)
      assert.deepStrictEqual(
        yield* Effect.forEach(
          [
            "",
            "PK\u0003\u0004rest",
            packed.subarray(0, packed.length - 12),
            "name,price\nA,1\n",
            "external_id,name,price,Price\nA,B,1,2\n",
            "hello\nworld\n"
          ],
          (content) => refusal(content)
        ),
        [
          "null: the file is empty — export it again",
          "null: the file is a spreadsheet or a zip archive — save the spreadsheet as CSV in UTF-8, or unpack the archive",
          "null: the packed file is damaged or incomplete — pack or download it again",
          '1: has no column "external_id" — add it: the first line names the columns; see --template, or rename columns with --columns',
          '1: has two columns "price" — remove or rename one of them',
          '1: has no column that is known, but "hello" — the first line must name the columns: see --template, or rename columns with --columns'
        ]
      )
    })
  )

  it.effect("stops unpacking at a limit", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, 0x61))
      assert.strictEqual(
        yield* refusal(bomb, { maxUnpackedBytes: 1024 ** 2 }),
        "null: the packed file unpacks to more than 1 MiB — unpack it yourself if it is what you expect, or split it"
      )
    })
  )

  it.effect("refuses the line of a cell over 1 MiB, and ends at a mark that is not closed", () =>
    Effect.gen(function* () {
      const { end, outcomes } = yield* readFile(
        kinds.products,
        `${heading}\nA,${"x".repeat(1024 ** 2 + 1)},1\nB,Bag,2\nC,"Cap,3\nD,Dress,4\n`
      )
      assert.deepStrictEqual(outcomes.map(told), [
        "2 refused: name is longer than 1 MiB — shorten it: a quotation mark may be missing at its end",
        "3 taken"
      ])
      assert.deepStrictEqual(end.endedEarly, {
        line: 4,
        fault: "has a quotation mark that is not closed",
        mend: "close it, or write it twice if it belongs to the text"
      })
    })
  )

  it.effect("refuses lines that do not fit its heading, and headings in its middle", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* readFile(
        kinds.products,
        `${heading}\nA,Bag\nB,Cap,5,,\nC,Tee,5,red\n\n\uFEFF${heading}\nD,Hat,5\n`
      )
      assert.deepStrictEqual(outcomes.map(told), [
        "2 refused: has 2 cells, and the heading has 3 — put cells that contain the separator or a line break into quotation marks",
        "3 taken",
        "4 refused: has 4 cells, and the heading has 3 — put cells that contain the separator or a line break into quotation marks",
        "6 refused: repeats the names of the columns — remove this line: files were joined with their headings",
        "7 taken"
      ])
    })
  )

  it.effect("refuses a line for its long cell in every format", () =>
    Effect.gen(function* () {
      const long = "x".repeat(1024 ** 2 + 1)
      const files = [
        `{"external_id":"A","name":"Bag","price":1,"description":"${long}"}\n`,
        `<rss><item><id>A</id><title>Bag</title><price>1</price><description>${long}</description></item></rss>`,
        `Handle,Title,Body (HTML),Variant Price\nA,Bag,${long},1\n`
      ]
      assert.deepStrictEqual(
        (yield* Effect.forEach(files, (file) => readFile(kinds.products, file))).flatMap(({ outcomes }) =>
          outcomes.map(told)
        ),
        ["1 refused: description", "1 refused: description", "2 refused: Body (HTML)"].map(
          (start) => `${start} is longer than 1 MiB — shorten it: a quotation mark may be missing at its end`
        )
      )
    })
  )

  it.effect("has its columns renamed first", () =>
    Effect.gen(function* () {
      const { outcomes, taken } = yield* readFile(kinds.products, "Artikel,Name,Preis\nA,Bag,0\nB,Cap,5\n", {
        renames: new Map([
          ["artikel", "external_id"],
          ["Preis", "price"]
        ])
      })
      assert.deepStrictEqual(outcomes.map(told), [
        "2 refused: Preis is 0 — a price is above 0: give the price, or leave the line out",
        "3 taken"
      ])
      assert.deepStrictEqual<unknown>(
        taken.map(({ externalId, price }) => [externalId, price]),
        [["B", 500]]
      )
    })
  )
})

describe("a file of JSON Lines", () => {
  it.effect("has no unseen character in what is told of it", () =>
    Effect.gen(function* () {
      const { end, outcomes } = yield* readFile(
        kinds.products,
        `${JSON.stringify({ external_id: "A\u001B[31m", name: "Bag", price: "\u202E5\u0007", "spec.Si\u0007ze": "1", "x\u009By": "1" })}\n` +
          `${JSON.stringify({ external_id: "B", name: "Bag", price: 1, "spec.Si\u0007ze": "1\u0000", "x\u009By": "1" })}\n` +
          `${JSON.stringify({ external_id: "C", name: "Bag", price: 1, "x\u009By": "1" })}\n`
      )
      assert.deepStrictEqual(
        outcomes.map((outcome) => [told(outcome), outcome._tag === "Refused" ? outcome.key : null]),
        [
          ['1 refused: price "\\u{202E}5\\u{7}" is not an amount — write a number, for example 12.50', "A[31m"],
          [
            "2 refused: spec.Si\\u{7}ze contains the character U+0000 — remove it; if the file is UTF-16 without a byte order mark, import with --encoding utf-16le",
            "B"
          ],
          ["3 taken", null]
        ]
      )
      assert.deepStrictEqual(end.unknownColumns, [{ name: "x\\u{9B}y", lines: 1 }])
    })
  )

  it.effect("has members for columns, and objects for specs and options", () =>
    Effect.gen(function* () {
      const { outcomes, taken } = yield* readFile(
        kinds.products,
        '{"external_id":"A","name":"Shoe","price":119.9,"group":"G","options":[{"name":"Size","value":42}],"spec":{"Weight":"250 g"},"is_active":false}\n' +
          '{"external_id":"B","name":"Shoe","price":"5","group":"G","options":{"Size":"43"},"colour":"red"}\n' +
          '{"external_id":"C","name":"Cap","price":5,"price":6}\n{"external_id":12345678901234567890,"name":"D","price":1}\n["E"]\n{"external_id":"F",}\n' +
          `{"external_id":"G","spec":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}\n`,
        { decimal: "comma" }
      )
      assert.deepStrictEqual(outcomes.map(told), [
        "1 taken",
        "2 taken",
        '3 refused: has the key "price" twice — remove one of them',
        "4 refused: external_id is a number with more digits than JSON keeps — write it in quotation marks",
        "5 refused: is JSON, but not an object — write one object in braces on each line",
        "6 refused: is not JSON — write one object in braces, with keys and texts in double quotation marks",
        "7 refused: nests lists and objects too deeply — write the object with fewer levels"
      ])
      assert.deepStrictEqual<unknown>(
        taken.map(({ isActive, options, price, specs }) => [price, options, specs, isActive]),
        [
          [11_990, [["Size", "42"]], { Weight: "250 g" }, false],
          [500, [["Size", "43"]], {}, undefined]
        ]
      )
    })
  )
})
