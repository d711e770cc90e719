import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { assert, beforeAll, it } from "vitest"
import { fill } from "../../src/widget/Texts.ts"
import { addBoots, boots } from "./support/Goods.ts"
import { ask, call, gate, pass, say } from "./support/Model.ts"
import { Rest } from "./support/Rest.ts"
import { demoPassword, nameOf, Shopper, ways } from "./support/Shopper.ts"
import { describeInBrowser, ownSite, suite } from "./support/Suite.ts"

/** Journeys of customers of a shop that places orders here. */

const headphones = "Kestrelon Hush 700 Noise-Cancelling Headphones"
const earbuds = "Nimbrix Pebble 3 Wireless Earbuds"

const running = suite({}, ownSite)

const withSql = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  running().inDatabase(Effect.flatMap(SqlClient.SqlClient, use))

const productOf = (name: string) =>
  withSql((sql) =>
    Effect.map(sql<{ readonly id: string }>`SELECT id FROM products WHERE name = ${name}`, ([row]) => row!.id)
  )

/** Customers with something that they can send back. */
const withReturnables = () =>
  withSql(
    (sql) => sql<{ readonly email: string; readonly id: string }>`
      SELECT DISTINCT ON (u.email) u.email, o.id FROM orders o JOIN users u ON u.id = o.user_id
      WHERE u.role = 'customer' AND u.is_active AND o.status = 'delivered' AND o.created_at > now() - interval '20 days'
        AND NOT EXISTS (SELECT 1 FROM returns r WHERE r.order_id = o.id)
      ORDER BY u.email, o.id`
  )

/** Ids of an account's orders in a status, newest first. */
const ordersOf = (email: string, status: string) =>
  withSql((sql) =>
    Effect.map(
      sql<{ readonly id: string }>`
        SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
        WHERE u.email = ${email} AND o.status = ${status} ORDER BY o.created_at DESC, o.id`,
      (rows) => rows.map(({ id }) => id)
    )
  )

describeInBrowser("customers of a shop", () => {
  beforeAll(async () => {
    await running().inDatabase(addBoots)
  })

  for (const [at, way] of ways.entries()) {
    const { locale } = way

    it(`who are guests find, compare, add, sign up and order, ${nameOf(way)}`, async () => {
      const { model } = running()
      const ids = [await productOf(headphones), await productOf(earbuds)]
      const shopper = await Shopper.arrive(running(), way)
      const { answer, frame, log, texts } = shopper
      assert.deepStrictEqual(
        await frame.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
        locale === "ar" ? ["ar", "rtl"] : ["en", "ltr"]
      )

      model.play(pass("product-discovery"), call(["search_products", { query: "headphones" }]), say("Two of them."))
      await shopper.say("Which headphones do you have?", "Two of them.")
      const tiles = answer.locator(".tile")
      assert.lengthOf(await tiles.all(), 2)
      assert.include(await tiles.first().innerText(), headphones)
      assert.include(await tiles.first().innerText(), await shopper.money(249))

      model.play(
        pass("product-discovery"),
        call(["compare_products", { product_ids: ids }]),
        say(`The ${earbuds} are lighter than the ${headphones}.`)
      )
      await shopper.say("Compare the two", "lighter than")
      assert.deepStrictEqual(await answer.locator(".tile .name").allInnerTexts(), [earbuds, headphones])

      model.play(
        pass("product-discovery"),
        call(["get_product_details", { product_id: boots.id }]),
        say("In three sizes.")
      )
      await shopper.say("And boots?", "In three sizes.")
      assert.strictEqual(await answer.locator("h3").innerText(), boots.name)

      model.play(
        pass("order-management"),
        call(["add_to_cart", { product_id: boots.id, options: [{ name: "Size", value: "42" }] }]),
        say("There they are.")
      )
      const card = answer.locator(".card.product")
      await shopper.choose(card.getByRole("group", { name: "Size" }), "42")
      await shopper.press(shopper.button(texts.add, card))
      await log
        .locator(".said")
        .last()
        .getByText(fill(texts.addVariant, { product: boots.name, values: "42" }))
        .waitFor()
      await shopper.hear("There they are.")
      const cart = answer.locator(".card.cart")
      assert.include(await cart.innerText(), `${boots.name}, 42`)
      assert.include(await cart.innerText(), await shopper.money(119.95))

      // A guest cannot order: the button of the cart asks for it, and the answer asks to sign in.
      model.play(pass("order-management"), call(["checkout", {}]), say("For that I need to know you."))
      await shopper.press(shopper.button(texts.checkOut, cart))
      await shopper.hear("For that I need to know you.")
      assert.include(await answer.innerText(), texts.needsAccount)
      const before = await log.locator(".said, .spoken, .cart").allInnerTexts()
      const email = `nora.${at}@example.com`
      await shopper.press(shopper.button(texts.signIn, answer))
      await shopper.signUp("Nora Quist", email, "a-password-of-nora")
      await log.getByText("For that I need to know you.").waitFor()
      assert.deepStrictEqual(await log.locator(".said, .spoken, .cart").allInnerTexts(), before)

      model.play(
        ask("order-management"),
        call(
          [
            "set_shipping_address",
            {
              recipient_name: "Nora Quist",
              street: "1 Main Street",
              city: "Boston",
              state: "MA",
              zip: "02108",
              country: "US"
            }
          ],
          ["checkout", {}]
        ),
        say(""),
        say("")
      )
      await shopper.say("Order it, to Nora Quist, 1 Main Street, Boston, MA 02108", `${boots.name}, 42`)
      const rest = await Rest.logIn(running(), email, "a-password-of-nora")
      assert.lengthOf(await rest.orders(), 0)
      await shopper.decide("confirm")
      await shopper.settle("confirmed")
      await answer.locator(".card.order").waitFor()
      const [order, ...others] = await rest.orders()
      assert.lengthOf(others, 0)
      assert.strictEqual(order?.status, "placed")
      assert.include(await answer.locator(".card.order").innerText(), texts.orderStatus.placed)
    })

    it(`decline what was proposed, ${nameOf(way)}`, async () => {
      const { model } = running()
      const [order] = await ordersOf("bob@example.com", "confirmed")
      const shopper = await Shopper.arrive(running(), way)
      const { texts } = shopper
      await shopper.logIn("bob@example.com")
      await shopper.press(shopper.button(texts.newChat))
      model.play(
        ask("order-management"),
        call(["cancel_order", { order_id: order, reason: "Not given" }]),
        say(""),
        say("")
      )
      await shopper.say("Cancel my order of books", "Cancel")
      await shopper.decide("notNow")
      await shopper.settle("dropped")
      assert.strictEqual(await shopper.button(texts.confirm).count(), 0)
      assert.deepStrictEqual(await ordersOf("bob@example.com", "confirmed"), [order])
    })

    it(`look where an order is, ${nameOf(way)}`, async () => {
      const { model } = running()
      const [order] = await ordersOf("alice@example.com", "shipped")
      const shopper = await Shopper.arrive(running(), way)
      const { answer, texts } = shopper
      await shopper.logIn("alice@example.com")
      await shopper.press(shopper.button(texts.newChat))
      model.play(pass("order-management"), call(["get_order_tracking", { order_id: order }]), say("On its way."))
      await shopper.say("Where is my jacket?", "On its way.")
      assert.deepStrictEqual(await answer.locator(".timeline strong").allInnerTexts(), [
        texts.orderStatus.placed,
        texts.orderStatus.confirmed,
        texts.orderStatus.shipped
      ])
      assert.include(await answer.locator(".card.order").innerText(), `${texts.parcel}: `)
    })

    it(`send something back, ${nameOf(way)}`, async () => {
      const { model } = running()
      const { email, id: order } = (await withReturnables())[0]!
      const shopper = await Shopper.arrive(running(), way)
      const { answer, texts } = shopper
      await shopper.logIn(email)
      await shopper.press(shopper.button(texts.newChat))
      model.play(
        ask("order-management"),
        call(["get_user_orders", {}]),
        call(["initiate_return", { order_id: order, reason: "It does not fit" }]),
        say(""),
        say("")
      )
      await shopper.say("I want to send it back: it does not fit", "Return")
      await shopper.decide("confirm")
      await shopper.settle("confirmed")
      await answer.locator(".card.order").waitFor()
      const rest = await Rest.logIn(running(), email, demoPassword)
      const { return: started } = await rest.read<{ readonly return: { readonly reason: string } | null }>(
        `orders/${order}`
      )
      assert.strictEqual(started?.reason, "It does not fit")
    })

    it(`read a rule of the shop, and where it stands, ${nameOf(way)}`, async () => {
      const { model } = running()
      const shopper = await Shopper.arrive(running(), way)
      model.play(
        pass("order-management"),
        call(["find_policy", { question: "How long does delivery take?" }]),
        say("Some days.")
      )
      await shopper.say("How long does delivery take?", "Some days.")
      const source = shopper.answer.locator(".card.source").first()
      assert.include(await source.innerText(), "Delivery times and prices")
      const [page] = await Promise.all([
        shopper.chat.page.context().waitForEvent("page"),
        shopper.press(source.getByRole("link"))
      ])
      await page.waitForLoadState()
      assert.include(await page.locator("body").innerText(), "How long delivery takes")
    })

    it(`go on to another page in the middle of an answer, ${nameOf(way)}`, async () => {
      const { model, shop } = running()
      const path = `/other-${at}`
      shop.set(path, { body: `<storefront-assistant locale="${locale}"></storefront-assistant>` })
      const shopper = await Shopper.arrive(running(), way, { body: `<a href="${path}">Another page</a>` })
      model.play(say("We are open."))
      await shopper.say("Are you open?", "We are open.")
      const end = gate()
      model.play(say("First there is this. And then ", end.opened, "there is that."))
      await shopper.begin("Tell me something")
      await shopper.answer.getByText("First there is this.").waitFor()
      const before = await shopper.log.innerText()
      const { page } = shopper.chat
      await shopper.press(page.getByRole("link", { name: "Another page" }))
      await page.waitForURL(`**${path}`)
      const frame = await shopper.chat.frame()
      const log = shopper.chat.log(frame)
      await log.getByText("First there is this.").waitFor()
      assert.strictEqual(await log.innerText(), before)
      end.open()
      await log.getByText("there is that.").waitFor()
      await frame.getByRole("button", { name: shopper.texts.stop }).waitFor({ state: "detached" })
      assert.deepStrictEqual(await log.locator("article").count(), 4)
    })

    it(`say what they think of an answer, ${nameOf(way)}`, async () => {
      const { model } = running()
      const shopper = await Shopper.arrive(running(), way)
      const { answer, texts } = shopper
      model.play(say(`We are open, ${at}.`))
      await shopper.say("Are you open?", `We are open, ${at}.`)
      const opinions = () =>
        withSql(
          (sql) => sql<{ readonly rating: number; readonly comment: string | null }>`
            SELECT f.rating, f.comment FROM message_feedback f JOIN messages m ON m.id = f.message_id
            WHERE m.content = ${`We are open, ${at}.`}`
        )
      await shopper.press(shopper.button(texts.good, answer))
      await answer.getByText(texts.rated).waitFor()
      assert.deepInclude((await opinions())[0], { rating: 1 })
      await shopper.press(shopper.button(texts.bad, answer))
      await shopper.write(answer.getByLabel(texts.whyBad), "Not a word of when")
      await shopper.press(shopper.button(texts.send, answer))
      await answer.getByText("Not a word of when").waitFor()
      assert.deepStrictEqual(await opinions(), [{ rating: -1, comment: "Not a word of when" }])
    })
  }
})
