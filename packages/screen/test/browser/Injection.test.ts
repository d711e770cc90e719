import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { ask, call, pass, say } from "./support/Model.ts"
import { mouse } from "./support/Hand.ts"
import { Shopper } from "./support/Shopper.ts"
import { describeInBrowser, ownSite, suite } from "./support/Suite.ts"

/** Texts of others in the chat: of sellers, customers, the shop's people, and the model. */

const running = suite({}, ownSite)

const withSql = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  running().inDatabase(Effect.flatMap(SqlClient.SqlClient, use))

const markup = `</p><img src=x onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)" style="position:fixed">x</a>`
const turned = "\u202Egnihtemos\u2066\u2067\u200F"
const script = "javascript:alert(4) [x](javascript:alert(5)) data:text/html,<script>alert(6)</script>"
const word = "W".repeat(10_000)
const hostile = `${turned} ${markup} ${script} ${word}`

/** As much of it as a name takes. */
const hostileName = [...`${turned}<img src=x onerror=alert(1)>javascript:alert(2)${word}`].slice(0, 195).join("")

/** Elements of the frame and their attributes, without values. */
const shapeOf = ({ frame }: Shopper) =>
  frame.evaluate(() =>
    [
      ...new Set(
        [...document.querySelectorAll("body *")].map(
          (element) => `${element.tagName.toLowerCase()} ${element.getAttributeNames().toSorted().join(" ")}`
        )
      )
    ].toSorted()
  )

/** Goes through all kinds of answers; `text` is in the model's. */
const converse = async (shopper: Shopper, text: string, ids: { readonly product: string; readonly order: string }) => {
  const { model } = running()
  model.play(pass("product-discovery"), call(["search_products", { query: "headphones" }]), say(`End 1. ${text}`))
  await shopper.say("Which headphones do you have?", "End 1.")
  model.play(
    pass("product-discovery"),
    call(["get_product_details", { product_id: ids.product }]),
    say(`End 2. ${text}`)
  )
  await shopper.say("Tell me more", "End 2.")
  model.play(
    pass("order-management"),
    call(["get_user_orders", {}]),
    call(["get_order_details", { order_id: ids.order }]),
    say(`End 3. ${text}`)
  )
  await shopper.say("Where is my order?", "End 3.")
  model.play(
    pass("order-management"),
    call(["find_policy", { question: "How long does delivery take?" }]),
    say(`End 4. ${text}`)
  )
  await shopper.say("How long does delivery take?", "End 4.")
  model.play(
    ask("order-management"),
    call(["add_to_cart", { product_id: ids.product }], ["get_cart", {}], ["checkout", {}]),
    say(""),
    say(`End 5. ${text}`)
  )
  await shopper.say("Put one into my cart, and order it", "End 5.")
}

const rowsOf = (name: string) =>
  withSql((sql) =>
    Effect.all({
      product: Effect.map(
        sql<{ readonly id: string }>`SELECT id FROM products WHERE name LIKE ${name}`,
        ([row]) => row!.id
      ),
      order: Effect.map(
        sql<{ readonly id: string }>`
          SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
          WHERE u.email = 'alice@example.com' AND o.status = 'shipped'`,
        ([row]) => row!.id
      )
    })
  )

/** Writes hostile texts wherever the database takes them. */
const poison = (ids: { readonly product: string; readonly order: string }) =>
  withSql((sql) =>
    Effect.all([
      sql`UPDATE products SET name = ${hostileName}, brand = ${hostileName.slice(0, 80)}, description = ${hostile.slice(0, 4900)}
        WHERE id = ${ids.product}`,
      sql`UPDATE products SET specs = ${JSON.stringify({ [hostileName.slice(0, 60)]: hostileName, Colour: markup })}
        WHERE id = ${ids.product}`,
      sql`UPDATE reviews SET title = ${markup.slice(0, 100)}, body = ${hostile.slice(0, 1900)} WHERE product_id = ${ids.product}`,
      sql`UPDATE order_items SET product_name = ${hostileName} WHERE order_id = ${ids.order}`,
      sql`UPDATE order_status_history SET notes = ${markup} WHERE order_id = ${ids.order}`,
      sql`UPDATE orders SET note = ${markup}, recipient_name = ${hostileName.slice(0, 90)} WHERE id = ${ids.order}`,
      sql`UPDATE carts SET recipient_name = ${hostileName.slice(0, 90)} WHERE recipient_name IS NOT NULL`,
      sql`UPDATE policies SET title = ${hostileName}, url = 'https://shop.example/"><img src=x onerror=alert(1)>'`
    ])
  )

describeInBrowser("texts of others", () => {
  it("are text wherever the chat shows them: no element, no link, nothing out of place, no violation", async () => {
    const ids = await rowsOf("%Hush 700%")
    const reports: Array<string> = []
    const arrive = async () => {
      const shopper = await Shopper.arrive(
        running(),
        { hand: mouse, locale: "en" },
        {
          script: `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => console.error("violation", violatedDirective, blockedURI))`
        }
      )
      const { page } = shopper.chat
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) {
          reports.push(message.text())
        }
      })
      page.on("pageerror", ({ message }) => reports.push(message))
      page.on("dialog", (dialog) => reports.push(dialog.message()))
      await shopper.logIn("alice@example.com")
      await shopper.press(shopper.button(shopper.texts.newChat))
      return shopper
    }
    const staffSays = (text: string) =>
      withSql(
        (sql) => sql`
          INSERT INTO messages (conversation_id, role, agent_name, content, metadata)
          SELECT id, 'assistant', 'staff', ${text}, ${JSON.stringify({ author: text.slice(0, 200) })}
          FROM conversations ORDER BY last_message_at DESC LIMIT 1`
      )
    const readAgain = async (shopper: Shopper) => {
      await shopper.chat.page.reload()
      return await shopper.again()
    }

    const harmless = await arrive()
    await converse(harmless, "See https://shop.example/page for more.", ids)
    await staffSays("Hello")
    const usual = await shapeOf(await readAgain(harmless))

    await poison(ids)
    const attacked = await arrive()
    await converse(attacked, `See https://shop.example/page for more. ${hostile}`, ids)
    await staffSays(hostile)
    const shopper = await readAgain(attacked)
    const { frame, log } = shopper
    assert.include(await log.innerText(), "<script>alert(2)</script>")
    const unusual = (await shapeOf(shopper)).filter((element) => !usual.includes(element))
    assert.deepStrictEqual(unusual, [])
    const links = await frame.evaluate(() => [...document.querySelectorAll("a")].map(({ protocol }) => protocol))
    assert.isNotEmpty(links)
    assert.deepStrictEqual(
      links.filter((protocol) => protocol !== "https:" && protocol !== "http:"),
      []
    )
    for (const width of [1280, 360]) {
      await shopper.chat.page.setViewportSize({ width, height: 720 })
      const excess = await frame.evaluate(() => {
        const log = document.querySelector('[role="log"]')!
        return [log.scrollWidth - log.clientWidth, document.documentElement.scrollWidth - innerWidth]
      })
      assert.deepStrictEqual(excess, [0, 0], `at ${width} px`)
    }
    assert.deepStrictEqual(reports, [])
  })
})
