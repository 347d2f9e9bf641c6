import { SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from './app.ts'
import type { OwnGauge } from './http/metrics.ts'

/** What an operator is woken for, as numbers for `/metrics` (`docs/monitoring`): the market, the books, and who is connected. */
export const gaugesOf = ({ venue, clock, pool, hub, wallClock }: FullApp): readonly OwnGauge[] => [
  {
    name: 'market_silent_seconds',
    help: 'Seconds since anything was heard of the market; -1 before it has opened',
    read: () => {
      const [instrumentId] = venue.instruments.keys()
      const freshAt = instrumentId === undefined ? Number.NaN : venue.freshAt(instrumentId)
      const silent = (clock.now() - freshAt) / SECOND_MS
      return Number.isFinite(silent) && venue.cycle() > 0 ? Math.max(0, silent) : NEVER
    },
  },
  {
    name: 'books_clean',
    help: '1 where the last check of the books found nothing, 0 where it did, -1 before the first',
    read: async () => {
      const clean = (await lastCheck(pool))?.clean
      return clean === undefined ? NEVER : Number(clean)
    },
  },
  {
    name: 'books_checked_seconds',
    help: 'Seconds since the books were last checked; -1 before the first time',
    read: async () => {
      const at = (await lastCheck(pool))?.at
      return at === undefined ? NEVER : Math.max(0, (wallClock.now() - Number(at)) / SECOND_MS)
    },
  },
  { name: 'push_accounts', help: 'Accounts that have a socket of the push channel open here', read: () => hub.accounts().length },
]

const NEVER = -1

type Check = Readonly<{ at: bigint; clean: boolean }>

async function lastCheck(pool: FullApp['pool']): Promise<Check | undefined> {
  const { rows } = await pool.query<Check>('select at, clean from integrity_runs order by at desc limit 1')
  return rows[0]
}
