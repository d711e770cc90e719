import { FileSystem } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { kinds } from "@storefront/server/shop/import/kinds/Kinds"
import { columnTable } from "@storefront/server/shop/import/kinds/Template"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { makeIds } from "../../../scripts/comparison.mjs"
import { blocksOf, filesOf } from "../../../scripts/pages.mjs"
import { notYet } from "./support/notYet.ts"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const page = "docs/your-shop.md"
const text = readFileSync(`${root}${page}`, "utf8")

/** A table of Markdown without the padding of its cells. */
const withoutPadding = (table: string) => table.replaceAll(/ +(?=\|)/g, " ").replaceAll(/-{3,}/g, "---")

describe("the tables of columns", () => {
  for (const kind of Object.values(kinds)) {
    it(`of ${kind.name} are those of the import`, () => {
      const [, shown = ""] = new RegExp(`^### ${kind.name}\n\n((?:\\|.*\n)+)`, "imu").exec(text) ?? []
      assert.strictEqual(withoutPadding(shown.trimEnd()), withoutPadding(columnTable(kind)))
    })
  }
})

/** Milliseconds for about 20 processes, on a busy machine. */
const patience = 600_000

layer(NodeContext.layer, { excludeTestServices: true })("the page about a shop of one's own", (it) => {
  it.scoped(
    "is right, command by command",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const folder = yield* files.makeTempDirectoryScoped()
        yield* Effect.forEach(filesOf(root, page), ({ content, name }) =>
          files.writeFileString(`${folder}/${name}`, content)
        )
        const environment: Record<string, string> = { ...(yield* SuiteProcess.freePorts) }
        const left: Array<string> = []
        const ids = makeIds()
        for (const { command, shown } of blocksOf(root, page).flatMap(({ steps }) => steps)) {
          const [, variable, value = ""] = /^export (\w+)=(\S+)$/u.exec(command) ?? []
          const missing = notYet.find((name) => command.includes(`storefront ${name} `))
          if (variable !== undefined) {
            environment[variable] = variable === "STOREFRONT_DATA_DIR" ? `${folder}/${value}` : value
          } else if (missing !== undefined) {
            left.push(missing)
          } else if (command === "npx storefront up") {
            yield* SuiteProcess.up(environment)
          } else {
            const { code, stderr, stdout } = yield* SuiteProcess.runLine(command, folder, environment)
            const said = `${stdout}${stderr}`
            assert.strictEqual(code, 0, `${command}\n${said}`)
            assert.isTrue(shown.length === 0 || ids.match(shown.join("\n"), said, false), `${command}\n${said}`)
          }
        }
        assert.deepStrictEqual(left.toSorted(), notYet.toSorted())
      }),
    patience
  )
})
