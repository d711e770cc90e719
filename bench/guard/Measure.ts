import { Array } from "effect"
import { type Scan, scanWith } from "@storefront/server/platform/scanner/Scan"
import { type Weights } from "@storefront/server/platform/scanner/Linear"
import { type Sample } from "./Corpora.ts"

/** How many of a kind of texts were judged as they should have been. */
export interface Row {
  readonly name: string
  readonly count: number
  readonly blocked: number
  readonly flagged: number
  readonly isAttack: boolean
}

/** Judges texts, and counts them by what `nameOf` says. */
export const tally = (
  samples: ReadonlyArray<Sample>,
  weights: Weights | undefined,
  nameOf: (sample: Sample) => string
): ReadonlyArray<Row> => {
  const groups = Array.groupBy(samples, (sample) => `${sample.isAttack ? "attacks" : "harmless"} ${nameOf(sample)}`)
  return Object.entries(groups).map(([name, group]) => {
    const verdicts = group.map(({ text }) => scanWith(weights, text).verdict)
    const countOf = (wanted: Scan["verdict"]) => verdicts.filter((verdict) => verdict === wanted).length
    return {
      name,
      count: group.length,
      blocked: countOf("blocked"),
      flagged: countOf("flagged"),
      isAttack: group[0].isAttack
    }
  })
}

/** A share with its 95 % interval after Wilson, in percent. */
export const wilson = (part: number, count: number): string => {
  if (count === 0) {
    return "-"
  }
  const z = 1.96
  const share = part / count
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count)
  const reach = (z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count)
  const percent = (value: number) => (100 * Math.max(0, Math.min(1, value))).toFixed(1)
  return `${percent(share)} [${percent(middle - reach)}, ${percent(middle + reach)}]`
}

/** Processor time in milliseconds that something takes. */
export const processorMillis = (act: () => unknown): number => {
  const before = process.cpuUsage()
  act()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1000
}

/** The value below which a share of the values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0
