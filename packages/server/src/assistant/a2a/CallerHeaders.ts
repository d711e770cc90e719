import { Email, Role, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Either, Encoding, ParseResult, Schema } from "effect"

/** Characters that a header cannot carry as they are, and the percent sign that escapes them. */
const unsafe = /[^\x21-\x24\x26-\x7e]/gu

const percentEncode = (text: string) =>
  text.replace(unsafe, (character) => Either.getOrElse(Encoding.encodeUriComponent(character), () => "%EF%BF%BD"))

/** Any text as printable ASCII: an ordinary e-mail address stays as it is, the rest is percent-encoded UTF-8. */
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
 * Person for whom one of our services calls another, and until when it waits. The headers count only on a request from
 * an authenticated service.
 */
export const CallerHeaders = Schema.Struct({
  "x-user-id": UserId,
  "x-user-email": Schema.compose(HeaderText, Email),
  "x-user-role": Role,
  "x-conversation-id": Schema.optionalWith(ConversationId, { exact: true }),
  /** SHA-256 of the history extension's data in hexadecimal digits; it vouches for the guard's verdict there. */
  "x-conversation-sha256": Schema.optionalWith(Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)), { exact: true }),
  "x-turn-deadline": Schema.optionalWith(Schema.DateTimeUtc, { exact: true }),
  /** Model requests that may be retried in the rest of the turn. */
  "x-turn-retries": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), {
    exact: true
  }),
  /** Tokens of the turn that may be used. Absent: the person's own budget applies. */
  "x-turn-tokens": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), { exact: true })
})
export type CallerHeaders = typeof CallerHeaders.Type
