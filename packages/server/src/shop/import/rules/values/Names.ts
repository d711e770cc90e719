import { Category } from "@storefront/domain/Catalog"
import { Email } from "@storefront/domain/Identity"
import { Region } from "@storefront/domain/Inventory"
import { CouponCode } from "@storefront/domain/Pricing"
import { Schema } from "effect"
import { type Reader } from "../Column.ts"
import { patterned, unflagged } from "./Text.ts"

/** Readers of names of our own that have a form. */

const identity = (text: string) => text

const isEmailForm = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/

export const email: Reader<Email> = patterned(
  (value): value is Email => Schema.is(Email)(value) && isEmailForm.test(value),
  (text) => text.toLowerCase(),
  "write an e-mail address, for example anna@example.com"
)

/** Reads the name of a region, which is shown as the shop's own words. */
export const region: Reader<Region> = unflagged(
  patterned(
    Schema.is(Region),
    (text) => text.toLowerCase(),
    "a region has 1 to 30 lower-case letters, digits and hyphens and begins with a letter, for example north"
  ),
  "give the region a plain name"
)

/** Reads the name of a category, which is shown as the shop's own words. */
export const category: Reader<Category> = unflagged(
  patterned(Schema.is(Category), identity, "a category has 1 to 60 letters, digits, blanks and & ' / , + . ( ) -"),
  "give the category a plain name"
)

export const couponCode: Reader<CouponCode> = patterned(
  Schema.is(CouponCode),
  (text) => text.toUpperCase(),
  "a code has 3 to 40 letters, digits, hyphens and underscores"
)

/** Two letters of ISO 3166-1. */
export const country: Reader<string> = patterned(
  (value): value is string => /^[A-Z]{2}$/.test(value),
  (text) => text.toUpperCase(),
  "write the two letters of the country, for example DE"
)

export const state: Reader<string> = patterned(
  (value): value is string => /^[A-Z]{2,3}$/.test(value),
  (text) => text.toUpperCase(),
  "write the two or three letters of the state, or leave it empty for the whole country"
)
