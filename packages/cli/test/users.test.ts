import { Command } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe } from "@effect/vitest"
import { AccountOperations } from "@storefront/server/shop/accounts/AccountOperations"
import { compareSync } from "bcryptjs"
import { ConfigProvider, Effect, Layer, Logger, LogLevel, Mailbox, Option, Schema, Stream } from "effect"
import { ada, bob, seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import * as Tokens from "../src/commands/tokens.ts"
import * as Users from "../src/commands/users.ts"
import * as Input from "../src/Input.ts"
import { heard, typed } from "./support/Heard.ts"

const settings = (variables: Readonly<Record<string, string>>) =>
  ConfigProvider.fromMap(new Map(Object.entries({ BCRYPT_COST: "4", ...variables })))

const TestLayer = AccountOperations.layer.pipe(
  Layer.provide(Layer.setConfigProvider(settings({}))),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.merge(NodeContext.layer),
  Layer.provide(Logger.minimumLogLevel(LogLevel.None))
)

const commands = Command.make("storefront").pipe(Command.withSubcommands([Users.commands, Tokens.commands]))

/** What is typed into a terminal, key by key, and what it shows. */
const terminalWith = Effect.fnUntraced(function* (typed: string) {
  const shown: Array<string> = []
  const keys = yield* Mailbox.make<Terminal.UserInput>()
  for (const character of typed) {
    const name = character === "\n" ? "return" : character
    yield* keys.offer({
      input: Option.some(character),
      key: { name, ctrl: false, meta: false, shift: false }
    })
  }
  const terminal = Terminal.Terminal.of({
    columns: Effect.succeed(80),
    rows: Effect.succeed(24),
    isTTY: Effect.succeed(true),
    readInput: Effect.succeed(keys),
    readLine: Effect.dieMessage("no line is read"),
    display: (text) => Effect.sync(() => shown.push(text))
  })
  return { terminal, shown }
})

/** What a command prints, and how it ends. */
const run = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  Effect.withConfigProvider(heard(typed(commands, args)), settings(variables))

const problemOf = ({ failure }: Effect.Effect.Success<ReturnType<typeof run>>) => failure ?? "done"

const decodeJson = Schema.decodeUnknownSync(Schema.parseJson())

const stored = (email: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ role: string; password_hash: string }>`SELECT role, password_hash FROM users WHERE email = ${email}`,
      (rows) => rows[0]
    )
  )

rollingBack(TestLayer)("the commands for accounts", (it) => {
  describe("create administrators", () => {
    it.effect("with a password from the environment", () =>
      Effect.gen(function* () {
        const password = "correct horse battery"
        const { printed } = yield* run(
          ["users", "create-admin", "--email", " Root@Example.com ", "--name", "Root", "--json"],
          { ADMIN_PASSWORD: password }
        )
        assert.lengthOf(printed, 1)
        assert.deepInclude(decodeJson(printed[0]), {
          email: "root@example.com",
          name: "Root",
          role: "admin",
          status: "active"
        })
        assert.notInclude(String(printed[0]), password)
        const account = yield* stored("root@example.com")
        assert.strictEqual(account?.role, "admin")
        assert.isTrue(compareSync(password, account?.password_hash ?? ""))
      })
    )

    it.effect("with a password that is typed unseen, once it is long enough", () =>
      Effect.gen(function* () {
        const { shown, terminal } = yield* terminalWith("short\n and long\nshort and long\n")
        const { printed } = yield* Effect.provideService(
          run(["users", "create-admin", "--email", "typed@example.com", "--name", "Typed"]),
          Terminal.Terminal,
          terminal
        )
        assert.match(String(printed[0]), /^Account [0-9a-f-]{36}: active\n {2}e-mail {2}typed@example\.com\n/)
        assert.include(shown.join(""), "It must be 8 to 72 bytes")
        assert.notInclude(shown.join(""), "long")
        const account = yield* stored("typed@example.com")
        assert.isTrue(compareSync("short and long", account?.password_hash ?? ""))
      })
    )

    it.effect("never without a good password, a good address and a name, and never twice", () =>
      Effect.gen(function* () {
        const create = (email: string, name: string, variables: Readonly<Record<string, string>>) =>
          Effect.map(run(["users", "create-admin", "--email", email, "--name", name], variables), problemOf)
        const good = { ADMIN_PASSWORD: "long enough" }
        assert.include(yield* create("x@example.com", "X", {}), "ADMIN_PASSWORD")
        const short = yield* create("x@example.com", "X", { ADMIN_PASSWORD: "short" })
        assert.include(short, "must be 8 to 72 bytes")
        assert.notInclude(short, '"short"')
        assert.include(yield* create("x", "X", good), '"x" is not an e-mail address')
        assert.include(yield* create("x@example.com", " ", good), "--name must be 1 to 100 characters")
        assert.include(
          yield* create("x@example.com", "X", { ADMIN_PASSWORD: "password1" }),
          "The password must not be one of the most common passwords: choose several unrelated words"
        )
        assert.strictEqual(yield* create(ada.email, "Ada", good), "Email already registered")
        assert.strictEqual((yield* stored(ada.email))?.role, "customer")
        const argument = yield* run([
          "users",
          "create-admin",
          "--email",
          "x@example.com",
          "--name",
          "X",
          "--password",
          "p"
        ])
        assert.isNotNull(argument.failure)
        assert.isUndefined(yield* stored("x@example.com"))
      })
    )
  })

  describe("set passwords", () => {
    const password = "kettle harbour 52 violet"
    const pipe = (text: string) => Effect.provideService(Input.Stdin, Stream.make(new TextEncoder().encode(text)))
    const set = (variables: Readonly<Record<string, string>> = {}) =>
      run(["users", "set-password", ada.email.toUpperCase()], variables)
    const hash = Effect.map(stored(ada.email), (account) => account?.password_hash ?? "")

    it.effect("from the environment or a pipe, whose last line end is not part of it, and end all tokens", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const generation = Effect.map(
          sql<{ readonly at: number }>`SELECT token_generation AS at FROM users WHERE id = ${ada.id}`,
          ([row]) => row?.at ?? 0
        )
        const before = yield* generation
        for (const [given, wanted] of [
          [set({ PASSWORD: password }), password],
          [pipe(`${password} 2\r\n`)(set()), `${password} 2`],
          [pipe(` ${password}\t`)(set()), ` ${password}\t`]
        ] as const) {
          const { announced, failure, printed } = yield* given
          assert.isNull(failure)
          assert.deepStrictEqual(announced, [])
          assert.deepStrictEqual(printed, [
            `Account ${ada.id}: active\n  e-mail  ${ada.email}\n  name    ${ada.name}\n  role    customer\n` +
              "  password  set\n  tokens    all refused that were issued until now"
          ])
          assert.isTrue(compareSync(wanted, yield* hash))
        }
        assert.strictEqual(yield* generation, before + 3)
      })
    )

    it.effect("from a terminal, where it is typed twice and not shown", () =>
      Effect.gen(function* () {
        const type = (keys: string) =>
          Effect.flatMap(terminalWith(keys), ({ shown, terminal }) =>
            Effect.map(Effect.provideService(set(), Terminal.Terminal, terminal), (ended) => ({ ...ended, shown }))
          )
        const unequal = yield* type(`${password}\n${password}s\n`)
        assert.strictEqual(unequal.failure, "The two passwords are not the same. Nothing was changed.")
        assert.isFalse(compareSync(password, yield* hash))
        const { failure, printed, shown } = yield* type(`short\n${password}\nshort${password}\n`)
        assert.isNull(failure)
        assert.notInclude([...shown, ...printed].join(""), password)
        assert.isTrue(compareSync(`short${password}`, yield* hash))
      })
    )

    it.effect("never without one, and say which are not taken", () =>
      Effect.gen(function* () {
        const before = yield* hash
        for (const [given, sentence] of [
          [pipe("")(set()), /^Put the password into PASSWORD, pipe it in, or run this in a terminal/],
          [pipe("\n")(set()), /^Put the password into PASSWORD/],
          [pipe("short\n")(set()), /^The password must be 8 to 72 bytes$/],
          [pipe(`${password}\n${password}\n`)(set()), /^Several lines are piped in: pipe in the password alone$/],
          [set({ PASSWORD: "short" }), /must be 8 to 72 bytes/],
          [set({ PASSWORD: "password1" }), /^The password must not be one of the most common passwords: /],
          [set({ PASSWORD: ada.email }), /^The password must not be your own e-mail address or name: /]
        ] as const) {
          const { failure, printed } = yield* given
          assert.match(String(failure), sentence)
          assert.deepStrictEqual(printed, [])
        }
        assert.strictEqual(yield* hash, before)
        const nobody = yield* run(["users", "set-password", "nobody@example.com"], { PASSWORD: password })
        assert.strictEqual(nobody.failure, "There is no account with this e-mail address or id.")
      })
    )

    it.effect("where an authorization server has the passwords, and say which", () =>
      Effect.gen(function* () {
        const { announced, failure } = yield* set({ PASSWORD: password, AUTH_MODE: "oauth" })
        assert.isNull(failure)
        assert.match(
          String(announced[0]),
          /AUTH_MODE is oauth: the password is for the authorization server of `up --oauth`/
        )
      })
    )
  })

  it.effect("close accounts and open them again, by address or id", () =>
    Effect.gen(function* () {
      const [closed] = (yield* run(["users", "deactivate", ada.email.toUpperCase()])).printed
      assert.strictEqual(
        closed,
        `Account ${ada.id}: deactivated\n  e-mail  ${ada.email}\n  name    ${ada.name}\n  role    customer`
      )
      assert.strictEqual(
        problemOf(yield* run(["users", "deactivate", ada.id.toUpperCase(), "--json"])),
        `Account ${ada.id} is deactivated; it would have to be active. Nothing was changed.`
      )
      const [opened] = (yield* run(["users", "reactivate", ada.id, "--json"])).printed
      assert.deepInclude(decodeJson(opened), { user_id: ada.id, status: "active" })
      const [deleted] = (yield* run(["users", "delete", bob.id, "--yes", "--json"])).printed
      assert.deepInclude(decodeJson(deleted), { user_id: bob.id, status: "deleted" })
      assert.nestedInclude(decodeJson(deleted), { "kept[0]": "e-mail address" })
      assert.strictEqual(
        problemOf(yield* run(["users", "reactivate", bob.email])),
        `Account ${bob.id} is deleted; it would have to be deactivated. Nothing was changed.`
      )
      assert.strictEqual(
        problemOf(yield* run(["users", "delete", "nobody@example.com", "--yes"])),
        "There is no account with this e-mail address or id."
      )
      assert.include(problemOf(yield* run(["users", "delete", "Ada Byron"])), '"Ada Byron" is neither')
    })
  )

  it.effect("list accounts and revoked tokens, newest first and by the page", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE users SET created_at = now() + interval '1 day' WHERE id = ${seller.id}`
      const [first] = (yield* run(["users", "list", "--limit", "1"])).printed
      assert.match(
        String(first),
        new RegExp(
          `^account +status +role +since +e-mail +name\\n${seller.id} .* ${seller.email} +${seller.name}\\n\\nThere are more: --offset 1$`,
          "u"
        )
      )
      const [sellers] = (yield* run(["users", "list", "--role", "seller", "--json"])).printed
      assert.deepNestedInclude(decodeJson(sellers), { "users[0].user_id": seller.id, count: 1 })
      assert.deepStrictEqual((yield* run(["tokens", "list"])).printed, ["No token is revoked."])
      yield* sql`
        INSERT INTO revoked_tokens (jti, revoked_at, expires_at) VALUES
          ('older', now() - interval '1 hour', now() + interval '1 day'), ('newer', now(), now() + interval '1 day'),
          ('gone', now() - interval '3 days', now() - interval '1 day')`
      const [tokens] = (yield* run(["tokens", "list"])).printed
      assert.match(String(tokens), /^token +revoked +kept until\nnewer {2}2.*\nolder {2}2.*$/u)
    })
  )

  it.effect("ask before what cannot be undone, and want --yes where nobody can be asked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const statusOf = Effect.map(sql`SELECT deleted_at FROM users WHERE id = ${seller.id}`, ([row]) => row)
      for (const args of [
        ["users", "delete", seller.email],
        ["tokens", "revoke", "--user", seller.email],
        ["tokens", "revoke", "some-jti"]
      ]) {
        assert.match(problemOf(yield* run(args)), / would be .*\. This cannot be undone: confirm with --yes$/)
        const { shown, terminal } = yield* terminalWith("n")
        const declined = yield* Effect.provideService(run(args), Terminal.Terminal, terminal)
        assert.strictEqual(problemOf(declined), "Nothing was changed.")
        assert.include(shown.join(""), "This cannot be undone. Go on?")
      }
      assert.deepStrictEqual(yield* statusOf, { deleted_at: null })
      assert.lengthOf(yield* sql`SELECT FROM revoked_tokens WHERE jti = 'some-jti'`, 0)
      const { terminal } = yield* terminalWith("y")
      const deleted = yield* Effect.provideService(run(["users", "delete", seller.email]), Terminal.Terminal, terminal)
      assert.match(String(deleted.printed[0]), /: deleted\n[^]*\n {2}kept {4}e-mail address, name, /)
    })
  )

  it.effect("erase nothing of a deleted account, and say so before and after", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ readonly table: string; readonly column: string }>`
        SELECT c.conrelid::regclass::text AS "table", a.attname AS "column" FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1, 2`
      assert.isAtLeast(columns.length, 15)
      const everything = Effect.all([
        sql`SELECT email, name, password_hash FROM users WHERE id = ${ada.id}`,
        Effect.forEach(
          columns,
          ({ column, table }) => sql`SELECT count(*)::int AS rows FROM ${sql(table)} WHERE ${sql(column)} = ${ada.id}`
        )
      ])
      const before = yield* everything
      assert.include(problemOf(yield* run(["users", "delete", ada.email])), "closed for good; nothing is erased, ")
      const [deleted] = (yield* run(["users", "delete", ada.email, "--yes"])).printed
      assert.include(String(deleted), "  kept    e-mail address, name, password hash, ")
      assert.deepStrictEqual(yield* everything, before)
    })
  )

  it.effect("revoke one token, or all of an account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [revoked] = (yield* run(["tokens", "revoke", "a-jti", "--yes", "--json"])).printed
      assert.deepInclude(decodeJson(revoked), { jti: "a-jti", revoked: true })
      assert.lengthOf(yield* sql`SELECT FROM revoked_tokens WHERE jti = 'a-jti'`, 1)
      const lost = yield* run(["tokens", "revoke", "a-jti", "--yes"])
      assert.strictEqual(problemOf(lost), "Token a-jti was revoked before. Nothing was changed.")
      assert.deepStrictEqual(lost.printed, [])
      assert.match(
        String((yield* run(["tokens", "revoke", "another", "--yes"])).printed[0]),
        /^Token another: revoked\n {2}kept until {2}2/
      )

      const [withdrawn] = (yield* run(["tokens", "revoke", "--user", seller.email, "--yes"])).printed
      assert.match(String(withdrawn), /: active\n[^]*tokens {2}all refused that were issued until now$/)
      const rows = yield* sql`
        SELECT tokens_valid_after > now() - interval '1 minute' AS are_withdrawn, is_active FROM users WHERE id = ${seller.id}`
      assert.deepStrictEqual(rows, [{ are_withdrawn: true, is_active: true }])

      for (const args of [
        ["tokens", "revoke"],
        ["tokens", "revoke", "--user", seller.email, "a-jti"]
      ]) {
        assert.match(problemOf(yield* run(args)), /^Name either the jti of one token, or --user/)
      }
      assert.include(problemOf(yield* run(["tokens", "revoke", "x".repeat(201)])), "1 to 200 characters")
    })
  )
})
