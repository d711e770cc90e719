import { assert, it } from "@effect/vitest"
import { Customer, NothingToRead, SignedOut } from "../../../src/widget/customer/Customer.ts"
import { type Store, storeIn } from "../../../src/widget/customer/Store.ts"
import { Refused, type Request, Unreachable } from "../../../src/widget/talk/Requests.ts"

/** A token of a subject; the name tells tokens of the same subject apart. */
const tokenOf = (sub: string, name = "") =>
  `h.${btoa(JSON.stringify({ sub, name })).replaceAll("+", "-").replaceAll("/", "_")}.s`

const memory = (): Store => {
  const values = new Map<string, unknown>()
  return {
    read: (name) => values.get(name) ?? null,
    write: (name, value) => void values.set(name, value),
    remove: (name) => void values.delete(name)
  }
}

const blocked = storeIn(() => {
  throw new DOMException("Blocked", "SecurityError")
})

const day = 24 * 60 * 60 * 1000

const said: Request = { method: "POST", path: "a2a/message:stream" }
const read: Request = { method: "GET", path: "api/conversations" }

type Answer = object | Error | Promise<object>

/** A server whose answers are given by path, and a browser's tab. */
const tab = ({ own = memory(), shared = memory() }: { readonly own?: Store; readonly shared?: Store } = {}) => {
  const log: Array<string> = []
  const sent: Array<readonly [path: string, token: string | undefined, json: unknown]> = []
  const answers = new Map<string, Array<Answer>>()
  const waits: Array<() => void> = []
  const left = new AbortController()
  let now = 1000
  const customer = new Customer({
    own,
    shared,
    now: () => now,
    exclusively: (work) => work(),
    pause: () => new Promise((resolve) => void waits.push(resolve)),
    send: async ({ json, path, token }) => {
      sent.push([path, token, json])
      const answer = (await answers.get(path)?.shift()) ?? {}
      if (answer instanceof Error) {
        throw answer
      }
      return Response.json(answer)
    },
    watch: {
      changed: () => undefined,
      arrived: () => {
        log.push("arrived")
        left.abort(new Error("left"))
      },
      resumed: () => void log.push("resumed"),
      claimed: (lines) => void log.push(`claimed ${lines}`),
      expired: () => void log.push("expired")
    }
  })
  return {
    customer,
    log,
    sent,
    /** Aborts when another customer arrives, as the chat of the one before does. */
    signal: left.signal,
    own,
    shared,
    answer: (path: string, ...given: ReadonlyArray<Answer>) => void answers.set(path, [...given]),
    pass: (millis: number) => {
      now += millis
    },
    /** Ends the wait before another attempt. */
    wake: () => waits.shift()!()
  }
}

const guest = (name = "", id = "1") => ({ access_token: tokenOf(`${id}@guest.invalid`, name) })
const refused = new Refused("Token expired", 401, null)
const busy = new Refused("Conversation is busy", 409, null)
const alice = tokenOf("alice@example.com")
const bob = tokenOf("bob@example.com")

const rejection = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  return assert.fail("It succeeded")
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

it("makes one guest for the first messages, and none for reading", async () => {
  const { answer, customer, log, sent } = tab()
  assert.instanceOf(await rejection(customer.send(read)), NothingToRead)
  assert.deepStrictEqual(sent, [])
  answer("guests", guest())
  await Promise.all([customer.send(said), customer.send(said)])
  const { access_token: token } = guest()
  assert.deepStrictEqual(sent, [
    ["guests", undefined, undefined],
    ["a2a/message:stream", token, undefined],
    ["a2a/message:stream", token, undefined]
  ])
  assert.deepStrictEqual(log, [])
})

it("keeps the guest of the browser, and makes one per tab where storage is blocked", async () => {
  const first = tab()
  first.answer("guests", guest())
  await first.customer.send(said)
  const second = tab({ shared: first.shared })
  assert.strictEqual(second.customer.identity.kind, "guest")
  await second.customer.send(said)
  assert.deepStrictEqual(second.sent, [["a2a/message:stream", guest().access_token, undefined]])

  const alone = tab({ own: blocked, shared: blocked })
  alone.answer("guests", guest())
  await alone.customer.send(said)
  await alone.customer.send(said)
  alone.customer.sync()
  await alone.customer.send(said)
  assert.deepStrictEqual(
    alone.sent.map(([path]) => path),
    ["guests", ...Array.from({ length: 3 }, () => said.path)]
  )
})

it("renews a guest's token after a day, and goes on with the old one while it cannot", async () => {
  const { answer, customer, pass, sent } = tab()
  answer("guests", guest("old"), new Unreachable("No answer"), guest("new"))
  await customer.send(said)
  pass(day + 1)
  await customer.send(read)
  await customer.send(read)
  const [old, renewed] = [guest("old").access_token, guest("new").access_token]
  assert.deepStrictEqual(
    sent.map(([path, token]) => [path, token]),
    [
      ["guests", undefined],
      [said.path, old],
      ["guests", old],
      [read.path, old],
      ["guests", old],
      [read.path, renewed]
    ]
  )
})

it("replaces a refused guest once, by another tab's, by the same guest's new token, or by a new guest", async () => {
  const shared = memory()
  const { answer, customer, sent } = tab({ shared })
  answer("guests", guest("a"))
  await customer.send(said)

  shared.write("guest", { token: guest("b").access_token, issuedAt: 1000 })
  answer(said.path, refused)
  await customer.send(said)
  assert.strictEqual(sent.at(-1)?.[1], guest("b").access_token)

  answer(said.path, refused)
  answer("guests", guest("c"))
  await customer.send(said)
  assert.deepStrictEqual(sent.slice(-2), [
    ["guests", guest("b").access_token, undefined],
    [said.path, guest("c").access_token, undefined]
  ])

  answer(said.path, refused)
  answer("guests", refused, guest("", "2"))
  await customer.send(said)
  assert.deepStrictEqual(sent.slice(-3), [
    ["guests", guest("c").access_token, undefined],
    ["guests", undefined, undefined],
    [said.path, guest("", "2").access_token, undefined]
  ])

  answer(said.path, refused, refused)
  answer("guests", refused, guest("", "3"))
  assert.strictEqual(await rejection(customer.send(said)), refused)
})

it("lets a request of a refused guest fail when the tabs share another guest by now", async () => {
  const { answer, customer, log, sent, shared, signal } = tab()
  answer("guests", guest())
  await customer.send(said)
  shared.write("guest", { token: guest("", "2").access_token, issuedAt: 1000 })
  answer(said.path, refused)
  assert.strictEqual(String(await rejection(customer.send({ ...said, signal }))), "Error: left")
  assert.deepStrictEqual([customer.subject, log], ["2@guest.invalid", ["arrived", "resumed"]])
  assert.strictEqual(sent.at(-1)?.[1], guest().access_token)
  await customer.send(said)
  assert.deepStrictEqual(sent.slice(3), [[said.path, guest("", "2").access_token, undefined]])
})

it("needs an account where the shop takes no guests", async () => {
  const { answer, customer, sent } = tab()
  answer("guests", new Refused("Not found", 404, null))
  assert.instanceOf(await rejection(customer.send(said)), SignedOut)
  assert.strictEqual(customer.identity.kind, "nobody")
  await customer.take(alice)
  await customer.send(said)
  assert.deepStrictEqual(sent, [
    ["guests", undefined, undefined],
    [said.path, alice, undefined]
  ])
})

it("gives the guest back to the tabs whom a refused token has not claimed, when it signs out", async () => {
  const { answer, customer, own, shared } = tab()
  answer("guests", guest())
  await customer.send(said)
  answer("guests/claim", refused)
  answer(read.path, refused)
  await customer.take(alice)
  assert.isNull(shared.read("guest"))
  await customer.take(null)
  assert.deepStrictEqual(
    [customer.identity, shared.read("guest"), own.read("claim")],
    [{ kind: "guest", token: guest().access_token, issuedAt: 0 }, { token: guest().access_token, issuedAt: 0 }, null]
  )
})

it("becomes nobody when a refused guest only reads, and lets a message of that moment pass", async () => {
  const { answer, customer, log, shared } = tab()
  answer("guests", guest())
  await customer.send(said)
  answer(read.path, refused)
  answer("guests", refused)
  assert.instanceOf(await rejection(customer.send(read)), NothingToRead)
  assert.strictEqual(customer.identity.kind, "nobody")
  assert.isNull(shared.read("guest"))
  assert.deepStrictEqual(log, [])

  answer("guests", guest("", "2"))
  answer(read.path, refused)
  const [reading, saying] = await Promise.allSettled([customer.send(read), customer.send(said)])
  assert.deepStrictEqual([reading.status, saying.status], ["rejected", "fulfilled"])
})

it("claims the guest for the page's customer, and keeps no guest after it", async () => {
  const { answer, customer, log, own, sent, shared } = tab()
  answer("guests", guest())
  await customer.send(said)
  answer("guests/claim", { conversations: 1, cart_items: 2 })
  log.length = 0
  await customer.take(alice)
  assert.deepStrictEqual(sent.at(-1), ["guests/claim", alice, { guest_token: guest().access_token }])
  assert.deepStrictEqual(log, ["arrived", "claimed 2", "resumed"])
  assert.deepStrictEqual([shared.read("guest"), own.read("claim")], [null, null])
})

it("claims a guest again whose turn runs or whose server is away, also on the next page, until somebody else is here", async () => {
  const first = tab()
  first.answer("guests", guest())
  await first.customer.send(said)
  first.answer("guests/claim", busy, new Unreachable("No answer"), { conversations: 1, cart_items: 0 })
  first.log.length = 0
  await first.customer.take(alice)
  assert.deepStrictEqual(first.log, ["arrived", "resumed"])
  first.wake()
  await settle()
  const next = tab({ own: first.own, shared: first.shared })
  next.answer("guests/claim", { conversations: 1, cart_items: 0 })
  await next.customer.take(alice)
  assert.deepStrictEqual(next.log, ["arrived", "claimed 0", "resumed"])
  first.log.length = 0
  first.wake()
  await settle()
  assert.deepStrictEqual(first.log, ["claimed 0", "resumed"])

  const other = tab()
  other.answer("guests", guest())
  await other.customer.send(said)
  other.answer("guests/claim", busy)
  await other.customer.take(alice)
  await other.customer.take(bob)
  const before = other.sent.length
  other.wake()
  await settle()
  assert.strictEqual(other.sent.length, before)
  assert.isTrue(other.sent.every(([path, token]) => path !== "guests/claim" || token === alice))
})

it("forgets a guest that cannot be claimed, but not for a refused token of the customer", async () => {
  for (const [refusal, known] of [
    [new Refused("Already claimed", 409, null), {}],
    [refused, {}]
  ] as const) {
    const { answer, customer, own } = tab()
    answer("guests", guest())
    await customer.send(said)
    answer("guests/claim", refusal)
    answer(read.path, known)
    await customer.take(alice)
    assert.isNull(own.read("claim"))
  }
  const { answer, customer, log, sent } = tab()
  answer("guests", guest())
  await customer.send(said)
  answer("guests/claim", refused, { conversations: 1, cart_items: 1 })
  answer(read.path, refused)
  await customer.take(alice)
  assert.strictEqual(customer.identity.kind, "ended")
  log.length = 0
  await customer.take(tokenOf("alice@example.com", "new"))
  assert.deepStrictEqual(log, ["claimed 1", "resumed"])
  assert.strictEqual(sent.filter(([path]) => path === "guests/claim").length, 2)
})

it("tells once that the page's token is refused, and goes on with the next one of the same customer", async () => {
  const { answer, customer, log, sent } = tab()
  await customer.take(alice)
  log.length = 0
  answer(said.path, refused)
  assert.instanceOf(await rejection(customer.send(said)), SignedOut)
  assert.instanceOf(await rejection(customer.send(read)), SignedOut)
  await customer.take(alice)
  assert.deepStrictEqual(log, ["expired"])
  assert.strictEqual(sent.length, 1)
  await customer.take(tokenOf("alice@example.com", "new"))
  assert.deepStrictEqual(log, ["expired", "resumed"])
  await customer.take(bob)
  assert.deepStrictEqual(log, ["expired", "resumed", "arrived", "resumed"])
})

it("takes another token of the same customer without a change, and the same one without anything", async () => {
  const { customer, log } = tab()
  await customer.take(alice)
  log.length = 0
  await customer.take(alice)
  assert.deepStrictEqual(log, [])
  await customer.take(tokenOf("alice@example.com", "new"))
  assert.deepStrictEqual(log, ["resumed"])
  await customer.take("unreadable")
  await customer.take("unreadable too")
  assert.deepStrictEqual(log.filter((event) => event === "arrived").length, 2)
})

it("signs a customer out for null, and leaves a guest alone", async () => {
  const { answer, customer, log, own } = tab()
  await customer.take(null)
  answer("guests", guest())
  await customer.send(said)
  await customer.take(null)
  assert.deepStrictEqual(log, [])
  assert.strictEqual(customer.identity.kind, "guest")
  await customer.take(alice)
  log.length = 0
  await customer.take(null)
  assert.deepStrictEqual(log, ["arrived", "resumed"])
  assert.strictEqual(customer.identity.kind, "nobody")
  assert.isNull(own.read("account"))
})

it("leaves to a customer who arrives nothing of requests that were sent before", async () => {
  const { answer, customer, sent, shared } = tab()
  let open: (answer: object) => void = () => {}
  answer("guests", new Promise<object>((resolve) => (open = resolve)))
  const left = new AbortController()
  const sending = rejection(customer.send({ ...said, signal: left.signal }))
  left.abort(new Error("left"))
  await customer.take(alice)
  open(guest())
  assert.strictEqual(String(await sending), "Error: left")
  assert.deepStrictEqual([shared.read("guest"), customer.subject], [null, "alice@example.com"])
  assert.deepStrictEqual(
    sent.map(([path]) => path),
    ["guests"]
  )
})

it("keeps an account of its own form for the tab, renews it, and says when it is over", async () => {
  const first = tab()
  const session = { access_token: alice, refresh_token: "r", user: { name: "Alice" } }
  first.answer("api/auth/login", session)
  await first.customer.logIn("alice@example.com", "secret")
  assert.deepStrictEqual(first.customer.identity, { kind: "account", token: alice, refreshToken: "r", name: "Alice" })
  const { answer, customer, log, own, sent } = tab({ own: first.own })
  const renewed = tokenOf("alice@example.com", "new")
  answer(read.path, refused, refused)
  answer("api/auth/refresh", { access_token: renewed })
  await Promise.all([customer.send(read), customer.send(read)])
  assert.deepStrictEqual(
    sent.map(([path, token]) => [path, token]),
    [
      [read.path, alice],
      [read.path, alice],
      ["api/auth/refresh", undefined],
      [read.path, renewed],
      [read.path, renewed]
    ]
  )
  answer(read.path, refused)
  answer("api/auth/refresh", new Refused("Refresh token expired", 401, null))
  assert.instanceOf(await rejection(customer.send(read)), SignedOut)
  assert.deepStrictEqual([customer.identity.kind, own.read("account"), log], ["ended", null, []])
})

it("takes over what the tabs share: a new guest, a new token, and the end of one", async () => {
  const shared = memory()
  const { customer, log } = tab({ shared })
  const share = (token: string) => shared.write("guest", { token, issuedAt: 1000 })
  share(guest("a").access_token)
  customer.sync()
  assert.deepStrictEqual([customer.subject, log], ["1@guest.invalid", ["resumed"]])
  share(guest("b").access_token)
  customer.sync()
  assert.deepStrictEqual(log, ["resumed"])
  share(guest("", "2").access_token)
  customer.sync()
  assert.deepStrictEqual([customer.subject, log], ["2@guest.invalid", ["resumed", "arrived", "resumed"]])
  shared.remove("guest")
  customer.sync()
  assert.deepStrictEqual([customer.subject, log.length], [null, 5])
  await customer.take(alice)
  share(guest().access_token)
  customer.sync()
  assert.strictEqual(customer.subject, "alice@example.com")
})
