import { createHash } from 'node:crypto'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import { promiseWithScenario } from '@rueda/exchange/scenario/scenario-promise.ts'
import { type KnownDay, recomputedDay } from '@rueda/exchange/world/recomputed-day.ts'
import type { Bar, DayCommitment } from '@rueda/exchange/venue.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { parseScenario, scenarioHash } from './scenario-file.ts'

/**
 * Result of recomputing a finished day, as anybody can with the published promises. Each key must be the one whose hash was
 * promised, and the market made from the keys alone, each day by the price model it was promised with, must have had the
 * same bars.
 */
export type DayCheck = Readonly<{ ok: true; bars: number }> | Readonly<{ ok: false; reason: string }>

type Claim = Readonly<{
  date: CalendarDate
  alwaysOpen: boolean
  /** The text of the market's scenario as it is published; null for none. */
  scenario: string | null
  instrumentId: string
  /** The one-minute bars that the venue served for that day, unadjusted. */
  bars: readonly Bar[]
  /** Of that day and of every day before it, as `/market/commitments` returns them. */
  commitments: readonly (Omit<DayCommitment, 'market'> & Readonly<{ market: string }>)[]
}>

export function checkDay(claim: Claim): DayCheck {
  const days: KnownDay[] = []
  for (const { market, date, model, commitment, key } of claim.commitments) {
    if (date > claim.date) continue
    if (key === null) return { ok: false, reason: `the key of ${date} is not told` }
    const bytes = Buffer.from(key, 'hex')
    if (!isPriceModel(model)) return { ok: false, reason: `${date} was drawn with price model ${model}, which this version does not know` }
    if (promiseOf(bytes, claim.scenario) !== commitment) return { ok: false, reason: `the key of ${date} is not the one that was promised` }
    days.push({ market, date, model, key: bytes })
  }
  if (!days.some(({ date }) => date === claim.date)) return { ok: false, reason: `the key of ${claim.date} is not told` }
  const { date, alwaysOpen, instrumentId } = claim
  const scenario = claim.scenario === null ? null : parseScenario(claim.scenario)
  return compare(claim.bars, recomputedDay({ date, alwaysOpen, instrumentId, scenario, days, sha256 }).bars)
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function promiseOf(key: Uint8Array, scenario: string | null): string {
  const promise = sha256(key).toString('hex')
  return scenario === null ? promise : promiseWithScenario(promise, scenarioHash(scenario), sha256)
}

function compare(claimed: readonly Bar[], recomputed: readonly Bar[]): DayCheck {
  const byTime = new Map(recomputed.map((bar) => [bar.at, bar]))
  const different = claimed.find((bar) => !isSame(bar, byTime.get(bar.at)))
  if (different !== undefined) return { ok: false, reason: `the bar of ${new Date(different.at).toISOString()} was another` }
  return { ok: true, bars: claimed.length }
}

const isSame = (a: Bar, b: Bar | undefined): boolean =>
  b !== undefined && a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
