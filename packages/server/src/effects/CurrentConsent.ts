import { type Consent } from "@storefront/domain/rules/consent/Consent"
import { Context, Data, Option } from "effect"

/** The consent that a binding tool call acts under, for what only its transaction knows. None outside of a run. */
export class CurrentConsent extends Context.Reference<CurrentConsent>()("@storefront/server/effects/CurrentConsent", {
  defaultValue: (): Option.Option<Consent> => Option.none()
}) {}

/** What would be done is not what the consent was given to. */
export class NotAgreed extends Data.TaggedError("NotAgreed") {}
