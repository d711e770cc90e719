import { type ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/**
 * Builds a component whose code is loaded apart, because the first screen does not need it. It shows nothing until it is
 * there; `load` fetches it in advance. What cannot be loaded is tried again when it is shown next.
 */
export const later = <Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) => {
  let code: Promise<ComponentType<Props>> | null = null
  let Loaded: ComponentType<Props> | null = null
  const load = async (): Promise<boolean> => {
    code ??= fetchCode()
    try {
      Loaded = await code
      return true
    } catch {
      code = null
      return false
    }
  }
  const Later = (props: Props) => {
    const [, setLoaded] = useState(Loaded !== null)
    useEffect(() => {
      void load().then(setLoaded)
    }, [])
    return Loaded === null ? null : <Loaded {...props} />
  }
  return Object.assign(Later, { load })
}
