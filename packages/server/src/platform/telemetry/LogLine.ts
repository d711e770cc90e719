import { Array, Cause, Context, Either, FiberRef, FiberRefs, HashMap, Logger, Option, Tracer } from "effect"
import { mask } from "../text/Masking.ts"
import * as ErrorNames from "./ErrorNames.ts"
import { type Line } from "./LogSink.ts"

/** Finds the span in which a line was logged. */
export const spanOf = ({ context }: Line): Option.Option<Tracer.AnySpan> =>
  Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), Tracer.ParentSpan)

const annotate = (annotations: HashMap.HashMap<string, unknown>, more: Readonly<Record<string, string>>) =>
  HashMap.union(annotations, HashMap.fromIterable(Object.entries(more)))

const maskText = (value: unknown) => (typeof value === "string" ? mask(value) : value)

/** Masks the text of a line, and reduces errors to names and frames: their messages may quote users or keys. */
const withoutSensitiveContent = (line: Line): Line => {
  const [errors, texts] = Array.partitionMap(Array.ensure(line.message), (part) =>
    typeof part === "object" && part !== null ? Either.left(part) : Either.right(maskText(part))
  )
  const causes = [line.cause, ...errors.map(Cause.die)].filter((cause) => !Cause.isEmpty(cause))
  const [first] = causes
  return {
    ...line,
    message: texts,
    cause: Cause.empty,
    annotations: annotate(
      HashMap.map(line.annotations, maskText),
      first === undefined
        ? {}
        : {
            "exception.type": ErrorNames.typeOf(first),
            "exception.stacktrace": causes.map(ErrorNames.describeCause).join("\n")
          }
    )
  }
}

/** Masks sensitive content before a line reaches the logger. */
export const withoutSecrets = <Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<unknown, Output> =>
  Logger.mapInputOptions(logger, withoutSensitiveContent)

/** Adds the ids of the current trace and span to the lines of a logger. */
export const withIds = <Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<unknown, Output> =>
  Logger.mapInputOptions(logger, (line: Line) =>
    Option.match(spanOf(line), {
      onNone: () => line,
      onSome: ({ spanId, traceId }) => ({
        ...line,
        annotations: annotate(line.annotations, { trace_id: traceId, span_id: spanId })
      })
    })
  )
