import { type PGlite } from "@electric-sql/pglite"

/** Restores a saved state. */
type Restore = () => void

/** Returns whether a value is an object to follow and save, such as a file or an open stream, but not binary data. */
const isSavedObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

/** Saves an object graph in place: the properties of its objects, and the bytes of its files. */
const saveObjects = (root: object, memory: ArrayBufferLike): Restore => {
  const properties = new Map<object, ReadonlyArray<readonly [string, unknown]>>()
  const bytes = new Map<Uint8Array, Uint8Array>()
  const found: Array<object> = [root]
  for (const object of found) {
    const entries = Object.entries(object)
    properties.set(object, entries)
    for (const [, value] of entries) {
      if (isSavedObject(value) && !properties.has(value)) {
        properties.set(value, [])
        found.push(value)
      } else if (value instanceof Uint8Array && value.buffer !== memory) {
        bytes.set(value, value.slice())
      }
    }
  }
  return () => {
    for (const [object, entries] of properties) {
      const names = new Set(entries.map(([name]) => name))
      Object.keys(object)
        .filter((name) => !names.has(name))
        .forEach((name) => Reflect.deleteProperty(object, name))
      entries.forEach(([name, value]) => Reflect.set(object, name, value))
    }
    bytes.forEach((before, array) => array.set(before))
  }
}

const chunkSize = 1_048_576
const emptyChunk = new Uint8Array(chunkSize)

/** Saves the WebAssembly memory, most of which is empty; it may grow before it is restored. */
const saveMemory = (module: PGlite["Module"]): Restore => {
  const chunks = new Map<number, Uint8Array>()
  for (let offset = 0; offset < module.HEAPU8.length; offset += chunkSize) {
    const chunk = module.HEAPU8.slice(offset, offset + chunkSize)
    if (Buffer.compare(chunk, emptyChunk) !== 0) {
      chunks.set(offset, chunk)
    }
  }
  return () => {
    const memory = module.HEAPU8
    for (let offset = 0; offset < memory.length; offset += chunkSize) {
      const chunk = memory.subarray(offset, offset + chunkSize)
      const before = chunks.get(offset)
      if (before !== undefined) {
        chunk.set(before)
      } else if (Buffer.compare(chunk, emptyChunk) !== 0) {
        chunk.fill(0)
      }
    }
  }
}

/** Libraries to load before saving: code loaded on demand later would be unknown to the restored memory. */
const libraries = ["plpgsql", "dict_snowball", "vector", "pg_trgm"]

/**
 * Saves an in-memory engine: its memory, files and open streams. Restoring takes a fraction of the time of starting
 * another engine. The engine must be idle at both times.
 */
export const save = async (engine: PGlite): Promise<Restore> => {
  await engine.exec(libraries.map((library) => `LOAD '${library}'`).join("; "))
  const { Module } = engine
  const restoreMemory = saveMemory(Module)
  const restoreFiles = saveObjects(Module.FS, Module.HEAPU8.buffer)
  return () => {
    restoreMemory()
    restoreFiles()
  }
}
