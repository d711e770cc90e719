import { NodeContext, NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { Console, Data, Effect, Layer, type Scope } from "effect"
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Something is as it must not be; what was printed says what. */
export class NotGood extends Data.TaggedError("NotGood")<{ readonly message: string }> {}

/** The folder for the output of services: the one that was asked for, or a temporary one. */
export const logsIn = (asked: string | undefined) =>
  Effect.tap(
    Effect.sync(() => {
      const folder = asked ?? mkdtempSync(join(tmpdir(), "storefront-bench-"))
      mkdirSync(folder, { recursive: true })
      return folder
    }),
    (folder) => Console.log(`The services write to ${folder}`)
  )

const PlatformLayer = Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici)

/** Runs a bench to its end; what it has started ends with it. */
export const run = <E>(
  program: Effect.Effect<void, E, Layer.Layer.Success<typeof PlatformLayer> | Scope.Scope>,
  options?: Parameters<typeof NodeRuntime.runMain>[1]
) => NodeRuntime.runMain(Effect.provide(Effect.scoped(program), PlatformLayer), options)
