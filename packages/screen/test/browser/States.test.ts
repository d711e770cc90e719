import * as BufferingProxy from "@storefront/server/testing/BufferingProxy"
import { Effect, Exit, Scope } from "effect"
import { type Page } from "playwright-core"
import { afterAll, assert, it } from "vitest"
import { call, gate, say } from "./support/Model.ts"
import * as Outage from "./support/Outage.ts"
import { describeInBrowser, suite } from "./support/Suite.ts"

const running = suite()
const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Opens the chat as a page of its own, with an empty browser. */
const open = async (origin = running().url): Promise<Page> => {
  const page = await (await running().browser.newContext({ locale: "en-US" })).newPage()
  await page.goto(`${origin}/widget/`)
  await inputOf(page).waitFor()
  return page
}

const inputOf = (page: Page) => page.locator("textarea")
const logOf = (page: Page) => page.getByRole("log")
const send = async (page: Page, text: string) => {
  await inputOf(page).fill(text)
  await inputOf(page).press("Enter")
}
const stopped = (page: Page) => page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
const said = async (page: Page, text: string) => {
  await logOf(page).getByText(text).waitFor()
  await stopped(page)
}
/** Counts how often the log has a text. */
const count = async (page: Page, text: string) => (await logOf(page).innerText()).split(text).length - 1

const seek = () =>
  call(["call_specialist_agent", { agent_name: "product-discovery", message: "x", answer_directly: true }])
const search = () => call(["search_products", { query: "headphones" }])

/** A sentence that is released before the text ends: the one behind it is held back. */
const released = (sentence: string) => `${sentence} Another sentence follows it. `

/** Refuses the next message with the server's sentence. */
const refuseOnce = (page: Page, status: number, detail: string, headers: Record<string, string> = {}) =>
  page.route("**/a2a/message:stream", (route) => route.fulfill({ status, headers, json: { detail } }), { times: 1 })

/** A stream of a whole task, as the server would send it. */
const streamOf = (...frames: ReadonlyArray<object>) => ({
  contentType: "text/event-stream",
  body: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("")
})

const progress = "urn:storefront-assistant:a2a:progress:v1"
const status = (state: string, message?: object) => ({ state: `TASK_STATE_${state}`, ...(message ? { message } : {}) })
const task = {
  task: {
    id: "t",
    contextId: "c",
    status: status("WORKING"),
    metadata: { [progress]: { trace_id: "1", conversation_id: "c" } }
  }
}
const tells = (text: string, append: boolean) => ({
  artifactUpdate: { artifact: { artifactId: "answer", parts: [{ text }] }, append }
})
const begins = (specialist: string, title: string) => ({
  statusUpdate: {
    status: status("WORKING", {
      parts: [{ text: title }],
      metadata: { [progress]: { specialist, call: specialist, title, phase: "started" } }
    })
  }
})
const becomes = (state: string) => ({ statusUpdate: { status: status(state) } })

/** Records what a screen reader would announce: what is added to a live region, or changes in it. */
const recordAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const announced: Array<string> = []
    const log = document.querySelector("[role=log]")!
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (log.getAttribute("aria-live") === "polite") {
          const texts =
            type === "characterData" ? [target.textContent] : [...addedNodes].map((node) => node.textContent)
          announced.push(...texts.filter((text): text is string => text !== null && text.trim() !== ""))
        }
      }
    }).observe(log, { childList: true, subtree: true, characterData: true })
    Object.assign(globalThis, { announced })
  })

const announcements = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { announced: ReadonlyArray<string> }).announced)

describeInBrowser("the chat, as it waits and works", () => {
  it("begins with what it is, and four things to ask", async () => {
    const page = await open()
    assert.include(await logOf(page).innerText(), "You are talking to an AI assistant")
    assert.strictEqual(await page.locator(".starters button").count(), 4)
    assert.strictEqual(await inputOf(page).evaluate((input) => getComputedStyle(input).fontSize), "16px")
  })

  it("names each specialist once, shows the tool at work outside of the log, and can be stopped", async () => {
    const page = await open()
    const held = gate()
    running().model.play(seek(), search(), say(released("Found it."), held.opened, "Never said."))
    const works = await page.evaluateHandle(() => {
      const seen: Array<string> = []
      new MutationObserver(() => {
        const text = document.querySelector(".work")?.textContent ?? ""
        if (seen.at(-1) !== text) {
          seen.push(text)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
      return seen
    })
    await send(page, "Which headphones do you have?")
    await page.waitForFunction((seen) => seen.some((text) => /search/i.test(text)), works)
    assert.strictEqual(await count(page, "Product Discovery"), 1)
    assert.strictEqual(await page.locator("[role=log] .work").count(), 0)
    await page.getByRole("button", { name: "Stop" }).click()
    await logOf(page).getByText("Stopped.").waitFor()
    held.open()
    await stopped(page)
    assert.strictEqual(await count(page, "Never said."), 0)
  })

  it("keeps messages that are typed meanwhile in sight, lets them be dropped, and sends them one after another", async () => {
    const page = await open()
    const held = gate()
    running().model.play(say(released("First answer."), held.opened), say("Second answer."))
    await send(page, "first")
    await logOf(page).getByText("First answer.").waitFor()
    await send(page, "dropped")
    await send(page, "second")
    assert.strictEqual(await inputOf(page).evaluate((input) => document.activeElement === input), true)
    const queue = page.locator(".queued")
    assert.strictEqual(await queue.count(), 2)
    await queue.first().getByRole("button", { name: "Remove" }).click()
    assert.include(await queue.innerText(), "second")
    held.open()
    await said(page, "Second answer.")
    assert.deepStrictEqual([await queue.count(), await count(page, "dropped")], [0, 0])
  })

  it("says why an answer failed, and asks again", async () => {
    const page = await open()
    running().model.play()
    await send(page, "hello")
    await page.getByRole("button", { name: "Try again" }).waitFor()
    running().model.play(say("Here I am."))
    await page.getByRole("button", { name: "Try again" }).click()
    await said(page, "Here I am.")
    assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)
  })
})

describeInBrowser("the log, to those who hear it", () => {
  it("announces specialists and sentences once, in order, and nothing again when the answer is stored", async () => {
    const page = await open()
    await page.route("**/api/conversations/c", (route) =>
      route.fulfill({
        json: {
          messages: [
            { id: "u", role: "user", content: "hello", metadata: { trace_id: "1" } },
            {
              id: "a",
              role: "assistant",
              agent_name: "orchestrator",
              content: "One. Two.",
              metadata: { trace_id: "1" }
            }
          ]
        }
      })
    )
    await page.route("**/a2a/message:stream", (route) =>
      route.fulfill(
        streamOf(
          task,
          tells("Let me look.", false),
          tells("", false),
          begins("product-discovery", "Product Discovery"),
          tells("One.", false),
          tells(" Two.", true),
          becomes("COMPLETED")
        )
      )
    )
    await page.locator("[role=log][aria-live=polite]").waitFor()
    await recordAnnouncements(page)
    const stored = page.waitForResponse("**/api/conversations/c")
    await send(page, "hello")
    await said(page, "Two.")
    await stored
    await page.getByRole("button", { name: "Good answer" }).waitFor()
    const heard = (await announcements(page)).filter((text) => /Let me|Product D|One|Two|hello/.test(text))
    assert.deepStrictEqual(heard, ["You saidhello", "Let me look.", "Product Discovery", "One.", " Two."])
    assert.strictEqual(await page.locator(".discarded").innerText(), "Let me look.")
  })

  it("does not announce what was said before", async () => {
    const page = await open()
    running().model.play(say("An old answer."))
    await send(page, "an old question")
    await said(page, "An old answer.")
    await page.addInitScript(() => {
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver((changes) => {
          const isLive = document.querySelector("[role=log]")?.getAttribute("aria-live") === "polite"
          const isSaid = changes.some(({ addedNodes }) =>
            [...addedNodes].some((node) => node.textContent?.includes("old"))
          )
          if (isLive && isSaid) {
            document.documentElement.dataset["announced"] = "old"
          }
        }).observe(document.body, { childList: true, subtree: true })
      )
    })
    await page.reload()
    await logOf(page).getByText("An old answer.").waitFor()
    await page.locator("[role=log][aria-live=polite]").waitFor()
    assert.isNull(await page.locator("html").getAttribute("data-announced"))
  })

  it("of 500 messages changes only where something is said", async () => {
    const page = await open()
    const messages = Array.from({ length: 500 }, (_, at) => ({
      id: `m${at}`,
      role: at % 2 === 0 ? "user" : "assistant",
      agent_name: at % 2 === 0 ? null : "orchestrator",
      content: `Message ${at}`,
      metadata: { trace_id: `t${at - (at % 2)}` }
    }))
    running().model.play(say("First."))
    await send(page, "hello")
    await said(page, "First.")
    await page.route("**/api/conversations/*", (route) => route.fulfill({ json: { messages } }))
    await page.reload()
    await logOf(page).getByText("Message 499").waitFor()
    await page.getByRole("button", { name: "Good answer" }).last().waitFor()
    await page.evaluate(() => {
      const lines = new Set(document.querySelectorAll("[role=log] article"))
      new MutationObserver((changes) => {
        if (
          changes.some(({ target }) =>
            lines.has(
              target instanceof Element ? target.closest("article")! : target.parentElement!.closest("article")!
            )
          )
        ) {
          document.documentElement.dataset["touched"] = "yes"
        }
      }).observe(document.querySelector("[role=log]")!, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true
      })
    })
    running().model.play(say("Now. ", "And then. ", "At last."))
    await send(page, "more")
    await said(page, "At last.")
    assert.isNull(await page.locator("html").getAttribute("data-touched"))
  })

  it("keeps the beginning of a long answer in view, and shows the way to its end", async () => {
    const page = await open()
    const held = gate()
    running().model.play(say(released("The beginning."), held.opened, "More of it. ".repeat(400), "The end."))
    await send(page, "tell me everything")
    await logOf(page).getByText("The beginning.").waitFor()
    held.open()
    await stopped(page)
    const isInView = (text: string) =>
      logOf(page).evaluate((log, text) => {
        const range = document.createRange()
        const walker = document.createTreeWalker(log, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const at = node.textContent?.indexOf(text) ?? -1
          if (at >= 0) {
            range.setStart(node, at)
            range.setEnd(node, at + text.length)
          }
        }
        const { bottom, top } = range.getBoundingClientRect()
        const view = log.getBoundingClientRect()
        return top >= view.top && bottom <= view.bottom
      }, text)
    assert.deepStrictEqual([await isInView("The beginning."), await isInView("The end.")], [true, false])
    await page.getByRole("button", { name: "Newest message" }).click()
    assert.deepStrictEqual([await isInView("The beginning."), await isInView("The end.")], [false, true])
    running().model.play(say("Another one."))
    await send(page, "and now?")
    await said(page, "Another one.")
    assert.strictEqual(await isInView("Another one."), true)
  })
})

describeInBrowser("a chat whose connection fails", () => {
  it("goes on with the answer when the server is back, and says each sentence once", async () => {
    const outage = await Outage.serve(running().url)
    const page = await open(outage.url)
    const held = gate()
    running().model.play(say(released("Before."), held.opened, "And after."))
    await send(page, "hello")
    await logOf(page).getByText("Before.").waitFor()
    await outage.stop()
    await page.getByText("The connection was lost.").waitFor()
    held.open()
    await outage.start()
    await said(page, "And after.")
    assert.deepStrictEqual([await count(page, "Before."), await count(page, "hello")], [1, 1])
    await outage.stop()
  })

  it("says so when a message cannot even be sent, and sends it when the server is back", async () => {
    const outage = await Outage.serve(running().url)
    const page = await open(outage.url)
    running().model.play(say("At last."))
    await outage.stop()
    await send(page, "hello")
    await page.getByText("The connection was lost.").waitFor()
    await outage.start()
    await said(page, "At last.")
    assert.strictEqual(await count(page, "hello"), 1)
    await outage.stop()
  })

  it("shows the answer also where a proxy holds streams back", async () => {
    const proxy = await Effect.runPromise(Scope.extend(BufferingProxy.serve(running().url), scope))
    const page = await open(proxy)
    const held = gate()
    running().model.play(say(released("Before."), held.opened, "And after."))
    await send(page, "hello")
    await logOf(page).getByText("Before.").waitFor()
    held.open()
    await said(page, "And after.")
    assert.strictEqual(await count(page, "Before."), 1)
  })

  it("keeps a message that is written offline, and sends it once", async () => {
    const page = await open()
    running().model.play(say("Welcome back."))
    await page.context().setOffline(true)
    await send(page, "hello")
    await page.getByText("You are offline.").waitFor()
    await page.context().setOffline(false)
    await said(page, "Welcome back.")
    assert.strictEqual(await count(page, "hello"), 1)
    await page.reload()
    await logOf(page).getByText("Welcome back.").waitFor()
    assert.strictEqual(await count(page, "hello"), 1)
  })

  it("resumes the answer after a reload, with what was seen", async () => {
    const page = await open()
    const held = gate()
    running().model.play(say(released("Before."), held.opened, "And after."))
    await send(page, "hello")
    await logOf(page).getByText("Before.").waitFor()
    await inputOf(page).fill("a draft")
    await page.reload()
    await logOf(page).getByText("Before.").waitFor()
    assert.strictEqual(await inputOf(page).inputValue(), "a draft")
    held.open()
    await said(page, "And after.")
    assert.deepStrictEqual([await count(page, "hello"), await count(page, "Before.")], [1, 1])
  })

  it("goes on after its tab was frozen, and after it came from the page cache", async () => {
    const page = await open()
    const held = gate()
    running().model.play(say(released("Before."), held.opened, "And after."))
    await send(page, "hello")
    await logOf(page).getByText("Before.").waitFor()
    const browser = await page.context().newCDPSession(page)
    await browser.send("Page.setWebLifecycleState", { state: "frozen" })
    await browser.send("Page.setWebLifecycleState", { state: "active" })
    const again = page.waitForRequest("**/a2a/tasks/*:subscribe")
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
    await again
    held.open()
    await said(page, "And after.")
    assert.strictEqual(await count(page, "Before."), 1)
  })

  it("says when a conversation cannot be loaded, and loads it later", async () => {
    const page = await open()
    running().model.play(say("Remember me."))
    await send(page, "hello")
    await said(page, "Remember me.")
    await page.route("**/api/conversations", (route) => route.fulfill({ status: 500, json: { detail: "No" } }), {
      times: 1
    })
    await page.reload()
    await page.getByText("The conversation could not be loaded.").waitFor()
    await page.getByRole("button", { name: "Try again" }).click()
    await logOf(page).getByText("Remember me.").waitFor()
    assert.strictEqual(await page.getByText("The conversation could not be loaded.").count(), 0)
  })
})

describeInBrowser("a chat that is refused", () => {
  it.each([
    [429, "Too many requests"],
    [503, "The assistant is temporarily unavailable"]
  ])(
    "for now (%i) says the server's sentence, counts down, and keeps the message in the input",
    async (code, detail) => {
      const page = await open()
      await page.clock.install()
      await refuseOnce(page, code, detail, { "retry-after": "600" })
      await send(page, "hello")
      await page.getByText(detail).waitFor()
      await page.locator(".again").waitFor()
      assert.deepStrictEqual([await inputOf(page).inputValue(), await count(page, "hello")], ["hello", 0])
      await page.clock.fastForward("10:01")
      await page.getByText(detail).waitFor({ state: "detached" })
      running().model.play(say("Now it works."))
      await inputOf(page).press("Enter")
      await said(page, "Now it works.")
    }
  )

  it("because the session is over stays readable, and offers to sign in", async () => {
    const page = await open()
    await signIn(page)
    running().model.play(say("Hello Alice."))
    await send(page, "hello")
    await said(page, "Hello Alice.")
    await page.route("**/a2a/**", (route) => route.fulfill({ status: 401, json: { detail: "Token expired" } }))
    await page.route("**/api/auth/refresh", (route) =>
      route.fulfill({ status: 401, json: { detail: "Refresh token expired" } })
    )
    await send(page, "and now?")
    await page.getByText("Your session is over.").waitFor()
    assert.deepStrictEqual([await count(page, "Hello Alice."), await inputOf(page).inputValue()], [1, "and now?"])
    await page.unroute("**/a2a/**")
    running().model.play(say("I am here."))
    await page.locator(".status").getByRole("button", { name: "Sign in" }).click()
    await fillIn(page, "alice@example.com", "storefront-demo")
    await said(page, "I am here.")
    assert.deepStrictEqual([await count(page, "Hello Alice."), await inputOf(page).inputValue()], [1, ""])
  })
})

const fillIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel("E-mail", { exact: true }).fill(email)
  await page.locator("input[type=password]").fill(password)
  await page.keyboard.press("Enter")
}

/** Signs in as a customer of the demonstration shop. */
const signIn = async (page: Page) => {
  await page.getByRole("button", { name: "Sign in" }).click()
  await fillIn(page, "alice@example.com", "storefront-demo")
  await page.getByRole("button", { name: "Sign out" }).waitFor()
}

describeInBrowser("a proposal", () => {
  it("is confirmed by a typed yes, goes with its id, and says how it was settled", async () => {
    const { model, url } = running()
    const login = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "alice@example.com", password: "storefront-demo" })
    })
    const { access_token } = (await login.json()) as { readonly access_token: string }
    const orders = await fetch(`${url}/api/orders`, { headers: { authorization: `Bearer ${access_token}` } })
    const { orders: all } = (await orders.json()) as {
      readonly orders: ReadonlyArray<{ readonly id: string; readonly status: string }>
    }
    const placed = all.find(({ status }) => status === "placed")
    const page = await open()
    await signIn(page)
    model.play(
      call(["call_specialist_agent", { agent_name: "order-management", message: "x" }]),
      call(["cancel_order", { order_id: placed?.id, reason: "No reason given" }]),
      say("The customer is asked."),
      say("Here it is.")
    )
    await send(page, `Cancel my order ${placed?.id}`)
    await page.locator(".action").waitFor()
    await stopped(page)
    await page.getByRole("button", { name: "Not now" }).waitFor()
    const sent = page.waitForRequest("**/a2a/message:stream")
    await send(page, "yes, please")
    const { message } = (await sent).postDataJSON() as { readonly message: { readonly parts: ReadonlyArray<object> } }
    assert.strictEqual(message.parts.length, 2)
    assert.deepNestedInclude(message.parts[1], { "data.decision": "confirm" })
    await page.locator(".action .state").getByText("Confirmed").waitFor()
    await stopped(page)
    assert.strictEqual(await page.locator(".action").count(), 1)
    assert.strictEqual(await count(page, "Here it is."), 1)
    await page.reload()
    await page.locator(".action .state").getByText("Confirmed").waitFor()
  })
})

describeInBrowser("the input", () => {
  it("sends with Enter, but not with Shift, nor while an input method composes", async () => {
    const page = await open()
    const input = inputOf(page)
    running().model.play(say("One message."))
    await input.fill("first")
    await input.press("Shift+Enter")
    await page.keyboard.type("second")
    for (const event of [{ isComposing: true }, { keyCode: 229 }]) {
      await input.evaluate(
        (element, event) =>
          element.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...event })
          ),
        event
      )
    }
    assert.deepStrictEqual([await input.inputValue(), await page.locator(".said").count()], ["first\nsecond", 0])
    await input.press("Enter")
    await said(page, "One message.")
    assert.include(await page.locator(".said").innerText(), "first\nsecond")
  })

  it("says how much of a message is too long, and cuts nothing", async () => {
    const page = await open()
    await inputOf(page).fill("x".repeat(4003))
    await page.getByText("3 characters too many").waitFor()
    await inputOf(page).press("Enter")
    assert.deepStrictEqual([(await inputOf(page).inputValue()).length, await page.locator(".said").count()], [4003, 0])
  })

  it("stays above a keyboard on the screen, and so do the newest words", async () => {
    const page = await open()
    running().model.play(say("Many words. ".repeat(200)))
    await send(page, "hello")
    await stopped(page)
    await page.getByRole("button", { name: "Newest message" }).click()
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 300 })
      visualViewport?.dispatchEvent(new Event("resize"))
    })
    await page.waitForFunction(() => document.body.getBoundingClientRect().bottom === 300)
    const bottoms = await page.evaluate(() =>
      ["textarea", "article:last-of-type .spoken"].map(
        (name) => document.querySelector(name)?.getBoundingClientRect().bottom ?? 0
      )
    )
    assert.isAtMost(Math.max(...bottoms), 300)
  })
})

describeInBrowser("the form to sign in", () => {
  it("takes the focus, says the server's sentence at the field, and gives the focus back; the conversation stays", async () => {
    const page = await open()
    running().model.play(say("Still here."))
    await send(page, "hello")
    await said(page, "Still here.")
    const button = page.getByRole("button", { name: "Sign in" })
    await button.focus()
    await page.keyboard.press("Enter")
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"))
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "email")
    await page.getByRole("button", { name: "I am new here" }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute("name") === "name")
    await page.keyboard.type("Ann")
    await fillIn(page, "ann@shop.example", "short")
    await page.getByRole("alert").getByText("password: must be 8 to 72 bytes").waitFor()
    assert.strictEqual(await focused(), "password")
    assert.strictEqual(await page.locator("input[type=password]").getAttribute("aria-invalid"), "true")
    await page.keyboard.press("Escape")
    await logOf(page).getByText("Still here.").waitFor()
    await page.waitForFunction(
      () =>
        document.activeElement?.textContent === "Sign in" ||
        document.activeElement?.getAttribute("aria-label") === "Sign in"
    )
    await button.click()
    await page.getByRole("button", { name: "I am new here" }).click()
    await page.getByLabel("Your name", { exact: true }).fill("Ann")
    await fillIn(page, `ann-${Date.now()}@shop.example`, "a long enough one 7")
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    await logOf(page).getByText("Still here.").waitFor()
  })
})
