import { type MiningRound, mining } from '@rueda/contract/mining.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { type RevealedRound, isRevealed } from './CheckRound.tsx'

/** The customer's rounds, read page by page, the newest first; the latest as its state was read last. */
export function useRounds(latest: MiningRound | null) {
  const read = useInfiniteQuery(pages(mining.records, {}))
  const list = rowsOf(read.data) as MiningRound[]
  return { read, list: list.map((round) => (round.id === latest?.id ? latest : round)) }
}

/** The round to do again: the newest with a share, and otherwise the newest with a challenge. */
export function lessonOf(list: readonly MiningRound[]): RevealedRound | null {
  const known = list.filter(isRevealed)
  return known.find(({ share }) => share !== null) ?? known[0] ?? null
}
