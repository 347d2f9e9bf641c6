import { createHash } from 'node:crypto'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { midnightOf } from '@rueda/exchange/calendars/new-york.ts'
import { followedMarket } from '@rueda/exchange/catalogue/followed-market.ts'
import { NEWEST_MODEL, type PriceModel, isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import { ScenarioEvents } from '@rueda/exchange/scenario/scenario.ts'
import { withScenario } from '@rueda/exchange/scenario/scenario-market.ts'
import { promiseWithScenario } from '@rueda/exchange/scenario/scenario-promise.ts'
import { createWorldMarket } from '@rueda/exchange/world/world-market.ts'
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

const MAX_BARS_OF_A_DAY = 1_500
const KEY_BYTES = 32

export function checkDay(claim: Claim): DayCheck {
  const keys = new Map<string, Buffer>()
  const models = new Map<string, PriceModel>()
  for (const { market, date, model, commitment, key } of claim.commitments) {
    if (date > claim.date) continue
    if (key === null) return { ok: false, reason: `the key of ${date} is not told` }
    const bytes = Buffer.from(key, 'hex')
    if (!isPriceModel(model)) return { ok: false, reason: `${date} was drawn with price model ${model}, which this version does not know` }
    if (promiseOf(bytes, claim.scenario) !== commitment) return { ok: false, reason: `the key of ${date} is not the one that was promised` }
    keys.set(placeOf(market, date), bytes)
    models.set(placeOf(market, date), model)
  }
  if (!claim.commitments.some(({ date, key }) => date === claim.date && key !== null))
    return { ok: false, reason: `the key of ${claim.date} is not told` }
  return compare(claim.bars, recompute(claim, keys, models))
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const placeOf = (market: string, date: CalendarDate): string => `${market} ${date}`

function promiseOf(key: Uint8Array, scenario: string | null): string {
  const promise = sha256(key).toString('hex')
  return scenario === null ? promise : promiseWithScenario(promise, scenarioHash(scenario), sha256)
}

function recompute(
  { date, alwaysOpen, scenario, instrumentId }: Claim,
  keys: ReadonlyMap<string, Buffer>,
  models: ReadonlyMap<string, PriceModel>,
): readonly Bar[] {
  const plain = createWorldMarket({
    // Later days have no part in this one, so that one key and one model do for all of them.
    dayKey: (market, day) => keys.get(placeOf(market, day)) ?? Buffer.alloc(KEY_BYTES),
    modelOn: (market, day) => models.get(placeOf(market, day)) ?? NEWEST_MODEL,
    sha256,
    alwaysOpen,
    openedOn: date,
  })
  const market = scenario === null ? plain : withScenario(plain, new ScenarioEvents(parseScenario(scenario), followedMarket))
  const [begins, ends] = [midnightOf(daysOf(date)), midnightOf(daysOf(date) + 1)]
  const series = market.bars(
    { instrumentId, interval: '1m', until: ends - 1, limit: MAX_BARS_OF_A_DAY, hours: 'extended', adjust: 'none' },
    ends,
  )
  return (series?.bars ?? []).filter((bar) => bar.at >= begins)
}

function compare(claimed: readonly Bar[], recomputed: readonly Bar[]): DayCheck {
  const byTime = new Map(recomputed.map((bar) => [bar.at, bar]))
  const different = claimed.find((bar) => !isSame(bar, byTime.get(bar.at)))
  if (different !== undefined) return { ok: false, reason: `the bar of ${new Date(different.at).toISOString()} was another` }
  return { ok: true, bars: claimed.length }
}

const isSame = (a: Bar, b: Bar | undefined): boolean =>
  b !== undefined && a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
