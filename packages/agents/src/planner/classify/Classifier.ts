import { Effect } from "effect"
import { type TaggedToken } from "../text/Tags.ts"
import { type Subject } from "../Intents.ts"
import { features, traits } from "./Features.ts"
import { type Label, labels } from "./Labels.ts"
import { bestOf, fileOf, type Model, modelOf, readWeights } from "./Weights.ts"

/** What a clause does: says what the customer does, only names something, asks, refuses, tells, or tells us to do. */
export const moods = ["announcement", "phrase", "question", "refusal", "report", "request"] as const
export type Mood = (typeof moods)[number]

/** A model whose weights are read when they are needed first. */
const model = (name: Parameters<typeof fileOf>[0], classes: ReadonlyArray<string>): (() => Model) => {
  let kept: Model | undefined
  return () => (kept ??= modelOf(readWeights(fileOf(name), classes)))
}

const wordModel = model("word", labels)
const labelModel = model("label", labels)
const moodModel = model("mood", moods)

/** Reads the weights now, so that a file that cannot be used is a defect of the start, not of the first message. */
export const load: Effect.Effect<unknown> = Effect.sync(() => [wordModel(), labelModel(), moodModel()])

/** What the words of a clause speak for by themselves. */
export interface Reading {
  readonly label: Label
  readonly probability: number
  readonly scores: Float64Array
}

/** Reads the words of a clause by themselves. */
export const classify = (tokens: ReadonlyArray<TaggedToken>): Reading => {
  const words = wordModel()
  const scores = words.score(features(tokens, words.knows))
  const { best, probability } = bestOf(scores)
  return { label: labels[best] ?? "smalltalk", probability, scores }
}

/** A label that is less than a tenth as likely as the best one is no reading of a clause. */
const likely = Math.log(10)

/** Reads the label and the mood of a clause where `subject` is spoken of, and ranks its likely labels, best first. */
export const decide = (tokens: ReadonlyArray<TaggedToken>, reading: Reading, subject: Subject | null) => {
  const found = traits(tokens, reading, subject)
  const mood = moods[bestOf(moodModel().score(found)).best] ?? "phrase"
  const scores = labelModel().score([...found, ...ofMood(mood, reading.label)], reading.scores)
  const least = Math.max(...scores) - likely
  const ranking = labels
    .map((label, place) => ({ label, score: scores[place] ?? 0 }))
    .filter(({ score }) => score >= least)
    .toSorted((left, right) => right.score - left.score)
    .map(({ label }) => label)
  return { label: ranking[0] ?? reading.label, ranking, mood, sureness: bestOf(scores).probability }
}

/** The mood of a clause is a trait by which its label is told. */
export const ofMood = (mood: string, guess: Label): ReadonlyArray<string> => [`m:${mood}`, `m:${mood}|${guess}`]

/** Returns true for a word that by itself speaks for a label. */
export const speaksFor = (word: string, label: Label): boolean =>
  (wordModel().score([word])[labels.indexOf(label)] ?? 0) > 0
