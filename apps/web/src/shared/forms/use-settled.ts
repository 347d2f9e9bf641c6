import { useEffect, useState } from 'react'

const SETTLED_AFTER_MS = 250

/** A value once it has stood still for a moment, so that every key pressed does not ask the server. */
export function useSettled<Value>(value: Value): Value {
  const written = JSON.stringify(value)
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [written])
  return JSON.parse(settled) as Value
}
