import { type Artifact } from "@storefront/domain/api/AgentApi"
import { Clock, Effect, Ref } from "effect"
import { type TaskRecord } from "./TaskStore.ts"

/** Streaming of an answer's text as an artifact of the task. */

/** Minimum characters of an update, and minimum milliseconds between two: each repeats the ids. Not for the last one. */
const minLength = 32
const minInterval = 50

/** Part of the text that was sent, and the part that is held back. */
interface Progress {
  readonly sent: string
  readonly held: string
  readonly sentAt: number
}

const noProgress: Progress = { sent: "", held: "", sentAt: Number.NEGATIVE_INFINITY }

const lastCharacter = /.$/su

const artifactOf = (text: string): Artifact => ({
  artifactId: "answer",
  name: "answer",
  parts: [{ text, mediaType: "text/plain" }]
})

/** Answer of a task while it is written. */
export interface AnswerArtifact {
  /** Sends text, or holds it back for the next update. */
  readonly add: (delta: string) => Effect.Effect<void>
  /** Empties the artifact, so that the next text begins it anew. */
  readonly discard: Effect.Effect<void>
  /** Sends the rest of the answer, or all of it if it does not continue the text that was sent. */
  readonly finish: (text: string, usage: Pick<Artifact, "metadata" | "extensions">) => Effect.Effect<void>
}

export const make = (task: TaskRecord): Effect.Effect<AnswerArtifact> =>
  Effect.map(Ref.make(noProgress), (progress) => ({
    add: Effect.fnUntraced(function* (delta) {
      const { held, sent, sentAt } = yield* Ref.get(progress)
      const text = held + delta
      const now = yield* Clock.currentTimeMillis
      if (text.length <= minLength || now < sentAt + minInterval) {
        return yield* Ref.set(progress, { sent, held: text, sentAt })
      }
      // The last update must not be empty.
      const update = text.replace(lastCharacter, "")
      yield* task.setArtifact({ artifact: artifactOf(update), append: sent !== "" })
      yield* Ref.set(progress, { sent: sent + update, held: text.slice(update.length), sentAt: now })
    }),
    discard: Effect.flatMap(Ref.getAndSet(progress, noProgress), ({ sent }) =>
      Effect.when(task.setArtifact({ artifact: artifactOf(""), append: false }), () => sent !== "")
    ),
    finish: Effect.fnUntraced(function* (text, usage) {
      const { held, sent } = yield* Ref.get(progress)
      const append = sent !== "" && held !== "" && sent + held === text
      yield* task.setArtifact({
        artifact: { ...artifactOf(append ? held : text), ...usage },
        append,
        lastChunk: true
      })
    })
  }))
