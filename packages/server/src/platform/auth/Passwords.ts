import { passwordForm } from "@storefront/domain/api/AuthApi"
import { isStorable } from "@storefront/domain/api/Fields"
import { ServiceUnavailable } from "@storefront/domain/Errors"
import { Array, Context, Data, Effect, Layer, Option, Pool, Redacted, Schema } from "effect"
import { createRequire } from "node:module"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { bcryptCost } from "../config/AuthConfig.ts"

/** What a worker is sent: a password to be compared with a hash, or to be hashed. */
export type PasswordJob =
  | { readonly password: string; readonly hash: string }
  | { readonly password: string; readonly cost: number }

const workers = Math.min(4, Math.max(1, availableParallelism() - 1))

/** Jobs that run or wait; one more is refused instead of growing a queue for ever. */
const places = 128

/** bcrypt cuts off what is longer. */
const maxBytes = 72

/** The password would be guessed early; the rule says what it must not be, and how to find a better one. */
export class PasswordRefused extends Data.TaggedError("PasswordRefused")<{ readonly rule: string }> {
  override get message() {
    return `The password ${this.rule}`
  }
}

/** Whose password it is going to be. */
export interface Holder {
  readonly email: string
  readonly name: string
}

/** Nothing in it can be seen: white space, control and format characters, and letters that are drawn as a blank. */
const isBlank = (text: string) => /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

/** Guesses are tried in any case, and full-width letters are letters. */
const folded = (text: string) => text.normalize("NFKC").toLowerCase().trim()

const compact = (text: string) => folded(text).replaceAll(/\s/g, "")

const judge = Effect.fnUntraced(function* (text: string, { email, name }: Holder) {
  const refuse = (kind: string) =>
    new PasswordRefused({
      rule: `must not be ${kind}: choose several unrelated words, or have a password manager make one`
    })
  if (isBlank(text)) {
    return yield* refuse("white space alone")
  }
  const own = [email, email.slice(0, email.lastIndexOf("@")), name].map(compact)
  if (own.includes(compact(text))) {
    return yield* refuse("your own e-mail address or name")
  }
  const { commonPasswords } = yield* Effect.promise(() => import("./CommonPasswords.ts"))
  if (commonPasswords.has(folded(text))) {
    return yield* refuse("one of the most common passwords")
  }
})

/** Whether bcrypt can tell it from others; to bcrypt a password that is repeated after U+0000 is the same one. */
const isComparable = (password: string) => new TextEncoder().encode(password).length <= maxBytes && isStorable(password)

/**
 * The forms in which a password may have been hashed: composed, which is how they are hashed now; decomposed or as typed,
 * which is how they were hashed before.
 */
const formsOf = (password: string) => Array.dedupe([passwordForm(password), password.normalize("NFD"), password])

const workerFile = createRequire(import.meta.url).resolve("@storefront/server/PasswordWorker")

const startWorker = Effect.acquireRelease(
  Effect.sync(() => new Worker(workerFile)),
  (worker) => Effect.promise(() => worker.terminate())
)

/** Sends a job and waits for its result; a worker that breaks is a defect. */
const ask = (worker: Worker, job: PasswordJob) =>
  Effect.async<unknown>((resume) => {
    const settle = (result: Effect.Effect<unknown>) => {
      worker.off("message", onMessage).off("error", onError)
      resume(result)
    }
    const onMessage = (result: unknown) => settle(Effect.succeed(result))
    const onError = (error: Error) => settle(Effect.die(error))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.on("message", onMessage).on("error", onError).postMessage(job)
  }).pipe(Effect.uninterruptible)

const decodeHash = Schema.decodeUnknown(Schema.String)
const decodeMatch = Schema.decodeUnknown(Schema.Boolean)

/** A hash of nobody's password, to be compared with where there is no account: the work is the same. */
const nobody = (cost: number) => `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`

/** Hashes passwords with bcrypt on threads of its own. Fails when too many people wait. */
export class Passwords extends Context.Tag("@storefront/server/platform/auth/Passwords")<
  Passwords,
  {
    /** The hash of a password that somebody chose for an account; fails when it is one that would be guessed early. */
    readonly hash: (
      password: Redacted.Redacted,
      holder: Holder
    ) => Effect.Effect<string, PasswordRefused | ServiceUnavailable>
    /**
     * Returns true for the password of the hash, however its accents are written. Takes as long without a hash, and for
     * a password of any length.
     */
    readonly verify: (
      password: Redacted.Redacted,
      hash: Option.Option<string>
    ) => Effect.Effect<boolean, ServiceUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const cost = yield* bcryptCost
      const pool = yield* Pool.makeWithTTL({ acquire: startWorker, min: 0, max: workers, timeToLive: "1 minute" })
      const semaphore = yield* Effect.makeSemaphore(places)

      const run = Effect.fnUntraced(function* (job: PasswordJob) {
        const result = yield* Effect.flatMap(pool.get, (worker) =>
          Effect.onError(ask(worker, job), () => pool.invalidate(worker))
        ).pipe(Effect.scoped, semaphore.withPermitsIfAvailable(1))
        return yield* Option.match(result, {
          onNone: () => new ServiceUnavailable(),
          onSome: (value) => Effect.succeed(value)
        })
      })

      const hash = Effect.fn("Passwords.hash")(function* (password: Redacted.Redacted, holder: Holder) {
        const text = passwordForm(Redacted.value(password))
        yield* judge(text, holder)
        const result = yield* run({ password: text, cost })
        return yield* Effect.orDie(decodeHash(result))
      })

      const verify = Effect.fn("Passwords.verify")(function* (
        password: Redacted.Redacted,
        stored: Option.Option<string>
      ) {
        for (const form of formsOf(Redacted.value(password))) {
          const candidate = Option.filter(stored, () => isComparable(form))
          const result = yield* run({ password: form, hash: Option.getOrElse(candidate, () => nobody(cost)) })
          const matches = yield* Effect.orDie(decodeMatch(result))
          if (matches && Option.isSome(candidate)) {
            return true
          }
        }
        return false
      })

      return { hash, verify }
    })
  )
}
