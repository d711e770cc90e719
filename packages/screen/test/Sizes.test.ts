import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, beforeAll, describe, inject, it } from "vitest"

/** Limits of what browsers load, packed, from what the last build has measured. */

interface Output {
  readonly file: string
  readonly bytes: number
  readonly inputs: ReadonlyArray<string>
  readonly imports: ReadonlyArray<string>
}

const screen = new URL("../", import.meta.url)

const kilobyte = 1000

/** Modules that are bundled although the package has others of its own only, and that import nothing themselves. */
const isOwn = (input: string) => /^(?:src|texts)\//.test(input)
const isPreact = (input: string) => /(?:^|\/)node_modules\/preact\//.test(input)
const isDomain = (input: string) => input.startsWith("../domain/src/")

describe("the built screens", () => {
  let outputs: ReadonlyArray<Output> = []

  beforeAll(async () => {
    await fetch(inject("build"))
    outputs = JSON.parse(readFileSync(new URL("dist/sizes.json", screen), "utf8"))
  })

  const bytesOf = (pattern: RegExp) => {
    const sizes = outputs.filter(({ file }) => pattern.test(file)).map(({ bytes }) => bytes)
    assert.isNotEmpty(sizes, String(pattern))
    return sizes
  }

  const sum = (sizes: ReadonlyArray<number>) => sizes.reduce((total, bytes) => total + bytes, 0)

  it("have a loader of at most 3 kB", () => {
    assert.isAtMost(sum(bytesOf(/^widget\.js$/)), 3 * kilobyte)
  })

  it("have a chat of at most 25 kB of scripts, in its longest language, and 6 kB of styles", () => {
    const entry = outputs.find(({ file }) => /^widget\/widget-\w+\.js$/.test(file))
    assert.isDefined(entry)
    const needed = outputs.filter(({ file }) => entry.imports.includes(file))
    assert.lengthOf(needed, entry.imports.length)
    const languages = bytesOf(/^widget\/(?:ar|de|en|es|fr)-\w+\.js$/)
    assert.lengthOf(languages, 5)
    assert.isAtMost(sum([entry.bytes, ...needed.map(({ bytes }) => bytes), Math.max(...languages)]), 25 * kilobyte)
    assert.isAtMost(sum(bytesOf(/^widget\/.*\.css$/)), 6 * kilobyte)
  })

  it("bundle preact, their own code, and modules of the domain that import nothing", () => {
    const inputs = [...new Set(outputs.flatMap((output) => output.inputs))]
    assert.includeMembers(inputs, ["src/widget/main.tsx", "src/loader/main.ts", "src/demo/main.tsx"])
    assert.deepStrictEqual(
      inputs.filter((input) => !isOwn(input) && !isPreact(input) && !isDomain(input)),
      []
    )
    const shared = inputs.filter(isDomain)
    assert.isNotEmpty(shared)
    assert.deepStrictEqual(
      shared.filter((input) =>
        /^(?:import(?! type\b)|export .* from\b)/m.test(readFileSync(fileURLToPath(new URL(input, screen)), "utf8"))
      ),
      []
    )
  })
})
