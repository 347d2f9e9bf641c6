import { type MiningRound, mining } from '@rueda/contract/mining.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { type RevealedRound, isRevealed } from './CheckRound.tsx'

/** The customer's rounds, read page by page, the newest first. */
export function useRounds() {
  const read = useInfiniteQuery(pages(mining.records, {}))
  return { read, list: rowsOf(read.data) as MiningRound[] }
}

/** The round to do again: the newest with a share, and otherwise the newest with a challenge. */
export function lessonOf(current: MiningRound | null, list: readonly MiningRound[]): RevealedRound | null {
  const known = [...(current === null ? [] : [current]), ...list].filter(isRevealed)
  return known.find(({ share }) => share !== null) ?? known[0] ?? null
}
