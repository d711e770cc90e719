import { assert, it } from "vitest"
import { ask, call, say } from "./support/Model.ts"
import { describeInBrowser, suite } from "./support/Suite.ts"

describeInBrowser("a guest in the chat of a shop's page", () => {
  const running = suite()

  it("finds goods, and sees them as cards with their prices", async () => {
    const { model, visit } = running()
    model.play(
      ask("product-discovery"),
      call(["search_products", { query: "headphones" }]),
      say("The Hush 700 is a good one.")
    )
    const chat = await visit()
    await chat.open()
    const frame = await chat.ask("Which headphones do you have?", "The Hush 700 is a good one.")
    const [tile] = await frame.locator(".tile").all()
    assert.include(await tile!.innerText(), "$")
  })
})
