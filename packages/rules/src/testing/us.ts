import { usStockFees, usTicks } from '../markets/us.ts'
import { scaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { type AccountState, openAccountState, post } from '../ledger/account-state.ts'
import type { OrderRequest, OrderTerms } from '../orders/accept.ts'
import { grantPracticeMoney } from '../wallets/grant.ts'

/** The setting of the rule book's examples: one US stock, one customer, one day in November 2026. */
export const ARDV: Instrument = {
  id: 'US:ARDV',
  market: 'US',
  code: 'ARDV',
  name: 'Aurora Devices',
  exchange: 'NASDAQ',
  currency: 'USD',
  ticks: usTicks,
  step: scaled('1'),
  minimumQuantity: scaled('1'),
  quoteOnly: false,
  contract: null,
}

export const NOW = 1_795_186_800_000
/** A session that matches, without limits of the day. */
export const OPEN_MARKET = { phase: 'OPEN', fixedPrice: false, low: null, high: null } as const

export const TODAY = '2026-11-20'
export const TOMORROW = '2026-11-21'

export const usTerms = (change: Partial<OrderTerms> = {}): OrderTerms => ({
  instrument: ARDV,
  market: { last: scaled('182.37'), bid: scaled('182.36'), ask: scaled('182.37'), previousClose: scaled('181.90') },
  marketAt: NOW,
  matching: true,
  halted: false,
  tradeDate: TODAY,
  dayOrderEnds: TODAY,
  goodTillCancelledEnds: '2027-02-18',
  fees: usStockFees,
  identityMissing: false,
  ...change,
})

export const orderRequest = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  id: 'order-1',
  number: 'S20261120-0000000001',
  instrumentId: ARDV.id,
  wallet: 'STOCK',
  side: 'buy',
  type: 'limit',
  timeInForce: 'DAY',
  limitPrice: scaled('182.37'),
  quantity: scaled('150'),
  leverage: 1,
  margin: null,
  ...change,
})

/** A hash that keeps examples readable: the real one is the server's. */
export const plainHash = (text: string): string => `hash of ${text.length}`

/** An account with this much money in the STOCK wallet: half of a grant of twice as much. */
export function accountStateWith(cents: bigint): AccountState {
  const state = openAccountState('10002931')
  post(state, grantPracticeMoney(state.accountId, cents * 2n, TODAY), NOW, plainHash)
  return state
}
