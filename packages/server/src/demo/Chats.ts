import { account } from "./Accounts.ts"
import { type Chat, chats } from "./ChatScripts.ts"
import type { Row, Rows } from "./Loader.ts"
import { turnRows } from "./TurnRows.ts"
import { ago, iso, minute, randomOf, type World } from "./World.ts"

const titleLength = 80

/** Makes a title of the first message, cut between words if too long. */
const titleOf = (message: string) =>
  message.length <= titleLength ? message : `${message.slice(0, titleLength).replace(/\s+\S*$/, "")}…`

const firstValue = (rows: ReadonlyArray<Row>, column: string) => rows[0]?.[column] ?? ""

/** Makes the rows of a conversation: messages and usage log of its turns, which are three minutes apart. */
const chatRows = (world: World, index: number, { age, isActive, owner, turns }: Chat): Rows => {
  const random = randomOf(world, "chat", index)
  const lastMillis = ago(world, age)
  const id = random.uuid(lastMillis - turns.length * 3 * minute)
  const userId = account(world, owner).id
  const groups = turns.map(({ isBlocked = false, ...script }, turn) => {
    const endMillis = lastMillis - (turns.length - 1 - turn) * 3 * minute
    const outcome = isBlocked ? "blocked" : "success"
    return turnRows(random, { userId, conversationId: id, endMillis, outcome }, script)
  })
  const messages = groups.flatMap((rows) => rows["messages"] ?? [])
  return {
    conversations: [
      {
        id,
        user_id: userId,
        title: titleOf(turns[0]?.message ?? ""),
        is_active: isActive,
        created_at: firstValue(messages, "created_at"),
        last_message_at: iso(lastMillis)
      }
    ],
    messages,
    usage_logs: groups.flatMap((rows) => rows["usage_logs"] ?? []),
    agent_execution_steps: groups.flatMap((rows) => rows["agent_execution_steps"] ?? [])
  }
}

export const chatGroups = (world: World): ReadonlyArray<Rows> =>
  chats(world).map((chat, index) => chatRows(world, index, chat))
