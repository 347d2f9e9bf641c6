import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isReturn } from '../pages/go.ts'
import { forgetKept, keptBy, readKept, writeKept } from './kept-by.ts'

/**
 * Keeps what is being typed over an error, a sign-in or a change of language. It lasts as long as the tab, and never
 * holds passwords: those stay in their form.
 */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void, () => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? initial)
  const { write, owner } = useWrite()
  const isTyped = isOther(value, initial)
  useEffect(() => {
    // A form that was only looked at leaves what was put away for its owner where it is.
    if (isTyped || readKept(name) !== null) write(name, value)
  }, [write, name, value, isTyped])
  const keep = (next: Value) => {
    write(name, next)
    setValue(next)
  }
  const forget = () => {
    setValue(initial)
    forgetKept(name, owner.id)
  }
  return [value, keep, forget]
}

type Visited<Value> = Readonly<{ visit: string; value: Value }>
type KeptInVisit<Value> = Readonly<{
  value: Value
  keep: (value: Value) => void
  forget: () => void
  /** True if the value was typed before this page was left or lost. */
  isKept: boolean
}>

/**
 * The same for one visit of a page: coming back to it, also after signing in or moving money, finds what was typed;
 * opening the page anew finds it empty.
 */
export function useKeptInVisit<Value>(name: string, initial: Value): KeptInVisit<Value> {
  const { key: visit, state } = useLocation()
  const [value, setValue] = useState<Value>(() => {
    const before = read<Visited<Value>>(name)
    return before !== null && (before.visit === visit || isReturn(state)) ? before.value : initial
  })
  const { write, owner } = useWrite()
  const isTyped = isOther(value, initial)
  const [isKept, setKept] = useState(isTyped)
  useEffect(() => {
    if (isTyped || readKept(name) !== null) write(name, { visit, value } satisfies Visited<Value>)
  }, [write, name, visit, value, isTyped])
  const keep = (next: Value) => {
    write(name, { visit, value: next } satisfies Visited<Value>)
    setKept(false)
    setValue(next)
  }
  const forget = () => {
    keep(initial)
    forgetKept(name, owner.id)
  }
  return { value, keep, forget, isKept }
}

/** Keeps at once as it is typed: a session that ends meanwhile takes the page away before an effect of it would run. */
function useWrite() {
  const [owner] = useState(() => ({ id: keptBy() }))
  const write = useCallback(
    (name: string, value: unknown) => {
      // A visitor's form is that of whoever signs in over it.
      owner.id ??= keptBy()
      writeKept(name, JSON.stringify(value), owner.id)
    },
    [owner],
  )
  return { write, owner }
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(readKept(name) ?? 'null') as Value | null
  } catch {
    return null
  }
}
