import type { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { Array } from "effect"
import type { OrderPlan } from "./OrderScripts.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, hour, type World } from "./World.ts"

/** A status and its start. */
export interface TimelineStep<Status> {
  readonly status: Status
  readonly atMillis: number
}

/** A status that follows after a random time between two numbers of hours. */
type Leg<Status> = readonly [status: Status, leastHours: number, mostHours: number]

/** Returns steps that follow each other after random hours. */
const walk = <Status>(
  random: SeededRandom,
  fromMillis: number,
  legs: Array.NonEmptyReadonlyArray<Leg<Status>>
): Array.NonEmptyReadonlyArray<TimelineStep<Status>> => {
  let atMillis = fromMillis
  return Array.map(legs, ([status, least, most]) => {
    atMillis += Math.round((least + random.real() * (most - least)) * hour)
    return { status, atMillis }
  })
}

/** Hours in transit by carrier: standard, express, overnight. */
const transit = [
  [48, 96],
  [18, 40],
  [8, 16]
] as const

const placed: Leg<OrderStatus> = ["placed", 0, 0]
const confirmed: Leg<OrderStatus> = ["confirmed", 1, 20]

const legsOf = (
  random: SeededRandom,
  status: OrderStatus,
  carrier: number
): Array.NonEmptyReadonlyArray<Leg<OrderStatus>> => {
  if (status === "cancelled") {
    return [placed, ...(random.chance(0.4) ? [confirmed] : []), ["cancelled", 1, 12]]
  }
  const way: ReadonlyArray<Leg<OrderStatus>> = [
    confirmed,
    ["shipped", 6, 30],
    ["out_for_delivery", ...(transit[carrier] ?? transit[0])],
    ["delivered", 2, 9]
  ]
  const reached = status === "returned" ? way.length : way.findIndex(([step]) => step === status) + 1
  return [placed, ...way.slice(0, reached)]
}

/** Returns the steps of an order, oldest first, strictly increasing; `returned` comes from its return. */
export const orderSteps = (
  world: World,
  random: SeededRandom,
  { age, status }: OrderPlan,
  carrier: number
): Array.NonEmptyReadonlyArray<TimelineStep<OrderStatus>> => {
  const steps = walk(random, 0, legsOf(random, status, carrier))
  const start =
    "placed" in age ? ago(world, age.placed) : ago(world, age.delivered) - Array.lastNonEmpty(steps).atMillis
  return Array.map(steps, (step) => ({ ...step, atMillis: start + step.atMillis }))
}

/** Returns of up to this many cents are approved at once. */
const autoApproveCents = 50_000

const afterApproval: ReadonlyArray<Leg<ReturnStatus>> = [
  ["shipped_back", 20, 90],
  ["received", 40, 140],
  ["refunded", 4, 40]
]

const returnLegs = (status: ReturnStatus, totalCents: number): Array.NonEmptyReadonlyArray<Leg<ReturnStatus>> => {
  const requested: Leg<ReturnStatus> = ["requested", 24, 110]
  if (status === "requested") {
    return [requested]
  }
  if (status === "denied") {
    return [requested, ["denied", 20, 70]]
  }
  const after = afterApproval.slice(0, afterApproval.findIndex(([step]) => step === status) + 1)
  return totalCents <= autoApproveCents ? [["approved", 24, 240], ...after] : [requested, ["approved", 4, 40], ...after]
}

/** Returns the steps of a return after the delivery, oldest first. */
export const returnSteps = (random: SeededRandom, deliveredMillis: number, status: ReturnStatus, totalCents: number) =>
  walk(random, deliveredMillis, returnLegs(status, totalCents))
