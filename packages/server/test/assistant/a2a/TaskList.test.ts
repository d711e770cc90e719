import { assert, it } from "@effect/vitest"
import { type Task, TaskState } from "@storefront/domain/api/AgentApi"
import { DateTime, FastCheck, Schema } from "effect"
import * as TaskList from "../../../src/assistant/a2a/TaskList.ts"

const states = TaskState.literals

/** Tasks of a few moments, so that many have the same one. */
const tasks = FastCheck.array(
  FastCheck.record({
    millis: FastCheck.integer({ min: 0, max: 4 }),
    state: FastCheck.constantFrom(...states),
    contextId: FastCheck.constantFrom("a", "b")
  }),
  { maxLength: 30 }
).map((drawn) =>
  drawn.map(({ contextId, millis, state }, index): Task => ({
    id: `task ${index}`,
    contextId,
    status: { state, timestamp: DateTime.unsafeMake(millis) }
  }))
)

const decodeQuery = Schema.decodeUnknownSync(TaskList.Query)

const idsOf = (page: { readonly tasks: ReadonlyArray<Task> }) => page.tasks.map(({ id }) => id)

/** All pages, one after the other. */
const pages = (
  all: ReadonlyArray<Task>,
  query: Readonly<Record<string, string>>,
  token = ""
): ReadonlyArray<string> => {
  const page = TaskList.page(all, decodeQuery({ ...query, ...(token === "" ? {} : { pageToken: token }) }))
  assert.isAtMost(page.tasks.length, page.pageSize)
  return page.nextPageToken === "" ? idsOf(page) : [...idsOf(page), ...pages(all, query, page.nextPageToken)]
}

it.prop(
  "pages of whatever size are the whole list, the last changed first",
  [tasks, FastCheck.integer({ min: 1, max: 9 })],
  ([all, pageSize]) => {
    const whole = TaskList.page(all, decodeQuery({ pageSize: "100" }))
    assert.sameMembers(
      idsOf(whole),
      all.map(({ id }) => id)
    )
    const times = whole.tasks.map(({ status }) => status.timestamp?.epochMillis ?? -1)
    assert.deepStrictEqual(
      times,
      times.toSorted((a, b) => b - a)
    )
    assert.deepStrictEqual(pages(all, { pageSize: String(pageSize) }), idsOf(whole))
  }
)

it.prop(
  "a filter leaves exactly what fits, and counts it on every page",
  [tasks, FastCheck.constantFrom(...states), FastCheck.integer({ min: 0, max: 4 })],
  ([all, status, millis]) => {
    const statusTimestampAfter = DateTime.formatIso(DateTime.unsafeMake(millis))
    const page = TaskList.page(all, decodeQuery({ status, contextId: "a", statusTimestampAfter, pageSize: "1" }))
    const fitting = all.filter(
      (task) =>
        task.status.state === status && task.contextId === "a" && (task.status.timestamp?.epochMillis ?? -1) >= millis
    )
    assert.strictEqual(page.totalSize, fitting.length)
    assert.sameMembers(
      [...pages(all, { status, contextId: "a", statusTimestampAfter, pageSize: "2" })],
      fitting.map(({ id }) => id)
    )
  }
)
