import { type ListTasksResponse, type Task, TaskState } from "@storefront/domain/api/AgentApi"
import { rule, text } from "@storefront/domain/api/Fields"
import { Array, DateTime, Effect, Encoding, Order, ParseResult, Schema, Struct } from "effect"
import { invalidParams } from "./ProtocolError.ts"
import * as ProtoJson from "./ProtoJson.ts"
import * as TaskLifecycle from "./TaskLifecycle.ts"

/** Filtering and pagination of the operation `GET /tasks`. */

/** Sort key of a task in the list. */
const Position = Schema.Struct({
  /** Time of the latest status change, in milliseconds since the epoch. */
  changedAt: Schema.Int.pipe(Schema.between(0, 8.64e15)),
  id: Schema.String
})
export type Position = typeof Position.Type

const PositionJson = Schema.parseJson(Position)

/** Pagination cursor; opaque to clients. */
const PageToken = Schema.transformOrFail(Schema.String, PositionJson, {
  strict: true,
  decode: (token, _, ast) =>
    Effect.mapError(Encoding.decodeBase64UrlString(token), () => new ParseResult.Type(ast, token)),
  encode: (json) => ParseResult.succeed(Encoding.encodeBase64Url(json))
})
/** Encodes the position of the last task of a page as the cursor of the next page. */
export const encodeToken = Schema.encodeSync(PageToken)

/** Returns the schema of a number in decimal digits. `text` is its error message. */
const decimalNumber = (schema: Schema.Schema<number>, text: string) =>
  Schema.String.pipe(Schema.pattern(/^\d+$/), Schema.parseNumber, Schema.compose(schema)).annotations(rule(text))

/** Query parameter: maximum messages of a task's own history. */
export const HistoryLength = decimalNumber(Schema.NonNegativeInt, "must be a whole number of at least 0")

/** Query parameters of `GET /tasks`. */
export const Query = Schema.Struct({
  contextId: Schema.optional(text),
  status: Schema.optional(TaskState.annotations(rule(`must be one of ${TaskState.literals.join(", ")}`))),
  /** Inclusive. */
  statusTimestampAfter: Schema.optional(Schema.DateTimeUtc.annotations(rule("must be an ISO 8601 time"))),
  pageSize: Schema.optionalWith(
    decimalNumber(Schema.Int.pipe(Schema.between(1, 100)), "must be a whole number from 1 to 100"),
    { default: () => 50 }
  ),
  pageToken: Schema.optional(PageToken.annotations(rule("must be the nextPageToken of an earlier page"))),
  historyLength: Schema.optional(HistoryLength),
  includeArtifacts: Schema.optionalWith(Schema.BooleanFromString.annotations(rule("must be true or false")), {
    default: () => false
  })
})
export type Query = typeof Query.Type

const decodeQuery = Schema.decodeUnknown(Query)

/** Decodes the parameters, which are texts, as in a query. */
export const decode = (parameters: unknown) =>
  Effect.mapError(decodeQuery(ProtoJson.normalize(parameters)), (error) => {
    const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
    return invalidParams(issue?.path.map(String).join(".") || "request", issue?.message ?? "is not valid")
  })

const positionOf = ({ id, status }: Task): Position => ({
  id,
  changedAt: status.timestamp === undefined ? 0 : DateTime.toEpochMillis(status.timestamp)
})

const order: Order.Order<Position> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ changedAt }) => changedAt),
  Order.mapInput(Order.reverse(Order.string), ({ id }) => id)
)

const matches =
  ({ contextId, status, statusTimestampAfter }: Query) =>
  (task: Task): boolean =>
    (contextId === undefined || task.contextId === contextId) &&
    (status === undefined || task.status.state === status) &&
    (statusTimestampAfter === undefined || positionOf(task).changedAt >= DateTime.toEpochMillis(statusTimestampAfter))

/** Returns the requested page of tasks, the latest status change first. */
export const page = (tasks: ReadonlyArray<Task>, query: Query): ListTasksResponse => {
  const { historyLength, includeArtifacts, pageSize, pageToken } = query
  const matching = Array.sortBy(Order.mapInput(order, positionOf))(tasks.filter(matches(query)))
  const rest = pageToken === undefined ? matching : matching.filter((task) => order(positionOf(task), pageToken) > 0)
  const pageTasks = rest.slice(0, pageSize)
  const last = rest.length > pageSize ? pageTasks.at(-1) : undefined
  return {
    tasks: pageTasks.map((task) =>
      TaskLifecycle.limitHistory(includeArtifacts ? task : Struct.omit(task, "artifacts"), historyLength)
    ),
    nextPageToken: last === undefined ? "" : encodeToken(positionOf(last)),
    pageSize,
    totalSize: matching.length
  }
}
