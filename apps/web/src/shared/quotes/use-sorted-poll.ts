import { usePoll } from '../live/live.ts'

const SORTED_ANEW_MS = 10_000

/** How often a list that the server sorts is read anew: its prices move in their rows at once, their order is the server's. */
export function useSortedPoll(): number {
  const poll = usePoll('rows')
  return poll === false ? SORTED_ANEW_MS : poll
}
