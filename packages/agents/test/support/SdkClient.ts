import { ClientFactory, ClientFactoryOptions, RestTransportFactory } from "@a2a-js/sdk/client"
import { Extension } from "@storefront/domain/api/AgentApi"
import { ada } from "@storefront/server/testing/SmallShop"
import { headersFor } from "@storefront/server/testing/TestSpecialist"
import { Effect } from "effect"

/** The client of the official A2A SDK, as it is, with our headers. */

const { "a2a-version": _, ...identity } = headersFor(ada)

/** What each of its requests is sent with. */
export const options = {
  serviceParameters: { ...identity, "A2A-Extensions": Object.values(Extension).join(",") }
}

/** Finds an agent by its card. */
export const connect = (url: string) =>
  Effect.promise(() =>
    new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [new RestTransportFactory()] })
    ).createFromUrl(url)
  )
