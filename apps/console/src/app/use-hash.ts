import { useSyncExternalStore } from 'react'

const onHash = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The address inside of the console: screens and their filters are in it, so that it can be shared and kept. */
export const useHash = (): string => useSyncExternalStore(onHash, () => window.location.hash)

export const goTo = (hash: string): void => window.location.assign(hash)

/** One value of the address's query, and how to change it. */
export function useHashValue(name: string): readonly [string | null, (value: string | null) => void] {
  const hash = useHash()
  const [path = '', query = ''] = hash.split('?')
  const values = new URLSearchParams(query)
  const change = (value: string | null): void => {
    if (value === null) values.delete(name)
    else values.set(name, value)
    const text = values.toString()
    goTo(text === '' ? path : `${path}?${text}`)
  }
  return [values.get(name), change]
}
