import { NodeContext } from "@effect/platform-node"
import { type SqlClient } from "@effect/sql"
import * as Database from "@storefront/server/platform/database/Database"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Config, Effect, Exit, Option, Scope } from "effect"
import { existsSync } from "node:fs"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe } from "vitest"
import * as SuiteProcess from "../../../../cli/test/support/SuiteProcess.ts"
import { Chat } from "./Chat.ts"
import * as Model from "./Model.ts"
import * as ShopPages from "./ShopPages.ts"

/** A suite of the demonstration shop with a scripted model, the pages of a shop, and a browser; one for each test file. */

/** Chromium of these tests. Where `TEST_CHROMIUM` names one, it has to be there; else tests that need it are left out. */
const stated = Effect.runSync(Config.option(Config.string("TEST_CHROMIUM")))
const executablePath = Option.getOrElse(stated, () => "/usr/bin/chromium")
const isMissing = Option.isNone(stated) && !existsSync(executablePath)

/**
 * Describes tests that need a browser. Chromium drops the click on a frame that has just moved, and a busy machine moves it
 * late: such a test gets a second attempt.
 */
export const describeInBrowser = (name: string, tests: () => void) =>
  (isMissing ? describe.skip : describe)(name, { retry: 1 }, tests)

export interface Visit extends BrowserContextOptions {
  /** Path of the shop's page. */
  readonly path?: string
  /** Origin of the page, if not that of the shop. */
  readonly origin?: string
}

export interface Suite {
  /** Address of the assistant, as browsers see it. */
  readonly url: string
  readonly model: Model.Model
  readonly shop: ShopPages.ShopPages
  readonly browser: Browser
  readonly process: SuiteProcess.Suite
  /** Works in the suite's database, beside it. */
  readonly inDatabase: <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) => Promise<A>
  /** Opens a page of the shop in a browser of its own: nothing is stored yet. */
  readonly visit: (visit?: Visit) => Promise<Chat>
  /** Opens a page of the shop, or of another origin, in a tab that a test has prepared. */
  readonly visitOn: (page: Page, path?: string, origin?: string) => Promise<Chat>
  /** Opens another page in the browser of a chat. */
  readonly visitAgain: (chat: Chat, path?: string) => Promise<Chat>
}

/** Limits that tests of one machine would meet. */
const limits = { RATE_LIMIT_GUESTS: "10000", RATE_LIMIT_GUEST_CHAT: "10000", RATE_LIMIT_LOGIN: "1000" }

/**
 * Host by which a frame is of the shop's own site. In one of another site, as that of the address that the suite listens
 * at, browsers of tests block storage.
 */
export const ownSite = "assistant.shop.localhost"

/**
 * Starts everything before the tests of a file and ends it after them; returns a function that returns it. The contexts of
 * a test's browser end with the test.
 */
export const suite = (settings: SuiteProcess.Environment = {}, host = "127.0.0.1"): (() => Suite) => {
  let running: Suite | undefined
  const scope = Effect.runSync(Scope.make())

  beforeAll(async () => {
    if (isMissing) {
      return
    }
    let url = ""
    const model = await Model.serve()
    const shop = await ShopPages.serve(() => url)
    const { folder, process } = await Effect.runPromise(
      Effect.gen(function* () {
        const folder = yield* TestDatabase.folder("seeded")
        const process = yield* SuiteProcess.up({
          ...(yield* SuiteProcess.freePorts),
          STOREFRONT_DATA_DIR: folder,
          LLM_PROVIDER: "compatible",
          LLM_MODEL: "toy",
          LLM_STREAM: "all",
          EMBEDDING_PROVIDER: "embedded",
          OPENAI_BASE_URL: model.url,
          WIDGET_ORIGINS: `${shop.origin},${shop.siteOrigin}`,
          ...limits,
          ...settings
        })
        return { folder, process }
      }).pipe(Scope.extend(scope), Effect.provide(NodeContext.layer))
    )
    url = process.url.replace("127.0.0.1", host)
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    const open = async (page: Page, { origin = shop.origin, path = "/" }: Visit) => {
      const chat = new Chat(page, url)
      await page.goto(origin + path)
      return chat
    }
    running = {
      url,
      model,
      shop,
      browser,
      process,
      inDatabase: (work) => Effect.runPromise(Effect.provide(work, Database.layerOwnerOrGuest(folder))),
      visit: async ({ origin, path, ...options } = {}) =>
        await open(await (await browser.newContext(options)).newPage(), {
          ...(origin === undefined ? {} : { origin }),
          ...(path === undefined ? {} : { path })
        }),
      visitOn: (page, path = "/", origin = shop.origin) => open(page, { path, origin }),
      visitAgain: async (chat, path) =>
        await open(await chat.page.context().newPage(), path === undefined ? {} : { path })
    }
  })

  afterEach(async () => {
    await Promise.all((running?.browser.contexts() ?? []).map((context) => context.close()))
  })

  afterAll(async () => {
    await running?.browser.close()
    await running?.shop.close()
    await running?.model.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  return () => {
    if (running === undefined) {
      throw new Error("The suite runs only in the tests of its file")
    }
    return running
  }
}
