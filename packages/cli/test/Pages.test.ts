import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { storefront } from "../src/Commands.ts"
import { helpOf } from "../src/help/HelpDocuments.ts"
import { commandPath } from "../src/help/HelpText.ts"
import { makeIds } from "../../../scripts/comparison.mjs"
import { blocksOf, pages } from "../../../scripts/pages.mjs"
import { notYet } from "./support/notYet.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const Manifest = Schema.Struct({ scripts: Schema.Record({ key: Schema.String, value: Schema.String }) })

const page = readFileSync(`${root}docs/testing.md`, "utf8")

describe("the page about tests", () => {
  it("shows a test of ours as it is", () => {
    const [, file = "", code] = /`(packages\/\S+\.test\.ts)`[^`]*\n\n```ts\n([\s\S]*?)```/u.exec(page) ?? []
    assert.strictEqual(code, readFileSync(`${root}${file}`, "utf8"))
  })

  it("names helpers that there are", () => {
    const names = [...page.matchAll(/^\| `(\w+)`/gmu)].map(([, name]) => name)
    assert.isAtLeast(names.length, 10)
    assert.deepStrictEqual(
      names.filter((name) => !existsSync(`${root}packages/server/src/testing/${name}.ts`)),
      []
    )
  })
})

describe("links of the pages", () => {
  it("lead to files that there are", () => {
    const missing = pages(root).flatMap((page) =>
      Array.from(
        readFileSync(`${root}${page}`, "utf8").matchAll(/\]\((?!https?:|#)([^)#]*[./][^)#]*)/gu),
        ([, target = ""]) => target
      )
        .filter((target) => !existsSync(resolve(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`)
    )
    assert.deepStrictEqual(missing, [])
  })
})

describe("the commands of the pages", () => {
  const named = (pattern: RegExp) =>
    pages(root).flatMap((page) =>
      Array.from(readFileSync(`${root}${page}`, "utf8").matchAll(pattern), ([, name = ""]) => name)
    )

  it("are those of package.json where npm runs them", () => {
    const manifest = Schema.decodeSync(Schema.parseJson(Manifest))(readFileSync(`${root}package.json`, "utf8"))
    const names = named(/\bnpm run (?:--\w+ )*([\w:-]+)/gu)
    assert.isAtLeast(names.length, 5)
    assert.deepStrictEqual(
      names.filter((name) => !Object.hasOwn(manifest.scripts, name)),
      []
    )
  })

  it.effect("are those of the command line, also where they are named in passing", () =>
    Effect.gen(function* () {
      const { commands } = yield* helpOf(storefront.descriptor, [])
      const paths = commands.map(({ name }) => commandPath(name))
      const isKnown = ([first = "", second]: ReadonlyArray<string>) => {
        const below = paths.filter((path) => path.startsWith(`${first} `))
        return (
          paths.includes(first) &&
          (second === undefined || below.length === 0 || below.some((path) => path.split(" ")[1] === second))
        )
      }
      const names = named(/\bstorefront ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/gu)
      assert.isAtLeast(names.length, 20)
      const unknown = new Set(names.filter((name) => !isKnown(name.split(" "))))
      assert.sameMembers([...unknown], [...notYet])
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it("stand in blocks that say what they are", () => {
    const blocks = pages(root).flatMap((page) => blocksOf(root, page))
    assert.isAtLeast(blocks.filter(({ reason }) => reason === undefined).length, 5)
    assert.deepStrictEqual(
      blocks.filter(({ steps }) => steps.length === 0).map(({ at }) => at),
      []
    )
  })

  it("have said what a page shows, but for ids and dates; where these come again, they are the same", () => {
    const [one, other] = ["01a1fae6-6bbb-766b-9a15-8a7a035ac115", "01a1fbee-abdb-7791-873a-a7ac84dd3574"]
    const ids = makeIds()
    assert.isFalse(ids.match("Order is placed.", "Order is cancelled.", false))
    assert.isFalse(ids.match(`Order ${one}: 5 ms`, `Order ${other}: 6 ms`, false))
    assert.isTrue(ids.match(`Order ${one}: 5 ms\n…\nNovember 20, 2026`, `Order ${other}: 5 ms\nso\nMay 1, 2031`, false))
    assert.strictEqual(ids.inCommand(`ask ${one}`), `ask ${other}`)
    assert.isFalse(ids.match(one, one, false))
    assert.isFalse(makeIds().match(`${one} ${one}`, `${one} ${other}`, false))
    assert.isTrue(ids.match("after 1,131 ms  ███ ██", "after 9 ms   █", true))
  })
})
