import { buckets, gramsOf, stepsPerLogOdd, type Weights } from "@storefront/server/platform/scanner/Linear"
import { skeletonOf } from "@storefront/server/platform/scanner/Skeleton"
import { type Sample } from "./Corpora.ts"

interface Example {
  readonly grams: Uint16Array
  readonly isAttack: boolean
  /** How much it counts. */
  readonly importance: number
}

/** A generator of numbers in 0..1, the same ones every time. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** Customers' phrases are ten times as many as all others, and alike. */
const importanceOf = ({ source }: Sample) => (source === "phrases" ? 0.3 : 1)

const examplesOf = (samples: ReadonlyArray<Sample>): Array<Example> =>
  samples.flatMap((sample) => {
    const windows = gramsOf(skeletonOf(sample.text))
    return windows.map((grams) => ({
      grams,
      isAttack: sample.isAttack,
      importance: importanceOf(sample) / Math.sqrt(windows.length)
    }))
  })

const epochs = 6
const learningRate = 0.6
/** How strongly weights are drawn to zero. */
const decay = 2e-5

/** Logistic regression by AdaGrad, the same weights for the same samples in the same order. */
export const train = (samples: ReadonlyArray<Sample>): Weights => {
  const examples = examplesOf(samples)
  const weights = new Float64Array(buckets + 1)
  const squares = new Float64Array(buckets + 1).fill(1e-2)
  const random = numbers(42)
  const move = (index: number, gradient: number) => {
    const square = (squares[index] ?? 0) + gradient * gradient
    squares[index] = square
    const rate = learningRate / Math.sqrt(square)
    const moved = (weights[index] ?? 0) - rate * gradient
    weights[index] = Math.sign(moved) * Math.max(0, Math.abs(moved) - rate * decay)
  }
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let index = examples.length - 1; index > 0; index--) {
      const other = Math.floor(random() * (index + 1))
      const [a, b] = [examples[index], examples[other]]
      if (a !== undefined && b !== undefined) {
        examples[index] = b
        examples[other] = a
      }
    }
    for (const { grams, importance, isAttack } of examples) {
      const strength = 1 / Math.sqrt(Math.max(1, grams.length))
      let score = weights[buckets] ?? 0
      for (const gram of grams) {
        score += (weights[gram] ?? 0) * strength
      }
      const gradient = (1 / (1 + Math.exp(-score)) - (isAttack ? 1 : 0)) * importance
      for (const gram of grams) {
        move(gram, gradient * strength)
      }
      move(buckets, gradient)
    }
  }
  return Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight * stepsPerLogOdd))))
}
