import { Email, Role, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Either, Encoding, ParseResult, Schema } from "effect"

/** Anything that may not stand in a header as it is, and the percent sign that marks it. */
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
 * For whom one of our services asks another one, and until when it waits for the answer. The headers count only on a
 * request whose sender has proved to be one of our services.
 */
export const CallerHeaders = Schema.Struct({
  "x-user-id": UserId,
  "x-user-email": Schema.compose(HeaderText, Email),
  "x-user-role": Role,
  "x-conversation-id": Schema.optionalWith(ConversationId, { exact: true }),
  /** SHA-256 of the data of the history extension, in hexadecimal digits: what it says of the guard counts only then. */
  "x-conversation-sha256": Schema.optionalWith(Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)), { exact: true }),
  "x-turn-deadline": Schema.optionalWith(Schema.DateTimeUtc, { exact: true }),
  /** How many requests to a model may be repeated in what is left of the turn. */
  "x-turn-retries": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), {
    exact: true
  }),
  /** How many tokens of the turn may be used. Absent: the agent has the person's own budget. */
  "x-turn-tokens": Schema.optionalWith(Schema.compose(Schema.NumberFromString, Schema.NonNegativeInt), { exact: true })
})
export type CallerHeaders = typeof CallerHeaders.Type
