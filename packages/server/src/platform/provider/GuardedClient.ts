import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Context, Effect, Either, Layer, Option, Ref } from "effect"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import * as Standing from "../http/Standing.ts"
import { circuitBreaker } from "./CircuitBreaker.ts"
import { withoutRefused, type Dialect, usual } from "./Dialect.ts"
import * as Endpoint from "./Endpoint.ts"
import { adviceFor, modelSettingNames } from "./ProviderAdvice.ts"
import { ends, ProviderFailed } from "./ProviderFailed.ts"
import * as Recording from "./Recording.ts"
import { endOf, errorIn } from "./Refusal.ts"
import * as RetryBudget from "./RetryBudget.ts"
import * as TokenBudget from "./TokenBudget.ts"
import * as TokenUsage from "./TokenUsage.ts"

/**
 * The only way to the provider of the model, whichever API it speaks: token and retry budgets of a turn, circuit
 * breaker, size limit of answers, and recordings. Provider libraries use it as their `HttpClient`.
 */

/** Reader of one API's answers. */
export interface Protocol<A> {
  /** Assembles a streamed answer, which some servers send without being asked to. */
  readonly join: Endpoint.Join
  readonly read: (answer: unknown) => Either.Either<A, ProviderFailed>
  /** Counts the tokens of an answer, even of one that cannot be read. */
  readonly usageOf: (answer: unknown) => TokenUsage.TokenUsage
  /**
   * Makes a reader of the text for the customer in the events of one stream, and of its place in the answer. Absent:
   * the text comes with the whole answer.
   */
  readonly deltas?: () => (event: unknown) => { readonly place: unknown; readonly text: string }
}

/** A question that can be sent repeatedly, and in different dialects. */
export interface ProviderRequest<A> {
  readonly protocol: Protocol<A>
  readonly model: string
  /** Token limit of the answer. */
  readonly maxOutputTokens: number
  /** Dialect for a server about which nothing is known. */
  readonly dialect: Dialect
  readonly requestIn: (dialect: Dialect) => HttpClientRequest.HttpClientRequest
  /** Receives the text of the answer as it streams; without it, the answer comes whole. */
  readonly onText: Option.Option<(text: string) => Effect.Effect<void>>
}

/** Passes on the text in the events of one stream, and tells whether there was any; blank lines separate places. */
const textIn = (onText: (text: string) => Effect.Effect<void>, deltas: Protocol<unknown>["deltas"]) =>
  Effect.map(Ref.make(Option.none<unknown>()), (last) => {
    const read = deltas?.()
    return {
      hasStreamed: Effect.map(Ref.get(last), Option.isSome),
      onEvent: (event: unknown) => {
        const delta = read?.(event)
        return delta === undefined || delta.text === ""
          ? Effect.void
          : Effect.flatMap(Ref.getAndSet(last, Option.some(delta.place)), (before) =>
              onText(Option.exists(before, (place) => place !== delta.place) ? `\n\n${delta.text}` : delta.text)
            )
      }
    }
  })

/** Dialect changes that one question may try: a server may reject several things. */
const maxDialectChanges = 3

/** Connects to the provider or replays a recording, and records the exchanges if configured. */
const ConnectionLayer = Layer.unwrapEffect(
  Effect.map(model, ({ recordTo, replayFrom }) => {
    const ways = Option.match(replayFrom, { onNone: () => NodeHttpClient.layerUndici, onSome: Recording.replay })
    return Option.match(recordTo, {
      onNone: () => ways,
      onSome: (file) => Layer.provide(Recording.record(file), ways)
    })
  })
)

/** Opens the files of `LLM_RECORD` and `LLM_REPLAY`; fails if one of them cannot be used. */
export const checkRecordings = Effect.flatMap(model, ({ provider }) =>
  provider === "embedded" ? Effect.void : Effect.asVoid(Effect.scoped(Layer.build(ConnectionLayer)))
)

/** Logs advice if the first request of the process fails; for later ones, the reason is enough. */
const advisingOnFirstFailure = (config: ModelConfig) =>
  Effect.map(Ref.make(true), (isFirst) => {
    const tell = (failure: ProviderFailed) =>
      Effect.logWarning("the first request to the model failed; look into it with: storefront model check").pipe(
        Effect.annotateLogs({ reason: failure.message, mend: adviceFor(failure, modelSettingNames(config)) }),
        Effect.whenEffect(Ref.getAndSet(isFirst, false))
      )
    return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
      Effect.tapBoth(request, { onFailure: tell, onSuccess: () => Ref.set(isFirst, false) })
  })

/** Updates the standing of the model after each question. */
const trackingStanding = (config: ModelConfig) =>
  Effect.map(Standing.Providers, ({ model }) =>
    Standing.noting<ProviderFailed>(model, {
      told: (failure) =>
        ends[failure.end].isRequestSpecific
          ? null
          : `${failure.message}. ${adviceFor(failure, modelSettingNames(config))}`,
      hangsAfter: "20 seconds",
      hangs: `The model does not answer in time. ${adviceFor({ end: "unreachable" }, modelSettingNames(config))}`
    })
  )

/** Bounds the tokens of a request: a token has at least one byte. */
const expectationOf = (request: HttpClientRequest.HttpClientRequest, maxOutputTokens: number) => {
  const bytes = request.body.contentLength ?? 0
  return { most: bytes + maxOutputTokens, assumedUsage: TokenUsage.make({ tokensIn: TokenUsage.estimate(bytes) }) }
}

/** Client that all agents of a process share, so that each knows what another learned of the provider's state. */
export class GuardedClient extends Context.Tag("@storefront/server/platform/provider/GuardedClient")<
  GuardedClient,
  {
    /** Asks the provider. Input tokens that the server does not report are estimated. */
    readonly ask: <A extends { readonly usage: TokenUsage.TokenUsage }>(
      asking: ProviderRequest<A>
    ) => Effect.Effect<A, ProviderFailed>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const config = yield* model
      const exchange = Endpoint.makeExchange(yield* HttpClient.HttpClient, config.tracesRequests)
      const guarded = yield* circuitBreaker
      const telling = yield* advisingOnFirstFailure(config)
      const standing = yield* trackingStanding(config)
      const dialects = yield* Ref.make<Readonly<Record<string, Dialect>>>({})

      const attemptIn = <A extends { readonly usage: TokenUsage.TokenUsage }>(
        { maxOutputTokens, onText, protocol }: ProviderRequest<A>,
        request: HttpClientRequest.HttpClientRequest
      ) => {
        const expectation = expectationOf(request, maxOutputTokens)
        const read = (answer: unknown) =>
          Either.mapBoth(protocol.read(answer), {
            onLeft: (failure) => {
              const usage = protocol.usageOf(answer)
              return TokenUsage.isUnreported(usage) ? failure : new ProviderFailed({ ...failure, usage })
            },
            // Without an estimate, a server that reports nothing would never use up a budget.
            onRight: (read) => ({
              ...read,
              usage: { ...read.usage, tokensIn: read.usage.tokensIn || expectation.assumedUsage.tokensIn }
            })
          })
        const { deltas, join } = protocol
        return TokenBudget.reserving(expectation)(
          Option.match(onText, {
            onNone: () => Effect.flatMap(exchange(request, { join }), read),
            onSome: (onText) =>
              Effect.flatMap(textIn(onText, deltas), ({ hasStreamed, onEvent }) =>
                Effect.catchAll(Effect.flatMap(exchange(request, { join, onEvent }), read), (failure) =>
                  Effect.flatMap(hasStreamed, (hasStreamed) => new ProviderFailed({ ...failure, hasStreamed }))
                )
              )
          })
        )
      }

      /** Asks, and again without each part that the server rejects but does not need; remembers what worked. */
      const attempt = <A extends { readonly usage: TokenUsage.TokenUsage }>(
        asking: ProviderRequest<A>,
        dialect: Dialect,
        concessions = maxDialectChanges
      ): Effect.Effect<A, ProviderFailed> => {
        const request = asking.requestIn(dialect)
        return Effect.catchAll(attemptIn(asking, request), (failure) =>
          Option.match(
            // Not every API has the alternative: then the request stays the same.
            Option.filter(
              withoutRefused(dialect, failure.refused),
              (conceded) => concessions > 0 && Endpoint.bodyOf(asking.requestIn(conceded)) !== Endpoint.bodyOf(request)
            ),
            {
              onNone: () => failure,
              onSome: (conceded) =>
                Effect.tap(attempt(asking, conceded, concessions - 1), () =>
                  Ref.update(dialects, (known) => ({ ...known, [asking.model]: conceded }))
                )
            }
          )
        )
      }

      return {
        ask: (asking) => {
          const asked = Effect.flatMap(Ref.get(dialects), (known) =>
            attempt(asking, known[asking.model] ?? asking.dialect)
          )
          return guarded(RetryBudget.retrying(asked)).pipe(telling, standing)
        }
      }
    })
  ).pipe(Layer.provide(ConnectionLayer))
}

/**
 * Makes the guarded client the `HttpClient` of a library. `write` rewrites the library's request, and encodes a good
 * answer for the library. Every failure is a `RequestError` with the `ProviderFailed` as its cause.
 */
export const httpClient = <A extends { readonly usage: TokenUsage.TokenUsage }>(
  { ask }: GuardedClient["Type"],
  write: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<{
    readonly asking: ProviderRequest<A>
    readonly encode: (answer: A) => Effect.Effect<unknown>
  }>
): HttpClient.HttpClient =>
  HttpClient.makeWith<never, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap((request) =>
      Effect.flatMap(write(request), ({ asking, encode }) =>
        ask(asking).pipe(
          Effect.mapError(
            (failure) => new HttpClientError.RequestError({ request, reason: "Transport", cause: failure })
          ),
          Effect.flatMap(encode),
          Effect.map((answer) => HttpClientResponse.fromWeb(request, Response.json(answer)))
        )
      )
    ),
    Effect.succeed
  )

/** A model whose library reads its provider's answers itself. */
export interface LibraryModel {
  readonly model: string
  /** Token limit of an answer; the library must not request more. */
  readonly maxOutputTokens: number
  /** Counts the tokens of an answer in the provider's own form. */
  readonly usageOf: Protocol<unknown>["usageOf"]
}

/** An answer that is passed on as it came. */
interface Unchanged {
  readonly answer: unknown
  readonly usage: TokenUsage.TokenUsage
}

/** Provides the `HttpClient` of a library whose requests and answers pass unchanged. */
export const layerHttpClient = ({
  maxOutputTokens,
  model,
  usageOf
}: LibraryModel): Layer.Layer<HttpClient.HttpClient, never, GuardedClient> => {
  const protocol: Protocol<Unchanged> = {
    join: Option.none,
    usageOf,
    read: (answer: unknown) =>
      Option.match(errorIn(answer), {
        onSome: (error) => Either.left(new ProviderFailed({ end: endOf(error) })),
        onNone: () => Either.right({ answer, usage: usageOf(answer) })
      })
  }
  return Layer.effect(
    HttpClient.HttpClient,
    Effect.map(GuardedClient, (guarded) =>
      httpClient(guarded, (request) =>
        Effect.succeed({
          asking: { protocol, model, maxOutputTokens, dialect: usual, onText: Option.none(), requestIn: () => request },
          encode: ({ answer }: Unchanged) => Effect.succeed(answer)
        })
      )
    )
  )
}
