import { openWholeMarket } from './support/market.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/**
 * P5: the cost of one second of the market: every share moves four times, each time with its quote and ten levels of book.
 * The figure is for 500 instruments; where the catalogue has fewer, their cost is scaled up and the line says so. The clock
 * is simulated, so seconds follow each other as fast as they are done.
 */
const INSTRUMENTS = 500
const LEVELS = 10
const CYCLES_PER_SECOND = 4
const CYCLE_MS = 250
const SECONDS_A_RUN = Number(process.env['BENCH_SECONDS'] ?? 20)
const ALLOWED_MS = 50
const OPEN = Date.UTC(2026, 10, 20, 15)

const { venue } = openWholeMarket()
const instruments = venue.instruments.filter(({ quoteOnly }) => !quoteOnly)
let now = OPEN
/** A contract month that is not listed yet, or not any more, has no quote. */
const listed = instruments.filter(({ id }) => venue.quote(id, OPEN) !== null).slice(0, INSTRUMENTS)
second()
const costs: number[] = []
for (let run = 0; run < RUNS; run += 1) {
  const before = process.cpuUsage()
  for (let count = 0; count < SECONDS_A_RUN; count += 1) second()
  const { user, system } = process.cpuUsage(before)
  costs.push(((user + system) / 1_000 / SECONDS_A_RUN) * (INSTRUMENTS / listed.length))
}
const cost = median(costs)
report(
  'venue',
  cost.toFixed(1),
  `ms of a core per second of ${INSTRUMENTS} instruments`,
  cost / ALLOWED_MS,
  `${ALLOWED_MS} ms allowed, 5 % of a core`,
  `; measured with ${listed.length}`,
)

function second(): void {
  for (let cycle = 0; cycle < CYCLES_PER_SECOND; cycle += 1) {
    now += CYCLE_MS
    venue.advance(now)
    for (const { id } of listed) {
      if (venue.quote(id, now) === null || venue.depth(id, LEVELS, now) === null) throw new Error(`${id} is not quoted`)
    }
  }
}
