import { assert, it } from "@effect/vitest"
import { categoryNames, regionNames } from "@storefront/server/demo/Names"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../..", import.meta.url))

/** Folders of the demonstration, of released migrations and of fixtures. */
const exempt = /^server\/src\/(?:demo|testing|platform\/database\/migrations)\//

/** Files that may have such words, and why. */
const allowed: ReadonlyMap<string, string> = new Map([
  ["domain/src/api/examples/Catalogue.ts", "examples of the API reference are from the demonstration"],
  ["domain/src/rules/Mentions.ts", "points of the compass are words of street addresses"]
])

const sources = readdirSync(packages, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(packages, name), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
  .map((entry) => relative(packages, join(entry.parentPath, entry.name)))
  .filter((path) => /^[^/]+\/src\//.test(path) && !exempt.test(path))

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")

const name = new RegExp(`\\b(?:${[...categoryNames, ...regionNames].join("|")})\\b`)

it("no code but the demonstration's and the migrations' names its categories or regions", () => {
  const naming = sources.filter((path) => name.test(withoutComments(readFileSync(join(packages, path), "utf8"))))
  assert.isAbove(sources.length, 500)
  assert.sameMembers(naming, [...allowed.keys()])
})

/** Amounts and names of the currency of the demonstration; "$1" alone is a group of a pattern. */
const amount = /\bUSD\b|\bdollars?\b|\$\d{2}/i

it("no code but the demonstration's and the migrations' names its currency, apart from the default", () => {
  const naming = sources.filter((path) => amount.test(withoutComments(readFileSync(join(packages, path), "utf8"))))
  assert.sameMembers(naming, ["domain/src/Currency.ts", "domain/src/ShopSettings.ts"])
})
