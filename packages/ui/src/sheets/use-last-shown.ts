import { useState } from 'react'

/** Returns a sheet's subject, or the last one when there is none any more, so that the sheet slides away with its content. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
