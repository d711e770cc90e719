import { type TaskView } from "@storefront/domain/turn/TaskView"
import { type Customer, NothingToRead, SignedOut } from "../customer/Customer.ts"
import { type Store } from "../customer/Store.ts"
import { alone, begun, ended, readSent, seenIn, type Sent, sentNow, shown, withdrawn } from "./Answering.ts"
import {
  type ChatState,
  emptyChat,
  isBusy,
  pendingDecisions,
  type Refusal,
  type Wish,
  withReturned
} from "./ChatState.ts"
import {
  actionIdOf,
  endOf,
  type Entry,
  firstExpiry,
  isOpen,
  newestOf,
  openActions,
  readConversation,
  withStored
} from "./Entries.ts"
import { type Decision, type Outgoing } from "./Outgoing.ts"
import { type Replies } from "./Replies.ts"
import { readJson, Refused } from "./Requests.ts"
import { follow, isTemporary, pause, stop, usualPatience, waitBefore } from "./Turn.ts"

/** Age in ms up to which the newest conversation goes on. */
const resumable = 24 * 60 * 60 * 1000

/** Wait in seconds after a refusal for now that names none. */
const usualWait = 5

/** Wait in ms before a proposal is looked at again that should have expired, by this clock. */
const expiryPolling = 15_000

/** Longest wait in ms that `setTimeout` takes. */
const longestTimer = 2 ** 31 - 1

export interface ChatOptions {
  readonly customer: Pick<Customer, "identity" | "send">
  /** Things of the customer's that outlive a reload of this tab. */
  readonly kept: Store
  readonly replies: Replies
  readonly now: () => number
  readonly newId: () => string
  readonly page: () => Outgoing["page"]
  readonly changed: (state: ChatState) => void
  /** An answer has come to its end. */
  readonly ended: (view: TaskView) => void
}

const keptNames = ["draft", "running", "new"]

/** What the server has of a conversation. */
interface Found {
  readonly conversation: string | null
  readonly entries: ReadonlyArray<Entry>
}

const nothing: Found = { conversation: null, entries: [] }

/** Returns whether there is no such conversation, or no guest any more who had one. */
const isNotFound = (error: unknown): boolean =>
  error instanceof NothingToRead || (error instanceof Refused && (error.status === 404 || error.status === 410))

/**
 * The conversation of one customer. It reads what was said; then it sends one message after another and follows its
 * answer; what is wished meanwhile waits. `Answering` says how a message changes what is shown, `Turn` how its task is
 * followed.
 */
export class Chat {
  readonly #options: ChatOptions
  #state: ChatState = { ...emptyChat, history: "reading" }
  #conversation: string | null = null
  /** Aborts when what is being read or followed is no longer wanted. */
  #present = new AbortController()
  #expiry: ReturnType<typeof setTimeout> | undefined
  /** Message that was refused because the session is over, and is in the input now. */
  #refused: Outgoing | null = null

  constructor(options: ChatOptions) {
    this.#options = options
  }

  get state(): ChatState {
    return this.#state
  }

  /** What the customer has typed, or else said without the account that it needs. */
  get wish(): string {
    const { draft, entries } = this.#state
    const [said, answer] = entries.slice(-2)
    const needsAccount = answer?.from === "assistant" && answer.cards.some(({ kind }) => kind === "sign_in")
    return draft === "" && needsAccount && said?.from === "customer" ? (said.text ?? "") : draft
  }

  /**
   * Reads the newest conversation, again and again until it can be read, and resumes the message that was being answered
   * when the page was left.
   */
  readonly load = async (): Promise<void> => {
    const { kept } = this.#options
    const signal = this.#supersede()
    const draft = kept.read("draft")
    this.#set({ history: "reading", isSignedOut: false, draft: typeof draft === "string" ? draft : this.#state.draft })
    const sent = readSent(kept.read("running"))
    for (let attempt = 0, found: Found | null = null; found === null; attempt++) {
      try {
        found = await this.#find(sent)
      } catch (error) {
        if (error instanceof SignedOut && !signal.aborted) {
          this.#set({ history: "read", isSignedOut: true })
          return
        }
        await this.#waitForHistory(attempt, error, signal)
      }
      if (signal.aborted) {
        return
      }
      if (found !== null) {
        this.#conversation = found.conversation
        this.#set({ history: "read", entries: found.entries })
      }
    }
    await (sent === null ? this.#next() : this.#send(sent))
  }

  /**
   * The session begins or goes on, or something was said in another tab: says what was refused, unless the customer has
   * changed it, or else reads what there is.
   */
  readonly resume = async (): Promise<void> => {
    const refused = this.#refused
    this.#refused = null
    if (refused !== null && (refused.text ?? "") === this.#state.draft) {
      this.#set({ isSignedOut: false, draft: "" })
      await this.#send(sentNow(refused))
    } else if (this.#state.history === "read") {
      this.#set({ isSignedOut: false })
      await this.refresh()
    } else {
      await this.load()
    }
  }

  /** Takes what the customer types. */
  readonly type = (draft: string): void => this.#set({ draft })

  /**
   * Says something, or lets it wait until the present answer is complete. A plain yes is about the proposals that are
   * open on the screen now, and about nothing that comes later.
   */
  readonly say = (text: string, product: string | null = null): void => {
    const open = this.#options.replies.of(text) === "yes" ? openActions(this.#state.entries) : []
    const decisions = open.map((action) => ({ action_id: actionIdOf(action), decision: "confirm" as const }))
    this.#wish({ text, decisions, product })
  }

  /** Confirms or declines a proposal. */
  readonly decide = (decision: Decision): void => {
    if (!pendingDecisions(this.#state).some(({ action_id }) => action_id === decision.action_id)) {
      this.#wish({ text: null, decisions: [decision], product: null })
    }
  }

  /** Sends the message that failed last once more, as a new one. */
  readonly retry = (): void => {
    const { failed } = this.#state
    if (failed !== null && !isBusy(this.#state)) {
      this.#wish({ text: failed.text, decisions: failed.decisions, product: failed.page.product_id })
    }
  }

  /**
   * Stops the answer, as soon as the server has named its task; what was said and done until then stays. A message that
   * perhaps never arrived is taken back.
   */
  readonly stop = (): void => {
    const { running } = this.#state
    if (running === null || running.stopping === "asked") {
      return
    }
    if (running.taskId === null && running.isLost) {
      this.#supersede()
      this.#withdraw(running.outgoing, {})
      return
    }
    this.#set({ running: { ...running, stopping: "asked" } })
    if (running.taskId !== null) {
      void this.#cancel(running.taskId)
    }
  }

  /** Drops something that waits. */
  readonly unqueue = (key: string): void => this.#set({ queue: this.#state.queue.filter((wish) => wish.key !== key) })

  /** Begins another conversation. An answer in the making goes on at the server; what waits goes into the input. */
  readonly begin = (): void => {
    const { draft } = withReturned(this.#state)
    this.#supersede()
    this.#conversation = null
    this.#refused = null
    this.#options.kept.remove("running")
    this.#options.kept.write("new", true)
    this.#set({ ...emptyChat, draft })
  }

  /** Ends all that runs, and forgets everything: another customer is here. */
  readonly forget = (): void => {
    this.#supersede()
    this.#conversation = null
    this.#refused = null
    for (const name of keptNames) {
      this.#options.kept.remove(name)
    }
    this.#show(emptyChat)
  }

  /** Reads the conversation again, unless an answer is in the making: after that it is read anyway. */
  readonly refresh = async (): Promise<void> => {
    const { signal } = this.#present
    if (isBusy(this.#state) || this.#options.customer.identity.kind === "nobody") {
      return
    }
    try {
      const conversation = this.#conversation
      const found = await (conversation === null ? this.#find(null) : this.#read(conversation))
      if (!signal.aborted) {
        this.#conversation = found.conversation
        this.#set({ entries: withStored(this.#state.entries, found.entries) })
      }
    } catch (error) {
      if (signal.aborted) {
        return
      }
      if (error instanceof SignedOut) {
        this.#set({ isSignedOut: true })
      } else if (isNotFound(error)) {
        this.#conversation = null
        this.#options.kept.write("new", true)
        this.#set({ entries: [], isGone: true })
      }
      // Else the server is away: what is shown stays, and the next look may succeed.
    }
  }

  #set(change: Partial<ChatState>) {
    const { draft } = this.#state
    if (change.draft !== undefined && change.draft !== draft) {
      this.#options.kept.write("draft", change.draft)
    }
    this.#show({ ...this.#state, ...change })
  }

  #show(state: ChatState) {
    const { entries } = this.#state
    this.#state = state
    if (state.entries !== entries) {
      this.#watchProposals()
    }
    this.#options.changed(state)
  }

  /** Ends what is being read or followed, and returns the signal of what takes its place. */
  #supersede(): AbortSignal {
    this.#present.abort()
    this.#present = new AbortController()
    return this.#present.signal
  }

  /** Finds the conversation to go on with: that of a message that was left, else the newest. */
  async #find(left: Sent | null): Promise<Found> {
    const { customer, kept, now } = this.#options
    if (
      customer.identity.kind === "nobody" ||
      (left === null ? kept.read("new") === true : left.outgoing.contextId === null)
    ) {
      return nothing
    }
    try {
      const conversation =
        left?.outgoing.contextId ??
        newestOf(await readJson(await customer.send({ method: "GET", path: "api/conversations" })), now(), resumable)
      return conversation === null ? nothing : await this.#read(conversation)
    } catch (error) {
      if (isNotFound(error)) {
        return nothing
      }
      throw error
    }
  }

  async #waitForHistory(attempt: number, error: unknown, signal: AbortSignal) {
    if (!signal.aborted) {
      this.#set({ history: "failed" })
      const asked = error instanceof Refused ? (error.retryAfter ?? 0) * 1000 : 0
      await pause(Math.max(waitBefore(usualPatience, attempt), asked), signal).catch(() => undefined)
    }
  }

  async #read(conversation: string): Promise<Found> {
    const path = `api/conversations/${conversation}`
    const body = await readJson(await this.#options.customer.send({ method: "GET", path }))
    return { conversation, entries: readConversation(body) }
  }

  #wish(said: Omit<Wish, "key">) {
    const wish = { key: this.#options.newId(), ...said }
    if (isBusy(this.#state)) {
      this.#set({ queue: [...this.#state.queue, wish] })
    } else {
      void this.#utter(wish)
    }
  }

  #utter({ decisions, key, product, text }: Wish): Promise<void> {
    const { locale, product_id } = this.#options.page()
    const page = { locale, product_id: product ?? product_id }
    return this.#send(sentNow({ messageId: key, text, decisions, contextId: this.#conversation, page }))
  }

  /**
   * Says the next thing that waits. A reply that is older than the question goes back into the input, and a decision that
   * was overtaken is dropped: its card says how.
   */
  async #next(): Promise<void> {
    const { signal } = this.#present
    const { entries } = this.#state
    const isAsked = openActions(entries).length > 0
    if (isAsked) {
      await this.#options.replies.ready()
    }
    const [wish, ...queue] = this.#state.queue
    if (signal.aborted || wish === undefined || isBusy(this.#state)) {
      return
    }
    if (wish.text === null && !wish.decisions.every(({ action_id }) => this.#isOpen(action_id))) {
      this.#set({ queue })
      await this.#next()
    } else if (isAsked && wish.decisions.length === 0 && this.#options.replies.of(wish.text ?? "") !== null) {
      this.#set(withReturned(this.#state))
    } else {
      this.#set({ queue })
      await this.#utter(wish)
    }
  }

  #isOpen(id: string): boolean {
    return this.#state.entries.some(
      (entry) =>
        entry.from === "assistant" && entry.actions.some((action) => actionIdOf(action) === id && isOpen(action))
    )
  }

  /** Sends a message and follows its answer to the end. */
  async #send(begin: Sent): Promise<void> {
    const { customer, kept } = this.#options
    const { outgoing } = begin
    const signal = this.#supersede()
    let sent = begin
    const see = (view: TaskView) => {
      if (!signal.aborted) {
        const { running } = this.#state
        sent = seenIn(sent, view)
        kept.write("running", sent)
        this.#set(shown(this.#state, sent, view))
        if (running?.stopping === "asked" && running.taskId === null && view.taskId !== null) {
          void this.#cancel(view.taskId)
        }
      }
    }
    const lost = (isLost: boolean) => {
      const { running } = this.#state
      if (!signal.aborted && running !== null) {
        this.#set({ running: { ...running, isLost } })
      }
    }
    kept.remove("new")
    kept.write("running", sent)
    this.#set(begun(this.#state, sent))
    try {
      const view = await follow(customer.send, outgoing, { view: see, lost }, signal)
      if (!signal.aborted) {
        this.#end(outgoing, view)
        await this.refresh()
        await this.#next()
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#breakOff(outgoing, error)
      }
    }
  }

  /** Takes the end of a task. After a failure, what waits goes back into the input: it was said in view of an answer. */
  #end(outgoing: Outgoing, view: TaskView) {
    const { conversationId, contextId, failure } = view
    const end = endOf(view)
    const isElsewhere = outgoing.contextId !== null && conversationId !== null && conversationId !== outgoing.contextId
    const state = ended(this.#state, outgoing, { end, detail: failure?.detail ?? "" })
    const here = isElsewhere ? alone(state, outgoing) : state
    this.#conversation = conversationId ?? contextId
    this.#options.kept.remove("running")
    if (failure === null) {
      this.#set(here)
    } else {
      const { detail, retryAfter, status } = failure
      const refusal = this.#refusalOf({ message: detail, status: status ?? 0, retryAfter })
      this.#set(
        refusal.until === null
          ? { ...withReturned(here), failed: outgoing }
          : { ...withReturned(here, outgoing.text), refusal }
      )
    }
    this.#options.ended(view)
  }

  /** Gives up a message that was not taken, or an answer that can no longer be followed. */
  #breakOff(outgoing: Outgoing, error: unknown) {
    const change: Partial<ChatState> | null =
      error instanceof SignedOut
        ? { isSignedOut: true }
        : error instanceof Refused
          ? { refusal: this.#refusalOf(error) }
          : null
    if (change !== null && (this.#state.running?.taskId ?? null) === null) {
      this.#refused = error instanceof SignedOut ? outgoing : null
      this.#withdraw(outgoing, change)
      return
    }
    this.#options.kept.remove("running")
    if (change === null) {
      this.#set({ ...withReturned(ended(this.#state, outgoing, { end: "failed" })), failed: outgoing })
      throw error
    }
    this.#set({ ...withReturned(ended(this.#state, outgoing, { end: "left" })), ...change })
    void this.refresh()
  }

  /** Takes a message back from the log into the input, and with it what waits. */
  #withdraw(outgoing: Outgoing, change: Partial<ChatState>) {
    this.#options.kept.remove("running")
    this.#set({ ...withReturned(withdrawn(this.#state, outgoing), outgoing.text), ...change })
  }

  #refusalOf(refused: Pick<Refused, "message" | "status" | "retryAfter">): Refusal {
    const { message, retryAfter } = refused
    const isWait = isTemporary(refused) || retryAfter !== null
    return { detail: message, until: isWait ? this.#options.now() + (retryAfter ?? usualWait) * 1000 : null }
  }

  async #cancel(id: string) {
    try {
      await stop(this.#options.customer.send, id)
    } catch (error) {
      const { running } = this.#state
      // A task for which it is refused for good has just ended.
      if (running?.taskId === id && (!(error instanceof Refused) || isTemporary(error))) {
        this.#set({ running: { ...running, stopping: "failed" } })
      }
    }
  }

  /** Looks again when a proposal should have expired: the server says so, by its own clock. */
  #watchProposals() {
    clearTimeout(this.#expiry)
    const at = firstExpiry(this.#state.entries)
    if (at === null) {
      return
    }
    void this.#options.replies.ready()
    const wait = at - this.#options.now()
    this.#expiry = setTimeout(
      () => void this.refresh().finally(() => this.#watchProposals()),
      Math.min(wait > 0 ? wait : expiryPolling, longestTimer)
    )
  }
}
