import { FileSystem, HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeContext, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { Effect, Layer, Schema } from "effect"
import * as SuiteProcess from "./support/SuiteProcess.ts"

const Token = Schema.Struct({ access_token: Schema.String })

const post = <A, I>(url: string, json: unknown, answer: Schema.Schema<A, I>, token = "") =>
  HttpClientRequest.post(url).pipe(
    HttpClientRequest.bodyUnsafeJson(json),
    token === "" ? (request) => request : HttpClientRequest.bearerToken(token),
    HttpClient.execute,
    Effect.flatMap(({ json }) => json),
    Effect.flatMap(Schema.decodeUnknown(answer))
  )

layer(Layer.merge(NodeContext.layer, NodeHttpClient.layerUndici), { excludeTestServices: true })(
  "the suite of a shop with a till of its own",
  (it) => {
    it.scoped("sends guests and customers there", () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const { url } = yield* SuiteProcess.up({
          ...(yield* SuiteProcess.freePorts),
          STOREFRONT_DATA_DIR: yield* files.makeTempDirectoryScoped(),
          CHECKOUT_URL: "https://shop.example/till?cart={cart_id}"
        })
        const guest = yield* post(`${url}/guests`, {}, Token)
        const customer = yield* post(
          `${url}/api/auth/login`,
          { email: "carol@example.com", password: "storefront-demo" },
          Token
        )
        for (const { access_token } of [guest, customer]) {
          const say = (message: string, conversation_id: string | null) =>
            post(`${url}/api/chat`, { message, conversation_id }, ChatAnswer, access_token)
          const { conversation_id } = yield* say("Add the Slow Pantry Cookbook to my cart", null)
          const shown = yield* say("What is in my cart?", conversation_id)
          assert.match(shown.response, /Tell me to check out, and you get the link to the shop's till\.$/)
          const { response } = yield* say("Check out by express please", conversation_id)
          assert.match(
            response,
            /^You choose the delivery at the shop's till\.\n\nHere you can order and pay: https:\/\/shop\.example\/till\?cart=[0-9a-f-]{36}$/
          )
          const later = yield* say("What is in my cart?", conversation_id)
          assert.match(later.response, /The Slow Pantry Cookbook[\s\S]*You got a link to the shop's till on [^.]+\.$/)
        }
        const link = /Here you can order and pay: https:\/\/shop\.example\/till\?cart=[0-9a-f-]{36}/
        const asked = yield* SuiteProcess.run(["ask", "Check out please", "--url", url, "--as", "carol@example.com"])
        assert.match(asked.stdout, link)
        const message = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Check out please" }] }
        const task = yield* HttpClientRequest.post(`${url}/a2a/message:send`).pipe(
          HttpClientRequest.setHeader("a2a-version", "1.0"),
          HttpClientRequest.bearerToken(guest.access_token),
          HttpClientRequest.bodyUnsafeJson({ message }),
          HttpClient.execute,
          Effect.flatMap(({ text }) => text)
        )
        assert.include(task, "TASK_STATE_COMPLETED")
        assert.match(task, link)
      })
    )
  }
)
