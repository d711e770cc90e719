import { type Frame } from "playwright-core"
import { assert, it } from "vitest"
import { type Chat } from "./support/Chat.ts"
import { say } from "./support/Model.ts"
import { describeInBrowser, suite, type Visit } from "./support/Suite.ts"

/** Texts as nobody should write them: a long word, another direction, markup, a script. */
const hostile = `\u202E<img src=x onerror=alert(1)> javascript:alert(1) ${"W".repeat(10_000)}`

const variant = (product_id: string, size: string, colour: string, price: number, quantity: number) => ({
  product_id,
  options: [
    { name: "Size", value: size },
    { name: "Colour", value: colour }
  ],
  price,
  original_price: 149.95,
  quantity,
  image_url: `/images/products/${colour.toLowerCase()}.svg`
})

const boots = {
  id: "boots",
  external_id: "summit",
  page_url: "https://shop.example/boots",
  name: "Summit Boots",
  brand: "Tarnfell",
  price: 109.95,
  original_price: 149.95,
  highest_price: 119.95,
  image_url: "/images/products/boots.svg",
  rating: 4.5,
  review_count: 12,
  total_stock: 8,
  variant_count: 3,
  specs: { Sole: "Rubber", Size: "41, 42", Waterproof: true },
  variants: [
    variant("black-41", "41", "Black", 109.95, 3),
    variant("black-42", "42", "Black", 119.95, 0),
    variant("red-42", "42", "Red", 119.95, 5)
  ]
}

const lamp = {
  ...boots,
  id: "lamp",
  name: "Ember Lamp",
  highest_price: 109.95,
  variant_count: 0,
  variants: [],
  specs: {}
}

interface Card {
  readonly kind: string
  readonly data: unknown
}

describeInBrowser("answers in the chat", () => {
  const running = suite()

  /** Opens the chat on an answer with these cards, as the server might have stored them. */
  const see = async (
    cards: ReadonlyArray<Card>,
    visit: Visit = {},
    metadata: object = {}
  ): Promise<{ chat: Chat; frame: Frame }> => {
    const { model, visit: open } = running()
    const chat = await open(visit)
    await chat.page.route("**/api/conversations/*", (route) =>
      route.fulfill({
        json: {
          id: "1",
          messages: [
            { id: "m1", role: "user", content: "Hello", metadata: {} },
            {
              id: "m2",
              role: "assistant",
              agent_name: "orchestrator",
              content: "Stored.",
              metadata: { cards, ...metadata }
            }
          ]
        }
      })
    )
    model.play(say("Streamed."))
    await chat.open()
    return { chat, frame: await chat.ask("Hello", "Stored.") }
  }

  /** The next message that the chat sends: its text, and the product of the page. */
  const nextMessage = async (chat: Chat) => {
    const request = await chat.page.waitForRequest("**/a2a/message:stream")
    const { message } = request.postDataJSON()
    return {
      text: message.parts[0].text,
      product: message.metadata["urn:storefront-assistant:a2a:page:v1"].product_id
    }
  }

  const product = (data: object): Card => ({ kind: "product", data: { ...data, currency: "USD" } })

  it("let the customer choose a variant by keyboard, and ask for exactly that one", async () => {
    const { chat, frame } = await see([product(boots)])
    await chat.page.route("**/images/products/red.svg", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    )
    const card = frame.getByRole("group", { name: "Summit Boots" })
    assert.include(await card.innerText(), "from $109.95")
    const radio = (name: string | RegExp) => card.getByRole("radio", { name })
    assert.strictEqual(await frame.getByRole("group", { name: "Size" }).getByRole("radio").count(), 2)
    const add = card.getByRole("button", { name: /^Choose|^Add/ })
    assert.strictEqual(await add.innerText(), "Choose: Size and Colour")
    await add.press("Enter")
    assert.isTrue(await radio("41").evaluate((input) => input === document.activeElement))
    await frame.page().keyboard.press("ArrowRight")
    await frame.page().keyboard.press("Tab")
    assert.isTrue(await radio("42").isChecked())
    assert.strictEqual(await radio("Black, out of stock").count(), 1)
    await radio("Red").press(" ")
    const shown = (await card.innerText()).replaceAll(/\s+/g, " ")
    assert.include(shown, "$119.95 before $149.95")
    assert.include(shown, "5 in stock")
    assert.include(await card.locator("img").getAttribute("src"), "/images/products/red.svg")
    const [sent] = await Promise.all([nextMessage(chat), add.press("Enter")])
    assert.deepStrictEqual(sent, {
      text: "Add Summit Boots in 42 Red to my cart",
      product: "red-42"
    })
  })

  it("show which values do not go together, and leave the way out of them", async () => {
    const { frame } = await see([product(boots)])
    const radio = (name: string) => frame.getByRole("radio", { name, exact: true })
    await radio("Red").check({ force: true })
    await radio("41, not available in this combination").check({ force: true })
    assert.isFalse(await radio("Red, not available in this combination").isChecked())
    assert.isTrue(await radio("41").isChecked())
  })

  it("ask when a product without stock is back, and what there is of one with more variants than listed", async () => {
    const { chat, frame } = await see([product({ ...lamp, total_stock: 0 }), product({ ...boots, variant_count: 51 })])
    assert.strictEqual(await frame.getByRole("radio").count(), 0)
    const press = async (name: string) => {
      running().model.play(say("Well."))
      const [sent] = await Promise.all([nextMessage(chat), frame.getByRole("button", { name }).click()])
      await frame.getByText("Stored.").waitFor()
      return sent
    }
    assert.deepStrictEqual(await press("When is it back?"), {
      text: "When will Ember Lamp be back in stock?",
      product: "lamp"
    })
    await frame.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" })
    assert.deepStrictEqual(await press("Choose options"), {
      text: "Tell me more about Summit Boots",
      product: "boots"
    })
  })

  it("turn the pages of a list of products by its buttons, which are on when there is more", async () => {
    const products = Array.from({ length: 12 }, (_, at) => ({ ...lamp, id: `p${at}`, name: `Lamp ${at}` }))
    const { frame } = await see([{ kind: "product_list", data: { currency: "USD", products } }])
    assert.strictEqual(await frame.locator(".tile").count(), 10)
    const button = (name: string) => frame.getByRole("button", { name })
    assert.strictEqual(await button("Previous products").getAttribute("aria-disabled"), "true")
    await button("More products").press("Enter")
    await frame.locator('[aria-label="Previous products"][aria-disabled="false"]').waitFor()
    await frame.locator(".tile").last().focus()
    await frame.locator('[aria-label="More products"][aria-disabled="true"]').waitFor()
  })

  it("show a product that the page does not show, with what the server tells of it", async () => {
    const { chat, frame } = await see([
      {
        kind: "product_list",
        data: { currency: "JPY", products: [{ ...lamp, price: 1500, original_price: 1500, highest_price: 1500 }] }
      }
    ])
    await chat.page.route("**/api/products/lamp", (route) =>
      route.fulfill({ json: { ...lamp, specs: { Shade: "Linen" }, total_stock: 3 } })
    )
    const tile = frame.locator(".tile")
    assert.include(await tile.innerText(), "¥1,500")
    assert.strictEqual(await tile.getAttribute("aria-expanded"), "false")
    await tile.click()
    const card = frame.getByRole("group", { name: "Ember Lamp" })
    await card.getByText("Linen").waitFor()
    assert.include(await card.innerText(), "3 in stock")
    assert.strictEqual(await card.getByRole("link").getAttribute("href"), "https://shop.example/boots")
  })

  it("have the page show a product, if it does so itself", async () => {
    const { shop, url } = running()
    shop.set("/handles", {
      hasChat: false,
      head: `<script src="${url}/widget.js" async></script>`,
      body: `<storefront-assistant handles="open-product"></storefront-assistant>
        <script>
          addEventListener("storefront-open-product", ({ detail }) => { globalThis.opened = detail })
        </script>`
    })
    const { chat, frame } = await see([{ kind: "product_list", data: { currency: "USD", products: [lamp] } }], {
      path: "/handles"
    })
    const tile = frame.locator(".tile")
    assert.isNull(await tile.getAttribute("aria-expanded"))
    await tile.click()
    const opened = await chat.page.waitForFunction(() => Reflect.get(globalThis, "opened"))
    assert.deepInclude(await opened.jsonValue(), {
      product_id: "lamp",
      external_id: "summit",
      url: "https://shop.example/boots"
    })
    assert.strictEqual(await frame.getByRole("group", { name: "Ember Lamp" }).count(), 0)
  })

  it("have the name of a product where its picture fails", async () => {
    const { frame } = await see([product({ ...lamp, image_url: "/images/none" })])
    assert.strictEqual(await frame.locator("span.picture").innerText(), "Ember Lamp")
  })

  it("show the cart with reductions and delivery, and the order with its number, days and parcel", async () => {
    const { frame } = await see([
      {
        kind: "cart",
        data: {
          currency: "USD",
          items: [
            {
              name: "Boots, 42",
              quantity: 2,
              price: 100,
              subtotal: 200,
              original_price: 120,
              available_quantity: 9,
              purchasable: true
            },
            {
              name: "Atlas",
              quantity: 3,
              price: 89.9,
              // Less than 89.9 * 3 in floating point.
              subtotal: 269.7,
              original_price: 89.9,
              available_quantity: 1,
              purchasable: false
            }
          ],
          discount: 10,
          savings: [{ label: "Coupon TEN", amount: 10 }],
          total: 190,
          shipping_options: [{ cost: 14.95 }, { cost: 5.95 }]
        }
      },
      {
        kind: "order",
        data: {
          currency: "USD",
          number: "#0EBA-32AC",
          status: "shipped",
          carrier: "Pigeon",
          tracking: "PG1",
          total: 50,
          status_history: [
            { status: "placed", timestamp: "2026-11-20T12:00:00Z" },
            { status: "later", timestamp: "?" }
          ],
          items: [{ name: "Lamp", quantity: 1, subtotal: 50 }]
        }
      }
    ])
    const cart = await frame.getByRole("group", { name: "Cart" }).innerText()
    for (const text of [
      "2 × Boots, 42",
      "$240.00 $200.00",
      "No longer sold",
      "Coupon TEN",
      "$10.00",
      "$190.00",
      "from $5.95"
    ]) {
      assert.include(cart.replaceAll(/before\s+/g, ""), text)
    }
    assert.lengthOf(cart.match(/\$269\.70/g) ?? [], 1)
    const order = await frame.getByRole("group", { name: /0EBA-32AC/ }).innerText()
    for (const text of ["Shipped", "Placed", "Nov 20, 2026", "later", "Parcel: Pigeon PG1", "1 × Lamp", "$50.00"]) {
      assert.include(order, text)
    }
  })

  it("link a source by its title, and never to a script", async () => {
    const { frame } = await see([
      { kind: "source", data: { title: "Returns", url: "https://shop.example/returns" } },
      { kind: "source", data: { title: "Trap", url: "javascript:alert(1)" } }
    ])
    assert.strictEqual(
      await frame.getByRole("link", { name: "Returns" }).getAttribute("href"),
      "https://shop.example/returns"
    )
    assert.strictEqual(await frame.getByRole("link").count(), 1)
    await frame.getByText("Trap").waitFor()
  })

  it("are rated by keyboard, with words to a bad one; the opinion stays after a reload and can be withdrawn", async () => {
    const { browser, model, url } = running()
    model.play(say("An answer."))
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${url}/widget/`)
    await page.getByRole("textbox").fill("Hello")
    await page.keyboard.press("Enter")
    const thumb = (name: string, pressed: boolean) => page.getByRole("button", { name, pressed })
    const stored = (press: Promise<unknown>) =>
      Promise.all([page.waitForResponse((response) => response.url().includes("/feedback/") && response.ok()), press])
    await thumb("Good answer", false).waitFor()
    await stored(thumb("Bad answer", false).press("Enter"))
    const comment = page.getByRole("textbox", { name: "What was wrong? (optional)" })
    await comment.fill("Not <b>this</b> one")
    await comment.press("Tab")
    await stored(page.keyboard.press("Enter"))
    await page.getByText("Thank you for your opinion").waitFor()
    await page.reload()
    await thumb("Bad answer", true).waitFor()
    await page.getByText("Not <b>this</b> one").waitFor()
    await stored(thumb("Bad answer", true).press("Enter"))
    await page.reload()
    await thumb("Bad answer", false).waitFor()
    assert.strictEqual(await page.getByText("Not <b>this</b> one").count(), 0)
  })

  it("show that an opinion could not be stored", async () => {
    const { chat, frame } = await see([])
    await chat.page.route("**/feedback/*", (route) => route.abort())
    await frame.getByRole("button", { name: "Good answer" }).click()
    await frame.getByText("Your opinion could not be stored").waitFor()
    assert.strictEqual(await frame.getByRole("button", { pressed: true }).count(), 0)
    // Words stay to be sent again.
    await frame.getByRole("button", { name: "Bad answer" }).click()
    const comment = frame.getByRole("textbox", { name: "What was wrong? (optional)" })
    await comment.fill("Too short")
    const refused = chat.page.waitForEvent("requestfailed", {
      predicate: (request) => (request.postData() ?? "").includes("Too short")
    })
    await comment.press("Tab")
    await chat.page.keyboard.press("Enter")
    await refused
    await frame.getByText("Your opinion could not be stored").waitFor()
    assert.strictEqual(await comment.inputValue(), "Too short")
  })

  it("stay text within the layout, whatever stands in them", async () => {
    const odd = {
      ...lamp,
      name: hostile,
      brand: hostile,
      specs: { [hostile]: hostile },
      page_url: "javascript:alert(1)"
    }
    const cards = [
      product(odd),
      product({
        ...odd,
        ...boots,
        name: hostile,
        variants: [variant("x", hostile, hostile, 1, 1), variant("y", "2", "3", 1, 1)],
        variant_count: 2
      }),
      { kind: "product_list", data: { products: [null, 7, {}, odd] } },
      {
        kind: "cart",
        data: {
          items: [null, { name: hostile }],
          savings: [{ label: hostile }],
          currency: "no",
          checkout_url: "javascript:alert(1)"
        }
      },
      {
        kind: "order",
        data: {
          number: hostile,
          status: "constructor",
          status_history: [{ status: hostile }],
          tracking: hostile,
          items: [{ name: hostile }]
        }
      },
      { kind: "source", data: { title: hostile, url: hostile } },
      { kind: "of-a-newer-server", data: { name: "x" } },
      { kind: "product", data: null },
      { kind: "order", data: [] }
    ]
    const faults: Array<string> = []
    const { chat, frame } = await see(cards, { viewport: { width: 360, height: 720 } })
    chat.page.on("pageerror", ({ message }) => faults.push(message))
    const size = await frame.evaluate(() => ({
      width: document.documentElement.scrollWidth - innerWidth,
      log: (document.querySelector(".log")?.scrollWidth ?? 0) - (document.querySelector(".log")?.clientWidth ?? 0),
      tallest: Math.max(
        ...[...document.querySelectorAll(".card, .tile")].map((card) => card.getBoundingClientRect().height)
      ),
      markup: document.querySelectorAll('img[src="x"], a[href^="javascript"]').length
    }))
    assert.deepInclude(size, { width: 0, log: 0, markup: 0 })
    assert.isBelow(size.tallest, 1000)
    assert.deepStrictEqual(faults, [])
  })

  it("let a proposal be confirmed that is higher than the log, once its end has been seen", async () => {
    const summary = Array.from({ length: 20 }, (_, at) => `- ${at} × Boots`).join("\n")
    const action = { action_id: "a", act: "checkout", summary, state: "open", expires_at: "2999-01-01T00:00:00Z" }
    const viewport = { width: 320, height: 256 }
    const { chat, frame } = await see([], { viewport }, { pending_actions: [action] })
    await frame.getByRole("button", { name: "Confirm" }).scrollIntoViewIfNeeded()
    await frame.locator(".action button.main[aria-disabled=false]").waitFor()
    const sent = chat.page.waitForRequest("**/a2a/message:stream")
    await frame.getByRole("button", { name: "Confirm" }).click()
    assert.deepStrictEqual((await sent).postDataJSON().message.parts, [
      { data: { action_id: "a", decision: "confirm" } }
    ])
  })
})
