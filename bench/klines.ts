import { createHash } from 'node:crypto'
import { buildVenue } from '../apps/server/src/venue/build-venue.ts'
import { startsOfNewMarket } from '../packages/exchange/src/prices/model-starts.ts'
import type { BarInterval } from '../packages/exchange/src/venue.ts'
import { median, report } from './support/median.ts'

/**
 * Measures the first request of a chart (`docs/rules/price-model.md` C.7, row 19): years of days and a day of minutes, of
 * every class of what is listed. Each figure is the median over several listings that nobody has requested before; the
 * first of a class is left out, because with it the market's own days are worked out.
 */
const ALLOWED_MS = { 'day': 20, '1m': 5 } as const
const BARS = { 'day': 1_260, '1m': 1_440 } as const
const LISTINGS = 12
const CROSSES: ReadonlySet<string> = new Set(['EURJPY', 'GBPJPY', 'EURGBP'])
const NOW = Date.UTC(2026, 10, 20, 16, 30)

const { venue } = buildVenue({
  secret: createHash('sha256').update('bench').digest(),
  alwaysOpen: true,
  models: startsOfNewMarket(),
  replayFolder: null,
  scenario: null,
  openedOn: '2026-11-20',
})
venue.advance(NOW)
const classes = Map.groupBy(
  venue.instruments.filter(({ id }) => venue.quote(id, NOW) !== null),
  ({ market, name, code }) => (name.startsWith('CEDEAR') ? 'certificates' : CROSSES.has(code) ? 'crosses' : market),
)

for (const [name, instruments] of classes) {
  for (const interval of ['day', '1m'] as const) {
    const costs = instruments.slice(0, LISTINGS).map(({ id }) => cost(id, interval))
    const middle = median(costs.slice(1))
    const allowed = ALLOWED_MS[interval]
    report(`klines ${name}`, middle.toFixed(1), `ms for ${BARS[interval]} bars of ${interval}`, middle / allowed, `${allowed} ms allowed`)
  }
}

function cost(instrumentId: string, interval: BarInterval & keyof typeof BARS): number {
  const began = performance.now()
  venue.bars({ instrumentId, interval, until: NOW, limit: BARS[interval], hours: 'regular', adjust: 'split' }, NOW)
  return performance.now() - began
}
