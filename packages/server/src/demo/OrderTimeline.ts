import type { OrderStatus } from "@storefront/domain/Orders"
import type { ReturnStatus } from "@storefront/domain/Returns"
import { Array } from "effect"
import type { OrderPlan } from "./OrderScripts.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { ago, hour, type World } from "./World.ts"

/** A status and the time at which it began. */
export interface TimelineStep<Status> {
  readonly status: Status
  readonly atMillis: number
}

/** A status, and the range of hours after which it follows the previous one. */
type Stage<Status> = readonly [status: Status, leastHours: number, mostHours: number]

/** Draws the times of stages that follow each other. */
const timelineFrom = <Status>(
  random: SeededRandom,
  fromMillis: number,
  stages: Array.NonEmptyReadonlyArray<Stage<Status>>
): Array.NonEmptyReadonlyArray<TimelineStep<Status>> => {
  let atMillis = fromMillis
  return Array.map(stages, ([status, least, most]) => {
    atMillis += Math.round((least + random.real() * (most - least)) * hour)
    return { status, atMillis }
  })
}

/** Range of hours in transit, by carrier in the order of `carriers`. */
const transit = [
  [48, 96],
  [18, 40],
  [8, 16]
] as const

const placed: Stage<OrderStatus> = ["placed", 0, 0]
const confirmed: Stage<OrderStatus> = ["confirmed", 1, 20]

const stagesTo = (
  random: SeededRandom,
  status: OrderStatus,
  carrier: number
): Array.NonEmptyReadonlyArray<Stage<OrderStatus>> => {
  if (status === "cancelled") {
    return [placed, ...(random.chance(0.4) ? [confirmed] : []), ["cancelled", 1, 12]]
  }
  const deliveryPath: ReadonlyArray<Stage<OrderStatus>> = [
    confirmed,
    ["shipped", 6, 30],
    ["out_for_delivery", ...(transit[carrier] ?? transit[0])],
    ["delivered", 2, 9]
  ]
  const reached = status === "returned" ? deliveryPath.length : deliveryPath.findIndex(([step]) => step === status) + 1
  return [placed, ...deliveryPath.slice(0, reached)]
}

/** Draws the steps of an order, oldest first. Leaves out `returned`, which its return adds. */
export const orderSteps = (
  world: World,
  random: SeededRandom,
  { age, status }: OrderPlan,
  carrier: number
): Array.NonEmptyReadonlyArray<TimelineStep<OrderStatus>> => {
  const steps = timelineFrom(random, 0, stagesTo(random, status, carrier))
  const start =
    "placed" in age ? ago(world, age.placed) : ago(world, age.delivered) - Array.lastNonEmpty(steps).atMillis
  return Array.map(steps, (step) => ({ ...step, atMillis: start + step.atMillis }))
}

/** Returns of up to this many cents are approved at once: the default of `RETURN_AUTO_APPROVE_LIMIT`. */
const autoApproveCents = 50_000

const afterApproval: ReadonlyArray<Stage<ReturnStatus>> = [
  ["shipped_back", 20, 90],
  ["received", 40, 140],
  ["refunded", 4, 40]
]

const returnStages = (status: ReturnStatus, totalCents: number): Array.NonEmptyReadonlyArray<Stage<ReturnStatus>> => {
  const requested: Stage<ReturnStatus> = ["requested", 24, 110]
  if (status === "requested") {
    return [requested]
  }
  if (status === "denied") {
    return [requested, ["denied", 20, 70]]
  }
  const after = afterApproval.slice(0, afterApproval.findIndex(([step]) => step === status) + 1)
  return totalCents <= autoApproveCents ? [["approved", 24, 240], ...after] : [requested, ["approved", 4, 40], ...after]
}

/** Draws the steps of a return after the delivery, oldest first. */
export const returnSteps = (random: SeededRandom, deliveredMillis: number, status: ReturnStatus, totalCents: number) =>
  timelineFrom(random, deliveredMillis, returnStages(status, totalCents))
