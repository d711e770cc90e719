import { assert, layer } from "@effect/vitest"
import { hashSync } from "bcryptjs"
import { Chunk, Effect, Either, Layer, Option, Redacted } from "effect"
import { noPassword, Passwords } from "../../../src/platform/auth/Passwords.ts"
import { settings } from "../../../src/testing/Settings.ts"

const secret = (text: string) => Redacted.make(text)

/** Hashes a password for somebody whose e-mail and name have nothing to do with it. */
const hash = (password: Redacted.Redacted) =>
  Effect.flatMap(Passwords, ({ hash }) => hash(password, { email: "ada.moreno@example.com", name: "Ada Moreno" }))

const passwords = (cost: number) => Passwords.layer.pipe(Layer.provide(settings({ BCRYPT_COST: String(cost) })))

layer(passwords(4), { excludeTestServices: true })("passwords", (it) => {
  it.effect("are hashed with a salt of their own, at the configured cost", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([hash(secret("correct horse")), hash(secret("correct horse"))])
      assert.match(first, /^\$2[aby]\$04\$/)
      assert.notStrictEqual(first, second)
    })
  )

  it.effect("match their own hash and no other", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const stored = Option.some(yield* hash(secret("pässwörd 🔑")))
      assert.isTrue(yield* verify(secret("pässwörd 🔑"), stored))
      assert.isFalse(yield* verify(secret("passwörd 🔑"), stored))
      assert.isFalse(yield* verify(secret(""), stored))
      assert.isFalse(yield* verify(secret("pässwörd 🔑"), Option.none()))
    })
  )

  it.effect("are the same composed and decomposed, also where they were hashed as typed before", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const forms = ["påsswörd 한국".normalize("NFC"), "påsswörd 한국".normalize("NFD")]
      for (const hashed of [...(yield* Effect.forEach(forms, (form) => hash(secret(form)))), hashSync(forms[1]!, 4)]) {
        for (const typed of forms) {
          assert.isTrue(yield* verify(secret(typed), Option.some(hashed)))
        }
        assert.isFalse(yield* verify(secret("password 한국"), Option.some(hashed)))
      }
      // 72 bytes composed, more as typed.
      const longest = "é".repeat(36)
      const stored = Option.some(yield* hash(secret(longest.normalize("NFD"))))
      assert.isTrue(yield* verify(secret(longest.normalize("NFD")), stored))
      assert.isFalse(yield* verify(secret(`${longest}é`), stored))
    })
  )

  it.effect("are not equal to longer ones that begin alike", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const longest = "x".repeat(72)
      const stored = Option.some(yield* hash(secret(longest)))
      assert.isTrue(yield* verify(secret(longest), stored))
      assert.isFalse(yield* verify(secret(`${longest}y`), stored))
    })
  )

  it.effect("are not equal to themselves repeated after a zero", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const stored = Option.some(yield* hash(secret("correct horse")))
      assert.isFalse(yield* verify(secret("correct horse\u0000correct horse"), stored))
    })
  )

  it.effect("are refused when they would be guessed early, in any case, and the sentence says how to mend it", () =>
    Effect.gen(function* () {
      const common = "one of the most common passwords"
      const own = "your own e-mail address or name"
      const blank = "white space alone"
      const cases: ReadonlyArray<readonly [password: string, kind: string]> = [
        ["password", common],
        ["12345678", common],
        ["PassWord1", common],
        ["qwertyuiop ", common],
        ["ｐａｓｓｗｏｒｄ", common],
        ["ada.moreno@example.com", own],
        ["Ada.Moreno", own],
        ["ADA MORENO", own],
        ["adamoreno", own],
        [" ".repeat(8), blank],
        ["\t\u00a0\u2003\u3000\n", blank],
        ["\u200b\u200d\ufeff\u3164", blank]
      ]
      for (const [password, kind] of cases) {
        const refused = yield* Effect.flip(hash(secret(password)))
        assert.strictEqual(refused._tag, "PasswordRefused", JSON.stringify(password))
        assert.strictEqual(
          refused.message,
          `The password must not be ${kind}: choose several unrelated words, or have a password manager make one`
        )
      }
      for (const password of ["kettle harbour 52 violet", "ada.moreno@example.com.au", "Пароль для кота"]) {
        assert.match(yield* hash(secret(password)), /^\$2/)
      }
    })
  )

  it.effect("leave the event loop free", () =>
    Effect.gen(function* () {
      const turns = yield* Effect.raceFirst(
        Effect.as(hash(secret("correct horse")), 0),
        Effect.repeatN(Effect.yieldNow(), 50).pipe(Effect.as(50))
      )
      assert.strictEqual(turns, 50)
    })
  )

  it.effect("are refused when too many people wait", () =>
    Effect.gen(function* () {
      const results = yield* Effect.forEach(Chunk.range(1, 200), () => Effect.either(hash(secret("correct horse"))), {
        concurrency: "unbounded"
      })
      const refused = results.filter(Either.isLeft)
      assert.strictEqual(refused.length, 200 - 128)
      assert.isTrue(refused.every(({ left }) => left._tag === "ServiceUnavailable"))
      assert.match(yield* hash(secret("correct horse")), /^\$2/)
    })
  )
})

layer(passwords(10), { excludeTestServices: true })("the work of a comparison", (it) => {
  it.effect("is the same without an account, without a password of the account, and with an over-long one", () =>
    Effect.gen(function* () {
      const { verify } = yield* Passwords
      const stored = Option.some(yield* hash(secret("correct horse")))
      // Processor time of all threads: what else the machine does would count on the clock.
      const least = (password: string, candidate: Option.Option<string>) =>
        Effect.gen(function* () {
          const before = process.cpuUsage()
          yield* verify(secret(password), candidate)
          return process.cpuUsage(before).user
        }).pipe(
          Effect.replicateEffect(5),
          Effect.map((times) => Math.min(...times))
        )
      const wrong = yield* least("wrong horse", stored)
      const nobody = yield* least("wrong horse", Option.none())
      const without = yield* least("wrong horse", Option.some(noPassword))
      const long = yield* least("x".repeat(100_000), stored)
      // Without the work they would take thousandths of it.
      assert.isAbove(nobody, wrong / 10)
      assert.isAbove(without, wrong / 10)
      assert.isAbove(long, wrong / 10)
    })
  )
})
