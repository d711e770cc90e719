import { type User } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Ref } from "effect"
import { Carts } from "../../shop/cart/Carts.ts"
import { Policies } from "../../shop/policies/Policies.ts"
import { egress } from "../../platform/config/EgressConfig.ts"
import * as Release from "./egress/Release.ts"
import { makeRemovals, type Removal } from "./egress/Removals.ts"
import { makeSecrets } from "./egress/Secrets.ts"

const noneAllowed: ReadonlySet<string> = new Set()

/**
 * Addresses that are allowed as a whole in an answer to a person, and nothing else on their hosts: those in the shop's
 * present policies, and the person's own links to the shop's till. None while the database is unavailable.
 */
export class AllowedAddresses extends Context.Reference<AllowedAddresses>()(
  "@storefront/server/assistant/guard/Egress/AllowedAddresses",
  { defaultValue: (): ((caller: User) => Effect.Effect<ReadonlySet<string>>) => () => Effect.succeed(noneAllowed) }
) {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const { titles } = yield* Policies
      const { tillLinks } = yield* Carts
      return (caller: User) =>
        Effect.zipWith(titles, tillLinks(caller), (byUrl, links) => new Set([...byUrl.keys(), ...links])).pipe(
          Effect.orElseSucceed(() => noneAllowed)
        )
    })
  ).pipe(Layer.provide([Policies.layer, Carts.layer]))
}

/** Configuration of the check. */
interface Policy {
  /** Values that must not be disclosed. */
  readonly secrets: ReadonlyArray<string>
  /** Hosts that an answer may link to, subdomains included. */
  readonly hosts: ReadonlyArray<string>
}

/**
 * Check of a turn's answer while the model writes it. What it returns, concatenated, is the answer, however the text was
 * cut; it begins and ends with no white space. One fiber at a time may use it.
 */
export interface AnswerCheck {
  /** Receives the model's next text, and returns what may go out now. */
  readonly push: (delta: string) => Effect.Effect<string>
  /**
   * Returns the text that `push` will return next if a sentence ends where the text so far ends; none if that is
   * uncertain. It does not count as gone out, and no other result depends on it.
   */
  readonly ahead: Effect.Effect<string>
  /** Receives the end of the model's text, and returns the rest of the answer and the kinds of content removed. */
  readonly finish: Effect.Effect<{ readonly text: string; readonly removed: ReadonlyArray<Removal> }>
  /** Discards the answer so far, and begins anew. A quotation may go on in the next answer, and is recognised. */
  readonly discard: Effect.Effect<void>
}

const make = ({ hosts, secrets: values }: Policy) => {
  const secrets = makeSecrets(values)
  const strict = makeRemovals(secrets, hosts, noneAllowed)

  /** Opens the check of an answer to a person, which must not quote these instructions. */
  const open = Effect.fnUntraced(function* (instructions: string, caller: User) {
    const current = yield* Ref.make(Release.nothingArrived)
    const readLenient = yield* Effect.cached(
      Effect.map((yield* AllowedAddresses)(caller), (allowed) => makeRemovals(secrets, hosts, allowed))
    )
    const checksOf = (progress: Release.Progress) =>
      Effect.map(Release.namesAddress(progress) ? readLenient : Effect.succeed(strict), (lenient) => ({
        instructions,
        secrets,
        strict,
        lenient
      }))
    const proceed = (
      arrive: (progress: Release.Progress) => Release.Progress,
      release: (progress: Release.Progress, checks: Release.Checks) => Release.Released
    ) =>
      Effect.gen(function* () {
        const arrived = arrive(yield* Ref.get(current))
        const [text, progress] = release(arrived, yield* checksOf(arrived))
        yield* Ref.set(current, progress)
        return { text, removed: progress.removed }
      })
    const check: AnswerCheck = {
      push: (delta) =>
        Effect.map(
          proceed((progress) => Release.arrive(progress, delta), Release.release),
          ({ text }) => text
        ),
      ahead: Effect.gen(function* () {
        const supposed = Release.supposeEnd(yield* Ref.get(current))
        const { minSupposed, text } = Release.sentenceAhead(supposed, yield* checksOf(supposed))
        yield* Ref.update(current, (progress) => ({ ...progress, minSupposed }))
        return text
      }),
      finish: proceed(Release.arriveAll, Release.releaseAll),
      discard: Effect.asVoid(proceed(Release.arriveAll, Release.discard))
    }
    return check
  })
  return { open }
}

/**
 * Removes content that must not leave with an answer: invisible characters, markup that loads something by itself,
 * links to unknown hosts, configured secrets, the agent's instructions and imitations of the server's question. By
 * default no host is allowed.
 */
export class Egress extends Context.Reference<Egress>()("@storefront/server/assistant/guard/Egress", {
  defaultValue: () => make({ secrets: [], hosts: [] })
}) {
  static readonly layerPolicy = (policy: Policy) => Layer.succeed(this, make(policy))

  static readonly layer = Layer.effect(this, Effect.map(egress, make))
}
