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

/** A rule of the fake scanner for tests. */
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

const applyRules = (rules: ReadonlyArray<Rule>, text: string): GuardReport => {
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

/** Most cached reports; a few megabytes. */
const maxCachedReports = 20_000

const reportOf = ({ findings, verdict }: Scan): GuardReport => ({ verdict, rules: namesOf(findings) })

/** Caches reports by the digest of the text. */
const cached = (scanText: (text: string) => Scan) => {
  const reports = new LRUCache<string, GuardReport>({ max: maxCachedReports })
  return (text: string) =>
    Effect.sync(() => {
      const digest = hash("sha256", text, "base64")
      const known = reports.get(digest) ?? reportOf(scanText(text))
      reports.set(digest, known)
      return known
    })
}

/** Scans text for prompt injection. Fails closed: without a verdict there is no turn. */
export class Scanner extends Context.Tag("@storefront/server/platform/scanner/Scanner")<
  Scanner,
  {
    /** Scans a message to an agent. */
    readonly scan: (text: string) => Effect.Effect<GuardReport>
    /** Scans content that an agent reads, such as a review, by rules only: the classifier is trained on messages. */
    readonly scanContent: (text: string) => Effect.Effect<GuardReport>
  }
>() {
  /** Applies only the given rules: a fake for tests. */
  static readonly layerRules = (rules: ReadonlyArray<Rule>) =>
    Layer.sync(this, () => {
      const scan = (text: string) => Effect.sync(() => applyRules(rules, text))
      return { scan, scanContent: scan }
    })

  /**
   * Applies the rules, the lexicon and the trained weights of `scanner/`, loaded at start-up. Every agent scans a
   * conversation's messages in every turn, so reports are cached.
   */
  static readonly layer = Layer.sync(this, () => {
    scan("Hello")
    return { scan: cached(scan), scanContent: cached((text) => scanWith(undefined, text)) }
  })
}
