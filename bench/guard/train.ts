/**
 * Trains the linear part of the scanner with the corpora beside the repository and the phrases of `evals/phrases`, and
 * writes its weights. A fifth of the corpora, chosen by hash, is left out, so that the benchmark can measure with it.
 * Deterministic: the same texts give the same weights.
 *
 *   npm run train:guard
 */
import { weightsFile, writeWeights } from "@storefront/server/platform/scanner/Linear"
import { benign, customers, direct, hasCorpora, isHeldOut, ownHarmless } from "./Corpora.ts"
import { train } from "./Training.ts"

if (hasCorpora) {
  const samples = [...direct(), ...benign(), ...ownHarmless(), ...customers()].filter((sample) => !isHeldOut(sample))
  writeWeights(weightsFile, train(samples))
  process.stdout.write(
    `${samples.length} texts, ${samples.filter(({ isAttack }) => isAttack).length} of them attacks\n`
  )
} else {
  process.stderr.write("The corpora are not there: expected in ../shared/data beside the repository\n")
  process.exitCode = 1
}
