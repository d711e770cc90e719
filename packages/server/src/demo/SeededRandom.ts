import { type Array, Hash, Utils } from "effect"

/** Mixes 32 bits (the finalizer of MurmurHash3). */
const mixBits = (bits: number) => {
  const once = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return twice ^ (twice >>> 16)
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0")

/**
 * Random numbers that depend only on (seed, kind, index): every row of the seed has its own stream, so that it can be
 * computed alone and in any order. Changing a formula changes all rows; adding a draw changes the rest of its stream.
 */
export class SeededRandom {
  private readonly generator: Utils.PCGRandom

  constructor(seed: number, kind: string, index: number) {
    const start = mixBits(seed ^ Hash.string(kind))
    const high = mixBits(start ^ Math.trunc(index / 2 ** 32))
    this.generator = new Utils.PCGRandom(high, mixBits(high ^ (index | 0)), start, mixBits(index ^ 0x9e3779b9))
  }

  /** Draws a number from 0, included, to 1, excluded. */
  real(): number {
    return this.generator.number()
  }

  /** Draws an integer between `min` and `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.real() * (max - min + 1))
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.real() < probability
  }

  pick<A>(list: Array.NonEmptyReadonlyArray<A>): A {
    return list[this.int(0, list.length - 1)] ?? list[0]
  }

  /** Draws from the standard normal distribution (Box–Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.real())) * Math.cos(2 * Math.PI * this.real())
  }

  /** Draws `digits` lower-case hexadecimal digits. */
  hex(digits: number): string {
    return globalThis.Array.from({ length: digits }, () => hex(this.int(0, 15), 1)).join("")
  }

  /** Draws digits and capitals, as in tracking numbers. */
  code(length: number): string {
    return globalThis.Array.from({ length }, () => letters.charAt(this.int(0, 35))).join("")
  }

  /** Makes a UUID of version 7 with the given time. */
  uuid(millis: number): string {
    const time = hex(millis, 12)
    const variant = hex(0x8000 + this.int(0, 0x3fff), 4)
    const tail = hex(this.int(0, 0xffffff), 6) + hex(this.int(0, 0xffffff), 6)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(this.int(0, 0xfff), 3)}-${variant}-${tail}`
  }
}
