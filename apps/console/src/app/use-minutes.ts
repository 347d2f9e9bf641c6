import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useEffect, useState } from 'react'

/** The time, minute by minute, for what says how long something has waited. */
export function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
