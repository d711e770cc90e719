import { type Tool } from "@effect/ai"
import { SpeedTier } from "@storefront/domain/Inventory"
import { MoneyFromNumber } from "@storefront/domain/Money"
import * as Rule from "@storefront/domain/rules/consent/Consent"
import { chooses, refundMethods, speeds } from "@storefront/domain/rules/consent/Choices"
import { isPlaceSaid, isSaid } from "@storefront/domain/rules/consent/Said"
import { RefundMethod } from "@storefront/domain/Returns"
import { Binding, type BindingAct, consentMissing } from "@storefront/domain/tools/Binding"
import { invalidArgument, type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Array, Context, Effect, Option, Predicate, Ref, Schema } from "effect"
import { idArguments, isPlace } from "./Provenance.ts"

const refused = Effect.suspend(() => Effect.fail(consentMissing()))

/** What has been done by binding calls, by what tells one from another. */
type Done = ReadonlyMap<string, ReadonlyArray<string>>

/** Whether the customer has agreed to what binding tools are called for, as far as one run needs to know it. */
export interface ConsentCheck {
  /** The consent that a call acts under; none for a tool that is not binding. */
  readonly required: (tool: Tool.Any, params: unknown) => Effect.Effect<Option.Option<Rule.Consent>, ToolFailure>
  /** Remembers that a binding call was made. */
  readonly made: (tool: Tool.Any, params: unknown) => Effect.Effect<void>
}

type Params = Readonly<Record<string, unknown>>

const paramsOf = (params: unknown): Params => (Predicate.isRecord(params) ? params : {})

/** Calls with the same subject do the same thing to the same thing. */
const subjectOf = (params: unknown): string => {
  const ids = idArguments(paramsOf(params)).flatMap(([, named]) => named)
  return ids.length > 0 ? ids.join(" ") : JSON.stringify(params)
}

const decodeTotal = Schema.decodeUnknownOption(MoneyFromNumber)
const decodeSpeed = Schema.decodeUnknownOption(SpeedTier)
const decodeMethod = Schema.decodeUnknownOption(RefundMethod)

/** A consent with what the customer has said in the conversation: a text for each message, the current one last. */
interface Given {
  readonly consent: Rule.Consent
  readonly own: Array.NonEmptyReadonlyArray<string>
}

/** Why a call is not what a consent was given to, by the details of the call. */
type Objection = (given: Given, params: Params) => ToolFailure | null

/** An order of the cart needs the total that was agreed to, the speed that was chosen, and a note that was said. */
const toOrder: Objection = ({ consent, own }, { expected_total, note, speed_tier }) => {
  const total = Option.getOrNull(decodeTotal(expected_total))
  const speed = Option.getOrElse(decodeSpeed(speed_tier), () => speeds.usual)
  if (total === null) {
    return invalidArgument("expected_total", "must be the total of get_cart that the customer agreed to")
  }
  if (typeof note === "string" && !isSaid(note, [...own, consent.asked].join("\n"))) {
    return invalidArgument("note", "must be in the words of the customer; leave out what they have not said")
  }
  return Rule.coversTotal(consent, total) && chooses(speeds, speed, consent, own) ? null : consentMissing()
}

/** An order goes only where the customer said, and to nothing that is added to the street. */
const toReaddress: Objection = ({ consent: { words } }, { new_address }) =>
  isPlace(new_address) && isPlaceSaid(new_address, words) ? null : consentMissing()

/** The money comes back on the way that the customer chose. */
const toReturn: Objection = ({ consent, own }, { refund_method }) => {
  const method = Option.getOrElse(decodeMethod(refund_method), () => refundMethods.usual)
  return chooses(refundMethods, method, consent, own) ? null : consentMissing()
}

const objections: { readonly [Act in BindingAct]: Objection } = {
  order: toOrder,
  readdress: toReaddress,
  return: toReturn,
  cancel: () => null,
  refund: () => null
}

/** A message of a customer, and what was said before it. */
interface Spoken {
  readonly customerMessage: string
  readonly history: Rule.History
}

/** All that the customer has said in the conversation, a text for each message. */
export const ownWords = ({ customerMessage, history }: Spoken): Array.NonEmptyReadonlyArray<string> =>
  Array.append(
    history.flatMap(({ role, text }) => (role === "user" ? [text] : [])),
    customerMessage
  )

/**
 * Consent for one run. `earlier` reads the arguments of the calls of a tool that other runs for the same message of the
 * customer have made, or those of the conversation when the consent began before it.
 */
export const make = Effect.fnUntraced(function* (
  spoken: Spoken,
  earlier: (toolName: string, isContinued: boolean) => Effect.Effect<ReadonlyArray<unknown>>
) {
  const done = yield* Ref.make<Done>(new Map())
  const { customerMessage, history } = spoken
  const own = ownWords(spoken)

  /** What names no id is agreed to for one thing. */
  const isAnother = Effect.fnUntraced(function* (tool: Tool.Any, params: unknown, isContinued: boolean) {
    const others = yield* earlier(tool.name, isContinued)
    const before = [...((yield* Ref.get(done)).get(tool.name) ?? []), ...others.map(subjectOf)]
    return before.some((subject) => subject !== subjectOf(params))
  })

  const check: ConsentCheck = {
    required: Effect.fnUntraced(function* (tool, params) {
      const act = Context.get(tool.annotations, Binding)
      if (Option.isNone(act)) {
        return Option.none<Rule.Consent>()
      }
      const consent = Rule.consentTo(act.value, customerMessage, history)
      if (Option.isNone(consent)) {
        return yield* refused
      }
      const { ids, isAnswer, isContinued, isForEach, spared } = consent.value
      const subjects = idArguments(paramsOf(params)).flatMap(([, its]) => its)
      const isNamed =
        act.value === "order" ||
        // That a return is the one of an order that was named is seen where it is read.
        (act.value === "refund" && ids.length > 0) ||
        (ids.length === 0 ? !isAnswer : subjects.every((id) => ids.includes(id)))
      const isFitting =
        isNamed &&
        !subjects.some((id) => spared.includes(id)) &&
        ((act.value !== "order" && isForEach) || !(yield* isAnother(tool, params, isContinued)))
      if (!isFitting) {
        return yield* refused
      }
      const given: Given = { consent: consent.value, own }
      const objection = objections[act.value](given, paramsOf(params))
      return objection === null ? consent : yield* Effect.fail(objection)
    }),
    made: (tool, params) =>
      Ref.update(done, (sofar) => new Map(sofar).set(tool.name, [...(sofar.get(tool.name) ?? []), subjectOf(params)]))
  }
  return check
})
