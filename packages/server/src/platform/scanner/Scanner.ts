import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { hash } from "node:crypto"
import { namesOf, type Scan, scan, scanWith } from "./Scan.ts"

/** What the injection guard thought of the message. */
export interface GuardReport {
  readonly verdict: "clean" | "flagged" | "blocked"
  /** Ids of the rules that matched; behind an `@` the reading of the text in which they did, where that is hidden. */
  readonly rules: ReadonlyArray<string>
}

/** Nothing was found. */
export const clean: GuardReport = { verdict: "clean", rules: [] }

/** A sign of prompt injection. */
export interface Rule {
  readonly id: string
  /** What a match means for the message. */
  readonly verdict: "flagged" | "blocked"
  /** Looks at the normalised copy of a text. */
  readonly matches: (normalised: string) => boolean
}

/** The copy that rules look at: compatible characters folded, invisible ones removed, lower case. */
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

/** Messages whose reports are kept: some megabytes. */
const mostJudged = 20_000

const reportOf = ({ findings, verdict }: Scan): GuardReport => ({ verdict, rules: namesOf(findings) })

/** Remembers what was judged, by the digest of the text. */
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

/** Looks for prompt injection in text that a person sent to an agent. It fails closed: no verdict, no turn. */
export class Scanner extends Context.Tag("@storefront/server/platform/scanner/Scanner")<
  Scanner,
  {
    /** Of a message to an agent. */
    readonly scan: (text: string) => Effect.Effect<GuardReport>
    /** Of content that an agent reads: by the rules alone, because what messages look like says nothing of a review. */
    readonly scanContent: (text: string) => Effect.Effect<GuardReport>
  }
>() {
  /** Judges by these rules alone: a fake for tests. */
  static readonly layerRules = (rules: ReadonlyArray<Rule>) =>
    Layer.sync(this, () => {
      const scan = (text: string) => Effect.sync(() => judge(rules, text))
      return { scan, scanContent: scan }
    })

  /**
   * Judges by the rules, the lexicon and the trained weights of `scanner/`, read when the program starts. Every agent
   * scans the messages of a conversation in every turn: what was judged is known by the digest of its text for a while.
   */
  static readonly layer = Layer.sync(this, () => {
    scan("Hello")
    return { scan: remembering(scan), scanContent: remembering((text) => scanWith(undefined, text)) }
  })
}
