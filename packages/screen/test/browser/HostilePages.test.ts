import { type Frame, type Page } from "playwright-core"
import { assert, it } from "vitest"
import { type Chat } from "./support/Chat.ts"
import { say } from "./support/Model.ts"
import { describeInBrowser, suite } from "./support/Suite.ts"

/** Counts violations of the policies of all documents, which tell them. */
const reportViolations = (page: Page) =>
  page.addInitScript(() => {
    const violations: Array<string> = []
    Object.assign(globalThis, { violations })
    addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
      violations.push(`${violatedDirective} ${blockedURI}`)
    )
  })

const violationsIn = (frame: Frame | Page) => frame.evaluate(() => Reflect.get(globalThis, "violations") as unknown)

/** The first words of the loader on the console. */
const complaint = (page: Page) =>
  page.waitForEvent("console", (message) => message.text().startsWith("storefront-assistant: "))

/** Clicks where the button is, without running a script in the page. */
const press = async (chat: Chat) => {
  await chat.element.waitFor({ state: "attached" })
  const { height, width } = chat.page.viewportSize()!
  await chat.page.mouse.click(width - 48, height - 48)
  const frame = await chat.frame()
  await chat.input(frame).waitFor()
  return frame
}

describeInBrowser("the chat on a hostile page", () => {
  const running = suite()

  it("works under the strictest policies, and violates none", async () => {
    const { browser, model, shop, url } = running()
    shop.set("/strict", {
      headers: {
        "content-security-policy": `default-src 'none'; script-src ${url}; frame-src ${url}; require-trusted-types-for 'script'; trusted-types 'none'`,
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-opener-policy": "same-origin"
      }
    })
    model.play(say("It works."))
    const page = await (await browser.newContext()).newPage()
    await reportViolations(page)
    const chat = await running().visitOn(page, "/strict")
    const frame = await chat.open()
    await chat.ask("Does it work?", "It works.")
    assert.isTrue(await page.evaluate(() => crossOriginIsolated))
    assert.deepStrictEqual([await violationsIn(page), await violationsIn(frame)], [[], []])
  })

  it("looks the same whatever the page's style sheet reverts", async () => {
    const { shop, visit } = running()
    shop.set("/reverted", {
      head: "<style>* { all: revert !important } storefront-assistant { display: none !important }</style>"
    })
    const boxes = async (path: string) => {
      const chat = await visit({ path })
      const frame = await chat.open()
      const button = await chat.element.boundingBox()
      const dialog = await (await frame.frameElement()).boundingBox()
      return { button, dialog }
    }
    const plain = await boxes("/")
    assert.isAbove(plain.button?.width ?? 0, 24)
    assert.deepStrictEqual(await boxes("/reverted"), plain)
  })

  it("works where the page has overwritten the built-in objects since", async () => {
    const { model, shop, visit } = running()
    shop.set("/overwritten", {
      body: `<script>
        addEventListener("load", () => {
          const fail = () => { throw new Error("overwritten") }
          Object.prototype.polluted = fail
          for (const name of Object.getOwnPropertyNames(Array.prototype)) {
            if (typeof Array.prototype[name] === "function" && name !== "constructor") Array.prototype[name] = fail
          }
          Promise.prototype.then = JSON.parse = JSON.stringify = window.postMessage = fail
          Object.entries = Object.keys = Object.hasOwn = Object.assign = Object.fromEntries = fail
          String.prototype.includes = String.prototype.split = fail
        })
      </script>`
    })
    model.play(say("Still here."))
    const chat = await visit({ path: "/overwritten" })
    await press(chat)
    await chat.ask("Are you still here?", "Still here.")
  })

  it("takes its port from the first right hello of the page around it, and from nothing else", async () => {
    const { shop, url, visit } = running()
    shop.set("/forger", {
      hasChat: false,
      body: `<script>
        addEventListener("message", ({ data: { flood } }) => {
          for (let at = 0; flood && at < 500; at++) {
            parent.frames.chat.postMessage(
              { type: "hello", locale: "fr", theme: {}, handles: "" }, "*", [new MessageChannel().port2])
          }
          parent.postMessage({ flooded: true }, "*")
        })
      </script>`
    })
    shop.set("/forged", {
      hasChat: false,
      body: `<iframe name="chat" src="${url}/widget/"></iframe><iframe name="forger" src="/forger"></iframe>`
    })
    const chat = await visit({ path: "/forged" })
    const frame = await chat.frame()
    const told = await chat.page.evaluate(async () => {
      const [chat, forger] = [window.frames[0]!, window.frames[1]!]
      const flooded = new Promise((resolve) => addEventListener("message", resolve, { once: true }))
      forger.postMessage({ flood: true }, "*")
      await flooded
      const hello = (data: unknown) => {
        const { port1, port2 } = new MessageChannel()
        const told = new Promise((resolve) => {
          port1.addEventListener("message", ({ data }) => resolve(data))
          port1.start()
        })
        chat.postMessage(data, "*", [port2])
        return told
      }
      chat.postMessage({ type: "hello", locale: "fr", theme: {}, handles: "" }, "*")
      for (const data of [null, "hello", { type: "open" }, { type: "hello", locale: 7 }]) {
        void hello(data)
      }
      const first = hello({ type: "hello", locale: "de", theme: {}, handles: "" })
      void hello({ type: "hello", locale: "es", theme: {}, handles: "" })
      return await first
    })
    assert.deepStrictEqual(told, { type: "hello" })
    await chat.input(frame).waitFor()
    assert.strictEqual(await frame.evaluate(() => document.documentElement.lang), "de")
  })

  it("ignores what other scripts of the page post to its window", async () => {
    const { model, visit } = running()
    model.play(say("Nothing was heard."))
    const chat = await visit()
    await chat.open()
    await chat.page.evaluate(() => {
      for (let at = 0; at < 5000; at++) {
        postMessage({ type: at % 2 === 0 ? "hello" : "identity", token: "forged" }, "*")
      }
    })
    await chat.ask("What did you hear?", "Nothing was heard.")
  })

  it("shows nothing where its origin or the page's policy forbids it, and says why on the page's console", async () => {
    const { browser, shop, url, visitOn } = running()
    shop.set("/frameless", { headers: { "content-security-policy": "frame-src 'none'" } })
    const refused = async (path: string, origin: string) => {
      const page = await (await browser.newContext({ viewport: { width: 360, height: 640 } })).newPage()
      const complained = complaint(page)
      const chat = await visitOn(page, path, origin)
      await chat.element.waitFor({ state: "attached" })
      await page.mouse.click(360 - 48, 640 - 48)
      const text = (await complained).text()
      await chat.element.waitFor({ state: "detached" })
      assert.strictEqual(page.frames().length, 1)
      assert.strictEqual(await page.evaluate(() => document.documentElement.style.overflow), "")
      return text
    }
    const [foreign, frameless] = await Promise.all([
      refused("/", shop.foreignOrigin),
      refused("/frameless", shop.origin)
    ])
    assert.include(foreign, `${shop.foreignOrigin} in WIDGET_ORIGINS`)
    assert.include(frameless, `${url} is silent: allow it in frame-src`)
  })

  it("is one chat for two copies of its script, and none without an address of its own", async () => {
    const { browser, shop, url, visitOn } = running()
    shop.set("/twice", { head: `<script src="${url}/widget.js"></script>` })
    const twice = await running().visit({ path: "/twice" })
    await twice.open()
    assert.strictEqual(await twice.element.count(), 1)
    const source = await (await fetch(`${url}/widget.js`)).text()
    shop.set("/inline", { hasChat: false, head: `<script type="module">${source}</script>` })
    const page = await (await browser.newContext()).newPage()
    const complained = complaint(page)
    const chat = await visitOn(page, "/inline")
    assert.include((await complained).text(), "no module")
    assert.strictEqual(await chat.element.count(), 0)
  })
})
