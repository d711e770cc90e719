import { SqlClient, SqlSchema } from "@effect/sql"
import { TaskState } from "@storefront/domain/api/AgentApi"
import { ActionNotFound, type DatabaseUnavailable, TurnNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ActionId, ConversationId, TurnId } from "@storefront/domain/Ids"
import { type TurnState } from "@storefront/domain/turn/TurnEvents"
import { Array, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { type Position, type Query } from "../a2a/TaskList.ts"
import { lockConversation, type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { pendingCondition } from "../../platform/effects/ActionStates.ts"
import * as StoredTurns from "./StoredTurns.ts"
import { contextIdColumn, type NamedConversation, selectNamed } from "./ConversationNames.ts"

/** Turn of a task. */
export interface TaskTurn {
  readonly id: TurnId
  /** Its message; null until it is stored. */
  readonly message: { readonly id: string; readonly words: string } | null
  /** State after the events of the turn; of one that has not ended only its phase. */
  readonly state: TurnState
  /** True if its answer still has to be received. */
  readonly needsReading: boolean
}

/** Stored task: a message at the A2A door, and those that answered its questions. */
export interface StoredTask {
  /** Id of its first turn. */
  readonly id: TurnId
  readonly conversationId: ConversationId
  /** The client's own key of the conversation, else the conversation's id. */
  readonly contextId: string
  readonly state: TaskState
  /** Time of the latest change of `state`, in whole milliseconds. */
  readonly changedAt: DateTime.Utc
  /** Oldest first. Actions are in their present state. */
  readonly turns: Array.NonEmptyReadonlyArray<TaskTurn>
}

const TaskRow = Schema.Struct({
  id: TurnId,
  conversation_id: ConversationId,
  context_id: Schema.String,
  state: TaskState,
  changed_at: Schema.DateTimeUtcFromDate
})

const CountedTaskRow = Schema.Struct({ ...TaskRow.fields, total: Schema.Int })

const TaskTurnRow = Schema.Struct({ ...StoredTurns.TurnRow.fields, task: TurnId, words: Schema.NullOr(Schema.String) })

const turnOf = Effect.fnUntraced(function* (
  row: typeof TaskTurnRow.Type,
  actions: ReadonlyMap<ActionId, PendingAction>
) {
  const turn: TaskTurn = {
    id: row.id,
    message: row.words === null ? null : { id: row.message_id, words: row.words },
    needsReading: StoredTurns.needsReading(row.state),
    state: yield* StoredTurns.stateOf(row, actions)
  }
  return turn
})

const timeOf = (epochMillis: number) => DateTime.toDateUtc(DateTime.unsafeMake(epochMillis))

/** Condition of a page: which tasks, and after which one it begins. */
export type TaskQuery = Pick<Query, "contextId" | "status" | "statusTimestampAfter" | "pageSize" | "pageToken">

/** Tasks of the A2A door, which are its turns in the database. Turns of other doors belong to no task. */
export class TaskArchive extends Context.Tag("@storefront/server/assistant/chat/TaskArchive")<
  TaskArchive,
  {
    /** Tasks of deleted conversations and of other people count as not found. */
    readonly find: (owner: UserId, id: TurnId) => Effect.Effect<StoredTask, TurnNotFound | DatabaseUnavailable>
    /** Returns a page of the person's tasks, the latest status change first, and the number of tasks on all pages. */
    readonly list: (
      owner: UserId,
      query: TaskQuery
    ) => Effect.Effect<
      {
        readonly tasks: ReadonlyArray<StoredTask>
        readonly total: number
        /** Position of the last task, if there are more. */
        readonly next: Option.Option<Position>
      },
      DatabaseUnavailable
    >
    /** Finds the task that a message with the client's id belongs to, if it was sent before. */
    readonly ofMessage: (owner: UserId, messageId: string) => Effect.Effect<Option.Option<TurnId>, DatabaseUnavailable>
    /** Finds the conversation of an action, and the task whose answer showed it last; none if no task did. */
    readonly ofAction: (
      owner: UserId,
      id: ActionId
    ) => Effect.Effect<
      { readonly conversation: NamedConversation; readonly task: Option.Option<TurnId> },
      ActionNotFound | DatabaseUnavailable
    >
    /** Finds the person's conversation by its id or the client's key. */
    readonly conversationOf: (
      owner: UserId,
      contextId: string
    ) => Effect.Effect<Option.Option<NamedConversation>, DatabaseUnavailable>
    /** Drops the open actions of a task, which is cancelled by it. Returns false if there are none, or a turn is at work. */
    readonly drop: (
      owner: UserId,
      task: Pick<StoredTask, "id" | "conversationId">
    ) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = yield* PendingActions

      /** Turns of a person's tasks. */
      const turnsOf = (owner: string) => sql`t.user_id = ${owner} AND t.door = 'a2a'`

      /** Rows of tasks, of all or of one, with the state of their newest turn. Must agree with `TaskEncoding.stateOf`. */
      const tasks = (owner: string, id: string | null) => sql`
        SELECT n.task AS id, c.id AS conversation_id, ${sql.literal(contextIdColumn)} AS context_id,
          CASE
            WHEN n.state = 'received' THEN 'TASK_STATE_SUBMITTED'
            WHEN n.state = 'running' THEN 'TASK_STATE_WORKING'
            WHEN n.failure = 'stopped' OR a.id IS NOT NULL AND n.stop_requested_at IS NOT NULL THEN 'TASK_STATE_CANCELED'
            WHEN a.id IS NULL THEN 'TASK_STATE_FAILED'
            WHEN a.metadata -> 'guard' ->> 'verdict' = 'blocked' THEN 'TASK_STATE_REJECTED'
            WHEN actions.is_open THEN 'TASK_STATE_INPUT_REQUIRED'
            ELSE 'TASK_STATE_COMPLETED'
          END AS state,
          date_trunc('milliseconds', greatest(
            coalesce(a.created_at, n.ended_at, n.started_at),
            n.stop_requested_at,
            CASE WHEN a.id IS NOT NULL AND NOT actions.is_open THEN actions.settled_at END
          )) AS changed_at
        FROM (
          SELECT DISTINCT ON (t.task_id) t.task_id AS task, t.* FROM turns t
          WHERE ${sql.and([turnsOf(owner), ...optionalCondition(id, (id) => sql`t.task_id = ${id}`)])}
          ORDER BY t.task_id, t.started_at DESC, t.id DESC
        ) n
        JOIN conversations c ON c.id = n.conversation_id AND c.is_active
        LEFT JOIN messages a ON a.id = n.answer_id
        CROSS JOIN LATERAL (
          SELECT coalesce(bool_or(${sql.literal(pendingCondition)}), false) AS is_open,
            max(CASE WHEN p.state = 'open' THEN p.expires_at ELSE p.settled_at END) AS settled_at
          FROM (SELECT * FROM pending_actions WHERE conversation_id = c.id) p
          WHERE p.shown_by IN (SELECT t.answer_id FROM turns t WHERE ${turnsOf(owner)} AND t.task_id = n.task)
        ) actions`

      const selectOne = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: TurnId }),
        Result: TaskRow,
        execute: ({ id, owner }) => tasks(owner, id)
      })

      const matching = (owner: UserId, { contextId, status, statusTimestampAfter }: TaskQuery) => sql`
        SELECT * FROM (${tasks(owner, null)}) tasks WHERE ${sql.and([
          sql`true`,
          ...optionalCondition(
            contextId,
            (id) => sql`(context_id = ${id} OR conversation_id::text = ${id.toLowerCase()})`
          ),
          ...optionalCondition(status, (state) => sql`state = ${state}`),
          ...optionalCondition(
            statusTimestampAfter,
            (time) => sql`changed_at >= ${timeOf(Math.max(0, DateTime.toEpochMillis(time)))}::timestamptz`
          )
        ])}`

      /** Ids as the cursor compares them, whatever text a client sends as one. */
      const idText = sql.literal(`id::text COLLATE "C"`)

      const afterPosition = ({ changedAt, id }: Position) => sql`
        (changed_at, ${idText}) < (${timeOf(changedAt)}::timestamptz, ${id} COLLATE "C")`

      const selectPage = (owner: UserId, query: TaskQuery) => sql`
        WITH matching AS (${matching(owner, query)})
        SELECT *, (SELECT count(*)::int FROM matching) AS total FROM matching
        WHERE ${sql.and([sql`true`, ...optionalCondition(query.pageToken, afterPosition)])}
        ORDER BY changed_at DESC, ${idText} DESC LIMIT ${query.pageSize + 1}`

      const countMatching = (owner: UserId, query: TaskQuery) => sql`
        SELECT count(*)::int AS total FROM (${matching(owner, query)}) matching`

      const decodeCount = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ total: Schema.Int })))
      const decodePage = Schema.decodeUnknown(Schema.Array(CountedTaskRow))

      const selectTurns = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, ids: Schema.Array(TurnId) }),
        Result: TaskTurnRow,
        execute: ({ ids, owner }) => sql`
          SELECT ${sql.literal(StoredTurns.columns)}, t.task_id AS task, m.content AS words
          FROM turns t
          LEFT JOIN messages m ON m.id = t.user_message_id
          LEFT JOIN messages a ON a.id = t.answer_id
          WHERE ${turnsOf(owner)} AND t.task_id IN ${sql.in(ids)}
          ORDER BY t.started_at, t.id`
      })

      /** Adds the turns of tasks, with their messages and the present state of their actions. */
      const withTurns = Effect.fnUntraced(function* (owner: UserId, rows: ReadonlyArray<typeof TaskRow.Type>) {
        if (rows.length === 0) {
          return []
        }
        const turns = yield* orUnavailable(selectTurns({ owner, ids: rows.map(({ id }) => id) }))
        const ids = Array.dedupe(turns.flatMap(StoredTurns.actionsOf))
        const found = ids.length === 0 ? [] : yield* pending.findAll(owner, ids)
        const actions = new Map(found.map((action) => [action.id, action]))
        const tasks = yield* Effect.forEach(rows, ({ changed_at, context_id, conversation_id, id, state }) =>
          Effect.gen(function* () {
            const own = yield* Effect.forEach(
              turns.filter(({ task }) => task === id),
              (turn) => turnOf(turn, actions)
            )
            // Empty if the turn was released after its task had been read.
            return Array.isNonEmptyReadonlyArray(own)
              ? Option.some<StoredTask>({
                  id,
                  conversationId: conversation_id,
                  contextId: context_id,
                  state,
                  changedAt: changed_at,
                  turns: own
                })
              : Option.none()
          })
        )
        return Array.getSomes(tasks)
      })

      const find = Effect.fn("TaskArchive.find")(function* (owner: UserId, id: TurnId) {
        const row = yield* orUnavailable(selectOne({ owner, id }))
        const found = yield* withTurns(owner, Option.toArray(row))
        return yield* Effect.mapError(Array.head(found), () => new TurnNotFound())
      })

      const list = Effect.fn("TaskArchive.list")(function* (owner: UserId, query: TaskQuery) {
        const rows = yield* orUnavailable(Effect.flatMap(selectPage(owner, query), decodePage))
        const page = rows.slice(0, query.pageSize)
        const [first] = rows
        const total =
          first === undefined
            ? (yield* orUnavailable(Effect.flatMap(countMatching(owner, query), decodeCount)))[0].total
            : first.total
        return {
          tasks: yield* withTurns(owner, page),
          total,
          next:
            rows.length > page.length
              ? Option.map(Array.last(page), ({ changed_at, id }) => ({
                  changedAt: DateTime.toEpochMillis(changed_at),
                  id
                }))
              : Option.none()
        }
      })

      const selectOfMessage = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, messageId: Schema.String }),
        Result: Schema.Struct({ task: TurnId }),
        execute: ({ messageId, owner }) => sql`
          SELECT t.task_id AS task FROM turns t WHERE ${turnsOf(owner)} AND t.client_message_id = ${messageId}`
      })

      const selectOfAction = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: ActionId }),
        Result: Schema.Struct({
          id: ConversationId,
          contextId: Schema.String,
          task: Schema.NullOr(TurnId)
        }),
        execute: ({ id, owner }) => sql`
          SELECT c.id, ${sql.literal(contextIdColumn)} AS "contextId", t.task_id AS task FROM pending_actions p
          JOIN conversations c ON c.id = p.conversation_id AND c.is_active
          LEFT JOIN turns t ON ${turnsOf(owner)} AND t.conversation_id = p.conversation_id AND t.answer_id = p.shown_by
          WHERE p.id = ${id} AND p.user_id = ${owner} AND p.shown_by IS NOT NULL`
      })

      const selectConversation = selectNamed(sql)

      const drop = Effect.fn("TaskArchive.drop")(
        function* (owner: UserId, { conversationId, id: task }: Pick<StoredTask, "id" | "conversationId">) {
          yield* lockConversation(sql, owner, conversationId)
          // A turn may have begun since the task was read.
          const [newest] = yield* sql<{ id: TurnId; isAtWork: boolean }>`
            SELECT t.id, t.state IN ('received', 'running') AS "isAtWork" FROM turns t
            WHERE ${turnsOf(owner)} AND t.task_id = ${task} ORDER BY t.started_at DESC, t.id DESC LIMIT 1`
          const open = yield* sql<{ id: ActionId }>`
            SELECT p.id FROM pending_actions p JOIN turns t ON t.answer_id = p.shown_by
            WHERE p.conversation_id = ${conversationId} AND ${turnsOf(owner)} AND t.task_id = ${task}
              AND p.state = 'open' AND p.expires_at > now()`
          if (newest === undefined || newest.isAtWork || open.length === 0) {
            return false
          }
          yield* pending.drop(
            conversationId,
            open.map(({ id }) => id)
          )
          yield* sql`UPDATE turns SET stop_requested_at = now() WHERE id = ${newest.id}`
          return true
        },
        Effect.catchTag("NoConversation", () => Effect.succeed(false)),
        withRetry(sql),
        orUnavailable
      )

      return {
        find,
        list,
        ofMessage: (owner, messageId) =>
          orUnavailable(
            Effect.map(
              selectOfMessage({ owner, messageId }),
              Option.map(({ task }) => task)
            )
          ),
        ofAction: Effect.fn("TaskArchive.ofAction")(function* (owner: UserId, id: ActionId) {
          const row = yield* orUnavailable(selectOfAction({ owner, id }))
          const { task, ...conversation } = yield* Effect.mapError(row, () => new ActionNotFound())
          return { conversation, task: Option.fromNullable(task) }
        }),
        conversationOf: (owner, contextId) => orUnavailable(selectConversation({ owner, name: contextId })),
        drop
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(PendingActions.layer))
}
