/** A number of the wire format, and where it ends. */
const varint = (bytes: Buffer, from: number): readonly [value: number, end: number] => {
  const low = bytes[from]!
  if (low < 0x80) {
    return [low, from + 1]
  }
  const [high, end] = varint(bytes, from + 1)
  return [(low & 0x7f) + high * 0x80, end]
}

/** The values of a field that have a length: texts, bytes and messages. */
const fieldsOf = (bytes: Buffer, field: number): ReadonlyArray<Buffer> => {
  const found: Array<Buffer> = []
  let at = 0
  while (at < bytes.length) {
    const [tag, afterTag] = varint(bytes, at)
    const [number, afterNumber] = varint(bytes, afterTag)
    switch (tag % 8) {
      case 0:
        at = afterNumber
        break
      case 1:
        at = afterTag + 8
        break
      case 5:
        at = afterTag + 4
        break
      default:
        at = afterNumber + number
        if (tag >> 3 === field) {
          found.push(bytes.subarray(afterNumber, at))
        }
    }
  }
  return found
}

/** What is found in a protocol buffer by the numbers of nested fields. */
export const messages = (bytes: Buffer, ...path: ReadonlyArray<number>): ReadonlyArray<Buffer> =>
  path.reduce((within: ReadonlyArray<Buffer>, field) => within.flatMap((each) => fieldsOf(each, field)), [bytes])
