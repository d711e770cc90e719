import { type Array, Hash, Utils } from "effect"

/** Spreads 32 bits over 32 bits (the finalizer of MurmurHash3). */
const scramble = (bits: number) => {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")

/**
 * Random numbers that depend on nothing but (seed, kind, index): every row of the seed has a stream of its own, so that
 * any row can be computed alone, in any order, without remembering the others.
 */
export class SeededRandom {
  private readonly generator: Utils.PCGRandom

  constructor(seed: number, kind: string, index: number) {
    const start = scramble(seed ^ Hash.string(kind))
    const high = scramble(start ^ Math.trunc(index / 2 ** 32))
    this.generator = new Utils.PCGRandom(high, scramble(high ^ (index | 0)), start, scramble(index ^ 0x9e3779b9))
  }

  /** At least 0, less than 1. */
  real(): number {
    return this.generator.number()
  }

  /** A whole number between `min` and `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.real() * (max - min + 1))
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.real() < probability
  }

  pick<A>(list: Array.NonEmptyReadonlyArray<A>): A {
    return list[this.int(0, list.length - 1)] ?? list[0]
  }

  /** A normally distributed number, mean 0, deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.real())) * Math.cos(2 * Math.PI * this.real())
  }

  /** `digits` lower-case hexadecimal digits. */
  hex(digits: number): string {
    return globalThis.Array.from({ length: digits }, () => hex(this.int(0, 15), 1)).join("")
  }

  /** Digits and capitals, as in tracking numbers. */
  code(length: number): string {
    return globalThis.Array.from({ length }, () => letters.charAt(this.int(0, 35))).join("")
  }

  /** A UUID of version 7 that carries the given time. */
  uuid(millis: number): string {
    const time = hex(millis, 12)
    const variant = hex(0x8000 + this.int(0, 0x3fff), 4)
    const tail = hex(this.int(0, 0xffffff), 6) + hex(this.int(0, 0xffffff), 6)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(this.int(0, 0xfff), 3)}-${variant}-${tail}`
  }
}
