import { Data, Effect, Option, Schema } from "effect"

/** Files and sockets that a suite on the embedded database needs under load. */
const requiredFiles = 256

/** The limit of open files is too low: the embedded database would report files that it cannot open as damaged. */
export class TooFewFiles extends Data.TaggedError("TooFewFiles")<{ readonly limit: number }> {
  override get message() {
    return (
      `This process may open ${this.limit} files, and the embedded database needs ${requiredFiles}. ` +
      "Raise the limit in this shell, for example: ulimit -n 1024"
    )
  }
}

/** Part of Node's diagnostic report, absent on systems without such a limit. */
const Report = Schema.Struct({ userLimits: Schema.Struct({ open_files: Schema.Struct({ soft: Schema.Int }) }) })
const decodeReport = Schema.decodeUnknownOption(Report)

/** Fails if a process with this report may open fewer files than the embedded database needs. */
export const checkReport = (report: unknown) =>
  Option.match(decodeReport(report), {
    onNone: () => Effect.void,
    onSome: ({ userLimits: { open_files } }) =>
      open_files.soft < requiredFiles ? new TooFewFiles({ limit: open_files.soft }) : Effect.void
  })

/** Returns Node's diagnostic report, without network details, which would cost reverse DNS look-ups. */
const report = Effect.sync(() =>
  process.report === undefined ? undefined : Object.assign(process.report, { excludeNetwork: true }).getReport()
)

/** Fails if this process may open fewer files than the embedded database needs. */
export const check = Effect.flatMap(report, checkReport)
