import { dayAlpha, dayKeyOf } from '@rueda/proof/day.ts'
import type { DayCommitment } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { readEnginePlaces } from '../../trust-log/engines.ts'
import { isVrfDay, readVrfStarts } from '../../venue/vrf-days.ts'
import * as store from './day-store.ts'

/**
 * A market's day as anybody can read it (`docs/rules/proof.md` P.23). Of days before the first that nobody chose there is the key alone: they were
 * drawn as history (`history`), or had a hash that was published before (`earlier`).
 */
export type PublishedDay = Readonly<{
  market: MarketName
  date: CalendarDate
  /** The number of the price model that drew it. */
  model: number
  key: string
  unclaimed: store.UnclaimedCause | 'history' | 'earlier' | null
  alpha: string | null
  proof: string | null
  output: string | null
  /** The round that went into it, and the beacon's signature of its number, whose hash the value is. */
  beacon: Readonly<{ round: string; randomness: string; signature: string | null }> | null
  engine: string | null
  /** Where the log that goes on names the engine, and where it says this day. */
  engineEntry: number | null
  entry: number | null
}>
export type SealedDay = Readonly<{ market: MarketName; date: CalendarDate; state: 'sealed' }>
export type PublishedDays = Readonly<{
  market: MarketName
  /** Newest first. */
  days: readonly PublishedDay[]
  /** Where the next page begins; null at the beginning of the history. */
  next: CalendarDate | null
}>

export const MAX_DAYS_OF_PAGE = 500

export type DayReader = Readonly<{
  /** Null for what is no trading day of the market. */
  day: (market: MarketName, date: CalendarDate) => Promise<PublishedDay | SealedDay | null>
  through: (market: MarketName, date: CalendarDate) => Promise<PublishedDays>
}>

export function createDayReader({ pool, venue, clock }: Pick<App, 'pool' | 'venue' | 'clock'>): DayReader {
  const earlier = createEarlierDays({ pool, venue, clock })
  const said = async (market: MarketName, through: CalendarDate, most: number): Promise<readonly PublishedDay[]> => {
    const days = await store.saidDays(pool, { market, through, most })
    const placeOfEngine = await readEnginePlaces(pool)
    return days.map((day) => present(day, placeOfEngine(day)))
  }
  return {
    day: async (market, date) => {
      const [newest] = await said(market, date, 1)
      if (newest?.date === date) return newest
      const before = (await earlier(market)).find((day) => day.date === date)
      if (before !== undefined) return before
      const [day] = await venue.calendar(market, date, date)
      return day?.trading === true ? { market, date, state: 'sealed' } : null
    },
    through: async (market, date) => {
      const newest = await said(market, date, MAX_DAYS_OF_PAGE + 1)
      const rest = MAX_DAYS_OF_PAGE + 1 - newest.length
      const before = rest === 0 ? [] : (await earlier(market)).filter((day) => day.date <= date).slice(0, rest)
      const days = [...newest, ...before]
      return { market, days: days.slice(0, MAX_DAYS_OF_PAGE), next: days[MAX_DAYS_OF_PAGE]?.date ?? null }
    },
  }
}

function present(
  { market, date, model, proof, output, engine, beacon, signature, unclaimed, entry }: store.PlacedDay,
  engineEntry: number | null,
): PublishedDay {
  const drawn = { alpha: toHex(dayAlpha({ market, date, beacon })), proof: toHex(proof), output: toHex(output) }
  const round = beacon === null ? null : { round: String(beacon.round), randomness: toHex(beacon.randomness), signature }
  return { market, date, model, key: toHex(dayKeyOf(output)), unclaimed, ...drawn, beacon: round, engine, engineEntry, entry }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** There are thousands of them, which the market's thread tells at once and which hardly ever change. */
const KEPT_FOR_MS = 10 * MINUTE_MS

type EarlierDays = (market: MarketName) => Promise<readonly PublishedDay[]>

/** Finished days that are not drawn with the key of days, newest first. */
function createEarlierDays({ pool, venue, clock }: Pick<App, 'pool' | 'venue' | 'clock'>): EarlierDays {
  let known: Readonly<{ at: Instant; days: Promise<ReadonlyMap<string, readonly PublishedDay[]>> }> | null = null
  const read = async (): Promise<ReadonlyMap<string, readonly PublishedDay[]>> => {
    const isVrf = isVrfDay(await readVrfStarts(pool))
    const { rows } = await pool.query<{ created_at: bigint }>('select created_at from venue_settings')
    const began = new Date(Number(rows[0]?.created_at ?? 0n)).toISOString()
    const days = (await venue.commitments()).filter(({ market, date, key }) => key !== null && !isVrf(market, date)).toReversed()
    return Map.groupBy(
      days.map((day) => presentEarlier(day, began)),
      ({ market }) => market,
    )
  }
  return async (market) => {
    const now = clock.now()
    if (known === null || now - known.at > KEPT_FOR_MS) {
      const days = read()
      known = { at: now, days }
      days.catch(() => {
        known = null
      })
    }
    return (await known.days).get(market) ?? []
  }
}

const NO_PROOF = { alpha: null, proof: null, output: null, beacon: null, engine: null, engineEntry: null, entry: null } as const

const presentEarlier = ({ market, date, model, key }: DayCommitment, began: string): PublishedDay => ({
  ...{ market, date, model, key: key ?? '' },
  unclaimed: date < began.slice(0, date.length) ? 'history' : 'earlier',
  ...NO_PROOF,
})
