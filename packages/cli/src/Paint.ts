import { Config, Context, Effect, Layer } from "effect"

const sequence = (code: number) => (text: string) => (text === "" ? "" : `\u001b[${code}m${text}\u001b[0m`)

const unstyled = (text: string) => text

/** Text styles in colour. */
export const coloured = {
  /** Headings and key results. */
  strong: sequence(1),
  /** Secondary information. */
  faint: sequence(2),
  /** Text to type. */
  typed: sequence(36),
  good: sequence(32),
  warning: sequence(33),
  bad: sequence(31)
}

/** Text styles without colour, for files, pipes and people who want none. */
export const plain: typeof coloured = {
  strong: unstyled,
  faint: unstyled,
  typed: unstyled,
  good: unstyled,
  warning: unstyled,
  bad: unstyled
}

/** Text styles for stdout. */
export class Paint extends Context.Reference<Paint>()("@storefront/cli/Paint", { defaultValue: () => plain }) {}

/** Uses colours on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`. */
export const layer = (isTerminal: boolean) =>
  Layer.effect(
    Paint,
    Effect.map(
      Effect.all([Effect.option(Config.string("NO_COLOR")), Effect.option(Config.string("TERM"))]),
      ([noColor, term]) =>
        isTerminal && noColor._tag === "None" && !(term._tag === "Some" && term.value === "dumb") ? coloured : plain
    )
  )
