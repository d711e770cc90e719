import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The folders of `src`, from the door down. A file imports from its own folder and from those below it. */
const folders = [
  "testing",
  "demo",
  "doors/rest",
  "issuer",
  "assistant/chat",
  "assistant/specialists",
  "assistant/a2a",
  "assistant/agent",
  "assistant/actions",
  "assistant/usage",
  "shop/cart",
  "shop/returns",
  "shop/orders",
  "shop/reviews",
  "shop/memories",
  "shop/marketplace",
  "assistant/admin",
  "shop/accounts",
  "shop/inventory",
  "shop/pricing",
  "shop/catalog",
  "assistant/guard",
  "assistant/model",
  "platform/effects",
  "platform/auth",
  "platform/http",
  "platform/limits",
  "platform/telemetry",
  "platform/database",
  "platform/config",
  "platform/text"
]

const source = fileURLToPath(new URL("../src", import.meta.url))

/** A room within its wing; `issuer`, `demo` and `testing` have none. */
const folderOf = (path: string) => {
  const [wing = "", room = ""] = relative(source, path).split("/")
  return room.endsWith(".ts") || wing === "demo" ? wing : `${wing}/${room}`
}

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
