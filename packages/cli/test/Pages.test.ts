import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

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
