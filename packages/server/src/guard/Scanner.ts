import { Context, Effect, Layer } from "effect"

/** What the injection guard thought of the message. */
export interface GuardReport {
  readonly verdict: "clean" | "flagged" | "blocked"
  /** Ids of the rules that matched. */
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

/** Looks for prompt injection in text that a person sent to an agent. It fails closed: no verdict, no turn. */
export class Scanner extends Context.Tag("@storefront/server/guard/Scanner")<
  Scanner,
  {
    readonly scan: (text: string) => Effect.Effect<GuardReport>
  }
>() {
  /** Judges by these rules. */
  static readonly layerRules = (rules: ReadonlyArray<Rule>) =>
    Layer.succeed(this, { scan: (text) => Effect.sync(() => judge(rules, text)) })

  /** Has no rules: every text is clean. */
  static readonly layer = this.layerRules([])
}
