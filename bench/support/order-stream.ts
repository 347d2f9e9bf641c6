import { usTicks } from '@rueda/rules/markets/us.ts'
import { SCALE, scaled } from '@rueda/rules/decimal.ts'
import { usStockFees } from '@rueda/rules/markets/us.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { acceptOrder } from '@rueda/rules/orders/accept.ts'
import { bookExecution } from '@rueda/rules/orders/book-execution.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Clock, Ids } from '../../apps/server/src/deps.ts'
import { referenceNumber } from '../../apps/server/src/features/orders/numbers.ts'
import type { WritePath } from '../../apps/server/src/write-path/write-path.ts'
import { ordersWithPositions } from '../../apps/server/src/features/orders/reads.ts'
import { openPositionsIn } from '../../apps/server/src/features/positions/records.ts'

/** One order from acceptance to its fill: two commands on the write path, each durable before the next begins. */
const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'
const PRICE = scaled('182.37')
const INSTRUMENTS = 300

const instrument = (index: number): Instrument => ({
  id: `US:B${index}`,
  market: 'US',
  code: `B${index}`,
  name: 'Bench',
  exchange: 'NYSE',
  currency: 'USD',
  ticks: usTicks,
  step: SCALE,
  minimumQuantity: SCALE,
  quoteOnly: false,
  contract: null,
})

export function createOrderStream({
  writePath,
  ids,
  clock,
}: Readonly<{ writePath: WritePath; ids: Ids; clock: Clock }>): (accountId: string, turn: number) => Promise<void> {
  let sequence = 0
  return async (accountId, turn) => {
    const traded = instrument(turn % INSTRUMENTS)
    const id = ids.next()
    const accepted = await writePath.run({
      accountId,
      idempotency: { path: '/stock/create', key: id, bodyHash: id },
      reads: { wallets: ['STOCK'], records: [openPositionsIn([traded.id])] },
      decide: (state, now) => {
        const ask = {
          id,
          number: referenceNumber('S', TODAY, id),
          instrumentId: traded.id,
          wallet: 'STOCK',
          side: 'buy',
          type: 'limit',
          timeInForce: 'DAY',
          limitPrice: PRICE,
          quantity: SCALE,
          leverage: 1,
          margin: null,
        } as const
        const market = { last: PRICE, bid: PRICE, ask: PRICE, previousClose: PRICE }
        const terms = {
          instrument: traded,
          market,
          marketAt: now,
          matching: true,
          halted: false,
          tradeDate: TODAY,
          dayOrderEnds: TODAY,
          goodTillCancelledEnds: TODAY,
          fees: usStockFees,
          identityMissing: false,
        }
        const decided = acceptOrder(state, ask, terms, now)
        return decided.ok ? ok({ outcome: decided.value.outcome, data: { orderId: id } }) : decided
      },
    })
    if (!accepted.ok) throw new Error(`refused: ${accepted.refusal}`)
    sequence += 1
    const execution = {
      orderId: id,
      sequence,
      price: PRICE,
      quantity: SCALE,
      resting: false,
      match: null,
      market: { phase: 'OPEN', fixedPrice: false, low: null, high: null } as const,
      tradeDate: TODAY,
      settlementDate: TOMORROW,
      at: clock.now(),
    }
    const booked = await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: ['STOCK'], records: ordersWithPositions([id]) },
      decide: (state, now) => {
        const newPosition = { id: ids.next(), number: 'P' }
        const decided = bookExecution(state, execution, { fees: usStockFees, market: 'US', newPosition }, now)
        return decided.ok ? ok({ outcome: decided.value, data: true }) : decided
      },
    })
    if (!booked.ok) throw new Error(`not booked: ${booked.refusal}`)
  }
}

/** Keeps this many orders under way for a while, each worker with accounts of its own, and returns the filled orders a second. */
export async function ordersPerSecond(
  place: (accountId: string, turn: number) => Promise<void>,
  accounts: readonly string[],
  waiting: number,
  seconds: number,
): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1_000
  let filled = 0
  const worker = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < until; turn += waiting) {
      await place(accounts[turn % accounts.length] ?? '', turn)
      filled += 1
    }
  }
  await Promise.all(Array.from({ length: waiting }, (_, index) => worker(index)))
  return filled / ((performance.now() - begun) / 1_000)
}
