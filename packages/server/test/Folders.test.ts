import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The folders of `src`, from the door down. A file imports from its own folder and from those below it. */
const folders = [
  "testing",
  "demo",
  "rest",
  "issuer",
  "chat",
  "specialists",
  "a2a",
  "agent",
  "actions",
  "usage",
  "cart",
  "returns",
  "orders",
  "reviews",
  "memories",
  "marketplace",
  "admin",
  "accounts",
  "inventory",
  "pricing",
  "catalog",
  "guard",
  "model",
  "effects",
  "auth",
  "http",
  "limits",
  "telemetry",
  "database",
  "config",
  "text"
]

const source = fileURLToPath(new URL("../src", import.meta.url))

const folderOf = (path: string) => relative(source, path).split("/")[0] ?? ""

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(source, name))

const importsOf = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, target]) =>
    resolve(dirname(path), target!)
  )

describe("the folders of the server", () => {
  it("are all in the order of this test", () => {
    assert.sameMembers([...new Set(files.map(folderOf))], folders)
  })

  it("import from those below them only", () => {
    const upwards = files.flatMap((path) =>
      importsOf(path)
        .filter((target) => folders.indexOf(folderOf(target)) < folders.indexOf(folderOf(path)))
        .map((target) => `${relative(source, path)} imports ${relative(source, target)}`)
    )
    assert.deepStrictEqual(upwards, [])
  })
})
