import { listNames } from "@storefront/domain/ShopNames"
import { type Fault } from "../Lines.ts"
import { quote } from "../Quote.ts"

/** Faults of lines that name something in the shop, or in another line of their file: only the writer can find them. */

/** A key that an earlier line of the file has; the first line stands. */
export const repeatedKey = (key: string, line: number): Fault => ({
  fault: `${quote(key)} is the key of line ${line} as well`,
  mend: "keep one of the two lines"
})

/** A name of something that is neither in the shop nor in the file. */
export const unknownName = (
  what: "category" | "region" | "warehouse" | "carrier",
  name: string,
  known: ReadonlyArray<string>
): Fault => ({
  fault: `${quote(name)} is no ${what} of the shop`,
  mend:
    known.length === 0 ? `the shop has none yet: import it first` : `use one of ${listNames(known)}, or import it first`
})

/** A key, SKU or GTIN that no product has. */
export const unknownProduct = (key: string): Fault => ({
  fault: `${quote(key)} is no product's key, SKU or GTIN`,
  mend: "correct it, or import the products first"
})

/** A key, SKU or GTIN that several products have. */
export const ambiguousProduct = (key: string, count: number): Fault => ({
  fault: `${quote(key)} fits ${count} products`,
  mend: "use the product's key with --source"
})

/** An address that no account has. */
export const unknownAccount = (email: string): Fault => ({
  fault: `${quote(email)} is no customer's address`,
  mend: "import the customers first, or give the author's name instead"
})
