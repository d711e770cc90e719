import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { hash } from "node:crypto"
import { namesOf, type Scan, scan, scanWith } from "./Scan.ts"

/** Verdict of the injection guard on a message. */
export interface GuardReport {
  readonly verdict: "clean" | "flagged" | "blocked"
  /** Ids of the rules that matched, followed by `@` and the view's name if they matched in a hidden one. */
  readonly rules: ReadonlyArray<string>
}

export const clean: GuardReport = { verdict: "clean", rules: [] }

/** A sign of prompt injection. */
export interface Rule {
  readonly id: string
  readonly verdict: "flagged" | "blocked"
  /** Tests the normalised copy of a text. */
  readonly matches: (normalised: string) => boolean
}

/** Normalises a text for rules: folds compatibility characters, removes invisible ones, and lower-cases. */
export const normalise = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, " ")
    .toLowerCase()

const judge = (rules: ReadonlyArray<Rule>, text: string): GuardReport => {
  const normalised = normalise(text)
  const matching = rules.filter((rule) => rule.matches(normalised))
  return {
    verdict: matching.some((rule) => rule.verdict === "blocked")
      ? "blocked"
      : matching.length > 0
        ? "flagged"
        : "clean",
    rules: matching.map((rule) => rule.id)
  }
}

/** Reports kept in the cache; a few megabytes. */
const mostJudged = 20_000

const reportOf = ({ findings, verdict }: Scan): GuardReport => ({ verdict, rules: namesOf(findings) })

/** Caches reports by the digest of the text. */
const remembering = (judge: (text: string) => Scan) => {
  const judged = new LRUCache<string, GuardReport>({ max: mostJudged })
  return (text: string) =>
    Effect.sync(() => {
      const digest = hash("sha256", text, "base64")
      const known = judged.get(digest) ?? reportOf(judge(text))
      judged.set(digest, known)
      return known
    })
}

/** Scans text that a person sent to an agent for prompt injection. Fails closed: without a verdict there is no turn. */
export class Scanner extends Context.Tag("@storefront/server/platform/scanner/Scanner")<
  Scanner,
  {
    /** Scans a message to an agent. */
    readonly scan: (text: string) => Effect.Effect<GuardReport>
    /** Scans content that an agent reads by rules only: the classifier, trained on messages, cannot judge a review. */
    readonly scanContent: (text: string) => Effect.Effect<GuardReport>
  }
>() {
  /** Applies only the given rules: a fake for tests. */
  static readonly layerRules = (rules: ReadonlyArray<Rule>) =>
    Layer.sync(this, () => {
      const scan = (text: string) => Effect.sync(() => judge(rules, text))
      return { scan, scanContent: scan }
    })

  /**
   * Applies the rules, the lexicon and the trained weights of `scanner/`, loaded at start-up. Every agent scans a
   * conversation's messages in every turn, so reports are cached.
   */
  static readonly layer = Layer.sync(this, () => {
    scan("Hello")
    return { scan: remembering(scan), scanContent: remembering((text) => scanWith(undefined, text)) }
  })
}
