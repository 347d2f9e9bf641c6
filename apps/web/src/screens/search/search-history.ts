import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Searches on this device, newest first. */
const MAX_SEARCHES = 12

export const useSearchHistory = create<Readonly<{ words: readonly string[] }>>()(
  persist((): Readonly<{ words: readonly string[] }> => ({ words: [] }), { name: 'rueda.searches' }),
)

/** Looking again for the same thing moves it to the front. */
export function remembered(words: readonly string[], word: string): readonly string[] {
  const clean = word.trim()
  if (clean === '') return words
  const others = words.filter((known) => known.toLowerCase() !== clean.toLowerCase())
  return [clean, ...others].slice(0, MAX_SEARCHES)
}

export const remember = (word: string): void => void useSearchHistory.setState(({ words }) => ({ words: remembered(words, word) }))
export const forgetAll = (): void => void useSearchHistory.setState({ words: [] })
