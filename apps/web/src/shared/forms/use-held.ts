import { useState } from 'react'

/**
 * The value as it was when the hold began; the present one while nothing holds it. What a review shows is held while it is being
 * sent: the server's word on the wallets is often there before its answer, and would be counted once more as if it were to come.
 */
export function useHeld<Value>(value: Value, holds: boolean): Value {
  const [held, hold] = useState<Readonly<{ value: Value }> | null>(null)
  if (holds && held === null) hold({ value })
  if (!holds && held !== null) hold(null)
  return holds && held !== null ? held.value : value
}
