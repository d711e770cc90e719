import { normalisedPassword } from "@storefront/domain/api/AuthApi"
import { isStorable } from "@storefront/domain/api/Fields"
import { ServiceUnavailable } from "@storefront/domain/Errors"
import { Array, Context, Data, Effect, Layer, Option, Pool, Redacted, Schema } from "effect"
import { createRequire } from "node:module"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { bcryptCost } from "../config/AuthConfig.ts"

/** Message to a worker: a password to compare with a hash, or to hash. */
export type PasswordJob =
  | { readonly password: string; readonly hash: string }
  | { readonly password: string; readonly cost: number }

const maxWorkers = Math.min(4, Math.max(1, availableParallelism() - 1))

/** Most jobs that run or wait; further ones are refused, which bounds the queue. */
const maxJobs = 128

/** bcrypt ignores all bytes beyond this. */
const maxBytes = 72

/** The password is easy to guess. The rule completes "The password …", with advice on a better one. */
export class PasswordRefused extends Data.TaggedError("PasswordRefused")<{ readonly rule: string }> {
  override get message() {
    return `The password ${this.rule}`
  }
}

export interface PasswordHolder {
  readonly email: string
  readonly name: string
}

/** Returns whether a text is invisible: only white space, control and format characters, and blank letters. */
const isBlank = (text: string) => /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

/** Folds letter case and full-width letters, since attackers try all forms. */
const foldForm = (text: string) => text.normalize("NFKC").toLowerCase().trim()

const compact = (text: string) => foldForm(text).replaceAll(/\s/g, "")

const refuseGuessable = Effect.fnUntraced(function* (text: string, { email, name }: PasswordHolder) {
  const refuse = (kind: string) =>
    new PasswordRefused({
      rule: `must not be ${kind}: choose several unrelated words, or have a password manager make one`
    })
  if (isBlank(text)) {
    return yield* refuse("white space alone")
  }
  const ownNames = [email, email.slice(0, email.lastIndexOf("@")), name].map(compact)
  if (ownNames.includes(compact(text))) {
    return yield* refuse("your own e-mail address or name")
  }
  const { commonPasswords } = yield* Effect.promise(() => import("./CommonPasswords.ts"))
  if (commonPasswords.has(foldForm(text))) {
    return yield* refuse("one of the most common passwords")
  }
})

/** Returns whether bcrypt compares the whole password: it ignores bytes past 72, and hashes "a\0a" like "a". */
const isComparable = (password: string) => new TextEncoder().encode(password).length <= maxBytes && isStorable(password)

/** Returns the forms in which a password may have been hashed: NFC, or NFD and as typed by earlier versions. */
const formsOf = (password: string) => Array.dedupe([normalisedPassword(password), password.normalize("NFD"), password])

const workerFile = createRequire(import.meta.url).resolve("@storefront/server/PasswordWorker")

const startWorker = Effect.acquireRelease(
  Effect.sync(() => new Worker(workerFile)),
  (worker) => Effect.promise(() => worker.terminate())
)

/** Sends a job and awaits its result; a broken worker is a defect. */
const runJob = (worker: Worker, job: PasswordJob) =>
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

/** Returns a hash that no password matches, to be compared if there is no account, so that timing reveals nothing. */
const dummyHash = (cost: number) => `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`

/** Stored hash of an account without a password: no hash of bcrypt has this form. */
export const noPassword = "-"

/** Hashes passwords with bcrypt on worker threads. Fails with `ServiceUnavailable` when too many jobs wait. */
export class Passwords extends Context.Tag("@storefront/server/platform/auth/Passwords")<
  Passwords,
  {
    /** Hashes a new password; fails if it is easy to guess. */
    readonly hash: (
      password: Redacted.Redacted,
      holder: PasswordHolder
    ) => Effect.Effect<string, PasswordRefused | ServiceUnavailable>
    /** Returns whether a password in any Unicode form matches, in the same time even without a hash or a password. */
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
      const pool = yield* Pool.makeWithTTL({ acquire: startWorker, min: 0, max: maxWorkers, timeToLive: "1 minute" })
      const semaphore = yield* Effect.makeSemaphore(maxJobs)

      const run = Effect.fnUntraced(function* (job: PasswordJob) {
        const result = yield* Effect.flatMap(pool.get, (worker) =>
          Effect.onError(runJob(worker, job), () => pool.invalidate(worker))
        ).pipe(Effect.scoped, semaphore.withPermitsIfAvailable(1))
        return yield* Option.match(result, {
          onNone: () => new ServiceUnavailable(),
          onSome: (value) => Effect.succeed(value)
        })
      })

      const hash = Effect.fn("Passwords.hash")(function* (password: Redacted.Redacted, holder: PasswordHolder) {
        const text = normalisedPassword(Redacted.value(password))
        yield* refuseGuessable(text, holder)
        const result = yield* run({ password: text, cost })
        return yield* Effect.orDie(decodeHash(result))
      })

      const verify = Effect.fn("Passwords.verify")(function* (
        password: Redacted.Redacted,
        stored: Option.Option<string>
      ) {
        for (const form of formsOf(Redacted.value(password))) {
          const candidate = Option.filter(stored, (hash) => hash !== noPassword && isComparable(form))
          const result = yield* run({ password: form, hash: Option.getOrElse(candidate, () => dummyHash(cost)) })
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
