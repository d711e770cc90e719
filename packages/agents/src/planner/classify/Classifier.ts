import { Effect } from "effect"
import { type TaggedToken } from "../text/Tags.ts"
import { type Subject } from "../Intents.ts"
import { features, contextFeatures } from "./Features.ts"
import { type Label, labels } from "./Labels.ts"
import { bestOf, weightsPath, type Model, modelOf, readWeights } from "./Weights.ts"

/** Moods of a clause, in the column order of the trained weights: retrain after a change. */
export const moods = ["announcement", "phrase", "question", "refusal", "report", "request"] as const
export type Mood = (typeof moods)[number]

const lazyModel = (name: Parameters<typeof weightsPath>[0], classes: ReadonlyArray<string>): (() => Model) => {
  let loaded: Model | undefined
  return () => (loaded ??= modelOf(readWeights(weightsPath(name), classes)))
}

const wordModel = lazyModel("word", labels)
const labelModel = lazyModel("label", labels)
const moodModel = lazyModel("mood", moods)

/** Loads the weights eagerly, so that an unusable file is a defect at startup rather than in the first message. */
export const load: Effect.Effect<unknown> = Effect.sync(() => [wordModel(), labelModel(), moodModel()])

/** Label of a clause by its words; `scores` are the start values of the label model. */
export interface Classification {
  readonly label: Label
  readonly probability: number
  readonly scores: Float64Array
}

/** Classifies a clause by its words, without context. */
export const classify = (tokens: ReadonlyArray<TaggedToken>): Classification => {
  const model = wordModel()
  const scores = model.score(features(tokens, model.knows))
  const { best, probability } = bestOf(scores)
  return { label: labels[best] ?? "smalltalk", probability, scores }
}

/** Score gap to the best label beyond which a label is not ranked: a tenth of its probability. */
const maxScoreGap = Math.log(10)

/** Classifies mood and label in context: the mood first, since the label model uses it as a feature. */
export const classifyInContext = (
  tokens: ReadonlyArray<TaggedToken>,
  byWords: Classification,
  subject: Subject | null
) => {
  const clauseFeatures = contextFeatures(tokens, byWords, subject)
  const mood = moods[bestOf(moodModel().score(clauseFeatures)).best] ?? "phrase"
  const scores = labelModel().score([...clauseFeatures, ...moodFeatures(mood, byWords.label)], byWords.scores)
  const minScore = Math.max(...scores) - maxScoreGap
  const ranking = labels
    .map((label, index) => ({ label, score: scores[index] ?? 0 }))
    .filter(({ score }) => score >= minScore)
    .toSorted((left, right) => right.score - left.score)
    .map(({ label }) => label)
  return { label: ranking[0] ?? byWords.label, ranking, mood, probability: bestOf(scores).probability }
}

/** Returns the features of the label model for a mood; training uses the same. */
export const moodFeatures = (mood: string, guess: Label): ReadonlyArray<string> => [`m:${mood}`, `m:${mood}|${guess}`]

/** Returns whether the weights of a word favour a label. */
export const speaksFor = (word: string, label: Label): boolean =>
  (wordModel().score([word])[labels.indexOf(label)] ?? 0) > 0
