import { Terminal } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { assert, describe, layer } from "@effect/vitest"
import { version } from "@storefront/server/platform/config/Version"
import { Effect } from "effect"
import * as Cli from "../src/Cli.ts"
import { groups, storefront } from "../src/Commands.ts"
import { examples, variables } from "../src/help/Examples.ts"
import * as Completions from "../src/help/Completions.ts"
import { helpOf } from "../src/help/HelpDocuments.ts"
import { commandPath } from "../src/help/HelpText.ts"
import { coloured, Paint } from "../src/Paint.ts"
import { heard } from "./support/Heard.ts"

/** What is printed on a terminal so wide, or why nothing is. */
const run = Effect.fnUntraced(function* (columns: number, args: ReadonlyArray<string>) {
  const terminal = yield* Terminal.Terminal
  const { failure, printed } = yield* heard(
    Effect.provideService(Cli.run(storefront, { groups, version })(args), Terminal.Terminal, {
      ...terminal,
      columns: Effect.succeed(columns)
    })
  )
  return failure ?? printed.join("\n")
})

const paths = Effect.map(helpOf(storefront.descriptor, []), ({ commands }) =>
  commands.map(({ name }) => commandPath(name))
)

layer(NodeContext.layer, { excludeTestServices: true })("help", (it) => {
  it.effect("is one screen, in groups that have every command once", () =>
    Effect.gen(function* () {
      const first = yield* run(80, [])
      assert.strictEqual(yield* run(80, ["--help"]), first)
      assert.isAtMost(first.split("\n").length, 52)
      const listed = groups.flatMap(({ names }) => names).toSorted()
      const known = (yield* paths).filter((path) => !path.includes(" ")).toSorted()
      assert.deepStrictEqual(listed, known)
      for (const text of ["storefront orders list --limit 5", "STOREFRONT_DATA_DIR", "(8080)"]) {
        assert.include(first, text)
      }
    })
  )

  it.effect("of every command fits into 80 and 120 columns and breaks no word, in plain text", () =>
    Effect.gen(function* () {
      for (const path of ["", ...(yield* paths)]) {
        const words = path.split(" ").filter((word) => word !== "")
        const [narrow, wide] = yield* Effect.all([80, 120].map((columns) => run(columns, [...words, "--help"])))
        for (const [page, columns] of [
          [narrow ?? "", 80],
          [wide ?? "", 120]
        ] as const) {
          const long = page.split("\n").filter((line) => line.length > columns)
          assert.deepStrictEqual(long, [], path)
          assert.notMatch(page, /A true or false value|A user-defined|^\$/mu, path)
          assert.notInclude(page, "\u001b", path)
        }
        const wordsOf = (text = "") => text.split(/\s+/u)
        assert.deepStrictEqual(wordsOf(narrow), wordsOf(wide), path)
      }
    })
  )

  it.effect("of a command is about that command, with examples and variables", () =>
    Effect.gen(function* () {
      const page = yield* run(80, ["auth", "clients", "add", "--help"])
      assert.match(page, /^Add a service/u)
      assert.include(page, "storefront auth clients add <client> [options]")
      assert.include(page, "storefront auth clients add reports --key reports.pem --scope mcp:product")
      assert.include(page, "AUTH_SERVER_SECRET")
      const group = yield* run(80, ["orders"])
      assert.strictEqual(group, yield* run(80, ["orders", "--help"]))
      assert.match(group, /^ {2}orders ship +A confirmed order/mu)
      const returns = yield* run(120, ["returns", "list", "--help"])
      assert.match(returns, /^ {2}--status <status> +Only those in this status \(requested, approved, .*denied,$/mu)
      assert.include(yield* run(80, ["ask", "--help"]), "storefront ask [<message>] [options]")
    })
  )

  it.effect("of an import has the options that apply to its kind", () =>
    Effect.gen(function* () {
      const optionsOf = (kind: string) =>
        Effect.map(run(120, ["import", kind, "--help"]), (page) =>
          [...page.matchAll(/^ {2}(--[\w-]+)/gmu)].map(([, name]) => name)
        )
      const [reviews, promotions] = yield* Effect.all([optionsOf("reviews"), optionsOf("promotions")])
      assert.includeMembers(reviews, ["--source", "--from", "--columns", "--dry-run", "--template"])
      assert.includeMembers(promotions, ["--source", "--columns", "--dry-run", "--template"])
      for (const name of ["--decimal", "--full", "--seller", "--as-of", "--warehouse"]) {
        assert.notInclude([...reviews, ...promotions], name)
      }
      assert.notInclude(promotions, "--from")
    })
  )

  it.effect("has examples of commands that there are", () =>
    Effect.gen(function* () {
      const known = yield* paths
      for (const [path, shown] of Object.entries(examples)) {
        assert.include(["", ...known], path)
        for (const [command] of shown) {
          assert.isTrue(
            known.some((each) => command.startsWith(each)),
            command
          )
        }
      }
      for (const path of Object.keys(variables)) {
        assert.include(known, path)
      }
    })
  )

  it.effect("is in colour where colours are wanted", () =>
    Effect.gen(function* () {
      const page = yield* Effect.provideService(run(80, ["up", "--help"]), Paint, coloured)
      assert.include(page, "\u001b[1mUsage\u001b[0m")
    })
  )
})

layer(NodeContext.layer, { excludeTestServices: true })("a slip of the finger", (it) => {
  it.effect("is answered with the nearest command", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* run(80, ["ordrs", "list"]),
        'There is no command "storefront ordrs". Did you mean: storefront orders'
      )
      assert.include(yield* run(80, ["orders", "lst"]), "Did you mean: storefront orders list")
      assert.include(yield* run(80, ["verfy"]), "Did you mean: storefront verify")
      assert.include(yield* run(80, ["seed", "verfy"]), "Did you mean: storefront seed verify")
      assert.match(yield* run(80, ["auth", "frobnicate"]), /There are: rotate-keys, clients$/u)
      // A short command is not near to every short word.
      assert.include(yield* run(80, ["help"]), "There are: up, start, migrate")
    })
  )

  it.effect("is answered with where to read how a command is used", () =>
    Effect.gen(function* () {
      for (const args of [
        ["users", "create-admin"],
        ["audit", "show", "a", "--jsn"],
        ["guard", "check", "a", "b"]
      ]) {
        assert.match(yield* run(80, args), /How it is used: storefront \w+ [\w-]+ --help$/u)
      }
      assert.match(yield* run(80, ["orders", "list", "--limit", "x"]), /'x' is not a whole number\. How/u)
    })
  )
})

layer(NodeContext.layer, { excludeTestServices: true })("a password in the command line", (it) => {
  it.effect("is refused, unheard, with the ways in which it can be given", () =>
    Effect.gen(function* () {
      const readable = "A password in the command line can be read by everybody on this machine."
      for (const given of [["--password", "s3cret"], ["--password=s3cret"]]) {
        assert.strictEqual(
          yield* run(80, ["ask", "hello", ...given]),
          `${readable} Put it into STOREFRONT_PASSWORD, pipe it in with --password-stdin, or leave it out and be asked for it.`
        )
        assert.strictEqual(
          yield* run(80, ["users", "create-admin", "--email", "a@b.example", ...given, "--name", "A"]),
          `${readable} Put it into ADMIN_PASSWORD, or leave it out and be asked for it.`
        )
        assert.strictEqual(
          yield* run(80, ["users", "set-password", "a@b.example", ...given]),
          `${readable} Put it into PASSWORD, pipe it in, or leave it out and be asked for it.`
        )
      }
      assert.strictEqual(
        yield* run(80, ["users", "set-password", "a@b.example", "s3cret"]),
        "A word too many is given; if it is a password, everybody on this machine can read it. " +
          "Put it into PASSWORD, pipe it in, or leave it out and be asked for it. How it is used: storefront users set-password --help"
      )
    })
  )
})

describe("completions", () => {
  layer(NodeContext.layer, { excludeTestServices: true })((it) => {
    it.effect("know what may follow every command", () =>
      Effect.gen(function* () {
        const words = yield* Completions.completionsOf(storefront.descriptor)
        const after = (path: string) => words.find((each) => each.path === path)?.words
        assert.deepStrictEqual(after("auth clients"), ["list", "add", "remove", "--help"])
        assert.includeMembers(
          [...(after("orders list") ?? [])],
          ["--status", "--limit", "--offset", "--json", "--help"]
        )
        assert.includeMembers([...(after("") ?? [])], ["doctor", "completions"])
        // A script takes the first line that fits.
        assert.deepStrictEqual(words.at(-1)?.path, "")
        for (const script of [Completions.bash(words), Completions.zsh(words), Completions.fish(words)]) {
          assert.include(script, "list add remove --help")
        }
        // To fish, words that begin with a dash are options of its own; to zsh, `path` is where programs are.
        assert.include(Completions.fish(words), "string split -- ' ' '--status --limit")
        assert.notMatch(Completions.zsh(words), /\bpath=|\bcompgen\b/u)
      })
    )
  })
})
