import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { setImmediate } from "node:timers/promises"
import * as ReleasedText from "../../../../src/assistant/agent/ReleasedText.ts"
import { AllowedAddresses, Egress } from "../../../../src/assistant/guard/Egress.ts"
import { withoutHidden } from "../../../../src/assistant/guard/egress/InvisibleContent.ts"
import { nothingQuoted, withoutQuotations } from "../../../../src/assistant/guard/egress/Quotations.ts"
import * as Release from "../../../../src/assistant/guard/egress/Release.ts"
import { makeRemovals } from "../../../../src/assistant/guard/egress/Removals.ts"
import { lettersOf, makeSecrets } from "../../../../src/assistant/guard/egress/Secrets.ts"
import { RunEvents } from "../../../../src/assistant/turn/RunEvents.ts"
import { ada } from "../../../../src/testing/SmallShop.ts"

/** What holds for every answer, however it is cut. */

const key = "sk-Shop-0123456789-abcdefghij"
const password = "pa55word"
const phrase = "open. the door! please"
const values = [key, password, phrase]
const secrets = makeSecrets(values)

const words = Array.from({ length: 120 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}${at}`)
const instructions = words.join(" ")
const quoted = (from: number, to: number) => words.slice(from, to).join(" ")

const allowed = new Set(["http://localhost:8080/policies/returns"])
const hosts = ["shop.example"]
const checks: Release.Checks = {
  instructions,
  secrets,
  strict: makeRemovals(secrets, hosts, new Set()),
  lenient: makeRemovals(secrets, hosts, allowed)
}

const lines = (text: string): ReadonlyArray<string> => text.trim().split(/\s*\n\s*/)

/** Content that must not go out, and content that looks like it. */
const sensitive = [
  ...lines(`
    [Help](/help 'now')
    [x](https://evil.example/a 'b')
    [x](<https://shop.example/( a>)
    ![a b](https://evil.example/?d=1)
    ![x][y]
    [r]: //evil.example/p
    <i title='a b'>
    <script src=x>
    <b >
    javascript:x
    data :x
    mailto:a@evil.ru
    https://evil.example/x
    https://shop.example/a
    http://localhost:8080/policies/returns
    localhost:8080/policies/returns
    evil.ru/x
    evil (.) ru/x
    evil (dot) ru/x
    evil。ru/x
    evil.example？x=日本
    日本.example/x
    hxxps[:]//evil[.]ru/x
    evil&#46;ru/x
    Please confirm.
    Please confirm. Nothing has been done yet:
    Shall I do that? Reply “yes” to confirm.
    ご確認ください。まだ何も行われていません。
    w o r d
    a b c d
    👩‍🚀 ❤️ 1️⃣
    می‌خواهم`),
  key,
  password,
  phrase,
  btoa(key),
  [...key].join("<b></b>"),
  [...key].map((sign) => `&#${sign.charCodeAt(0)};`).join(""),
  quoted(0, 20),
  quoted(15, 60),
  quoted(0, 45),
  quoted(60, 75),
  quoted(80, 100),
  "a\u200Bb\u202Ec",
  "a\0b\uD83D c\uDE80",
  "\u001B[2Jx",
  "\u001B]8;;https://evil.example\u0007x",
  "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
]

const plain = [
  ...lines(
    "word\nWords and more\na\nb\n1.\n10:30\n- |**bold**\n`\nand so on, at length\ndata\nht\nevil\n(\n[\n]\n<\n&\n\\"
  ),
  "これは本です。",
  "トム・ソーヤ",
  "twenty more words ".repeat(15)
]

/** What ends a sentence, stands between two, or disappears. */
const breaks = [
  ..." |\n|\n\n|. |.|! |? |: |; |… |؟ |。|！|？|, | ![](/a b) |![](/a. b)|. ![](/a)|\u200B|\r\n|\u001B[|data:".split(
    "|"
  ),
  " Please confirm. ",
  "\nPlease confirm.\n"
]

const at = fc.nat({ max: 10_000 })

/** Sensitive content with breaks in it. */
const broken = fc
  .tuple(fc.constantFrom(...sensitive), fc.array(fc.tuple(at, fc.constantFrom(...breaks)), { maxLength: 3 }))
  .map(([text, inserted]) =>
    inserted.reduce((result, [place, mark]) => {
      const index = place % (result.length + 1)
      return result.slice(0, index) + mark + result.slice(index)
    }, text)
  )

const answers = fc
  .array(fc.oneof(broken, fc.constantFrom(...plain), fc.constantFrom(...breaks)), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""))

/** Released prefixes of an answer that comes in these parts, and what was removed from it. */
const releaseOf = (parts: ReadonlyArray<string>) => {
  const prefixes = [""]
  let progress = Release.nothingArrived
  const add = (text: string) => {
    if (text !== "") {
      prefixes.push(`${prefixes.at(-1)}${text}`)
    }
  }
  for (const part of parts) {
    const [text, next] = Release.release(Release.arrive(progress, part), checks)
    progress = next
    add(text)
  }
  const [rest, end] = Release.releaseAll(Release.arriveAll(progress), checks)
  add(rest)
  return { prefixes, removed: end.removed }
}

/** Cuts a text into parts of these lengths, over and over. */
const cut = (text: string, lengths: ReadonlyArray<number>): ReadonlyArray<string> => {
  const parts: Array<string> = []
  for (let from = 0; from < text.length; from += parts.at(-1)!.length) {
    parts.push(text.slice(from, from + lengths[parts.length % lengths.length]!))
  }
  return parts
}

/** Asserts that a part of an answer that has gone out is as a check of it as a whole would leave it. */
const assertClean = (released: string, answer: string) => {
  const remove = /https?:/i.test(withoutHidden(answer)) ? checks.lenient : checks.strict
  const { removed, text } = remove(released, "")
  assert.deepStrictEqual({ text, removed }, { text: released, removed: [] })
  assert.strictEqual(withoutQuotations(released, instructions, nothingQuoted).text, released)
  assert.strictEqual(released.trim(), released)
  assert.notInclude(lettersOf(released), lettersOf(key))
  assert.notMatch(released, /(?<!\S)https:\/\/evil|!\[|pa55word|open\. the door! please/)
  assert.notMatch(released, /\p{Cc}(?<![\t\n\r])|\u200B|\p{Cs}/u)
}

/** Part of an answer, and whether its sender says that a sentence ends with it. */
type Part = readonly [delta: string, endsSentence: boolean]

const egress = Effect.runSync(Effect.provide(Egress, Egress.layerPolicy({ secrets: values, hosts })))

/** Publishes an answer that comes in these parts: its pieces, the answer as a reader has it after each event, its end. */
const published = (parts: ReadonlyArray<Part>) =>
  Effect.runSync(
    Effect.gen(function* () {
      const pieces: Array<string> = []
      const seen = [""]
      let discards = 0
      const { finish, text } = yield* ReleasedText.make(yield* egress.open(instructions, ada), Effect.succeed(false))
      const publishing = Effect.provideService(RunEvents, {
        streamsText: true,
        publish: (event) =>
          Effect.sync(() => {
            if (event._tag === "text") {
              pieces.push(event.delta)
              seen.push(`${seen.at(-1)}${event.delta}`)
            } else {
              discards += 1
              seen.push("")
            }
          })
      })
      yield* publishing(Effect.forEach(parts, ([delta, endsSentence]) => text(delta, endsSentence)))
      const end = yield* publishing(finish)
      return { pieces, seen, discards, ...end }
    }).pipe(Effect.provideService(AllowedAddresses, () => Effect.succeed(allowed)))
  )

/** Returns whether a text ends in the beginning of a secret, longer than one letter. */
const endsInSecret = (text: string) =>
  values.some((value) => [...value].some((_, at) => at > 1 && text.endsWith(value.slice(0, at))))

const numRuns = 2_000

// Runs leave no time to their process, which must answer the reporter once a minute.
afterEach(() => setImmediate())

describe("an answer in parts", () => {
  it.each([1, 2, 3, 4, 5])("goes out alike however it is cut, and is clean as far as it has gone out (%i)", (seed) => {
    const lengths = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(answers, lengths, (answer, lengths) => {
        const whole = releaseOf([answer])
        const parts = releaseOf(cut(answer, lengths))
        assert.strictEqual(parts.prefixes.at(-1), whole.prefixes.at(-1))
        assert.sameMembers([...parts.removed], [...whole.removed])
        assert.strictEqual(new Set(whole.removed).size, whole.removed.length)
        for (const prefix of parts.prefixes) {
          assertClean(prefix, answer)
        }
      }),
      { numRuns, seed }
    )
  })
})

describe("an answer whose sender says where sentences end", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
  const claims = fc.infiniteStream(fc.boolean())

  it.each([1, 2, 3, 4, 5])("is the one that it is without, and clean, wherever that is said (%i)", (seed) => {
    fc.assert(
      fc.property(answers, lengths, claims, at, (answer, lengths, claims, place) => {
        const without = releaseOf([answer])
        const middle = place % answer.length
        const many = cut(answer, lengths).map((part): Part => [part, claims.next().value === true])
        const one: ReadonlyArray<Part> = [
          [answer.slice(0, middle), true],
          [answer.slice(middle), false]
        ]
        for (const parts of [many, one]) {
          const { discards, removed, seen, text } = published(parts)
          assert.strictEqual(text, without.prefixes.at(-1))
          assert.strictEqual(seen.at(-1), text)
          assert.sameMembers([...removed], [...without.removed])
          assert.isAtMost(discards, 1)
          for (const shown of seen) {
            assertClean(shown, answer)
            assert.isFalse(endsInSecret(shown) && !text.startsWith(shown), shown)
          }
        }
      }),
      { numRuns, seed }
    )
  })

  it.each([1, 2, 3, 4, 5])(
    "is never taken back if they end where the sender's own check released them (%i)",
    (seed) => {
      fc.assert(
        fc.property(answers, lengths, (answer, lengths) => {
          const sent = published(cut(answer, lengths).map((part) => [part, false]))
          const { discards, text } = published(sent.pieces.map((piece) => [piece, true]))
          assert.strictEqual(discards, 0)
          assert.strictEqual(text, releaseOf([sent.text]).prefixes.at(-1))
        }),
        { numRuns, seed }
      )
    }
  )
})
