import { gtinLengths } from "@storefront/domain/Catalog"
import { Either } from "effect"
import { type Fault } from "../../Lines.ts"
import { quote } from "../../Quote.ts"
import { type Reader, refused, taken } from "../Column.ts"

/** Returns whether the last digit of a number is the check digit of those before it (GS1 General Specifications, 7.9). */
const hasCheckDigit = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

/** Returns the digits of a global trade item number. */
const digitsOf = (cell: string): Either.Either<string, Fault> => {
  const digits = cell.trim().replace(/^'/, "").replaceAll(/[\s-]/g, "")
  return /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(digits)
    ? refused(
        `${quote(cell)}: a spreadsheet has ruined this number`,
        "format the column as text and enter the number again: its digits are lost"
      )
    : !/^\d+$/.test(digits)
      ? refused(`${quote(cell)} is not a GTIN`, "write 8, 12, 13 or 14 digits, or leave it empty")
      : !gtinLengths.includes(digits.length)
        ? refused(
            `${quote(cell)} has ${digits.length} digits, and a GTIN has 8, 12, 13 or 14`,
            "write all digits: a spreadsheet may have dropped zeros in front"
          )
        : !hasCheckDigit(digits)
          ? refused(`${quote(cell)} has a wrong check digit`, "compare the number with the package")
          : Either.right(digits)
}

/** Reads a barcode number: GTIN-8, UPC, EAN, ISBN-13 or GTIN-14. A spreadsheet's apostrophe in front is dropped. */
export const gtin: Reader<string> = (cell) => Either.flatMap(digitsOf(cell), (digits) => taken(digits))
