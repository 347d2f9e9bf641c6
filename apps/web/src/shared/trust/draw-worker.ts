import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import type { Scenario } from '@rueda/exchange/scenario/scenario.ts'
import { type KnownDay, recomputedDay } from '@rueda/exchange/world/recomputed-day.ts'
import { faultOfDay } from '@rueda/proof/day.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { DrawOrder, DrawReport } from './draw-day.ts'
import { provenOf } from './judge-day.ts'

/** Draws a finished day's minutes from the keys of the days alone, beside the page. Every key that has a proof is proven first. */

/** Years of charts are there from here on; a market that began its history later says so by its first day. */
const HISTORY_BEGAN_BY = '2021-01-10'

self.addEventListener('message', ({ data }: MessageEvent<DrawOrder>) => self.postMessage(draw(data)))

function draw({ date, instrumentId, alwaysOpen, scenario, days, publicKey }: DrawOrder): DrawReport {
  const known: KnownDay[] = []
  const key = hexToBytes(publicKey)
  let proven = 0
  for (const day of days) {
    const { market, model } = day
    if (!isPriceModel(model)) return { kind: 'unknownModel', market, date: day.date }
    if (day.drawn !== null && faultOfDay(key, provenOf(day, day.drawn)) !== null) return { kind: 'unproven', market, date: day.date }
    if (day.drawn !== null) proven += 1
    known.push({ market, date: day.date, model, key: hexToBytes(day.key) })
  }
  const first = known.filter(({ market }) => market === HOUSE_MARKET).reduce((least, day) => (day.date < least ? day.date : least), date)
  const { from, until, bars } = recomputedDay({
    ...{ date, instrumentId, alwaysOpen, days: known, sha256 },
    historyFrom: first > HISTORY_BEGAN_BY ? first : undefined,
    scenario: scenario === null ? null : (JSON.parse(scenario) as Scenario),
  })
  return { kind: 'drawn', from, until, bars, proven }
}
