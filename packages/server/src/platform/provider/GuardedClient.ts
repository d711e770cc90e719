import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { Context, Effect, Either, Layer, Option, Ref } from "effect"
import { type ModelConfig, model } from "../config/ModelConfig.ts"
import * as DependencyHealth from "../http/DependencyHealth.ts"
import { circuitBreaker } from "./CircuitBreaker.ts"
import { withoutRefused, type Dialect, defaultDialect } from "./Dialect.ts"
import * as ProviderEndpoint from "./ProviderEndpoint.ts"
import { adviceFor, modelSettingNames } from "./ProviderAdvice.ts"
import { ends, ProviderFailed } from "./ProviderFailed.ts"
import * as Recording from "./Recording.ts"
import { endOf, errorIn } from "./Refusal.ts"
import * as RetryBudget from "./RetryBudget.ts"
import { type TextReceiver } from "./TextReceiver.ts"
import * as TokenBudget from "./TokenBudget.ts"
import * as TokenUsage from "./TokenUsage.ts"

/**
 * Client for all requests to the model's provider, whatever its API. Applies the turn's token and retry budgets, the
 * circuit breaker, the size limit of answers, and recordings. Provider libraries use it as their `HttpClient`.
 */

/** Reader of one API's answers. */
export interface Protocol<A> {
  /** Assembles a streamed answer, which some servers send unasked. */
  readonly join: ProviderEndpoint.Join
  readonly read: (answer: unknown) => Either.Either<A, ProviderFailed>
  /** Returns the token usage of an answer, even of one that `read` rejects. */
  readonly usageOf: (answer: unknown) => TokenUsage.TokenUsage
  /** Makes a reader of a stream's events: text for the customer, and its place. Absent if text cannot be streamed. */
  readonly deltas?: () => (event: unknown) => { readonly place: unknown; readonly text: string }
}

/** A request to the model that can be sent repeatedly, and in different dialects. */
export interface ProviderRequest<A> {
  readonly protocol: Protocol<A>
  readonly model: string
  /** Token limit of the answer. */
  readonly maxOutputTokens: number
  /** Dialect to begin with. */
  readonly dialect: Dialect
  readonly requestIn: (dialect: Dialect) => HttpClientRequest.HttpClientRequest
  /** Receives the text of a streamed answer; none if the request asks for no stream. */
  readonly receiver: Option.Option<TextReceiver>
}

/** Passes on the text of a stream's events, with a blank line between places; `hasStreamed` tells if there was any. */
const textIn = ({ text }: TextReceiver, deltas: Protocol<unknown>["deltas"]) =>
  Effect.map(Ref.make(Option.none<unknown>()), (last) => {
    const read = deltas?.()
    return {
      hasStreamed: Effect.map(Ref.get(last), Option.isSome),
      onEvent: (event: unknown) => {
        const delta = read?.(event)
        return delta === undefined || delta.text === ""
          ? Effect.void
          : Effect.flatMap(Ref.getAndSet(last, Option.some(delta.place)), (before) =>
              text(Option.exists(before, (place) => place !== delta.place) ? `\n\n${delta.text}` : delta.text)
            )
      }
    }
  })

/** Most dialect changes of one request: a server may reject several parts of it. */
const maxDialectChanges = 3

/** Connects to the provider or replays a recording, and records the exchanges if configured. */
const ConnectionLayer = Layer.unwrapEffect(
  Effect.map(model, ({ recordTo, replayFrom }) => {
    const connection = Option.match(replayFrom, { onNone: () => NodeHttpClient.layerUndici, onSome: Recording.replay })
    return Option.match(recordTo, {
      onNone: () => connection,
      onSome: (file) => Layer.provide(Recording.record(file), connection)
    })
  })
)

/** Opens the files of `LLM_RECORD` and `LLM_REPLAY`; fails if one of them cannot be used. */
export const checkRecordings = Effect.flatMap(model, ({ provider }) =>
  provider === "embedded" ? Effect.void : Effect.asVoid(Effect.scoped(Layer.build(ConnectionLayer)))
)

/** Logs a warning with advice if the first request of the process fails. */
const advisingOnFirstFailure = (config: ModelConfig) =>
  Effect.map(Ref.make(true), (isFirst) => {
    const advise = (failure: ProviderFailed) =>
      Effect.logWarning("the first request to the model failed; look into it with: storefront model check").pipe(
        Effect.annotateLogs({ reason: failure.message, mend: adviceFor(failure, modelSettingNames(config)) }),
        Effect.whenEffect(Ref.getAndSet(isFirst, false))
      )
    return <A, R>(request: Effect.Effect<A, ProviderFailed, R>): Effect.Effect<A, ProviderFailed, R> =>
      Effect.tapBoth(request, { onFailure: advise, onSuccess: () => Ref.set(isFirst, false) })
  })

/** Updates the health of the model after each request. */
const trackingHealth = (config: ModelConfig) =>
  Effect.map(DependencyHealth.ProviderHealth, ({ model }) =>
    DependencyHealth.trackRequests<ProviderFailed>(model, {
      reasonFor: (failure) =>
        ends[failure.end].isRequestSpecific
          ? null
          : `${failure.message}. ${adviceFor(failure, modelSettingNames(config))}`,
      timeout: "20 seconds",
      timeoutReason: `The model does not answer in time. ${adviceFor({ end: "unreachable" }, modelSettingNames(config))}`
    })
  )

/** Bounds the tokens of a request by its bytes, since a token has at least one. */
const expectationOf = (request: HttpClientRequest.HttpClientRequest, maxOutputTokens: number) => {
  const bytes = request.body.contentLength ?? 0
  return { maxTokens: bytes + maxOutputTokens, assumedUsage: TokenUsage.make({ tokensIn: TokenUsage.estimate(bytes) }) }
}

/** Client shared by all agents of a process, so that they share the circuit breaker and the learned dialects. */
export class GuardedClient extends Context.Tag("@storefront/server/platform/provider/GuardedClient")<
  GuardedClient,
  {
    /** Sends the request to the provider. Estimates input tokens that the server does not report. */
    readonly ask: <A extends { readonly usage: TokenUsage.TokenUsage }>(
      asking: ProviderRequest<A>
    ) => Effect.Effect<A, ProviderFailed>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const config = yield* model
      const exchange = ProviderEndpoint.makeExchange(yield* HttpClient.HttpClient, config.tracesRequests)
      const guarded = yield* circuitBreaker
      const withFirstAdvice = yield* advisingOnFirstFailure(config)
      const withHealth = yield* trackingHealth(config)
      const dialects = yield* Ref.make<Readonly<Record<string, Dialect>>>({})

      const attemptIn = <A extends { readonly usage: TokenUsage.TokenUsage }>(
        { maxOutputTokens, protocol, receiver }: ProviderRequest<A>,
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
          Option.match(receiver, {
            onNone: () => Effect.flatMap(exchange(request, { join }), read),
            onSome: (receiver) =>
              Effect.flatMap(textIn(receiver, deltas), ({ hasStreamed, onEvent }) =>
                Effect.flatMap(exchange(request, { join, onEvent }), read).pipe(
                  Effect.tapError(() => Effect.whenEffect(receiver.discard, hasStreamed)),
                  Effect.catchAll((failure) =>
                    Effect.flatMap(hasStreamed, (hasStreamed) => new ProviderFailed({ ...failure, hasStreamed }))
                  )
                )
              )
          })
        )
      }

      /** Sends the request, and again without each part that the server rejects. Remembers the dialect that worked. */
      const attempt = <A extends { readonly usage: TokenUsage.TokenUsage }>(
        asking: ProviderRequest<A>,
        dialect: Dialect,
        changesLeft = maxDialectChanges
      ): Effect.Effect<A, ProviderFailed> => {
        const request = asking.requestIn(dialect)
        return Effect.catchAll(attemptIn(asking, request), (failure) =>
          Option.match(
            // An API without the alternative would send the same request again.
            Option.filter(
              withoutRefused(dialect, failure.refused),
              (adapted) =>
                changesLeft > 0 &&
                ProviderEndpoint.bodyOf(asking.requestIn(adapted)) !== ProviderEndpoint.bodyOf(request)
            ),
            {
              onNone: () => failure,
              onSome: (adapted) =>
                Effect.tap(attempt(asking, adapted, changesLeft - 1), () =>
                  Ref.update(dialects, (known) => ({ ...known, [asking.model]: adapted }))
                )
            }
          )
        )
      }

      return {
        ask: (asking) => {
          const question = Effect.flatMap(Ref.get(dialects), (known) =>
            attempt(asking, known[asking.model] ?? asking.dialect)
          )
          return guarded(RetryBudget.retrying(question)).pipe(withFirstAdvice, withHealth)
        }
      }
    })
  ).pipe(Layer.provide(ConnectionLayer))
}

/**
 * Makes an `HttpClient` for a library from the guarded client. `write` converts the library's request, and encodes the
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

/** A model whose library reads the provider's answers itself. */
export interface LibraryModel {
  readonly model: string
  /** Token limit of an answer; the library must not request more. */
  readonly maxOutputTokens: number
  /** Counts the tokens of an answer in the provider's own form. */
  readonly usageOf: Protocol<unknown>["usageOf"]
}

/** An answer that is passed on unchanged. */
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
          asking: {
            protocol,
            model,
            maxOutputTokens,
            dialect: defaultDialect,
            receiver: Option.none(),
            requestIn: () => request
          },
          encode: ({ answer }: Unchanged) => Effect.succeed(answer)
        })
      )
    )
  )
}
