import { useEffect, useState } from "preact/hooks"

/** The seconds left until a time in ms; 0 once it has come. */
export const useCountdown = (until: number | null): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (until !== null) {
      const timer = setInterval(() => setNow(Date.now()), 1000)
      return () => clearInterval(timer)
    }
    return undefined
  }, [until])
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
