import type { CalendarDate } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { ARCHIVED, tapeOf } from './tape.ts'

/** A tape as it is sent; `isFinal` once nothing of it changes any more. */
type SentTape = Readonly<{ text: string; isFinal: boolean }>
type KeptTapes = Readonly<{ read: (instrumentId: string, tradeDate: CalendarDate) => Promise<SentTape | typeof ARCHIVED | null> }>

/** Final tapes are kept as they are sent up to so many characters of all of them, those that were asked for last. */
const MAX_KEPT_CHARACTERS = 16_000_000

export function keepTapes(pool: FullApp['pool'], mostCharacters = MAX_KEPT_CHARACTERS): KeptTapes {
  const kept = new Map<string, string>()
  let characters = 0
  const keep = (key: string, text: string): void => {
    if (kept.has(key) || text.length > mostCharacters) return
    kept.set(key, text)
    characters += text.length
    for (const [oldest, its] of kept) {
      if (characters <= mostCharacters) return
      kept.delete(oldest)
      characters -= its.length
    }
  }
  return {
    read: async (instrumentId, tradeDate) => {
      const key = `${instrumentId} ${tradeDate}`
      const known = kept.get(key)
      if (known !== undefined) {
        // The newest stand last.
        kept.delete(key)
        kept.set(key, known)
        return { text: known, isFinal: true }
      }
      const read = await tapeOf(pool, instrumentId, tradeDate)
      if (read === null || read === ARCHIVED) return read
      const text = JSON.stringify(read.tape)
      if (read.isFinal) keep(key, text)
      return { text, isFinal: read.isFinal }
    },
  }
}
