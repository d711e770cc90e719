import { assert, describe, it } from "@effect/vitest"

/** Checks what is read from each text. */
export const table = <A>(
  name: string,
  rows: ReadonlyArray<readonly [said: string, expected: A]>,
  reader: (said: string) => A
) =>
  describe(`${name} is read`, () => {
    for (const [said, expected] of rows) {
      it(`in: ${said}`, () => {
        assert.deepStrictEqual(reader(said), expected)
      })
    }
  })
