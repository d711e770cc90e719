import { type AddressResult } from "@storefront/domain/Address"
import { cutName, noReason } from "@storefront/domain/confirmation/Terms"
import { UserText } from "@storefront/domain/tools/UserText"
import { Record } from "effect"
import { neutralText } from "../text/NeutralText.ts"

/** Cleans the texts of terms, both for display and for the act that stores them: neutralised, on one line. */

/** Maximum length of a note or reason, in code points. */
const maxTextLength = 500

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

/** Cleans a person's text to at most `maxLength` code points; it may become empty. */
export const termText = (text: string, maxLength = maxTextLength): UserText =>
  UserText.make(onOneLine(neutralText(onOneLine(text), maxLength)))

/** Cleans a note; null if nothing is left. */
export const termNote = (note: string | null): UserText | null => {
  const text = termText(note ?? "")
  return text === "" ? null : text
}

/** Cleans a reason; replaces it by a fixed text if nothing is left. */
export const termReason = (reason: string): UserText => termNote(reason) ?? UserText.make(noReason)

/** Cleans and cuts a name. */
export const termName = (name: string): UserText => UserText.make(cutName(termText(name)))

/** Cleans all parts of an address. */
export const termAddress = (address: Readonly<Record<keyof AddressResult, string>>): AddressResult =>
  Record.map(address, (part) => termText(part))
