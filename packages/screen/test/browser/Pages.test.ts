import { SignJWT } from "jose"
import { randomUUID } from "node:crypto"
import { type Page } from "playwright-core"
import { assert, it, vi } from "vitest"
import { type Chat } from "./support/Chat.ts"
import { ask, call, gate, say } from "./support/Model.ts"
import { describeInBrowser, suite } from "./support/Suite.ts"

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"

/** The element of the chat, as a page's script sees it. */
type Assistant = HTMLElement & {
  identity: string | null
  product: string | null
  open: () => void
  close: () => void
}

const names = [
  "ready",
  "resize",
  "open-product",
  "checkout",
  "sign-in",
  "identity-expired",
  "closed",
  "unread",
  "cart-changed"
]

/** Records the events of the chat on each page from its beginning. */
const record = (page: Page) =>
  page.addInitScript((types) => {
    const events: Array<unknown> = []
    Object.assign(globalThis, { events })
    for (const type of types) {
      addEventListener(`storefront-${type}`, (event) =>
        events.push(event instanceof CustomEvent ? [type, event.detail] : [])
      )
    }
  }, names)

/** Details of the events of a type, so far. */
const events = (page: Page, type: string) =>
  page.evaluate(
    (wanted) =>
      (Reflect.get(globalThis, "events") as Array<[string, unknown]>).flatMap(([name, detail]) =>
        name === wanted ? [detail] : []
      ),
    type
  )

/** Waits for the event of a type with that detail. */
const event = (page: Page, type: string, detail: unknown) =>
  page.waitForFunction(
    ([wanted, text]) =>
      (Reflect.get(globalThis, "events") as Array<[string, unknown]>).some(
        ([name, found]) => name === wanted && JSON.stringify(found) === text
      ),
    [type, JSON.stringify(detail)] as const
  )

const identify = (chat: Chat, token: string | null) =>
  chat.page.evaluate((identity) => {
    document.querySelector<Assistant>("storefront-assistant")!.identity = identity
  }, token)

describeInBrowser("the chat on the pages of a shop", () => {
  const running = suite({ SHOP_IDENTITY_SECRET: secret })

  /** The shop's server gets a token for one of its customers. */
  const tokenFor = async (name: string) => {
    const { url } = running()
    const assertion = await new SignJWT({ email: `${name}@shop.example`, email_verified: true, name })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(url)
      .setSubject(name)
      .setJti(randomUUID())
      .setExpirationTime("2m")
      .sign(new TextEncoder().encode(secret))
    const response = await fetch(`${url}/identity/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion })
    })
    const { access_token } = (await response.json()) as { access_token: string }
    return access_token
  }

  /** A page at the assistant's site, whose events are recorded. */
  const recorded = async (path = "/", options = {}) => {
    const page = await (await running().browser.newContext(options)).newPage()
    await record(page)
    return await running().visitOn(page, path, running().shop.siteOrigin)
  }

  /** Asks what is answered when the returned function is called, and waits until the model is at it. */
  const askSlowly = async (chat: Chat, text: string, answer: string) => {
    const { model } = running()
    const { open, opened } = gate()
    model.play(say(opened, answer))
    await chat.send(text)
    await vi.waitFor(() => assert.lengthOf(model.requests(), 1), { timeout: 30_000 })
    return open
  }

  it("takes what the page has stated before the chat was there, and makes no guest by being opened", async () => {
    const { shop, model } = running()
    shop.set("/stated", {
      body: `<storefront-assistant id="chat" locale="de" handles="checkout open-product"></storefront-assistant>
        <script>
          chat.identity = "${await tokenFor("early")}"
          chat.product = "SKU-1"
        </script>`
    })
    const page = await (await running().browser.newContext()).newPage()
    const guests: Array<string> = []
    page.on("request", (request) => request.url().endsWith("/guests") && guests.push(request.url()))
    const chat = await running().visitOn(page, "/stated", shop.siteOrigin)
    const frame = await chat.open()
    model.play(say("Hallo."))
    const sent = page.waitForRequest((request) => request.url().includes("a2a/message:"))
    await chat.ask("Guten Tag", "Hallo.")
    const request = await sent
    assert.include(request.postData() ?? "", '"product_id":"SKU-1"')
    assert.include(request.headers()["authorization"] ?? "", "Bearer ")
    assert.deepStrictEqual(guests, [])
    assert.deepStrictEqual(await frame.evaluate(() => [document.documentElement.lang, localStorage.length]), ["de", 0])
    assert.strictEqual(await page.evaluate(() => document.querySelector<Assistant>("#chat")!.product), "SKU-1")
  })

  it("shows a second customer nothing of the first, and the first everything again", async () => {
    const { model } = running()
    const chat = await recorded()
    const frame = await chat.open()
    const [first, second] = [await tokenFor("first"), await tokenFor("second")]
    model.play(say("Nice to meet you."))
    await chat.ask("I am nobody yet", "Nice to meet you.")
    // The guest's conversation is the customer's now.
    await identify(chat, first)
    await frame.waitForFunction(() => !/guest|account/.test(JSON.stringify(localStorage)))
    await chat.log(frame).getByText("Nice to meet you.").waitFor()
    model.play(say("A secret of the first."))
    await chat.ask("Tell me a secret", "A secret of the first.")
    const finish = await askSlowly(chat, "One more", "Never seen.")
    await identify(chat, second)
    await chat.log(frame).getByText("secret").first().waitFor({ state: "detached" })
    finish()
    model.play(say("Hello, second."))
    await chat.ask("Who am I?", "Hello, second.")
    const log = await chat.log(frame).innerText()
    assert.notInclude(log, "secret")
    assert.notInclude(log, "Never seen")
    assert.notInclude(await frame.evaluate(() => JSON.stringify(sessionStorage)), "One more")
    await identify(chat, null)
    await chat.log(frame).getByText("Hello, second.").waitFor({ state: "detached" })
    await identify(chat, first)
    await chat.log(frame).getByText("A secret of the first.").waitFor()
    assert.notInclude(await chat.log(frame).innerText(), "Hello, second.")
  })

  it("says once that a token has ended, and says with the next one what was refused", async () => {
    const { model } = running()
    const chat = await recorded()
    const frame = await chat.open()
    await identify(chat, await tokenFor("forgetful"))
    model.play(say("First answer."))
    await chat.ask("First question", "First answer.")
    await chat.page.route(
      "**/a2a/message:stream",
      (route) => route.fulfill({ status: 401, json: { detail: "Token expired" } }),
      {
        times: 1
      }
    )
    await chat.send("Second question")
    await event(chat.page, "identity-expired", {})
    model.play(say("Second answer."))
    await identify(chat, await tokenFor("forgetful"))
    await chat.log(frame).getByText("Second answer.").waitFor()
    assert.strictEqual((await events(chat.page, "identity-expired")).length, 1)
    assert.strictEqual(await chat.log(frame).getByText("Second question").count(), 1)
    assert.strictEqual(await chat.input(frame).inputValue(), "")
  })

  it("is one conversation in two tabs of a guest, whose other tab goes on after a sign-in", async () => {
    const { model, shop, visitOn } = running()
    const chat = await recorded()
    const frame = await chat.open()
    model.play(say("Said in the first tab."))
    await chat.ask("Hello", "Said in the first tab.")
    const other = await visitOn(await chat.page.context().newPage(), "/", shop.siteOrigin)
    const otherFrame = await other.open()
    await other.log(otherFrame).getByText("Said in the first tab.").waitFor()
    model.play(say("Said in the second tab."))
    await other.ask("Hello again", "Said in the second tab.")
    await chat.log(frame).getByText("Said in the second tab.").waitFor()
    assert.strictEqual(await chat.log(frame).getByText("Hello again").count(), 1)
    await identify(chat, await tokenFor("two-tabs"))
    await other.log(otherFrame).getByText("Said in the first tab.").waitFor({ state: "detached" })
    await chat.log(frame).getByText("Said in the first tab.").waitFor()
    model.play(say("Somebody new."))
    await other.ask("Who am I now?", "Somebody new.")
    assert.notInclude(await chat.log(frame).innerText(), "Somebody new.")
  })

  it("stays one guest for the page where all storage is blocked", async () => {
    const { browser, model } = running()
    const page = await (await browser.newContext()).newPage()
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("Blocked", "SecurityError")
      }
      for (const name of ["localStorage", "sessionStorage", "BroadcastChannel"]) {
        Object.defineProperty(globalThis, name, { get })
      }
      navigator.locks.request = () => Promise.reject(new DOMException("Blocked", "SecurityError"))
    })
    const guests: Array<string> = []
    page.on("request", (request) => request.url().endsWith("/guests") && guests.push(request.url()))
    const chat = await running().visitOn(page)
    await chat.open()
    model.play(say("First."))
    await chat.ask("One", "First.")
    model.play(say("Second."))
    const frame = await chat.ask("Two", "Second.")
    assert.strictEqual(guests.length, 1)
    assert.strictEqual(await chat.log(frame).getByText("First.").count(), 1)
  })

  it("goes on from page to page in the middle of an answer, as open as it was, without taking the focus", async () => {
    const { shop } = running()
    const chat = await recorded()
    await chat.open()
    const finish = await askSlowly(chat, "A long story, please", "The end of it.")
    await chat.page.goto(`${shop.siteOrigin}/next`)
    const frame = await chat.frame()
    await chat.log(frame).getByText("A long story, please").waitFor()
    assert.isTrue(await (await frame.frameElement()).isVisible())
    assert.strictEqual(await chat.page.evaluate(() => document.activeElement?.tagName), "BODY")
    finish()
    await chat.log(frame).getByText("The end of it.").waitFor()
    await frame.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
    await chat.page.evaluate(() => document.querySelector<Assistant>("storefront-assistant")!.close())
    await chat.page.goto(`${shop.siteOrigin}/last`)
    await chat.element.waitFor({ state: "attached" })
    assert.strictEqual(chat.page.frames().length, 1)
  })

  it("counts the answers that ended while it was closed, also on the next page", async () => {
    const { shop } = running()
    const chat = await recorded()
    await chat.open()
    const finish = await askSlowly(chat, "Something slow", "Done.")
    await chat.page.evaluate(() => document.querySelector<Assistant>("storefront-assistant")!.close())
    await event(chat.page, "closed", {})
    await event(chat.page, "resize", { open: false, width: 0, height: 0 })
    finish()
    await event(chat.page, "unread", { count: 1 })
    await chat.page.goto(`${shop.siteOrigin}/next`)
    await event(chat.page, "unread", { count: 1 })
    const frame = await chat.open()
    await event(chat.page, "unread", { count: 0 })
    await chat.log(frame).getByText("Done.").waitFor()
    const [size] = (await events(chat.page, "resize")) as ReadonlyArray<{ open: boolean; width: number }>
    assert.deepInclude(size, { open: true, width: 400 })
  })

  it("tells the page of the cart that the assistant has changed", async () => {
    const { model } = running()
    const chat = await recorded()
    await chat.open()
    model.play(
      ask("order-management"),
      call(["add_to_cart", { product_name: "Hush 700", quantity: 2 }]),
      say("Two of them are in your cart.")
    )
    await chat.ask("Put two Hush 700 into my cart", "in your cart")
    await chat.page.waitForFunction(() => JSON.stringify(Reflect.get(globalThis, "events")).includes("cart-changed"))
    const [cart] = (await events(chat.page, "cart-changed")) as ReadonlyArray<Readonly<Record<string, unknown>>>
    assert.deepStrictEqual([cart?.["item_count"], cart?.["currency"], typeof cart?.["subtotal"]], [1, "USD", "number"])
    await identify(chat, await tokenFor("carter"))
    await event(chat.page, "cart-changed", { item_count: null, subtotal: null, currency: null })
  })

  it("focuses the input when it opens, and gives the focus back to the button when it closes", async () => {
    const chat = await recorded()
    const frame = await chat.open()
    const isFocused = () => frame.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA")
    await isFocused()
    assert.strictEqual(await chat.page.evaluate(() => document.activeElement?.tagName), "STOREFRONT-ASSISTANT")
    await chat.page.keyboard.press("Escape")
    await event(chat.page, "closed", {})
    assert.isFalse(await (await frame.frameElement()).isVisible())
    // The button has the focus: a key opens the chat again.
    await chat.page.keyboard.press("Enter")
    await (await frame.frameElement()).waitForElementState("visible")
    await isFocused()
    await chat.page.keyboard.type("typed at once")
    assert.strictEqual(await chat.input(frame).inputValue(), "typed at once")
  })

  it("covers a narrow page, which neither scrolls meanwhile nor loses its place", async () => {
    const { shop } = running()
    shop.set("/long", { body: '<div style="height: 5000px"></div>' })
    const chat = await recorded("/long", { viewport: { width: 360, height: 640 } })
    await chat.page.evaluate(() => scrollTo(0, 700))
    const frame = await chat.open()
    const box = await (await frame.frameElement()).boundingBox()
    assert.deepStrictEqual(box, { x: 0, y: 0, width: 360, height: 640 })
    await chat.page.mouse.move(180, 200)
    await chat.page.mouse.wheel(0, 900)
    // The wheel is handled before a later click is.
    await chat.input(frame).click()
    assert.strictEqual(await chat.page.evaluate(() => scrollY), 700)
    await chat.page.keyboard.press("Escape")
    await event(chat.page, "closed", {})
    assert.deepStrictEqual(
      await chat.page.evaluate(() => [scrollY, document.documentElement.getAttribute("style") ?? ""]),
      [700, ""]
    )
  })

  it("does not cover a page before it answers, so that its button closes it", async () => {
    const { browser, shop, visitOn } = running()
    const page = await (await browser.newContext({ viewport: { width: 360, height: 640 } })).newPage()
    await record(page)
    // The server has taken the request, and says nothing.
    await page.route("**/widget/", () => undefined)
    const chat = await visitOn(page, "/", shop.siteOrigin)
    await chat.element.waitFor({ state: "attached" })
    await page.mouse.click(312, 592)
    await page.waitForFunction(() => document.activeElement?.tagName === "STOREFRONT-ASSISTANT")
    assert.strictEqual(await page.evaluate(() => document.documentElement.style.overflow), "")
    await page.mouse.click(312, 592)
    await event(page, "closed", {})
  })

  it("signs out by an identity that is not stated, and goes on when an attribute stays as it is", async () => {
    const { model } = running()
    const chat = await recorded()
    const frame = await chat.open()
    await identify(chat, await tokenFor("leaving"))
    model.play(say("Only for you."))
    await chat.ask("Tell me something", "Only for you.")
    const loads: Array<string> = []
    chat.page.on("framenavigated", (navigated) => loads.push(navigated.url()))
    await chat.page.evaluate(() => {
      const element = document.querySelector<Assistant>("storefront-assistant")!
      element.setAttribute("locale", "en")
      element.setAttribute("locale", "en")
    })
    await vi.waitFor(() => assert.lengthOf(loads, 1), { timeout: 30_000 })
    await chat.input(frame).waitFor()
    await chat.log(frame).getByText("Only for you.").waitFor()
    await chat.page.evaluate(() =>
      Object.assign(document.querySelector<Assistant>("storefront-assistant")!, { identity: undefined })
    )
    await chat
      .log(await chat.frame())
      .getByText("Only for you.")
      .waitFor({ state: "detached" })
    assert.lengthOf(loads, 1)
  })

  it("loads anew once when its files are of another version, and speaks another language when the page does", async () => {
    const { browser, visitOn } = running()
    /** Opens the chat, some of whose files are missing while it may be so; returns its loads, too. */
    const openWithout = async (files: RegExp, mayBe: (loads: number) => boolean) => {
      const page = await (await browser.newContext()).newPage()
      const loads: Array<string> = []
      page.on("request", (request) => request.url().endsWith("/widget/") && loads.push(request.url()))
      await page.route(files, (route) =>
        mayBe(loads.length) ? route.fulfill({ status: 404, json: { detail: "Not found" } }) : route.continue()
      )
      const chat = await visitOn(page)
      return { chat, frame: await chat.open(), loads }
    }
    const { chat, frame, loads } = await openWithout(/\/widget\/(?:en|Parts)-\w+\.js$/, (count) => count < 2)
    assert.lengthOf(loads, 2)
    await chat.page.evaluate(() => document.querySelector("storefront-assistant")!.setAttribute("locale", "fr"))
    await frame.waitForFunction(() => document.documentElement.lang === "fr")
    await chat.input(frame).waitFor()
    assert.lengthOf(loads, 3)
    // What stays missing is not asked for again and again.
    const { loads: others } = await openWithout(/\/widget\/Parts-\w+\.js$/, () => true)
    assert.isAtMost(others.length, 2)
  })

  it("is the whole chat as a page of its own", async () => {
    const { browser, model, url } = running()
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${url}/widget`)
    assert.strictEqual(page.url(), `${url}/widget/`)
    model.play(say("Alone, but here."))
    await page.locator("textarea").fill("Hello")
    await page.locator("textarea").press("Enter")
    await page.getByRole("log").getByText("Alone, but here.").waitFor()
  })
})
