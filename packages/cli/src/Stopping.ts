import { Effect, Layer } from "effect"
import { announce } from "./Progress.ts"

/** Says what a program that is told to stop waits for. It is built last, so it is heard first. */
export const layer = Layer.scopedDiscard(
  Effect.addFinalizer(() =>
    announce("stopping: requests in flight are answered first, within 30 seconds; then the database is closed")
  )
)
