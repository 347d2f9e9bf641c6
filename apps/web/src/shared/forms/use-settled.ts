import { useEffect, useState } from 'react'

const SETTLED_AFTER_MS = 250

/** A value once it has not changed for a moment, so that not every key pressed sends a request. */
export function useSettled<Value>(value: Value): Value {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  return JSON.parse(settled) as Value
}
