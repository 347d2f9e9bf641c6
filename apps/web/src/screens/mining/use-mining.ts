import { type MiningState, mining } from '@rueda/contract/mining.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { subscribeSeconds } from '../../shared/live/live-clock.ts'
import { usePoll } from '../../shared/live/live.ts'
import { query } from '../../shared/server/api.ts'
import { mine, rest } from './miner.ts'

/** A little later than the server's own moment, and never at once again. */
const LATER_MS = 300
const MIN_WAIT_MS = 1_000

/** The time until the state changes by itself, or the energy comes back. */
export function changesInMs({ round, energy, nowTimestamp }: MiningState): number {
  const next = Math.min(round?.nextTimestamp ?? energy.refillTimestamp, energy.refillTimestamp)
  return Math.max(next - nowTimestamp + LATER_MS, MIN_WAIT_MS)
}

/** The state of mining, read again when it changes by itself. Rounds go by real time, which a simulated market's clock is not. */
export function useMiningState() {
  const poll = usePoll('records')
  return useQuery({
    ...query(mining.state, {}),
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => {
      const wait = data === undefined ? Number.POSITIVE_INFINITY : changesInMs(data)
      const interval = Math.min(wait, poll === false ? Number.POSITIVE_INFINITY : poll)
      return Number.isFinite(interval) ? interval : false
    },
  })
}

const STEP_MS = 1_000

/** The mined part of a round and the energy that is left, at this second: what an answer says goes on while a round mines. */
export function useProgress({ round, energy }: MiningState, answeredAt: number): Readonly<{ minedMs: number; energyLeft: number }> {
  const now = useSyncExternalStore(subscribeSeconds, () => Math.floor(Date.now() / STEP_MS) * STEP_MS)
  if (round?.status !== 'working') return { minedMs: round?.minedMs ?? 0, energyLeft: energy.left }
  const minedMs = Math.min(round.minedMs + Math.max(0, now - answeredAt), round.roundMs)
  const begun = begunMinutes(minedMs, round.roundMs) - begunMinutes(round.minedMs, round.roundMs)
  return { minedMs, energyLeft: Math.max(0, energy.left - begun) }
}

const begunMinutes = (minedMs: number, roundMs: number): number => Math.min(Math.floor(minedMs / MINUTE_MS) + 1, roundMs / MINUTE_MS)

/** Lets this browser search while the round mines and has no share. Leaving the page ends nothing. */
export function useSearch(state: MiningState | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (state === undefined) return
    const { round, nowTimestamp } = state
    if (round?.status !== 'working' || round.share !== null || round.challenge === null) return rest()
    const { id, challenge, target, nextTimestamp } = round
    mine(cache, { id, challenge, target, endsInMs: (nextTimestamp ?? nowTimestamp) - nowTimestamp })
  }, [cache, state])
}
