import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useEffect, useState } from 'react'

/** Returns the time, minute by minute, for waiting times on a screen. */
export function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
