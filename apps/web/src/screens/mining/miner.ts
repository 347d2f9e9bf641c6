import { type MiningState, mining } from '@rueda/contract/mining.ts'
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { asApiError } from '../../shared/server/api-error.ts'
import { call, newIdempotencyKey } from '../../shared/server/api.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { useSession } from '../../shared/security/session.ts'
import type { SearchOrder, SearchReport } from './search-worker.ts'

/**
 * The search of this browser: one worker for the round that mines. It outlives the page that began it, so that the customer can look at
 * something else, and ends with the round, with the share, with the session and with the app.
 */
type Searching = Readonly<{
  /** The round it works for; null while it rests. */
  roundId: string | null
  /** Hashes tried by this browser since it began or was reloaded. */
  tried: number
  /** Hashes a second, as measured just now; null before the first measurement. */
  rate: number | null
  /** A share was found and the server has not answered yet. */
  isUnsent: boolean
  /** The browser has no workers. */
  isUnable: boolean
}>

const resting: Searching = { roundId: null, tried: 0, rate: null, isUnsent: false, isUnable: false }
export const useSearching = create<Searching>()(() => resting)

const MS_PER_SECOND = 1_000
const SEND_AGAIN_MS = 3_000

let worker: Worker | null = null
let end: ReturnType<typeof setTimeout> | undefined
let resend: ReturnType<typeof setTimeout> | undefined

export type Mined = Readonly<{ id: string; challenge: string; target: string; endsInMs: number }>

/** Searches for a share of this round until it ends; for a round that is searched for already nothing changes. */
export function mine(cache: QueryClient, { id, challenge, target, endsInMs }: Mined): void {
  if (useSearching.getState().roundId === id) return
  rest()
  useSearching.setState({ roundId: id })
  end = setTimeout(rest, endsInMs)
  worker = startWorker()
  if (worker === null) return useSearching.setState({ isUnable: true })
  worker.addEventListener('message', ({ data }: MessageEvent<SearchReport>) => hear(cache, id, data))
  worker.addEventListener('error', () => useSearching.setState({ isUnable: true }))
  const [high = 0] = crypto.getRandomValues(new Uint32Array(1))
  worker.postMessage({ challenge, target, high } satisfies SearchOrder)
}

/** Ends the search. */
export function rest(): void {
  stopWorker()
  clearTimeout(end)
  clearTimeout(resend)
  if (useSearching.getState().roundId !== null) useSearching.setState(resting)
}

useSession.subscribe((now, before) => {
  if (now.token !== before.token) rest()
})

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}

function stopWorker(): void {
  worker?.terminate()
  worker = null
}

function hear(cache: QueryClient, roundId: string, { hashes, ms, nonce }: SearchReport): void {
  if (useSearching.getState().roundId !== roundId) return
  useSearching.setState(({ tried }) => ({ tried: tried + hashes, rate: ms > 0 ? (hashes / ms) * MS_PER_SECOND : null }))
  // Stopped on another device, or found there: push said so.
  if (isOver(cache, roundId)) return rest()
  if (nonce === null) return
  stopWorker()
  void send(cache, { roundId, nonce }, newIdempotencyKey())
}

function isOver(cache: QueryClient, roundId: string): boolean {
  const round = cache.getQueryData<MiningState>([mining.state.path, {}])?.round ?? null
  return round !== null && (round.id !== roundId || round.status !== 'working' || round.share !== null)
}

/** Sends again while nobody knows whether the server has it; a refusal is an answer, and the round as it is says the rest. */
async function send(cache: QueryClient, share: Readonly<{ roundId: string; nonce: string }>, idempotencyKey: string): Promise<void> {
  try {
    await call(mining.share, share, { idempotencyKey })
  } catch (thrown) {
    const failure = asApiError(thrown)
    if (useSearching.getState().roundId !== share.roundId) return
    if (failure.unknownOutcome || failure.is('rate.limited')) {
      useSearching.setState({ isUnsent: true })
      resend = setTimeout(() => void send(cache, share, idempotencyKey), SEND_AGAIN_MS)
      return
    }
  }
  useSearching.setState({ isUnsent: false })
  await refreshAfter(cache, mining.share)
}
