import { Predicate } from "effect"
import { cut, storable } from "../text/Text.ts"

/** 13 to 19 digits, alone or in groups, that are not part of a longer number or of a UUID. */
const cardNumbers = /(?<![\p{N}-])\p{Nd}(?:[\p{Zs}.-]?\p{Nd}){12,18}(?![\p{N}-])/gu

const emails = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu

/** `123-45-6789`, US social security. */
const socialSecurityNumbers = /(?<![\p{N}-])\d{3}[\p{Zs}-]\d{2}[\p{Zs}-]\d{4}(?![\p{N}-])/gu

/** The check digit of card numbers. */
const passesLuhn = (digits: string): boolean => {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** The text without payment-card numbers, e-mail addresses and US social-security numbers, fit for the database. */
export const mask = (text: string): string =>
  storable(text)
    .replaceAll(emails, "[email]")
    .replaceAll(cardNumbers, (number) =>
      passesLuhn(number.normalize("NFKC").replaceAll(/\D/g, "")) ? "[card]" : number
    )
    .replaceAll(socialSecurityNumbers, "[ssn]")

/** Values nested deeper than this are dropped. */
const maxDepth = 32

const maskValue = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") {
    return mask(value)
  }
  if (typeof value === "number") {
    const masked = mask(String(value))
    return masked === String(value) ? value : masked
  }
  if (depth >= maxDepth && typeof value === "object") {
    return null
  }
  if (Array.isArray(value)) {
    return value.map((item) => maskValue(item, depth + 1))
  }
  return Predicate.isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), maskValue(item, depth + 1)]))
    : value
}

const maxBytes = 8_192
const previewLength = 2_000
const encoder = new TextEncoder()

/** A JSON object for the log: masked, at most 8 KiB. What is not an object is kept in the field `value`. */
export const maskedObject = (value: unknown): string => {
  const masked = maskValue(Predicate.isRecord(value) ? value : { value: value ?? null }, 0)
  const json = JSON.stringify(masked)
  return encoder.encode(json).length <= maxBytes
    ? json
    : JSON.stringify({ truncated: true, preview: cut(json, previewLength) })
}

const summaryLength = 500

/** The beginning of a message for the log, masked. */
export const summary = (message: string): string => cut(mask(message), summaryLength)
