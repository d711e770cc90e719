import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { makeIds } from "../../../scripts/comparison.mjs"
import { blocksOf, pages } from "../../../scripts/pages.mjs"

const root = fileURLToPath(new URL("../../../", import.meta.url))

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

describe("the commands of the pages", () => {
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
    assert.isTrue(ids.match("after 1,131 ms  ███ ██", "after 9 ms   █", true))
  })
})
