import { type TaskView } from "@storefront/domain/turn/TaskView"
import { type Customer, SignedOut } from "../customer/Customer.ts"
import { type Store } from "../customer/Store.ts"
import { pause, usualAttempts, waitBefore } from "./Attempts.ts"
import { alone, begun, ended, readSent, seenIn, type Sent, sentNow, shown, withdrawn } from "./Answering.ts"
import { type ChatState, emptyChat, isBusy, pendingDecisions, type Refusal, withReturned } from "./ChatState.ts"
import { actionIdOf, endOf, firstExpiry, isOpen, isSame, openActions, withStored } from "./Entries.ts"
import { type Found, isNotFound, noConversation, readNewest, readStored } from "./History.ts"
import { type Decision, type Outgoing, readQueue, type Wish } from "./Outgoing.ts"
import { type Replies } from "./Replies.ts"
import { isTemporary, Refused } from "./Requests.ts"
import type * as Turn from "./Turn.ts"

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
  /** Loads what follows tasks, which is not needed before something is said. */
  readonly loadTurn: () => Promise<Pick<typeof Turn, "follow" | "stop">>
  readonly now: () => number
  readonly newId: () => string
  readonly page: () => Outgoing["page"]
  readonly changed: (state: ChatState) => void
  /** An answer has come to its end, with these cards of its own. */
  readonly ended: (view: Pick<TaskView, "actions" | "cards">) => void
}

const keptNames = ["draft", "running", "new", "queue"]

/**
 * The conversation of one customer. It reads what was said; then it sends one message after another and follows its
 * answer; what is wished meanwhile waits. `Answering` says how a message changes what is shown, `Turn` how its task is
 * followed.
 */
export class Chat {
  readonly #options: ChatOptions
  #state: ChatState
  #conversation: string | null = null
  /** Aborts when what is being read or followed is no longer wanted. */
  #present = new AbortController()
  #expiry: ReturnType<typeof setTimeout> | undefined
  /** Message that was refused because the session is over, and is in the input now. */
  #refused: Outgoing | null = null
  /** Message that was taken back, but may have arrived: said again, it goes under its id. */
  #takenBack: Outgoing | null = null

  constructor(options: ChatOptions) {
    this.#options = options
    this.#state = { ...emptyChat, history: "reading", queue: readQueue(options.kept.read("queue")) }
  }

  get state(): ChatState {
    return this.#state
  }

  /** Text that the customer has typed, or else said without the account that it needs. */
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
    const found = await this.#readHistory(sent, signal)
    if (found !== null && !signal.aborted) {
      this.#conversation = found.conversation
      this.#set({ history: "read", entries: found.entries })
      await (sent === null ? this.#next() : this.#send(sent))
    }
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
      this.#takenBack = running.outgoing
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
    this.#leave()
    this.#options.kept.remove("running")
    this.#options.kept.write("new", true)
    this.#set({ ...emptyChat, draft })
  }

  /** Ends all that runs, and forgets everything: another customer is here. */
  readonly forget = (): void => {
    this.#leave()
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
      const found = await (conversation === null ? this.#find(null) : readStored(this.#options.customer, conversation))
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
      } else if (isNotFound(error) && this.#conversation !== null) {
        this.#conversation = null
        this.#options.kept.write("new", true)
        this.#set({ entries: [], isGone: true })
      }
      // Else the server is away: what is shown stays, and the next look may succeed.
    }
  }

  /** Ends all that belongs to the conversation. */
  #leave() {
    this.#supersede()
    this.#conversation = null
    this.#refused = null
    this.#takenBack = null
  }

  #set(change: Partial<ChatState>) {
    for (const name of ["draft", "queue"] as const) {
      if (change[name] !== undefined && change[name] !== this.#state[name]) {
        this.#options.kept.write(name, change[name])
      }
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
    if (customer.identity.kind === "nobody") {
      return noConversation
    }
    if (left === null) {
      return kept.read("new") === true ? noConversation : await readNewest(customer, now())
    }
    const { contextId } = left.outgoing
    return contextId === null ? noConversation : await readStored(customer, contextId)
  }

  /** Reads until it succeeds; null if that is no longer wanted, or the session is over. */
  async #readHistory(left: Sent | null, signal: AbortSignal): Promise<Found | null> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        return await this.#find(left)
      } catch (error) {
        if (signal.aborted) {
          return null
        }
        if (isNotFound(error)) {
          return noConversation
        }
        if (error instanceof SignedOut) {
          this.#set({ history: "reading", isSignedOut: true })
          return null
        }
        this.#set({ history: "failed" })
        const asked = error instanceof Refused ? (error.retryAfter ?? 0) * 1000 : 0
        await pause(Math.max(waitBefore(usualAttempts, attempt), asked), signal).catch(() => undefined)
      }
    }
    return null
  }

  #wish(said: Omit<Wish, "key">) {
    const { decisions, text } = said
    const before = this.#takenBack
    this.#takenBack = null
    const isAgain = before !== null && before.text === text && isSame(before.decisions, decisions)
    const wish = { key: isAgain ? before.messageId : this.#options.newId(), ...said }
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
   * Says the next thing that waits. A reply that is older than the question goes back into the input, as anything that
   * may be one does without the lists of replies; a decision that was overtaken is dropped: its card says how.
   */
  async #next(): Promise<void> {
    const { replies } = this.#options
    const { signal } = this.#present
    const { entries } = this.#state
    const isAsked = openActions(entries).length > 0
    const canTell = isAsked && (await replies.ready())
    const [wish, ...queue] = this.#state.queue
    if (signal.aborted || wish === undefined || isBusy(this.#state)) {
      return
    }
    if (wish.text === null && !wish.decisions.every(({ action_id }) => this.#isOpen(action_id))) {
      this.#set({ queue })
      await this.#next()
    } else if (isAsked && wish.decisions.length === 0 && (!canTell || replies.of(wish.text ?? "") !== null)) {
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
      const { follow } = await this.#options.loadTurn()
      const view = await follow(customer.send, outgoing, { view: see, lost }, signal)
      if (!signal.aborted) {
        this.#end(sent, view)
        await this.refresh()
        await this.#next()
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#breakOff(sent, error)
      }
    }
  }

  /** Takes the end of a task. After a failure, what waits goes back into the input: it was said in view of an answer. */
  #end({ before, outgoing }: Sent, view: TaskView) {
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
    this.#options.ended({ actions: view.actions, cards: view.cards.slice(before?.cards) })
  }

  /**
   * Gives up a message that was not taken, or an answer that can no longer be followed. One that was heard of before the
   * session ended is kept, and followed again by `load`.
   */
  #breakOff({ before, outgoing }: Sent, error: unknown) {
    if (error instanceof SignedOut && before !== null) {
      this.#set({ ...ended(this.#state, outgoing, { end: "left" }), history: "reading", isSignedOut: true })
      return
    }
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
      const { stop } = await this.#options.loadTurn()
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
