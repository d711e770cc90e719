import { assert, describe, it } from "@effect/vitest"
import { kinds } from "@storefront/server/shop/import/kinds/Kinds"
import { columnTable } from "@storefront/server/shop/import/kinds/Template"
import { readFileSync } from "node:fs"

const text = readFileSync(new URL("../../../docs/your-shop.md", import.meta.url), "utf8")

/** A table of Markdown without the padding of its cells. */
const withoutPadding = (table: string) => table.replaceAll(/ +(?=\|)/g, " ").replaceAll(/-{3,}/g, "---")

// Its commands are run with those of the other pages: `scripts/first-hour.sh`.
describe("the page about a shop of one's own has the table of columns", () => {
  for (const kind of Object.values(kinds)) {
    it(`of ${kind.name}`, () => {
      const [, shown = ""] = new RegExp(`^### ${kind.name}\n\n((?:\\|.*\n)+)`, "imu").exec(text) ?? []
      assert.strictEqual(withoutPadding(shown.trimEnd()), withoutPadding(columnTable(kind)))
    })
  }
})
