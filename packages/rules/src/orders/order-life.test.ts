import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import type { EntryDraft } from '../ledger/entry.ts'
import { formatMinor, moneyOf } from '../money.ts'
import { averageCostOf, quantityOf, valueAt } from '../positions/position.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, orderRequest, accountStateWith, plainHash, usTerms } from '../testing/us.ts'
import type { Result } from '../result.ts'
import { acceptOrder } from './accept.ts'
import { bookExecution } from './book-execution.ts'
import { endOrder } from './end.ts'
import { positionKind } from '../positions/records.ts'
import { orderKind, fillKind } from './records.ts'

/** Given these balances, this order, those fills, then exactly these postings. */
const dollars = (text: string): bigint => moneyOf(text, 'USD').minor

function must<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`refused: ${result.refusal}`)
  return result.value
}

function place(state: AccountState, change: Parameters<typeof orderRequest>[0] = {}, terms = usTerms()): Outcome {
  const { outcome } = must(acceptOrder(state, orderRequest(change), terms, NOW))
  post(state, outcome, NOW, plainHash)
  return outcome
}

let sequence = 0
function fill(state: AccountState, orderId: string, quantity: string, price: string, venue = {}): Outcome {
  sequence += 1
  const execution = {
    orderId,
    sequence,
    price: scaled(price),
    quantity: scaled(quantity),
    resting: false,
    match: null,
    market: OPEN_MARKET,
    tradeDate: TODAY,
    settlementDate: TOMORROW,
    at: NOW,
  }
  const outcome = must(
    bookExecution(
      state,
      execution,
      { fees: usStockFees, market: 'US', newPosition: { id: `position-${sequence}`, number: 'P' }, ...venue },
      NOW,
    ),
  )
  post(state, outcome, NOW, plainHash)
  return outcome
}

/** "U:STOCK:CASH −27363.71", one text per line of an entry. */
const lines = (entry: EntryDraft | undefined): string[] =>
  (entry?.lines ?? []).map(
    ({ account, asset, amount }) => `${account} ${asset === 'USD' ? formatMinor(amount, 'USD') : formatScaled(amount)}`,
  )

const stock = (state: AccountState): { cash: string; hold: string; unsettled: string } => {
  const { cash, hold, unsettled } = walletOf(state, 'STOCK')
  return { cash: formatMinor(cash, 'USD'), hold: formatMinor(hold, 'USD'), unsettled: formatMinor(unsettled, 'USD') }
}

describe('a purchase at a limit (rule book D.3, G.4.1)', () => {
  it('holds 27 363.71 for 150 at 182.37, pays each fill from it and gives 7.01 back', () => {
    const state = accountStateWith(dollars('30000.00'))

    const accepted = place(state)
    expect(lines(accepted.entries[0])).toEqual(['U:STOCK:CASH -27363.71', 'U:STOCK:HOLD 27363.71'])

    const first = fill(state, 'order-1', '100', '182.30')
    expect(lines(first.entries[0])).toEqual([
      'U:STOCK:HOLD -18235.47',
      'H:SETTLE:US:USD 18230.00',
      'H:FEE:COMMISSION:USD 5.47',
      'H:SETTLESEC:US:ARDV -100',
      'U:SEC:US:ARDV 100',
    ])
    expect(orderKind.in(first)[0]?.status).toBe('partial')

    const second = fill(state, 'order-1', '50', '182.37')
    expect(lines(second.entries[0])).toEqual([
      'U:STOCK:HOLD -9121.23',
      'H:SETTLE:US:USD 9118.50',
      'H:FEE:COMMISSION:USD 2.73',
      'H:SETTLESEC:US:ARDV -50',
      'U:SEC:US:ARDV 50',
    ])
    expect(lines(second.entries[1])).toEqual(['U:STOCK:HOLD -7.01', 'U:STOCK:CASH 7.01'])
    expect(orderKind.in(second)[0]).toMatchObject({ status: 'filled', heldCash: 0n })
    expect(stock(state)).toEqual({ cash: '2643.30', hold: '0.00', unsettled: '0.00' })
  })

  it('bought at 182.37 and sold at 191.05 brings exactly 1 284.56 (B.1)', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '150', '182.37')
    expect(stock(state)).toEqual({ cash: '2636.29', hold: '0.00', unsettled: '0.00' })

    place(state, { id: 'order-2', side: 'sell', limitPrice: scaled('191.05') })
    const sold = fill(state, 'order-2', '150', '191.05')
    expect(lines(sold.entries[0])).toEqual([
      'U:SECHOLD:US:ARDV -150',
      'H:SETTLESEC:US:ARDV 150',
      'H:SETTLE:US:USD -28657.50',
      'U:STOCK:CASH 28648.27',
      'H:FEE:COMMISSION:USD 8.60',
      'H:TAX:SEC_FEE:USD 0.60',
      'H:TAX:TAF:USD 0.03',
    ])
    expect(formatMinor(fillKind.in(sold)[0]?.realised ?? 0n, 'USD')).toBe('1284.56')
    expect(stock(state)).toEqual({ cash: '31284.56', hold: '0.00', unsettled: '28648.27' })
    expect(positionKind.of(state).size).toBe(0)
  })

  it('is worth 27 750.00 at 185.00, a floating result of 386.29 (L.9)', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '150', '182.37')
    const position = positionKind.of(state).get(ARDV.id)
    if (position === undefined) throw new Error('no position')
    expect(formatScaled(averageCostOf(position, 100n), 2)).toBe('182.42473333')
    const { marketValue, profit } = valueAt(position, scaled('185.00'), 'USD')
    expect(formatMinor(marketValue, 'USD')).toBe('27750.00')
    expect(formatMinor(profit, 'USD')).toBe('386.29')
  })
})

describe('average cost and first in first out (D.4)', () => {
  it('after 100 at 10 and 100 at 12, a sale of 150 at 13 realises 300 and leaves 50 at 11', () => {
    const free = { ...usStockFees, rules: [] }
    const terms = usTerms({
      fees: free,
      market: { last: scaled('12'), bid: scaled('12'), ask: scaled('12'), previousClose: scaled('181.90') },
    })
    const state = accountStateWith(dollars('30000.00'))
    const trade = (id: string, side: 'buy' | 'sell', quantity: string, price: string): Outcome => {
      place(state, { id, side, quantity: scaled(quantity), limitPrice: scaled(price) }, terms)
      sequence += 1
      const execution = {
        orderId: id,
        sequence,
        price: scaled(price),
        quantity: scaled(quantity),
        resting: false,
        match: null,
        market: OPEN_MARKET,
        tradeDate: TODAY,
        settlementDate: TOMORROW,
        at: NOW,
      }
      const outcome = must(bookExecution(state, execution, { fees: free, market: 'US', newPosition: { id: 'position', number: 'P' } }, NOW))
      post(state, outcome, NOW, plainHash)
      return outcome
    }
    trade('a', 'buy', '100', '10')
    trade('b', 'buy', '100', '12')
    const sold = trade('c', 'sell', '150', '13')
    expect(formatMinor(fillKind.in(sold)[0]?.realised ?? 0n, 'USD')).toBe('300.00')
    const left = positionKind.of(state).get(ARDV.id)
    if (left === undefined) throw new Error('no position')
    expect(formatScaled(quantityOf(left))).toBe('50')
    expect(formatScaled(averageCostOf(left, 100n), 2)).toBe('11.00')
  })
})

describe('the end of an order', () => {
  it('a cancelled purchase gives back what its fills left of the hold', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '100', '182.30')
    const ended = must(endOrder(state, { orderId: 'order-1', reason: 'CANCELLED', tradeDate: TODAY }, NOW))
    post(state, ended, NOW, plainHash)
    expect(lines(ended.entries[0])).toEqual(['U:STOCK:HOLD -9128.24', 'U:STOCK:CASH 9128.24'])
    expect(orderKind.in(ended)[0]).toMatchObject({ status: 'cancelled', heldCash: 0n, filledQuantity: scaled('100') })
    expect(stock(state)).toEqual({ cash: '11764.53', hold: '0.00', unsettled: '0.00' })
  })

  it('a cancelled sale gives the shares back and costs nothing', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '150', '182.37')
    place(state, { id: 'order-2', side: 'sell', limitPrice: scaled('200.00'), quantity: scaled('60') })
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: scaled('90'), held: scaled('60') })
    post(state, must(endOrder(state, { orderId: 'order-2', reason: 'CANCELLED', tradeDate: TODAY }, NOW)), NOW, plainHash)
    expect(positionKind.of(state).get(ARDV.id)).toMatchObject({ free: scaled('150'), held: 0n })
    expect(stock(state).cash).toBe('2636.29')
  })

  it('a second cancel and a cancel after the last fill are refused and move nothing', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '150', '182.37')
    expect(endOrder(state, { orderId: 'order-1', reason: 'CANCELLED', tradeDate: TODAY }, NOW)).toMatchObject({
      ok: false,
      refusal: 'order.not_cancellable',
    })
  })

  it('an execution told twice is booked once', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    fill(state, 'order-1', '100', '182.30')
    const again = {
      orderId: 'order-1',
      sequence,
      price: scaled('182.30'),
      quantity: scaled('50'),
      resting: false,
      match: null,
      market: OPEN_MARKET,
      tradeDate: TODAY,
      settlementDate: TOMORROW,
      at: NOW,
    }
    expect(must(bookExecution(state, again, { fees: usStockFees, market: 'US', newPosition: { id: 'p', number: 'P' } }, NOW))).toEqual({
      entries: [],
    })
  })

  it('a sale that is told after its settlement date has settled settles with it, and waits for nothing', () => {
    const state = accountStateWith(dollars('50000'))
    place(state)
    fill(state, 'order-1', '150', '182.37')
    place(state, { id: 'order-2', side: 'sell', limitPrice: scaled('191.05') })
    const wallet = walletOf(state, 'STOCK')
    state.wallets.set('STOCK', { ...wallet, settledThrough: TOMORROW })
    const { entries } = fill(state, 'order-2', '150', '191.05', { venue: 'SIM' })
    expect(entries.map(({ journal }) => journal)).toEqual(['J33', 'J34'])
    expect(stock(state).unsettled).toBe('0.00')
  })

  it('an execution worse than the limit is refused', () => {
    const state = accountStateWith(dollars('30000.00'))
    place(state)
    const worse = {
      orderId: 'order-1',
      sequence: 999_999,
      price: scaled('182.38'),
      quantity: scaled('1'),
      resting: false,
      match: null,
      market: OPEN_MARKET,
      tradeDate: TODAY,
      settlementDate: TOMORROW,
      at: NOW,
    }
    expect(bookExecution(state, worse, { fees: usStockFees, market: 'US', newPosition: { id: 'p', number: 'P' } }, NOW)).toMatchObject({
      refusal: 'price.outside_band',
    })
  })
})
