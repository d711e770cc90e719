import { type Artifact, type AnswerProgress, Extension } from "@storefront/domain/api/AgentApi"
import { Effect, Ref } from "effect"
import { type TaskRecord } from "./TaskStore.ts"

/** Streaming of an answer's text as an artifact of the task. */

const artifactOf = (text: string): Artifact => ({
  artifactId: "answer",
  name: "answer",
  parts: [{ text, mediaType: "text/plain" }]
})

/** Spares the check of a client the wait for the word behind the sentence, which the check of this agent has seen. */
const endsSentence: typeof AnswerProgress.Type = { endsSentence: true }

/** Answer of a task while it is written. */
export interface AnswerArtifact {
  /** Sends a released piece of the answer, which ends with a sentence. */
  readonly add: (delta: string) => Effect.Effect<void>
  /** Empties the artifact, so that the next text begins it anew. */
  readonly discard: Effect.Effect<void>
  /** Sends the rest of the answer, be it nothing, or all of it if it does not continue the text that was sent. */
  readonly finish: (text: string, usage: Pick<Artifact, "metadata" | "extensions">) => Effect.Effect<void>
}

export const make = (task: TaskRecord): Effect.Effect<AnswerArtifact> =>
  Effect.map(Ref.make(""), (sent) => ({
    add: (delta) =>
      Effect.flatMap(
        Ref.getAndUpdate(sent, (before) => before + delta),
        (before) =>
          task.setArtifact({
            artifact: artifactOf(delta),
            append: before !== "",
            metadata: { [Extension.conversationHistory]: endsSentence }
          })
      ),
    discard: Effect.flatMap(Ref.getAndSet(sent, ""), (before) =>
      Effect.when(task.setArtifact({ artifact: artifactOf(""), append: false }), () => before !== "")
    ),
    finish: Effect.fnUntraced(function* (text, usage) {
      const before = yield* Ref.get(sent)
      const append = before !== "" && text.startsWith(before)
      yield* task.setArtifact({
        artifact: { ...artifactOf(append ? text.slice(before.length) : text), ...usage },
        append,
        lastChunk: true
      })
    })
  }))
