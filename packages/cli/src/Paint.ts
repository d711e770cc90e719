import { Config, Context, Effect, Layer } from "effect"

const sequence = (code: number) => (text: string) => (text === "" ? "" : `\u001b[${code}m${text}\u001b[0m`)

const asItIs = (text: string) => text

/** How texts stand out where people read them. */
export const coloured = {
  /** Headings, and what is looked for. */
  strong: sequence(1),
  /** What is there for completeness. */
  faint: sequence(2),
  /** What can be typed. */
  typed: sequence(36),
  good: sequence(32),
  warning: sequence(33),
  bad: sequence(31)
}

/** The same for files, pipes and whoever does not want colours. */
export const plain: typeof coloured = {
  strong: asItIs,
  faint: asItIs,
  typed: asItIs,
  good: asItIs,
  warning: asItIs,
  bad: asItIs
}

/** How texts stand out on stdout. */
export class Paint extends Context.Reference<Paint>()("@storefront/cli/Paint", { defaultValue: () => plain }) {}

/** In colour on a terminal, unless `NO_COLOR` is set. */
export const layer = (isTerminal: boolean) =>
  Layer.effect(
    Paint,
    Effect.map(
      Effect.all([Effect.option(Config.string("NO_COLOR")), Effect.option(Config.string("TERM"))]),
      ([no, term]) =>
        isTerminal && no._tag === "None" && !(term._tag === "Some" && term.value === "dumb") ? coloured : plain
    )
  )
