import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * The rooms of each wing of `src`, from the door down: a file imports from its own room and from those below it. Between wings the
 * linter keeps the order.
 */
const wings: Readonly<Record<string, ReadonlyArray<string>>> = {
  doors: ["a2a", "guests", "identity", "widget", "rest"],
  assistant: ["chat", "specialists", "a2a", "agent", "actions", "usage", "turn", "guard", "model"],
  shop: [
    "verification",
    "import",
    "support",
    "cart",
    "returns",
    "orders",
    "reviews",
    "memories",
    "policies",
    "marketplace",
    "accounts",
    "inventory",
    "catalog",
    "pricing",
    "names",
    "settings"
  ],
  platform: [
    "embeddings",
    "provider",
    "effects",
    "auth",
    "http",
    "limits",
    "telemetry",
    "database",
    "scanner",
    "config",
    "text"
  ]
}

const source = fileURLToPath(new URL("../src", import.meta.url))

const inside = (wing: string) =>
  readdirSync(join(source, wing), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))

const importsOf = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, target]) =>
    resolve(dirname(path), target!)
  )

describe.each(Object.entries(wings))("the wing %s", (wing, rooms) => {
  /** Nothing for the file at the opening of the wing. */
  const roomOf = (path: string) => relative(join(source, wing), path).match(/^([a-z0-9-]+)\//)?.[1]

  const files = inside(wing).filter((path) => roomOf(path) !== undefined)

  it("has these rooms", () => {
    assert.sameMembers([...new Set(files.map((path) => roomOf(path)!))], [...rooms])
  })

  it("has rooms that import from those below them only", () => {
    const place = (path: string) => rooms.indexOf(roomOf(path) ?? "")
    const upwards = files.flatMap((path) =>
      importsOf(path)
        .filter((target) => target.startsWith(join(source, wing, "/")) && place(target) < place(path))
        .map((target) => `${relative(source, path)} imports ${relative(source, target)}`)
    )
    assert.deepStrictEqual(upwards, [])
  })
})
