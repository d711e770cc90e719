import { type AxeResults, type RunOptions } from "axe-core"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Page } from "playwright-core"
import { assert, beforeAll, it } from "vitest"
import { addBoots, boots } from "./support/Goods.ts"
import { keyboard } from "./support/Hand.ts"
import { ask, call, gate, pass, say } from "./support/Model.ts"
import { Shopper } from "./support/Shopper.ts"
import { describeInBrowser, ownSite, suite } from "./support/Suite.ts"

/** Rules of accessibility, in the states of the chat. */

const running = suite({}, ownSite)

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface Axe {
  readonly run: (options?: RunOptions) => Promise<AxeResults>
}

interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly forcedColors?: "active"
  readonly rules?: NonNullable<RunOptions["rules"]>
}

/** Colours are those of a wide window; axe takes words that a small log has scrolled away to stand on other parts of it. */
const withoutColours = { "color-contrast": { enabled: false } }

/** At 200 % the window has half as many CSS pixels. */
const looks: ReadonlyArray<Look> = [
  { name: "at 200 %", width: 640, height: 360, rules: withoutColours },
  { name: "at 320 px", width: 320, height: 640, rules: withoutColours },
  { name: "in forced colours", width: 1280, height: 720, forcedColors: "active" },
  { name: "at 100 %", width: 1280, height: 720 }
]

/** Returns the violations in each look, and what is wider than its window. */
const faultsOf = async ({ chat: { page }, frame }: Shopper, state: string): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  await frame.evaluate(axe)
  for (const { forcedColors = "none", height, name, rules = {}, width } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ forcedColors, reducedMotion: "reduce" })
    await frame.waitForFunction(() => {
      document.querySelector(".log")?.scrollTo({ top: 1e6 })
      return document.querySelector(".latest") === null
    })
    const found = await frame.evaluate(async (rules) => {
      const { axe } = window as unknown as { readonly axe: Axe }
      const { violations } = await axe.run({ rules })
      return violations.map(
        ({ id, nodes }) =>
          `${id} of ${nodes.map(({ any, html }) => `${html.slice(0, 120)} ${any.map(({ message }) => message).join()}`).join(" and ")}`
      )
    }, rules)
    const excess = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    faults.push(
      ...[...found, ...(excess > 0 ? [`${excess} px are out of view`] : [])].map(
        (fault) => `${state}, ${name}: ${fault}`
      )
    )
  }
  return faults
}

/** Roles and names of what a page has for a screen reader, closed trees included. */
const namesOn = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send("Accessibility.getFullAXTree")
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ name, role }) => `${String(role?.value)} ${String(name?.value ?? "")}`)
}

const latestOrder = () =>
  running().inDatabase(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ readonly id: string }>`
          SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
          WHERE u.email = 'alice@example.com' AND o.status = 'placed' ORDER BY o.created_at DESC LIMIT 1`,
        ([row]) => row!.id
      )
    )
  )

describeInBrowser("the chat for everybody", () => {
  beforeAll(async () => {
    await running().inDatabase(addBoots)
  })

  for (const locale of ["en", "ar"] as const) {
    const language = locale === "ar" ? "Arabic" : "English"

    it(`has no violation in what a guest sees, in ${language}`, async () => {
      const { model } = running()
      const shopper = await Shopper.arrive(running(), { hand: keyboard, locale })
      const { answer, frame, texts } = shopper
      const faults = [...(await faultsOf(shopper, "new"))]
      const check = async (state: string) => void faults.push(...(await faultsOf(shopper, state)))

      const [begin, end] = [gate(), gate()]
      model.play(say(begin.opened, "A first sentence. A second ", end.opened, "one."))
      await shopper.begin("Hello")
      await shopper.button(texts.stop).waitFor()
      await check("working")
      begin.open()
      await answer.getByText("A first sentence.").waitFor()
      await check("answering")
      end.open()
      await shopper.hear("A second one.")

      model.play(
        pass("product-discovery"),
        call(["search_products", { query: "headphones" }]),
        say("There are https://shop.example/headphones too.")
      )
      await shopper.say("Which headphones do you have?", "There are")
      await check("a list of products")
      model.play(
        pass("product-discovery"),
        call(["get_product_details", { product_id: boots.id }]),
        say("In three sizes.")
      )
      await shopper.say("And boots?", "In three sizes.")
      await check("a product with options")
      model.play(
        pass("order-management"),
        call(["add_to_cart", { product_id: boots.id, options: [{ name: "Size", value: "42" }] }]),
        say("There they are.")
      )
      await shopper.say("Put size 42 into my cart", "There they are.")
      await check("a cart")
      model.play(
        pass("order-management"),
        call(["find_policy", { question: "How long does delivery take?" }]),
        say("Some days.")
      )
      await shopper.say("How long does delivery take?", "Some days.")
      await shopper.press(shopper.button(texts.bad, answer))
      await answer.getByLabel(texts.whyBad).waitFor()
      await check("a source, and a question about a bad answer")
      model.play(pass("order-management"), call(["get_user_orders", {}]), say("For that I need to know you."))
      await shopper.say("Where is my order?", "For that I need to know you.")
      await check("a card to sign in")

      model.play()
      await shopper.begin("Hello?")
      await shopper.button(texts.retry).waitFor()
      await check("failed")

      await shopper.press(shopper.button(texts.signIn, frame.locator("header")))
      await check("the form to log in")
      await shopper.press(shopper.button(texts.noAccount))
      await check("the form to sign up")
      await shopper.press(shopper.button(texts.cancel))

      const { page } = shopper.chat
      await page.route("**/a2a/message:stream", (route) =>
        route.fulfill({ status: 429, headers: { "retry-after": "600" }, json: { detail: "Too many messages" } })
      )
      await shopper.begin("Hello!")
      await frame.getByText("Too many messages").waitFor()
      await check("limited")
      assert.deepStrictEqual(faults, [])
    })

    it(`has no violation in what a customer sees, in ${language}`, async () => {
      const { model } = running()
      const order = await latestOrder()
      const shopper = await Shopper.arrive(running(), { hand: keyboard, locale })
      const { answer, frame, texts } = shopper
      const faults: Array<string> = []
      const check = async (state: string) => void faults.push(...(await faultsOf(shopper, state)))
      await shopper.logIn("alice@example.com")
      await shopper.press(shopper.button(texts.newChat))
      model.play(pass("order-management"), call(["get_order_tracking", { order_id: order }]), say("On its way."))
      await shopper.say("Where are my shoes?", "On its way.")
      await answer.locator(".card.order").waitFor()
      await check("an order")
      model.play(
        ask("order-management"),
        call(["get_user_orders", {}]),
        call(["cancel_order", { order_id: order, reason: "Not given" }]),
        say(""),
        say("")
      )
      await shopper.say("Cancel it", "Cancel")
      await check("a proposal")
      await shopper.decide("notNow")
      await shopper.settle("dropped")
      await check("a proposal that is settled")

      const { page } = shopper.chat
      await page.route(/\/a2a\/|\/api\/auth\/refresh/, (route) =>
        route.fulfill({ status: 401, json: { detail: "Invalid token" } })
      )
      await shopper.begin("Hello!")
      await frame.getByText(texts.signedOut).waitFor()
      await check("signed out")
      assert.deepStrictEqual(faults, [])
    })
  }

  it("is a button with a name and, once it is open, a dialog and a frame with names", async () => {
    const { shop, visit } = running()
    shop.set("/plain", {})
    const chat = await visit({ path: "/plain" })
    await chat.element.waitFor({ state: "attached" })
    assert.include(await namesOn(chat.page), "button Chat")
    await chat.open()
    const names = await namesOn(chat.page)
    assert.include(names, "dialog Chat")
    assert.include(names, "Iframe Chat")
    await chat.page.evaluate(axe)
    const violations = await chat.page.evaluate(async () => {
      const { axe } = window as unknown as { readonly axe: Axe }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id} of ${nodes.map(({ html }) => html).join()}`)
    })
    assert.deepStrictEqual(violations, [])
  })
})
