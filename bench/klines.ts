import type { BarInterval, Venue } from '../packages/exchange/src/venue.ts'
import { openWholeMarket } from './support/market.ts'
import { median, report } from './support/median.ts'

/**
 * P15: the first request of a chart, half an hour after a start (`docs/rules/price-model.md` C.7, row 19), of every class of what is listed and of each
 * length of bar that charts have. Each figure is the median over several listings that nobody has requested before; the
 * first of a class is left out, because with it the market's own days are worked out.
 */
const ALLOWED_MS = 20
/** A day of minutes comes from one tape. */
const ALLOWED_MS_FOR_MINUTES = 5
const BARS = { '1m': 1_440, '5m': 500, '15m': 500, '30m': 500, '60m': 720, 'day': 1_260, 'week': 500, 'month': 500 } as const
const LISTINGS = 12
/** Half an hour and a bit: the market works ahead between its cycles what takes longest. */
const CYCLES_BEFORE = 9_600
const CROSSES: ReadonlySet<string> = new Set(['EURJPY', 'GBPJPY', 'EURGBP'])
const NOW = Date.UTC(2026, 10, 20, 16, 30)

for (const interval of Object.keys(BARS) as Charted[]) measure(interval)

type Charted = BarInterval & keyof typeof BARS

/** Each length of bar has a market of its own, because days are kept that one chart has worked out. */
function measure(interval: Charted): void {
  const { venue, workAhead } = openWholeMarket()
  venue.advance(NOW)
  for (let cycle = 0; cycle < CYCLES_BEFORE; cycle += 1) workAhead(NOW)
  const classes = Map.groupBy(
    venue.instruments.filter(({ id }) => venue.quote(id, NOW) !== null),
    ({ market, name, code }) => (name.startsWith('CEDEAR') ? 'certificates' : CROSSES.has(code) ? 'crosses' : market),
  )
  for (const [name, instruments] of classes) {
    const costs = instruments.slice(0, LISTINGS).map(({ id }) => cost(venue, id, interval))
    const middle = median(costs.slice(1))
    const allowed = interval === '1m' ? ALLOWED_MS_FOR_MINUTES : ALLOWED_MS
    report(`klines ${name}`, middle.toFixed(1), `ms for ${BARS[interval]} bars of ${interval}`, middle / allowed, `${allowed} ms allowed`)
  }
}

function cost(venue: Venue, instrumentId: string, interval: Charted): number {
  const began = performance.now()
  venue.bars({ instrumentId, interval, until: NOW, limit: BARS[interval], hours: 'regular', adjust: 'split' }, NOW)
  return performance.now() - began
}
