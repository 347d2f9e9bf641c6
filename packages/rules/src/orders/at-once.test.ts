import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { usStockFees } from '../markets/us.ts'
import { type AccountState, post, walletOf } from '../ledger/account-state.ts'
import type { EntryDraft } from '../ledger/entry.ts'
import { formatMinor } from '../money.ts'
import { refuse } from '../result.ts'
import { must, postings } from '../testing/life.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { positionKind } from '../positions/records.ts'
import { acceptOrder } from './accept.ts'
import { acceptanceOf, atOnce } from './at-once.ts'
import { bookExecution } from './book-execution.ts'
import { endOrder } from './end.ts'
import { fillKind, orderKind } from './records.ts'

/** What the venue says of an order before it is accepted: shares at a price, or that it has ended. */
type Report = Readonly<{ sequence: number } & ({ shares: string; price: string } | { ends: 'NO_LIQUIDITY' })>

const exits = (sequence: number) => ({
  instrument: ARDV,
  takeProfit: { id: `profit-${sequence}`, number: 'T' },
  stopLoss: { id: `loss-${sequence}`, number: 'L' },
  goodTillCancelledEnds: '2027-02-18',
})

const book =
  (orderId = 'order-1') =>
  (state: AccountState, report: Report) => {
    const { sequence } = report
    if ('ends' in report) return endOrder(state, { orderId, reason: report.ends, tradeDate: TODAY, sequence, at: NOW }, NOW)
    const { shares, price } = report
    const dates = { tradeDate: TODAY, settlementDate: TOMORROW, at: NOW }
    const execution = {
      orderId,
      sequence,
      price: scaled(price),
      quantity: scaled(shares),
      resting: false,
      match: null,
      market: OPEN_MARKET,
    }
    const terms = { fees: usStockFees, market: 'US', newPosition: { id: `position-${sequence}`, number: 'P' }, exits: exits(sequence) }
    return bookExecution(state, { ...execution, ...dates }, terms, NOW)
  }

function placed(state: AccountState, change: Parameters<typeof orderRequest>[0], reports: readonly Report[]) {
  const request = orderRequest(change)
  const { outcome } = must(acceptOrder(state, request, usTerms(), NOW))
  const booked = must(atOnce(acceptanceOf(state, outcome), reports, book(request.id)))
  return { booked, entries: post(state, booked, NOW, plainHash) }
}

const journalsOf = (entries: readonly EntryDraft[]): readonly string[] => entries.map(({ journal }) => journal)
const stock = (state: AccountState) => {
  const { cash, hold } = walletOf(state, 'STOCK')
  return { cash: formatMinor(cash, 'USD'), hold: formatMinor(hold, 'USD') }
}
const shares = (state: AccountState) => {
  const { free, held } = positionKind.of(state).get(ARDV.id) ?? { free: 0n, held: 0n }
  return { free, held }
}

describe('accepted and executed in one commit (P.17)', () => {
  it('posts a purchase that fills at once straight from cash, without a hold', () => {
    const state = accountStateWith(5_000_000n)
    const { booked } = placed(state, {}, [{ sequence: 7, shares: '150', price: '182.37' }])
    expect(postings(booked)).toEqual([
      'J32 U:STOCK:CASH -27363.71',
      'J32 H:SETTLE:US:USD 27355.50',
      'J32 H:FEE:COMMISSION:USD 8.21',
      'J32 H:SETTLESEC:US:ARDV -150',
      'J32 U:SEC:US:ARDV 150',
    ])
    expect(stock(state)).toEqual({ cash: '22636.29', hold: '0.00' })
    expect(orderKind.of(state).get('order-1')).toMatchObject({ status: 'filled', heldCash: 0n, venueSequence: 7 })
    expect(state.openOrders).toBe(0)
  })

  it('posts each of several executions, and what was not spent never left', () => {
    const state = accountStateWith(5_000_000n)
    const { booked } = placed(state, { limitPrice: scaled('182.40') }, [
      { sequence: 7, shares: '100', price: '182.37' },
      { sequence: 8, shares: '50', price: '182.38' },
    ])
    expect(journalsOf(booked.entries)).toEqual(['J32', 'J32'])
    expect(fillKind.in(booked).map(({ price }) => price)).toEqual([scaled('182.37'), scaled('182.38')])
    // 100 × 182.37 + 50 × 182.38 = 27 356.00, and 3 basis points of it.
    expect(stock(state)).toEqual({ cash: '22635.79', hold: '0.00' })
  })

  it('posts a sale straight from the holding', () => {
    const state = accountStateWith(5_000_000n)
    placed(state, {}, [{ sequence: 7, shares: '150', price: '182.37' }])
    const { booked } = placed(state, { id: 'order-2', side: 'sell', limitPrice: scaled('182.36'), quantity: scaled('50') }, [
      { sequence: 9, shares: '50', price: '182.36' },
    ])
    expect(journalsOf(booked.entries)).toEqual(['J33'])
    expect(postings(booked)).toContain('J33 U:SEC:US:ARDV -50')
    expect(shares(state)).toEqual({ free: scaled('100'), held: 0n })
  })

  it('holds for what goes on working, as ever', () => {
    const state = accountStateWith(5_000_000n)
    const { booked } = placed(state, {}, [{ sequence: 7, shares: '60', price: '182.37' }])
    expect(journalsOf(booked.entries)).toEqual(['J30', 'J32'])
    expect(orderKind.of(state).get('order-1')).toMatchObject({ status: 'partial', filledQuantity: scaled('60') })
    // 90 × 182.37 = 16 413.30 and 4.93 for its fee: 8.21 for the whole less 3.28 already charged.
    expect(stock(state)).toEqual({ cash: '22636.29', hold: '16418.23' })
    expect(state.openOrders).toBe(1)
  })

  it('posts nothing for an order that finds nothing, and a part for one that finds some', () => {
    const state = accountStateWith(5_000_000n)
    const nothing = placed(state, { type: 'market', limitPrice: null, timeInForce: 'IOC' }, [{ sequence: 7, ends: 'NO_LIQUIDITY' }])
    expect(nothing.entries).toEqual([])
    expect(orderKind.of(state).get('order-1')).toMatchObject({ status: 'cancelled', endReason: 'NO_LIQUIDITY', heldCash: 0n })
    const some = placed(state, { id: 'order-2', timeInForce: 'IOC' }, [
      { sequence: 8, shares: '10', price: '182.37' },
      { sequence: 9, ends: 'NO_LIQUIDITY' },
    ])
    expect(journalsOf(some.entries)).toEqual(['J32'])
    expect(stock(state)).toEqual({ cash: '48175.75', hold: '0.00' })
  })

  it('keeps the hold of the exits that a purchase brings', () => {
    const state = accountStateWith(5_000_000n)
    const { booked } = placed(state, { takeProfit: scaled('190.00'), stopLoss: scaled('170.00') }, [
      { sequence: 7, shares: '150', price: '182.37' },
    ])
    expect(journalsOf(booked.entries)).toEqual(['J32', 'J30'])
    expect(shares(state)).toEqual({ free: 0n, held: scaled('150') })
  })

  it('is refused whole when a report cannot be booked', () => {
    const state = accountStateWith(5_000_000n)
    const { outcome } = must(acceptOrder(state, orderRequest(), usTerms(), NOW))
    expect(atOnce(acceptanceOf(state, outcome), [{ sequence: 7, shares: '150', price: '182.38' }], book())).toEqual(
      refuse('price.outside_band'),
    )
    expect(state.sequence).toBe(accountStateWith(5_000_000n).sequence)
    expect(stock(state)).toEqual({ cash: '50000.00', hold: '0.00' })
  })
})
