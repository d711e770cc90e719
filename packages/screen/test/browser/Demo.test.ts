import axe from "axe-core"
import { type Page } from "playwright-core"
import { assert, it } from "vitest"
import { call, ask, say } from "./support/Model.ts"
import { Chat } from "./support/Chat.ts"
import { describeInBrowser, suite } from "./support/Suite.ts"

describeInBrowser("the page of the demonstration shop", () => {
  const running = suite()

  /** Opens the page, and keeps what the browser complains of. */
  const visit = async (width = 1280) => {
    const { browser, url } = running()
    const page = await (await browser.newContext({ viewport: { width, height: 860 } })).newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") {
        complaints.push(message.text())
      }
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    const response = await page.goto(`${url}/demo`)
    await page.locator(".tile").first().waitFor()
    return { page, complaints, headers: response?.headers() ?? {} }
  }

  /** Names the rules of axe that the page breaks. The policy of the page forbids a script in it, not one of the debugger. */
  const violations = async (page: Page) => {
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<{ violations: ReadonlyArray<{ id: string }> }>("axe.run()")
    return violations.map(({ id }) => id)
  }

  it("needs a policy without anything unsafe, and breaks no rule of it", async () => {
    const { complaints, headers } = await visit()
    assert.match(headers["content-security-policy"] ?? "", /^default-src 'none'; script-src 'self'; style-src 'self'; /)
    assert.notInclude(headers["content-security-policy"], "unsafe")
    assert.deepStrictEqual(complaints, [])
  })

  it("opens a product in place: the address says it, back leads to the list", async () => {
    const { page } = await visit()
    const name = await page.locator(".tile .name").nth(1).innerText()
    await page.locator(".tile").nth(1).click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    assert.match(new URL(page.url()).search, /^\?product=[\da-f-]{36}$/)
    await page.reload()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await page.goBack()
    await page.locator(".grid").waitFor()
    assert.strictEqual(new URL(page.url()).search, "")
  })

  it("shows a category, and what a search finds", async () => {
    const { page } = await visit()
    const all = await page.locator(".tile").count()
    const category = page.getByRole("navigation", { name: "Categories" }).getByRole("link").nth(1)
    const name = await category.innerText()
    await category.click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
    await page.waitForFunction((count) => document.querySelectorAll(".tile").length < count, all)
    await page.getByRole("searchbox").fill("headphones")
    await page.getByRole("searchbox").press("Enter")
    await page.getByRole("heading", { level: 1, name: "Results for “headphones”" }).waitFor()
    await page.locator(".tile", { hasText: "Headphones" }).first().waitFor()
    assert.strictEqual(new URL(page.url()).search, "?q=headphones")
  })

  it("opens the products of the chat, and gives the chat its customer", async () => {
    const { model, url } = running()
    const { page } = await visit()
    await page.getByRole("button", { name: "Log in as Alice" }).click()
    await page.getByRole("button", { name: "Alice · Log out" }).waitFor()
    model.play(
      ask("product-discovery"),
      call(["search_products", { query: "headphones" }]),
      say("The Hush 700 is a good one.")
    )
    const chat = new Chat(page, url)
    await page.getByRole("button", { name: "Ask the assistant" }).click()
    await chat.input(await chat.frame()).waitFor()
    const frame = await chat.ask("Which headphones do you have?", "The Hush 700 is a good one.")
    assert.strictEqual(await frame.getByRole("button", { name: "Sign in" }).count(), 0)
    const tile = frame.locator(".tile").first()
    const name = await tile.locator(".name").innerText()
    await tile.click()
    await page.getByRole("heading", { level: 1, name }).waitFor()
  })

  it.each([320, 1280])("breaks no rule of axe at %i px, in the list and with a product", async (width) => {
    const { page } = await visit(width)
    assert.deepStrictEqual(await violations(page), [])
    await page.locator(".tile").first().click()
    await page.locator(".product h1").waitFor()
    assert.deepStrictEqual(await violations(page), [])
    assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width)
  })
})
