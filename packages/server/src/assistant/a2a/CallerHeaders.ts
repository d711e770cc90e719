import { Email, Role, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Either, Encoding, ParseResult, Schema } from "effect"

/** Everything but visible ASCII, and the percent sign, which escapes the rest. */
const unsafe = /[^\x21-\x24\x26-\x7e]/gu

const percentEncode = (text: string) =>
  text.replace(unsafe, (character) => Either.getOrElse(Encoding.encodeUriComponent(character), () => "%EF%BF%BD"))

/** Text as visible ASCII: other characters are percent-encoded UTF-8. Ordinary e-mail addresses stay as they are. */
const HeaderText = Schema.transformOrFail(Schema.String, Schema.String, {
  strict: true,
  decode: (header, _, ast) =>
    Either.mapLeft(
      Encoding.decodeUriComponent(header),
      ({ message }) => new ParseResult.Type(ast, header, message ?? "not percent-encoded")
    ),
  encode: (text) => ParseResult.succeed(percentEncode(text))
})

/**
 * Headers that name the person for whom one of our services calls another, and the budgets of the call. They count only
 * on a request of an authenticated service. `CallerAssertion` signs the same fields.
 */
export const CallerHeaders = Schema.Struct({
  "x-user-id": UserId,
  "x-user-email": Schema.compose(HeaderText, Email),
  "x-user-role": Role,
  "x-conversation-id": Schema.optionalWith(ConversationId, { exact: true }),
  /** SHA-256 of the history extension's data, in hex; it authenticates the guard verdict in there. */
  "x-conversation-sha256": Schema.optionalWith(Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)), { exact: true }),
  "x-turn-deadline": Schema.optionalWith(Schema.DateTimeUtc, { exact: true }),
  /** Number of model requests that may be retried in the rest of the turn. */
  "x-turn-retries": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), {
    exact: true
  }),
  /** Token budget of the call. Absent: the person's own budget applies. */
  "x-turn-tokens": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), { exact: true })
})
export type CallerHeaders = typeof CallerHeaders.Type
