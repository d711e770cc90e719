import { type ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { loadAnew } from "../Anew.ts"

/** A part of the chat in a file of its own, which loads beside the first paint. It is empty until it is there. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let Part: ComponentType<Props> | null = null
  const loading = load().then((part) => {
    Part = part
  }, loadAnew)
  return (props: Props) => {
    const [, setThere] = useState(Part !== null)
    useEffect(() => {
      void loading.then(() => setThere(true))
    }, [])
    return Part === null ? null : <Part {...props} />
  }
}
