import { type TaskView, initialView } from "@storefront/domain/turn/TaskView"
import { type Customer, SignedOut, type Store } from "../customer/Customer.ts"
import { answerOf, type Entry, newestOf, readConversation } from "./Entries.ts"
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

/** A message that waits for the end of the present answer. */
export interface Waiting {
  readonly text: string
  /** Product that it is about, if not the one of the page. */
  readonly product: string | undefined
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
  /** Messages that were written during an answer, and are sent one after another. */
  readonly queue: ReadonlyArray<Waiting>
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
  readonly customer: Customer
  /** Storage of this tab: the message that is being answered, which a reload resumes. */
  readonly own: Store
  readonly now: () => number
  readonly newId: () => string
  readonly page: () => Outgoing["page"]
  readonly changed: (state: ChatState) => void
}

export class Chat {
  readonly #options: ChatOptions
  #state = empty
  #conversation: string | null = null
  #following = new AbortController()

  constructor(options: ChatOptions) {
    this.#options = options
  }

  get state(): ChatState {
    return this.#state
  }

  /** Reads the newest conversation, and resumes the message that was being answered when the page was left. */
  readonly load = async (): Promise<void> => {
    const { customer, now, own } = this.#options
    if (customer.identity.kind === "nobody") {
      return
    }
    const list = await readJson(await customer.send({ method: "GET", path: "api/conversations" }))
    this.#conversation = newestOf(list, now(), resumable)
    await this.#read()
    const left = own.read("running")
    if (isOutgoing(left)) {
      await this.#run(left)
    }
  }

  /** Says something, about a product if one is named, or lets it wait until the present answer is complete. */
  readonly say = (text: string, product?: string): void => {
    if (this.#state.running === null) {
      void this.#run(this.#outgoing(text, [], product))
    } else {
      this.#change({ queue: [...this.#state.queue, { text, product }] })
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

  #outgoing(text: string | null, decisions: ReadonlyArray<Decision>, product?: string): Outgoing {
    const { newId, page } = this.#options
    const { locale, product_id } = page()
    return {
      messageId: newId(),
      text,
      decisions,
      contextId: this.#conversation,
      page: { locale, product_id: product ?? product_id }
    }
  }

  /** Reads what the server has stored of the conversation. */
  async #read() {
    if (this.#conversation === null) {
      return
    }
    const path = `api/conversations/${this.#conversation}`
    const { entries } = readConversation(await readJson(await this.#options.customer.send({ method: "GET", path })))
    this.#change({ entries })
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
        await this.#read()
        this.#next()
      }
    } catch (error) {
      if (isHere()) {
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
    const [next, ...queue] = this.#state.queue
    if (next !== undefined && this.#state.running === null) {
      this.#change({ queue })
      this.say(next.text, next.product)
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
