import { Args, Command, Options } from "@effect/cli"
import { Message, staffName } from "@storefront/domain/api/ConversationsApi"
import { bounded } from "@storefront/domain/api/Fields"
import { CaseId } from "@storefront/domain/Ids"
import { CaseState } from "@storefront/domain/SupportCases"
import { ConversationArchive } from "@storefront/server/assistant/chat/ConversationArchive"
import { StaffAnswers } from "@storefront/server/assistant/chat/StaffAnswers"
import { CaseOperations, SupportCase } from "@storefront/server/shop/support/CaseOperations"
import { Array, DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { readEmail } from "../Accounts.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Listing from "../Listing.ts"
import * as Output from "../Output.ts"

const Cases = Schema.Struct({ cases: Schema.Array(SupportCase), count: Schema.Int })

const headings = ["case", "state", "opened", "about", "order", "answered", "customer", "in their words"]

const words = (code: string) => code.replaceAll("_", " ")

const minute = (time: DateTime.Utc) => DateTime.formatIso(time).slice(0, 16)

const cells = ({ answer, created_at, kind, number, order_number, state, summary, user_email }: SupportCase) => [
  number,
  state,
  minute(created_at),
  words(kind),
  order_number ?? "",
  answer === null ? "no" : "yes",
  user_email,
  Output.printable(summary)
]

const list = Command.make(
  "list",
  {
    state: Options.choice("state", CaseState.literals).pipe(
      Options.withDescription("Only those in this state"),
      Options.optional
    ),
    ...Listing.paging,
    json: Output.json
  },
  Effect.fn("cli.cases.list")(function* ({ json, limit, offset, state }) {
    const operations = yield* CaseOperations
    const page = yield* Listing.pageOf({ limit, offset }, (part) => operations.list(Option.getOrNull(state), part))
    yield* Output.print(Cases, { cases: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No support cases.", headings, cells)
    )
  })
).pipe(Command.withDescription("List support cases, newest first."))

const supportCase = Input.id("case", "Number or id of the support case")

const readCase = (typed: string) =>
  Input.readNumbered(typed, {
    what: "support case",
    where: "Find numbers with: storefront cases list, and ids with --json",
    id: CaseId,
    find: (number) => Effect.flatMap(CaseOperations, ({ findByNumber }) => findByNumber(number))
  })

const heading = ({ number, state }: SupportCase) => `Support case ${number}: ${state}`

/** Number of newest messages shown of a conversation. */
const shownMessages = 20

/** A case with the conversation that it came from; null if the customer has deleted that. */
const ShownCase = Schema.Struct({
  ...SupportCase.fields,
  messages: Schema.NullOr(Schema.Array(Schema.Struct(Struct.pick(Message.fields, "role", "agent_name", "content"))))
})

const speaker = ({ agent_name, role }: { readonly role: string; readonly agent_name: string | null }) =>
  role === "user" ? "customer" : agent_name === staffName ? "staff" : "assistant"

const show = Command.make(
  "show",
  { supportCase, json: Output.json },
  Effect.fn("cli.cases.show")(function* ({ json, supportCase }) {
    const operations = yield* CaseOperations
    const archive = yield* ConversationArchive
    const found = yield* Effect.flatMap(readCase(supportCase), operations.find)
    const messages = yield* archive.find(found.user_id, found.conversation_id).pipe(
      Effect.map(({ messages }) => Array.takeRight(messages, shownMessages)),
      Effect.catchTag("ConversationNotFound", () => Effect.succeed(null))
    )
    yield* Output.print(ShownCase, { ...found, messages }, json, (it) => [
      heading(it),
      `  about         ${words(it.kind)}${it.order_number === null ? "" : `, order ${it.order_number}`}`,
      `  customer      ${Output.printable(it.user_name)}, ${it.user_email}`,
      `  opened        ${minute(it.created_at)}`,
      ...(it.closed_at === null ? [] : [`  closed        ${minute(it.closed_at)}`]),
      `  conversation  ${it.conversation_id}`,
      `  said          ${Output.printable(it.summary)}`,
      ...(it.answer === null ? [] : [`  answer        ${Output.printable(it.answer)}`]),
      "",
      ...(it.messages === null
        ? ["The customer has deleted the conversation."]
        : it.messages.map((message) => `  ${speaker(message).padEnd(12)}  ${Output.printable(message.content)}`))
    ])
  })
).pipe(Command.withDescription("Show a support case, and what was said last in its conversation."))

const longestAnswer = 4000

const readAnswer = (text: string) =>
  Effect.mapError(
    Schema.decodeUnknown(bounded(1, longestAnswer))(text),
    () => new Input.InputInvalid({ message: `An answer must be 1 to ${longestAnswer} characters` })
  )

const Answered = Schema.Struct({ ...SupportCase.fields, shown: Schema.Boolean })

const answer = Command.make(
  "answer",
  {
    supportCase,
    text: Args.text({ name: "text" }).pipe(Args.withDescription("What the customer reads, in quotes")),
    by: Options.text("by").pipe(
      Options.withDescription("E-mail of the administrator who answers; the customer reads the name"),
      Options.optional
    ),
    json: Output.json
  },
  Effect.fn("cli.cases.answer")(function* ({ by, json, supportCase, text }) {
    const answers = yield* StaffAnswers
    const { answered, isShown } = yield* answers.answer(yield* readCase(supportCase), {
      text: yield* readAnswer(text),
      by: yield* Option.match(by, { onNone: () => Effect.succeed(null), onSome: readEmail })
    })
    yield* Output.print(Answered, { ...answered, shown: isShown }, json, ({ shown, ...it }) => [
      heading(it),
      shown
        ? "  answered in the conversation"
        : "  answered, but the customer has deleted the conversation and does not read it"
    ])
  })
).pipe(
  Command.withDescription(
    "Answer a support case: a message in the customer's conversation. The case stays as it is, and can be answered again."
  )
)

const close = Command.make(
  "close",
  { supportCase, json: Output.json },
  Effect.fn("cli.cases.close")(function* ({ json, supportCase }) {
    const operations = yield* CaseOperations
    const closed = yield* Effect.flatMap(readCase(supportCase), operations.close)
    yield* Output.print(SupportCase, closed, json, (it) => [heading(it)])
  })
).pipe(Command.withDescription("Close a support case that is settled; the customer is not told."))

/** The support case commands, on any database. */
export const commands = Command.make("cases").pipe(
  Command.withDescription("List support cases, and answer and close them."),
  Command.withSubcommands([list, show, answer, close])
)

/** The support case commands, on the configured database. */
export const cases = Command.provide(
  commands,
  CommandDatabase.onDatabase(Layer.mergeAll(CaseOperations.layer, ConversationArchive.layer, StaffAnswers.layer))
)
