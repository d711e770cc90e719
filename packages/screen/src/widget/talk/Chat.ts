import { type TaskView, initialView } from "@storefront/domain/turn/TaskView"
import { type Customer, NothingToRead, SignedOut } from "../customer/Customer.ts"
import { type Store } from "../customer/Store.ts"
import { type Answered, answerOf, type Entry, newestOf, readConversation } from "./Entries.ts"
import { readJson, Refused } from "./Requests.ts"
import { type Decision, follow, type Outgoing, stop } from "./Turn.ts"

/** The conversation of one customer: what was said, what is being answered, and what waits. */

/** A message that is being answered. */
export interface Running {
  readonly outgoing: Outgoing
  readonly view: TaskView
  /** The connection is lost, and the customer should know. */
  readonly isLost: boolean
}

/** A refusal that ends by itself. */
export interface Limit {
  /** The server's sentence. */
  readonly detail: string
  /** Time in ms from which another attempt can succeed. */
  readonly until: number
}

export interface ChatState {
  readonly entries: ReadonlyArray<Entry>
  readonly running: Running | null
  /** Texts that were typed during an answer, and are sent one after another. */
  readonly queue: ReadonlyArray<string>
  /** Text that was refused for now, and goes back into the input. */
  readonly returned: string
  readonly limit: Limit | null
  readonly isSignedOut: boolean
  /** Answers in a row that failed. */
  readonly failures: number
}

const empty: ChatState = {
  entries: [],
  running: null,
  queue: [],
  returned: "",
  limit: null,
  isSignedOut: false,
  failures: 0
}

/** Age in ms up to which the newest conversation goes on. */
const resumable = 24 * 60 * 60 * 1000

/** Wait in seconds after a refusal that names none. */
const usualWait = 5

export interface ChatOptions {
  readonly customer: Pick<Customer, "identity" | "send">
  /** Ends when another customer is here. */
  readonly signal: AbortSignal
  /** Storage of this tab: the message that is being answered, which a reload resumes. */
  readonly own: Store
  readonly now: () => number
  readonly newId: () => string
  readonly page: () => Outgoing["page"]
  readonly changed: (state: ChatState) => void
  /** An answer has come to its end. */
  readonly ended: (answer: Answered) => void
}

export class Chat {
  readonly #options: ChatOptions
  #state = empty
  #conversation: string | null = null
  #following = new AbortController()
  /** Message that was refused because the session is over. */
  #held: Outgoing | null = null

  constructor(options: ChatOptions) {
    this.#options = options
  }

  get state(): ChatState {
    return this.#state
  }

  /** Reads the newest conversation, and resumes the message that was being answered when the page was left. */
  readonly load = async (): Promise<void> => {
    const { customer, now, own, signal } = this.#options
    if (customer.identity.kind === "nobody") {
      return
    }
    try {
      const list = await readJson(await customer.send({ method: "GET", path: "api/conversations" }))
      if (this.#state.running !== null) {
        return
      }
      this.#conversation = newestOf(list, now(), resumable)
      await this.#read()
    } catch (error) {
      if (!signal.aborted && !(error instanceof NothingToRead)) {
        this.#change(this.#refusal(error))
      }
      return
    }
    const left = own.read("running")
    if (isOutgoing(left) && this.#state.running === null) {
      await this.#run(left)
    }
  }

  /** The session goes on, or something was said in another tab: sends what was refused, else reads again. */
  readonly resume = async (): Promise<void> => {
    if (this.#state.running === null) {
      const held = this.#held
      this.#held = null
      this.#change({ isSignedOut: false })
      await (held === null ? this.load() : this.#run(held))
    }
  }

  /** Says something, or lets it wait until the present answer is complete. */
  readonly say = (text: string): void => {
    if (this.#state.running === null) {
      void this.#run(this.#outgoing(text, []))
    } else {
      this.#change({ queue: [...this.#state.queue, text] })
    }
  }

  /** Confirms or declines a proposal. */
  readonly decide = (decision: Decision): void => {
    if (this.#state.running === null) {
      void this.#run(this.#outgoing(null, [decision]))
    }
  }

  /** Sends the last message once more, as a new one. */
  readonly retry = (): void => {
    const last = this.#state.entries.findLast(({ from }) => from === "customer")
    if (last !== undefined && this.#state.running === null) {
      void this.#run(this.#outgoing(last.text, []))
    }
  }

  /** Stops the answer. What was said and done until then stays. */
  readonly stop = async (): Promise<void> => {
    const id = this.#state.running?.view.taskId
    if (id !== undefined && id !== null) {
      await stop(this.#options.customer.send, id)
    }
  }

  /** Drops a message that waits. */
  readonly unqueue = (at: number): void => this.#change({ queue: this.#state.queue.filter((_, other) => other !== at) })

  /** Begins another conversation. */
  readonly begin = (): void => {
    this.#following.abort()
    this.#held = null
    this.#conversation = null
    this.#options.own.remove("running")
    this.#state = empty
    this.#change({})
  }

  /** Ends all that runs, and forgets everything: another customer is here. */
  readonly forget = (): void => this.begin()

  #change(change: Partial<ChatState>) {
    this.#state = { ...this.#state, ...change }
    this.#options.changed(this.#state)
  }

  #outgoing(text: string | null, decisions: ReadonlyArray<Decision>): Outgoing {
    const { newId, page } = this.#options
    return { messageId: newId(), text, decisions, contextId: this.#conversation, page: page() }
  }

  /** Reads what the server has stored of the conversation. */
  async #read() {
    if (this.#conversation === null) {
      return
    }
    const path = `api/conversations/${this.#conversation}`
    const { entries } = readConversation(await readJson(await this.#options.customer.send({ method: "GET", path })))
    if (this.#state.running === null) {
      this.#change({ entries })
    }
  }

  async #run(outgoing: Outgoing) {
    const { customer, own } = this.#options
    const following = new AbortController()
    this.#following = following
    const isHere = () => this.#following === following && !following.signal.aborted
    const running = (change: Partial<Running>) => {
      const current = this.#state.running
      if (isHere() && current !== null) {
        this.#change({ running: { ...current, ...change } })
      }
    }
    own.write("running", outgoing)
    const before = this.#state.entries
    this.#change({
      running: { outgoing, view: initialView, isLost: false },
      returned: "",
      limit: null,
      entries:
        outgoing.text === null || before.some(({ key }) => key === outgoing.messageId)
          ? before
          : [...before, { from: "customer", key: outgoing.messageId, text: outgoing.text }]
    })
    try {
      const view = await follow(
        customer.send,
        outgoing,
        { view: (view) => running({ view }), lost: (isLost) => running({ isLost }) },
        following.signal
      )
      if (isHere()) {
        this.#conversation = view.conversationId ?? view.contextId
        const answer = answerOf(`answer-${outgoing.messageId}`, view)
        this.#end({
          entries: [...this.#state.entries, answer],
          failures: answer.end === "failed" ? this.#state.failures + 1 : 0
        })
        this.#options.ended(answer)
        await this.#read()
        this.#next()
      }
    } catch (error) {
      if (isHere() && error instanceof SignedOut) {
        this.#held = outgoing
        this.#change({ running: null, isSignedOut: true })
      } else if (isHere()) {
        this.#end({ entries: before, returned: outgoing.text ?? "", ...this.#refusal(error) })
      }
    }
  }

  #end(change: Partial<ChatState>) {
    this.#options.own.remove("running")
    this.#change({ running: null, ...change })
  }

  /** Sends the next message that waits. */
  #next() {
    const [text, ...queue] = this.#state.queue
    if (text !== undefined && this.#state.running === null) {
      this.#change({ queue })
      this.say(text)
    }
  }

  #refusal(error: unknown): Partial<ChatState> {
    if (error instanceof SignedOut) {
      return { isSignedOut: true }
    }
    const detail = error instanceof Error ? error.message : String(error)
    const wait = error instanceof Refused ? (error.retryAfter ?? usualWait) : usualWait
    return { limit: { detail, until: this.#options.now() + wait * 1000 } }
  }
}

/** Returns whether something in storage is a message on its way. */
const isOutgoing = (value: unknown): value is Outgoing => {
  if (typeof value !== "object" || value === null) {
    return false
  }
  const { contextId, decisions, messageId, page, text } = {
    contextId: null,
    decisions: null,
    messageId: null,
    page: null,
    text: null,
    ...value
  }
  return (
    typeof messageId === "string" &&
    (text === null || typeof text === "string") &&
    (contextId === null || typeof contextId === "string") &&
    Array.isArray(decisions) &&
    typeof page === "object"
  )
}
