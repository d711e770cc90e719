import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { SignJWT } from "jose"
import { randomUUID } from "node:crypto"
import { assert, beforeAll, it } from "vitest"
import { addBoots, boots } from "./support/Goods.ts"
import { call, pass, say } from "./support/Model.ts"
import { nameOf, Shopper, ways } from "./support/Shopper.ts"
import { describeInBrowser, ownSite, suite } from "./support/Suite.ts"

/** Journeys of customers of a shop that has a till and accounts of its own. */

const secret = "b7d0c2a94e15f86370c9e1b2d4a8f653"

const running = suite({ SHOP_IDENTITY_SECRET: secret, CHECKOUT_URL: "https://shop.example/cart/{items}" }, ownSite)

/** Gets an access token for a customer, as the shop's server does. */
const tokenOf = async (subject: string): Promise<string> => {
  const { url } = running().process
  const assertion = await new SignJWT({ email: `${subject}@shop.example`, email_verified: true, name: subject })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(subject)
    .setAudience(url)
    .setJti(randomUUID())
    .setExpirationTime("1m")
    .sign(new TextEncoder().encode(secret))
  const response = await fetch(`${url}/identity/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion })
  })
  const { access_token } = (await response.json()) as { readonly access_token: string }
  return access_token
}

/** Ends a customer's tokens, as time does. */
const endTokens = (subject: string) =>
  running().inDatabase(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE users SET token_generation = token_generation + 1 WHERE shop_subject = ${subject}`
    )
  )

/** Names a customer on the page. */
const identify = ({ chat }: Shopper, token: string | null) =>
  chat.element.evaluate((element, identity) => Object.assign(element, { identity }), token)

/** Keeps the data of an event of the element, the next one. */
const nextEvent = ({ chat }: Shopper, name: string): Promise<unknown> =>
  chat.element.evaluate(
    (element, name) =>
      new Promise((resolve) => {
        element.addEventListener(name, (event) => resolve(event instanceof CustomEvent ? event.detail : null), {
          once: true
        })
      }),
    `storefront-${name}`
  )

describeInBrowser("customers of a shop with a till and accounts of its own", () => {
  beforeAll(async () => {
    await running().inDatabase(addBoots)
  })

  for (const [at, way] of ways.entries()) {
    it(`take their cart to the till, ${nameOf(way)}`, async () => {
      const { model } = running()
      const shopper = await Shopper.arrive(running(), way, { attributes: 'handles="checkout"' })
      const { answer, texts } = shopper
      model.play(
        pass("product-discovery"),
        call(["get_product_details", { product_id: boots.id }]),
        say("In three sizes.")
      )
      await shopper.say("Do you have boots?", "In three sizes.")
      model.play(
        pass("order-management"),
        call(["add_to_cart", { product_id: boots.id, options: [{ name: "Size", value: "42" }] }]),
        say("There they are.")
      )
      await shopper.say("Put size 42 into my cart", "There they are.")
      model.play(pass("order-management"), call(["checkout", {}]), say("This way."))
      await shopper.say("Check out", "This way.")
      const url = "https://shop.example/cart/summit-42:1"
      assert.strictEqual(await answer.getByRole("link", { name: url }).getAttribute("href"), url)
      const told = nextEvent(shopper, "checkout")
      await shopper.press(shopper.button(texts.checkOut, answer))
      assert.deepStrictEqual(await told, { url })
    })

    it(`are known by the shop's word, and leave nothing to the next one, ${nameOf(way)}`, async () => {
      const { model } = running()
      const [nora, otto] = [`nora-${at}`, `otto-${at}`]
      const shopper = await Shopper.arrive(running(), way)
      const { frame, log, texts } = shopper
      const greeting = log.getByText(texts.disclosure)
      await greeting.waitFor()
      await identify(shopper, await tokenOf(nora))
      await shopper.button(texts.signIn).waitFor({ state: "detached" })
      model.play(say("Nice to see you, Nora."))
      await shopper.say("I am Nora, and this is a secret", "Nice to see you, Nora.")
      const before = await log.innerText()

      // Her session at the shop ends: what was said stays, and a new token goes on with it.
      await endTokens(nora)
      const expired = nextEvent(shopper, "identity-expired")
      await shopper.begin("Are you still there?")
      await expired
      await frame.getByText(texts.signedOut).waitFor()
      assert.include(await log.innerText(), "I am Nora, and this is a secret")
      await identify(shopper, await tokenOf(nora))
      await frame.getByText(texts.signedOut).waitFor({ state: "detached" })
      await log.getByText("Nice to see you, Nora.").waitFor()
      assert.strictEqual((await log.innerText()).slice(0, before.length), before)

      const traces = () =>
        frame.evaluate(() => document.body.innerText + JSON.stringify(localStorage) + JSON.stringify(sessionStorage))
      await identify(shopper, null)
      await greeting.waitFor()
      assert.notInclude(await traces(), "secret")
      await identify(shopper, await tokenOf(otto))
      await shopper.button(texts.signIn).waitFor({ state: "detached" })
      await greeting.waitFor()
      model.play(say("Nice to see you, Otto."))
      await shopper.say("I am Otto", "Nice to see you, Otto.")
      assert.notInclude(await traces(), "secret")
      assert.notInclude(await traces(), "Nora")
      assert.notInclude(model.requests().join(), "secret")
    })
  }
})
