import { assert, describe, it } from "@effect/vitest"
import { setMaxListeners } from "node:events"
import { afterEach, beforeEach, vi } from "vitest"
import { cartChangeOf } from "../../../src/widget/customer/CartChange.ts"
import {
  answer,
  away,
  becomes,
  card,
  fails,
  identityOf,
  logOf,
  makeServer,
  memory,
  noon,
  openChat,
  proposal,
  refused,
  says,
  settle,
  shows,
  signedOut,
  stored,
  storedProposal,
  task,
  tokenOf,
  waits,
  works
} from "./support/FakeServer.ts"

const events = new EventTarget()
// Streams of ended tests stay open.
setMaxListeners(100, events)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: noon })
  Object.assign(globalThis, {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events)
  })
})

afterEach(() => {
  vi.useRealTimers()
  Object.assign(globalThis, { addEventListener: undefined, removeEventListener: undefined })
})

const begin = async (own = memory(), who = { identity: identityOf("g") }) => {
  const server = makeServer()
  const chat = openChat(server, own, who)
  await chat.load()
  return { server, chat, own, who }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** Asks something, and has it answered and stored. */
const answered = async ({ chat, server }: Begun, text: string, reply: string, trace = "trace") => {
  chat.say(text)
  await settle()
  server.store("c", stored("user", trace, text), stored("assistant", trace, reply))
  await server.newest().end(task("WORKING", { trace }), says(reply, false), becomes("COMPLETED"))
}

/** Has a proposal on the screen. */
const proposed = async (begun: Begun, id = "a") => {
  const { chat, server } = begun
  chat.say("buy it")
  await settle()
  server.store("c", stored("user", "1", "buy it"), stored("assistant", "1", "Shall I?", storedProposal(id, "open")))
  await server
    .newest()
    .end(task("WORKING", { trace: "1" }), says("Shall I?", false), shows(proposal(id)), becomes("INPUT_REQUIRED"))
}

const partsOf = ({ server }: Begun) => server.newest().message.parts

describe("an answer", () => {
  it("shows the wait for the message before, the work, and the sentences as they come", async () => {
    const { chat, server } = await begin()
    chat.say("find it")
    await settle()
    await server.newest().send(task("SUBMITTED"), waits)
    assert.strictEqual(chat.state.running?.isWaiting, true)
    await server.newest().send(works("finder", "specialist"), works("search", "tool"))
    assert.deepStrictEqual(
      [chat.state.running?.isWaiting, chat.state.running?.tool?.name, logOf(chat)],
      [false, "search", ["> find it", "[finder] working"]]
    )
    await server.newest().send(works("search", "tool", "finished"), says("One. ", false), says("Two."))
    assert.deepStrictEqual([chat.state.running?.tool, logOf(chat)], [null, ["> find it", "[finder] One. Two. working"]])
    await server.newest().end(becomes("COMPLETED"))
    assert.deepStrictEqual([chat.state.running, logOf(chat)], [null, ["> find it", "[finder] One. Two."]])
  })

  it("turns text that did not stay into progress, and says it once", async () => {
    const { chat, server } = await begin()
    chat.say("find it")
    await settle()
    await server
      .newest()
      .send(task("WORKING"), says("Let me look.", false), says("", false), works("finder", "specialist"))
    assert.deepStrictEqual(logOf(chat), ["> find it", "(Let me look.) [finder] working"])
    await server.newest().send(says("Here.", false))
    assert.deepStrictEqual(logOf(chat), ["> find it", "(Let me look.) [finder] Here. working"])
  })

  it("keeps its keys, work and unchanged entries when the stored messages come", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await answered(begun, "hello", "Hi", "1")
    const [said, reply] = chat.state.entries
    assert.strictEqual(reply?.messageId, "assistant-1")
    chat.say("more")
    await settle()
    await server.newest().send(task("WORKING", { trace: "2" }), works("finder", "specialist"), says("More.", false))
    const keys = chat.state.entries.map(({ key }) => key)
    server.store(
      "c",
      stored("user", "1", "hello"),
      stored("assistant", "1", "Hi"),
      stored("user", "2", "more"),
      stored("assistant", "2", "More.")
    )
    await server.newest().end(becomes("COMPLETED"))
    assert.deepStrictEqual([logOf(chat).at(-1), chat.state.entries.map(({ key }) => key)], ["[finder] More.", keys])
    assert.deepStrictEqual([chat.state.entries[0], chat.state.entries[1]], [said, reply])
    const before = chat.state.entries
    await chat.refresh()
    assert.strictEqual(chat.state.entries, before)
  })

  it("can be stopped before the server has named its task, once", async () => {
    const { chat, server } = await begin()
    chat.say("hello")
    await settle()
    chat.stop()
    assert.strictEqual(chat.state.running?.stopping, "asked")
    chat.stop()
    await server.newest().send(task("WORKING"), says("A", false))
    assert.deepStrictEqual(
      server.requests.filter((request) => request.endsWith(":cancel")),
      ["POST a2a/tasks/t:cancel"]
    )
    await server.newest().end(becomes("CANCELED"))
    assert.deepStrictEqual(logOf(chat), ["> hello", "A stopped"])
  })

  it("says that it could not be stopped, but not of one that has just ended", async () => {
    const { chat, server } = await begin()
    chat.say("hello")
    await settle()
    await server.newest().send(task("WORKING"))
    server.fail(":cancel", away())
    chat.stop()
    await settle()
    assert.strictEqual(chat.state.running?.stopping, "failed")
    server.fail(":cancel", refused(400, "The task has ended"))
    chat.stop()
    await settle()
    assert.strictEqual(chat.state.running?.stopping, "asked")
  })

  it("that failed says why, and is asked for again under a new id", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("hello")
    await settle()
    const first = server.newest().message.messageId
    await server.newest().end(task("WORKING"), fails("It took too long", { status: 504, retry_after: null }))
    assert.deepStrictEqual(logOf(chat), ["> hello", "failed: It took too long"])
    chat.retry()
    await settle()
    assert.deepStrictEqual(partsOf(begun), [{ text: "hello" }])
    assert.notStrictEqual(server.newest().message.messageId, first)
    assert.strictEqual(chat.state.failed, null)
  })

  it("that failed stays in the log when the stored messages come", async () => {
    const { chat, server } = await begin()
    server.store("c", stored("user", "trace", "hello"))
    chat.say("hello")
    await settle()
    await server.newest().end(task("WORKING"), fails("It took too long", { status: 504, retry_after: null }))
    assert.deepStrictEqual(logOf(chat), ["> hello", "failed: It took too long"])
  })

  it("that failed for now puts the message back, with a countdown", async () => {
    const { chat, server } = await begin()
    chat.say("hello")
    await settle()
    await server.newest().end(task("WORKING"), fails("Too many requests", { status: 429, retry_after: 30 }))
    assert.deepStrictEqual(
      [chat.state.draft, chat.state.refusal, chat.state.failed],
      ["hello", { detail: "Too many requests", until: noon + 30_000 }, null]
    )
  })
})

describe("a lost connection", () => {
  it("is told after 3 s, also when the first request fails, and tried again after 1, 2 and 4 s", async () => {
    const { chat, server } = await begin()
    for (const path of ["message:stream", "message:send", "message:send", "message:send"]) {
      server.fail(path, away())
    }
    chat.say("hello")
    const tries = () => server.requests.filter((request) => request.includes("message:")).length
    await settle()
    const counts: Array<[number, boolean | undefined]> = []
    for (const wait of [0, 1000, 1000, 1000, 3000, 1000]) {
      await vi.advanceTimersByTimeAsync(wait)
      counts.push([tries(), chat.state.running?.isLost])
    }
    assert.deepStrictEqual(counts, [
      [1, false],
      [2, false],
      [2, false],
      [3, true],
      [3, true],
      [4, true]
    ])
  })

  it("keeps what was seen when it comes back", async () => {
    const { chat, server } = await begin()
    chat.say("hello")
    await settle()
    await server.newest().send(task("WORKING"), works("finder", "specialist"), says("A", false))
    await server.newest().cut()
    await vi.advanceTimersByTimeAsync(1000)
    await settle()
    assert.strictEqual(server.requests.at(-1), "GET a2a/tasks/t:subscribe")
    await server.newest().end(task("COMPLETED", { artifacts: [answer("AB")] }))
    assert.deepStrictEqual(logOf(chat), ["> hello", "[finder] AB"])
  })

  it("is noticed by its silence", async () => {
    const { chat, server } = await begin()
    chat.say("hello")
    await settle()
    await server.newest().send(task("WORKING"))
    await vi.advanceTimersByTimeAsync(39_000)
    assert.strictEqual(server.streams.length, 1)
    await vi.advanceTimersByTimeAsync(3000)
    assert.strictEqual(server.streams.length, 2)
  })

  it("is not waited for once the browser is online again", async () => {
    const { chat, server } = await begin()
    server.fail("message:stream", away())
    server.fail("message:send", away())
    chat.say("hello")
    await settle()
    const { messageId } = chat.state.running!.outgoing
    events.dispatchEvent(new Event("online"))
    await settle()
    events.dispatchEvent(new Event("online"))
    await settle()
    assert.deepStrictEqual(server.streams.at(-1)?.message.messageId, messageId)
  })

  it("lets a message be taken back that perhaps never arrived", async () => {
    const { chat, server } = await begin()
    server.fail("message:stream", away())
    server.fail("message:send", away())
    server.fail("message:send", away())
    chat.say("hello")
    await vi.advanceTimersByTimeAsync(3100)
    assert.strictEqual(chat.state.running?.isLost, true)
    chat.stop()
    assert.deepStrictEqual([chat.state.running, chat.state.draft, logOf(chat)], [null, "hello", []])
    await vi.advanceTimersByTimeAsync(60_000)
    assert.deepStrictEqual(server.streams, [])
  })

  it.each([
    ["unchanged, under its old id, since it may have arrived", "hello", true],
    ["changed, as another one", "hello again", false]
  ])("lets a message that was taken back be sent %s", async (_, text, isSame) => {
    const { chat, server } = await begin()
    for (const path of ["message:stream", "message:send", "message:send"]) {
      server.fail(path, away())
    }
    chat.say("hello")
    const { messageId } = chat.state.running!.outgoing
    await vi.advanceTimersByTimeAsync(3100)
    chat.stop()
    chat.say(text)
    await settle()
    assert.strictEqual(server.newest().message.messageId === messageId, isSame)
    await server.newest().end(task("COMPLETED", { artifacts: [answer("Hi")] }))
    chat.say("hello")
    await settle()
    assert.notStrictEqual(server.newest().message.messageId, messageId)
  })

  it("does not make a refusal of an uncertain message final", async () => {
    const { chat, server } = await begin()
    server.fail("message:stream", away())
    server.fail("message:send", refused(429, "Too many requests", 20))
    chat.say("hello")
    await vi.advanceTimersByTimeAsync(1000)
    assert.deepStrictEqual([chat.state.refusal, chat.state.draft], [null, ""])
    await vi.advanceTimersByTimeAsync(20_000)
    assert.strictEqual(server.streams.length, 1)
  })
})

describe("a message that the server does not take", () => {
  it.each([
    [429, 7, noon + 7000],
    [503, null, noon + 5000],
    [409, null, null],
    [422, null, null]
  ])("with %i goes back into the input, before what is typed there and what waits", async (status, wait, until) => {
    const { chat, server } = await begin()
    server.fail("message:stream", refused(status, "The server's sentence", wait))
    chat.say("first")
    chat.say("second")
    chat.type("third")
    await settle()
    assert.deepStrictEqual(
      [chat.state.draft, chat.state.queue, chat.state.refusal, logOf(chat)],
      ["first\nsecond\nthird", [], { detail: "The server's sentence", until }, []]
    )
  })

  it("leaves a decision on its card", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await proposed(begun)
    server.fail("message:stream", refused(429, "Too many requests", 7))
    chat.decide({ action_id: "a", decision: "confirm" })
    await settle()
    assert.deepStrictEqual([logOf(chat), chat.state.draft], [["> buy it", "Shall I? <a open>"], ""])
  })

  it("because the session is over keeps what was said readable", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await answered(begun, "hello", "Hi")
    server.fail("message:stream", signedOut())
    chat.say("more")
    await settle()
    assert.deepStrictEqual([chat.state.isSignedOut, chat.state.draft, logOf(chat)], [true, "more", ["> hello", "Hi"]])
  })

  it("because the session is over says it once the session goes on, unless it was changed", async () => {
    const { chat, server } = await begin()
    server.fail("message:stream", signedOut())
    chat.say("hello")
    await settle()
    void chat.resume()
    await settle()
    assert.deepStrictEqual([chat.state.isSignedOut, chat.state.draft, logOf(chat)], [false, "", ["> hello", "working"]])
    assert.deepStrictEqual(server.newest().message.parts, [{ text: "hello" }])
    await server.newest().end(task("COMPLETED"))

    const sent = server.streams.length
    server.fail("message:stream", signedOut())
    chat.say("more")
    await settle()
    chat.type("something else")
    void chat.resume()
    await settle()
    assert.deepStrictEqual(
      [chat.state.isSignedOut, chat.state.draft, server.streams.length],
      [false, "something else", sent]
    )
  })

  it("after the session ended in mid-answer leaves what was heard, and follows it once the session goes on", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("hello")
    chat.say("and more")
    await settle()
    const { messageId } = server.newest().message
    await server.newest().send(task("WORKING"), says("A", false))
    server.fail(":subscribe", signedOut())
    await server.newest().cut()
    await vi.advanceTimersByTimeAsync(1000)
    assert.deepStrictEqual([chat.state.isSignedOut, chat.state.draft, logOf(chat)], [true, "", ["> hello", "A left"]])
    void chat.resume()
    await settle()
    assert.deepStrictEqual([chat.state.isSignedOut, server.newest().message.messageId], [false, messageId])
    await server.newest().end(task("COMPLETED", { artifacts: [answer("AB")] }))
    assert.deepStrictEqual([logOf(chat).slice(0, 2), partsOf(begun)], [["> hello", "AB"], [{ text: "and more" }]])
  })
})

describe("messages during an answer", () => {
  it("wait, can be dropped, and go one after another", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("first")
    chat.say("second")
    chat.say("third")
    chat.say("fourth")
    await settle()
    assert.deepStrictEqual(
      chat.state.queue.map(({ text }) => text),
      ["second", "third", "fourth"]
    )
    chat.unqueue(chat.state.queue[1]!.key)
    const sent: Array<unknown> = []
    for (const trace of ["1", "2", "3"]) {
      sent.push(partsOf(begun))
      await server.newest().end(task("WORKING", { trace }), says("Yes", false), becomes("COMPLETED"))
    }
    assert.deepStrictEqual(sent, [[{ text: "first" }], [{ text: "second" }], [{ text: "fourth" }]])
    assert.deepStrictEqual([chat.state.queue, chat.state.running], [[], null])
  })

  it("wait for the history, so that they go on with its conversation", async () => {
    const server = makeServer()
    server.store("old", stored("user", "0", "before"))
    const chat = openChat(server)
    const loaded = chat.load()
    chat.say("hello")
    assert.strictEqual(chat.state.queue.length, 1)
    await settle()
    assert.strictEqual(server.newest().message.contextId, "old")
    chat.forget()
    await loaded
  })

  it("go back into the input when the answer fails", async () => {
    const { chat, server } = await begin()
    chat.say("first")
    chat.say("second")
    await settle()
    await server.newest().end(task("WORKING"), fails("No", { status: 502, retry_after: null }))
    assert.deepStrictEqual([chat.state.draft, chat.state.failed?.text], ["second", "first"])
  })

  it("go on after a stop", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("first")
    chat.say("second")
    await settle()
    await server.newest().end(task("WORKING"), becomes("CANCELED"))
    assert.deepStrictEqual(partsOf(begun), [{ text: "second" }])
  })
})

describe("a proposal", () => {
  const confirmation = { action_id: "a", decision: "confirm" } as const

  it("is what a plain yes confirms, by its id", async () => {
    const begun = await begin()
    await proposed(begun)
    begun.chat.say("yes")
    await settle()
    assert.deepStrictEqual(partsOf(begun), [{ text: "yes" }, { data: confirmation }])
  })

  it.each(["yes, but by express", "2", "no"])("is not confirmed by id with other words: %s", async (words) => {
    const begun = await begin()
    await proposed(begun)
    begun.chat.say(words)
    await settle()
    assert.deepStrictEqual(partsOf(begun), [{ text: words }])
  })

  it("is not confirmed by a yes after somebody of the shop has written", async () => {
    const begun = await begin()
    await proposed(begun)
    begun.server.store(
      "c",
      stored("user", "1", "buy it"),
      stored("assistant", "1", "Shall I?", storedProposal("a", "open")),
      { id: "s", role: "assistant", agent_name: "staff", content: "Are you well?", metadata: { author: "Ann" } }
    )
    await begun.chat.refresh()
    begun.chat.say("yes")
    await settle()
    assert.deepStrictEqual(partsOf(begun), [{ text: "yes" }])
  })

  it("that came after a yes was typed is not confirmed by it: the yes goes back into the input", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("buy it")
    chat.say("yes")
    await settle()
    server.store("c", stored("user", "1", "buy it"), stored("assistant", "1", "Shall I?", storedProposal("a", "open")))
    await server
      .newest()
      .end(task("WORKING", { trace: "1" }), says("Shall I?", false), shows(proposal("a")), becomes("INPUT_REQUIRED"))
    assert.deepStrictEqual([chat.state.running, chat.state.draft, server.streams.length], [null, "yes", 1])
  })

  it("that came after something was typed is not settled by it while nobody can tell a yes", async () => {
    const server = makeServer()
    const chat = openChat(server, memory(), undefined, { replies: { ready: async () => false, of: () => null } })
    await chat.load()
    chat.say("buy it")
    chat.say("yes")
    await settle()
    server.store("c", stored("user", "1", "buy it"), stored("assistant", "1", "Shall I?", storedProposal("a", "open")))
    await server
      .newest()
      .end(task("WORKING", { trace: "1" }), says("Shall I?", false), shows(proposal("a")), becomes("INPUT_REQUIRED"))
    assert.deepStrictEqual([chat.state.running, chat.state.draft, server.streams.length], [null, "yes", 1])
    chat.decide(confirmation)
    chat.say("yes")
    await settle()
    assert.deepStrictEqual(server.newest().message.parts, [{ data: confirmation }])
  })

  it("hands over the cards of its own turn, so that an order empties the cart", async () => {
    const changes: Array<unknown> = []
    const server = makeServer()
    const chat = openChat(server, memory(), undefined, { ended: (view) => void changes.push(cartChangeOf(view)) })
    await chat.load()
    chat.decide(confirmation)
    await settle()
    const checkout = (state: string) => ({
      artifactId: "action-a",
      parts: [{ data: { kind: "pending_action", data: { action_id: "a", act: "checkout", state } } }]
    })
    const cart = card(1, "cart", { item_count: 2, subtotal: 19.9, currency: "EUR" })
    await server
      .newest()
      .end(
        task("SUBMITTED", { trace: "2", artifacts: [answer("Shall I?"), cart, checkout("open")] }),
        says("Done.", false),
        shows(card(2, "order", {})),
        shows(checkout("confirmed")),
        becomes("COMPLETED")
      )
    assert.deepStrictEqual(changes, [{ type: "cart-changed", item_count: 0, subtotal: 0, currency: null }])
  })

  it("is settled where it is shown, without what the task had before being said again", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await proposed(begun)
    chat.decide(confirmation)
    chat.decide(confirmation)
    await settle()
    const before = [answer("Shall I?"), card(1, "cart", { n: 1 }), proposal("a")]
    await server.newest().send(task("SUBMITTED", { trace: "2", artifacts: before }))
    assert.deepStrictEqual(logOf(chat), ["> buy it", "Shall I? <a open>", "> confirm a", "working"])
    await server
      .newest()
      .send(says("Done.", false), shows(card(2, "order", { n: 2 })), shows(proposal("a", "confirmed")))
    assert.deepStrictEqual(logOf(chat), ["> buy it", "Shall I? <a confirmed>", "> confirm a", "Done. {order} working"])
    assert.deepStrictEqual([chat.state.queue, server.streams.length], [[], 2])
    server.store(
      "c",
      stored("user", "1", "buy it"),
      stored("assistant", "1", "Shall I?", storedProposal("a", "confirmed")),
      stored("user", "2", "Yes"),
      stored("assistant", "2", "Done.", { cards: [{ kind: "order", data: { n: 2 } }] })
    )
    const keys = chat.state.entries.map(({ key }) => key)
    await server.newest().end(becomes("COMPLETED"))
    assert.deepStrictEqual(
      [logOf(chat), chat.state.entries.map(({ key }) => key)],
      [["> buy it", "Shall I? <a confirmed>", "> confirm a", "Done. {order}"], keys]
    )
  })

  it("is decided on after the present answer, unless it was settled by then", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await proposed(begun)
    chat.say("and another thing")
    chat.decide(confirmation)
    await settle()
    server.store(
      "c",
      stored("user", "1", "buy it"),
      stored("assistant", "1", "Shall I?", storedProposal("a", "dropped")),
      stored("user", "2", "and another thing"),
      stored("assistant", "2", "Well.")
    )
    await server.newest().end(task("WORKING", { id: "u", trace: "2" }), says("Well.", false), becomes("COMPLETED"))
    assert.deepStrictEqual(
      [logOf(chat), chat.state.queue, server.streams.length],
      [["> buy it", "Shall I? <a dropped>", "> and another thing", "Well."], [], 2]
    )
  })

  it("that is shown again is shown once, where it is newest", async () => {
    const { chat, server } = await begin()
    server.store(
      "c",
      stored("assistant", "1", "Shall I?", storedProposal("a", "open")),
      stored("assistant", "2", "Still?", storedProposal("a", "open"))
    )
    await chat.refresh()
    assert.deepStrictEqual(logOf(chat), ["Shall I?", "Still? <a open>"])
  })

  it("is read again when it should have expired, until the server says so", async () => {
    const { chat, server } = await begin()
    const open = { action_id: "a", state: "open", expires_at: new Date(noon + 60_000).toISOString() }
    const show = (state: string) =>
      server.store("c", stored("assistant", "1", "Shall I?", { pending_actions: [{ ...open, state }] }))
    show("open")
    await chat.refresh()
    await vi.advanceTimersByTimeAsync(61_000)
    assert.deepStrictEqual(logOf(chat), ["Shall I? <a open>"])
    show("expired")
    await vi.advanceTimersByTimeAsync(16_000)
    assert.deepStrictEqual(logOf(chat), ["Shall I? <a expired>"])
  })
})

describe("a reload", () => {
  it("resumes the answer with what was seen of it, and with the draft", async () => {
    const begun = await begin()
    const { chat, own, server } = begun
    await answered(begun, "hello", "Hi", "1")
    chat.say("more")
    chat.type("and")
    await settle()
    const { messageId } = server.newest().message
    await server
      .newest()
      .send(
        task("WORKING", { trace: "2" }),
        says("Let me look.", false),
        says("", false),
        works("finder", "specialist")
      )
    server.store("c", stored("user", "1", "hello"), stored("assistant", "1", "Hi"), stored("user", "2", "more"))
    const next = openChat(server, own)
    void next.load()
    await settle()
    assert.deepStrictEqual(
      [logOf(next), next.state.draft, server.newest().message.messageId],
      [["> hello", "Hi", "> more", "(Let me look.) [finder] working"], "and", messageId]
    )
    await server.newest().end(task("COMPLETED", { trace: "2", artifacts: [answer("Found.")] }))
    assert.deepStrictEqual(logOf(next), ["> hello", "Hi", "> more", "(Let me look.) [finder] Found."])
  })

  it("keeps what waits, and sends it after the answer, under its id", async () => {
    const begun = await begin()
    const { chat, own, server } = begun
    chat.say("first")
    chat.say("second", "product-7")
    await settle()
    const { key } = chat.state.queue[0]!
    await server.newest().send(task("WORKING", { trace: "1" }))
    const next = openChat(server, own)
    void next.load()
    await settle()
    assert.deepStrictEqual(next.state.queue, [{ key, text: "second", decisions: [], product: "product-7" }])
    await server.newest().end(task("COMPLETED", { trace: "1", artifacts: [answer("One.")] }))
    assert.deepStrictEqual([partsOf(begun), server.newest().message.messageId], [[{ text: "second" }], key])
    await server.newest().end(task("COMPLETED", { trace: "2", artifacts: [answer("Two.")] }))
    const last = openChat(server, own)
    await last.load()
    assert.deepStrictEqual([last.state.queue, server.streams.length], [[], 3])
  })

  it.each(["begin", "forget"] as const)("sends nothing that waited before the chat was left: %s", async (leave) => {
    const { chat, own, server } = await begin()
    chat.say("first")
    chat.say("second")
    await settle()
    chat[leave]()
    const next = openChat(server, own)
    await next.load()
    assert.deepStrictEqual([next.state.queue, server.streams.length], [[], 1])
  })

  it("sends nothing of what waits that it cannot read", async () => {
    const own = memory()
    const wish = { key: "k", text: "hello", decisions: [], product: null }
    const spoiled = [
      null,
      { ...wish, key: 1 },
      { ...wish, text: 1 },
      { ...wish, text: null },
      { ...wish, product: 1 },
      { ...wish, decisions: [{ action_id: "a", decision: "perhaps" }] }
    ]
    own.write("queue", { owner: tokenOf("g"), value: [...spoiled, wish] })
    const server = makeServer()
    const chat = openChat(server, own)
    assert.deepStrictEqual(chat.state.queue, [wish])
    void chat.load()
    await settle()
    assert.deepStrictEqual(server.newest().message.parts, [{ text: "hello" }])
  })

  it.each([
    ["a conversation", "c"],
    ["a first message", undefined]
  ])("with a session that is over follows the answer of %s once it goes on, and sends what waits", async (_, id) => {
    const begun = await begin()
    const { chat, own, server } = begun
    if (id !== undefined) {
      await answered(begun, "hello", "Hi", "1")
    }
    chat.say("more")
    await settle()
    const { contextId, messageId } = server.newest().message
    assert.strictEqual(contextId, id)
    await server.newest().send(task("WORKING", { trace: "2" }), says("A", false))
    const next = openChat(server, own)
    server.fail(id === undefined ? "message:" : "api/conversations/c", signedOut())
    const loaded = next.load()
    next.say("typed meanwhile")
    await loaded
    await settle()
    assert.deepStrictEqual(
      [next.state.isSignedOut, next.state.running, next.state.queue.map(({ text }) => text)],
      [true, null, ["typed meanwhile"]]
    )
    void next.resume()
    await settle()
    assert.deepStrictEqual([next.state.isSignedOut, server.newest().message.messageId], [false, messageId])
    await server.newest().end(task("COMPLETED", { trace: "2", artifacts: [answer("AB")] }))
    assert.deepStrictEqual(partsOf(begun), [{ text: "typed meanwhile" }])
    assert.include(logOf(next), "AB")
  })

  it("after the end of the answer shows it once", async () => {
    const { chat, own, server } = await begin()
    chat.say("hello")
    await settle()
    server.store("c", stored("user", "1", "hello"), stored("assistant", "1", "Hi"))
    const next = openChat(server, own)
    void next.load()
    await settle()
    await server.newest().end(task("COMPLETED", { trace: "1", artifacts: [answer("Hi")] }))
    assert.deepStrictEqual(logOf(next), ["> hello", "Hi"])
  })

  it("shows nothing of another customer", async () => {
    const { chat, own, server } = await begin()
    chat.say("secret")
    chat.type("draft")
    await settle()
    const next = openChat(server, own, { identity: identityOf("h") })
    await next.load()
    assert.deepStrictEqual([logOf(next), next.state.draft, next.state.running], [[], "", null])
  })

  it("keeps a new chat new", async () => {
    const begun = await begin()
    await answered(begun, "hello", "Hi")
    begun.chat.begin()
    const next = openChat(begun.server, begun.own)
    await next.load()
    assert.deepStrictEqual(logOf(next), [])
    next.say("again")
    await settle()
    assert.isUndefined(begun.server.newest().message.contextId)
  })
})

describe("a conversation", () => {
  it("that cannot be loaded says so, and is tried again", async () => {
    const server = makeServer()
    server.store("c", stored("user", "1", "hello"))
    server.fail("api/conversations", away())
    server.fail("api/conversations", refused(500, "Internal error"))
    const chat = openChat(server)
    void chat.load()
    await settle()
    assert.strictEqual(chat.state.history, "failed")
    await vi.advanceTimersByTimeAsync(3000)
    assert.deepStrictEqual([chat.state.history, logOf(chat)], ["read", ["> hello"]])
  })

  it("that was deleted elsewhere gives way to a new one", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await answered(begun, "hello", "Hi")
    server.remove("c")
    await chat.refresh()
    assert.deepStrictEqual([logOf(chat), chat.state.isGone], [[], true])
    chat.say("again")
    await settle()
    assert.deepStrictEqual([server.newest().message.contextId, chat.state.isGone], [undefined, false])
  })

  it("that was deleted while a message was written shows that message alone", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await answered(begun, "hello", "Hi", "1")
    chat.say("more")
    await settle()
    server.store("d", stored("user", "2", "more"), stored("assistant", "2", "Anew."))
    await server
      .newest()
      .end(task("WORKING", { trace: "2", conversation: "d" }), says("Anew.", false), becomes("COMPLETED"))
    assert.deepStrictEqual([logOf(chat), chat.state.isGone], [["> more", "Anew."], true])
  })

  it("goes on from another tab, but not within an answer", async () => {
    const begun = await begin()
    const { chat, server } = begun
    await answered(begun, "hello", "Hi", "1")
    const stored2 = [stored("user", "1", "hello"), stored("assistant", "1", "Hi"), stored("user", "2", "from there")]
    server.store("c", ...stored2)
    chat.say("mine")
    await settle()
    const count = server.requests.length
    await chat.refresh()
    assert.strictEqual(server.requests.length, count)
    server.store("c", ...stored2, stored("user", "3", "mine"), stored("assistant", "3", "Yours."))
    await server.newest().end(task("WORKING", { trace: "3" }), says("Yours.", false), becomes("COMPLETED"))
    assert.deepStrictEqual(logOf(chat), ["> hello", "Hi", "> from there", "> mine", "Yours."])
  })

  it("is left by a new chat: its answer goes on without being followed, and what waits is kept", async () => {
    const { chat, server } = await begin()
    chat.say("first")
    chat.say("second")
    await settle()
    await server.newest().send(task("WORKING"), says("A", false))
    chat.begin()
    assert.deepStrictEqual([logOf(chat), chat.state.running, chat.state.draft], [[], null, "second"])
    await settle()
    assert.deepStrictEqual(
      server.requests.filter((request) => request.endsWith(":cancel")),
      []
    )
  })

  it("of one customer ends with another one's sign-in, whatever is on its way", async () => {
    const { chat, own, server, who } = await begin()
    server.store("c", stored("user", "1", "secret"))
    const loading = chat.load()
    chat.type("draft")
    chat.forget()
    who.identity = identityOf("h")
    await loading
    await settle()
    assert.deepStrictEqual([logOf(chat), chat.state.draft], [[], ""])
    who.identity = identityOf("g")
    server.remove("c")
    const next = openChat(server, own, who)
    await next.load()
    assert.strictEqual(next.state.draft, "")
  })

  it("remembers what a guest said that needs an account", async () => {
    const begun = await begin()
    const { chat, server } = begun
    chat.say("check out")
    await settle()
    server.store(
      "c",
      stored("user", "1", "check out"),
      stored("assistant", "1", "Sign in.", { cards: [{ kind: "sign_in", data: {} }] })
    )
    await server
      .newest()
      .end(
        task("WORKING", { trace: "1" }),
        says("Sign in.", false),
        shows(card(1, "sign_in", {})),
        becomes("COMPLETED")
      )
    assert.strictEqual(chat.wish, "check out")
    chat.type("something else")
    assert.strictEqual(chat.wish, "something else")
  })
})
