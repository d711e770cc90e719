import { Effect, Layer } from "effect"
import { announce } from "./Progress.ts"

/** Announces what a stopping program waits for. It is built last, so that its finalizer runs first. */
export const layer = Layer.scopedDiscard(
  Effect.addFinalizer(() =>
    announce("stopping: requests in flight are answered first, within 30 seconds; then the database is closed")
  )
)
