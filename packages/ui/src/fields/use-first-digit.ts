import { useState } from 'react'

type FirstDigit = Readonly<{
  /** The next digit begins anew: what stands there was not typed here. */
  replaces: boolean
  type: (value: string) => void
}>

/** A number that was kept, proposed or chosen makes way for the first digit that is typed; one's own digits are added to. */
export function useFirstDigit(value: string, onChange: (value: string) => void): FirstDigit {
  const [typed, setTyped] = useState('')
  const type = (next: string) => {
    setTyped(next)
    onChange(next)
  }
  return { replaces: value !== typed, type }
}
