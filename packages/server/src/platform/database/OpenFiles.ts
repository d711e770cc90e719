import { Data, Effect, Option, Schema } from "effect"

/** Files and sockets of a suite on the embedded database that has customers. */
const needed = 256

/** The embedded database takes files that it cannot open for damaged ones. */
export class TooFewFiles extends Data.TaggedError("TooFewFiles")<{ readonly limit: number }> {
  override get message() {
    return (
      `This process may open ${this.limit} files, and the embedded database needs ${needed}. ` +
      "Raise the limit in this shell, for example: ulimit -n 1024"
    )
  }
}

/** Of Node's report on its process. Systems without the limit have no such part. */
const Report = Schema.Struct({ userLimits: Schema.Struct({ open_files: Schema.Struct({ soft: Schema.Int }) }) })
const decodeReport = Schema.decodeUnknownOption(Report)

/** Fails when a process with this report may open fewer files than the embedded database needs. */
export const checkReport = (report: unknown) =>
  Option.match(decodeReport(report), {
    onNone: () => Effect.void,
    onSome: ({ userLimits: { open_files } }) =>
      open_files.soft < needed ? new TooFewFiles({ limit: open_files.soft }) : Effect.void
  })

/** Without the names of the hosts that it is connected with, which Node would ask for. */
const report = Effect.sync(() =>
  process.report === undefined ? undefined : Object.assign(process.report, { excludeNetwork: true }).getReport()
)

/** Fails when this process may open fewer files than the embedded database needs. */
export const check = Effect.flatMap(report, checkReport)
