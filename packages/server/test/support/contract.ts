import { HttpApi } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { KnownNames } from "@storefront/domain/ShopNames"
import { Effect, Option, Schema } from "effect"
import { demoNames } from "../../src/testing/DemoNames.ts"

/** A schema of the contract that needs nothing. */
type Plain = Schema.Schema<unknown>

/** What the contract says of an operation. */
export interface Operation {
  readonly payload: Option.Option<Plain>
  readonly query: Option.Option<Plain>
  /** The body of each status. */
  readonly statuses: ReadonlyMap<number, Plain>
}

const plain = (schema: Option.Option<Schema.Schema.All>) => Option.map(schema, ({ ast }) => Schema.make<unknown>(ast))

const reflect = (): ReadonlyMap<string, Operation> => {
  const found = new Map<string, Operation>()
  HttpApi.reflect(StorefrontApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors, group, successes }) => {
      found.set(`${group.identifier}.${endpoint.name}`, {
        payload: plain(endpoint.payloadSchema),
        query: plain(endpoint.urlParamsSchema),
        statuses: new Map(
          [...successes, ...errors].map(([status, { ast }]) => [status, Schema.make<unknown>(Option.getOrThrow(ast))])
        )
      })
    }
  })
  return found
}

/** The operations of the REST interface, by operation id. */
export const operations = reflect()

/** Checks that a value on the wire is what the schema says, in the demonstration shop. */
export const decodes = (schema: Plain, value: unknown) =>
  Schema.decodeUnknown(schema)(value).pipe(
    Effect.isSuccess,
    Effect.provideService(KnownNames, Option.some(demoNames)),
    Effect.runSync
  )
