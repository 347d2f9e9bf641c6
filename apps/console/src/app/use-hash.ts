import { useSyncExternalStore } from 'react'

const onHash = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

/** The address inside of the console: screens and their filters are in it, so that it can be shared and kept. */
export const useHash = (): string => useSyncExternalStore(onHash, () => window.location.hash)

export const goTo = (hash: string): void => window.location.assign(hash)

/** Returns the name of the screen in an address; the start has none. */
export const screenOf = (hash: string): string => partsOf(hash).path.replace(/^#?\/?/u, '')

/** Returns one of a few values from the address's query, or null for any other, and how to change it. */
export function useHashChoice<Value extends string>(
  name: string,
  options: readonly Value[],
): readonly [Value | null, (value: Value | null) => void] {
  const [asked, change] = useHashValue(name)
  return [options.find((each) => each === asked) ?? null, change]
}

/** One value of the address's query, and how to change it. */
export function useHashValue(name: string): readonly [string | null, (value: string | null) => void] {
  const { values } = partsOf(useHash())
  const change = (value: string | null): void => {
    // Read again here, because several values may be changed one after the other.
    const { path, values: present } = partsOf(window.location.hash)
    if (value === null) present.delete(name)
    else present.set(name, value)
    const text = present.toString()
    goTo(text === '' ? path : `${path}?${text}`)
  }
  return [values.get(name), change]
}

function partsOf(hash: string): Readonly<{ path: string; values: URLSearchParams }> {
  const [path = '', query = ''] = hash.split('?')
  return { path, values: new URLSearchParams(query) }
}
