import { useState } from 'react'

/** What a sheet is about; when there is nothing any more, the last that was, so that the sheet slides away with its content. */
export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
