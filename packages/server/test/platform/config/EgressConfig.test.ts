import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { secretNames } from "../../../src/platform/config/EgressConfig.ts"

const folder = new URL("../../../src/platform/config/", import.meta.url)

/** Names of variables in the sources of the configuration, also those that are put together from a prefix. */
const namesIn = (source: string): ReadonlyArray<string> => [
  ...[...source.matchAll(/"([A-Z][A-Z_]*(?:_API_KEY|_SECRET|_PASSWORD))"/g)].map(([, name]) => name!),
  ...[...source.matchAll(/access\("([A-Z]+)"/g)].map(([, prefix]) => `${prefix}_API_KEY`)
]

/** Sent to our own services by the commands of a person, and no secret of the shop. */
const ofPersons = new Set(["STOREFRONT_PASSWORD"])

describe("secrets that no answer may carry", () => {
  it("are all that the configuration knows", () => {
    const named = readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => namesIn(readFileSync(new URL(file, folder), "utf8")))
    assert.includeMembers([...named], ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "JWT_SECRET"])
    assert.deepStrictEqual(
      named.filter((name) => !ofPersons.has(name) && !secretNames.includes(name)),
      []
    )
  })
})
