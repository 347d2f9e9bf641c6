import { useEffect, useState } from 'react'

/**
 * What is being typed survives an error, a sign-in or a change of language. It lasts as long as the tab, and never
 * holds passwords: those fields use plain state.
 */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void, () => void] {
  const key = `rueda.kept.${name}`
  const [value, setValue] = useState<Value>(() => read(key) ?? initial)
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify(value))
  }, [key, value])
  const forget = () => {
    setValue(initial)
    sessionStorage.removeItem(key)
  }
  return [value, setValue, forget]
}

function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}
