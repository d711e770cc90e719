import { type AddressResult } from "@storefront/domain/Address"
import { longestName, noReason } from "@storefront/domain/confirmation/Terms"
import { UserText } from "@storefront/domain/tools/UserText"
import { Record } from "effect"
import { cut } from "../text/Text.ts"
import { neutralText } from "../text/NeutralText.ts"

/** The texts of terms, as a customer is shown them and as the act writes them: neutralised, on one line. */

/** The longest note or reason. */
const longestText = 500

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

/** Cleans a text of a person, which may become empty. At most `maxLength` code points. */
export const termText = (text: string, maxLength = longestText): UserText =>
  UserText.make(onOneLine(neutralText(onOneLine(text), maxLength)))

/** Cleans a note; null when nothing of it is left. */
export const termNote = (note: string | null): UserText | null => {
  const text = termText(note ?? "")
  return text === "" ? null : text
}

/** Cleans a reason, and says so when nothing of it is left. */
export const termReason = (reason: string): UserText => termNote(reason) ?? UserText.make(noReason)

/** Cleans the name of a product, and cuts it. */
export const termName = (name: string): UserText => UserText.make(cut(termText(name), longestName).trimEnd())

/** Cleans all parts of an address. */
export const termAddress = (address: Readonly<Record<keyof AddressResult, string>>): AddressResult =>
  Record.map(address, (part) => termText(part))
