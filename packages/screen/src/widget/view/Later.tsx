import { type ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { loadAnew } from "../Anew.ts"
import type * as Parts from "../Parts.ts"

/** Loads beside the first paint. */
export const parts: Promise<typeof Parts> = import("../Parts.ts").catch(loadAnew)

/** A part of the chat that the first paint does not need. It is empty until it is there. */
export const later = <Props extends object>(
  pick: (loaded: typeof Parts) => ComponentType<Props>
): ComponentType<Props> => {
  let Part: ComponentType<Props> | null = null
  const loading = parts.then((loaded) => {
    Part = pick(loaded)
  })
  return (props: Props) => {
    const [, setThere] = useState(Part !== null)
    useEffect(() => {
      void loading.then(() => setThere(true))
    }, [])
    return Part === null ? null : <Part {...props} />
  }
}
