import { assert, describe, it } from "@effect/vitest"
import { version } from "@storefront/server/platform/config/Version"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import projects from "../../../vitest.workspace.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const Manifest = Schema.Struct({
  version: Schema.String,
  license: Schema.String,
  workspaces: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  dependencies: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    default: () => ({})
  })
})
const decode = Schema.decodeUnknownSync(Schema.parseJson(Manifest))
const read = (path: string) => decode(readFileSync(`${root}${path}/package.json`, "utf8"))

const { workspaces } = read(".")

describe("the manifests", () => {
  it.for([".", ...workspaces, "conformance", "openapi"])(
    "of %s has the version of the product and its licence",
    (path) => {
      const manifest = read(path)
      assert.deepStrictEqual([manifest["version"], manifest["license"]], [version, "MIT"])
    }
  )

  it.for(workspaces)("of %s wants the other packages in the same version", (path) => {
    for (const [name, wanted] of Object.entries(read(path).dependencies)) {
      if (name.startsWith("@storefront/")) {
        assert.strictEqual(wanted, version, name)
      }
    }
  })

  it("name the packages whose tests can be run alone", () => {
    assert.deepStrictEqual(
      projects.map(({ test }) => [`packages/${test?.name}`, test?.include]),
      workspaces.map((path) => [path, [`${path}/test/**/*.test.ts`]])
    )
  })

  it("name the licence that the repository contains", () => {
    assert.match(
      readFileSync(`${root}LICENSE`, "utf8"),
      /^MIT License\n\nCopyright \(c\) \d+ The Storefront Assistant authors\n/
    )
  })
})
