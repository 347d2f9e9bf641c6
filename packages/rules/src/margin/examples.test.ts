import { describe, expect, it } from 'vitest'
import { divide, formatDecimal, formatScaled, scaled } from '../decimal.ts'
import { post } from '../ledger/account-state.ts'
import { formatMinor } from '../money.ts'
import {
  EURUSD,
  SCL,
  SES,
  USDJPY,
  WEEKDAYS,
  booking,
  executionOf,
  linesOf,
  marginAccountState,
  marginTerms,
  marginOrderRequest,
  trade,
} from '../testing/margin.ts'
import { NOW, TODAY, plainHash } from '../testing/us.ts'
import { acceptMarginOrder, openingCost, priceOpening } from './accept.ts'
import { openingSizes } from '../orders/sizes.ts'
import { addMargin } from './add-margin.ts'
import { bookMarginExecution } from './book-execution.ts'
import { settleDaily } from './daily-settlement.ts'
import { AT_PAR, unitsForDollar } from './dollar-rate.ts'
import { expirePosition } from './expiry.ts'
import { exactLiquidationPrice, liquidationPrice } from './liquidation-price.ts'
import type { MarginPosition } from './position.ts'
import { nightOf, rollPosition } from './rollover.ts'
import { valueMargin } from './valuation.ts'
import { nightsOn } from './value-dates.ts'
import { marginPositionKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

const MILLION = 100_000_000n

function futureAt(instrument: typeof SES, side: 'buy' | 'sell', price: string, quantity: string): MarginPosition {
  const request = marginOrderRequest(instrument, { side, quantity: scaled(quantity) })
  return trade(marginAccountState(MILLION, instrument), request, marginTerms(instrument, price), price)
}

const eurusd = (side: 'buy' | 'sell' = 'buy'): MarginPosition =>
  trade(marginAccountState(MILLION, EURUSD), marginOrderRequest(EURUSD, { side, leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')

const liquidationOf = (position: MarginPosition, instrument = EURUSD): string =>
  formatScaled(exactLiquidationPrice(position, instrument, AT_PAR) ?? 0n, 2)

describe('futures (rule book B.4)', () => {
  it('long 2 SES at 5010.25 with 30 000 is liquidated at 4982.25', () => {
    const position = futureAt(SES, 'buy', '5010.25', '2')
    expect(formatMinor(position.margin, 'USD')).toBe('30000.00')
    expect(liquidationOf(position, SES)).toBe('4982.25')
  })

  it('short 3 SCL at 71.20 with 18 600 is liquidated at 71.80', () => {
    expect(liquidationOf(futureAt(SCL, 'sell', '71.20', '3'), SCL)).toBe('71.80')
  })

  it('daily settlement: 5002.75 takes 750, 5020.00 brings 1 725, closing at 5021.00 returns 31 075 before fees', () => {
    const state = marginAccountState(MILLION, SES)
    trade(state, marginOrderRequest(SES, { quantity: scaled('2') }), marginTerms(SES, '5010.25'), '5010.25')
    const settle = (price: string, date: string): MarginPosition => {
      const position = marginPositionKind.of(state).get('position-1') as MarginPosition
      const settled = settleDaily(position, { price: scaled(price), date, instrument: SES, rate: AT_PAR, venue: 'SIM' }, NOW)
      post(state, settled, NOW, plainHash)
      return marginPositionKind.of(state).get('position-1') as MarginPosition
    }
    expect(formatMinor(settle('5002.75', '2026-11-20').margin, 'USD')).toBe('29250.00')
    const second = settle('5020.00', '2026-11-23')
    expect(formatMinor(second.margin, 'USD')).toBe('30975.00')
    expect(valueMargin(second, scaled('5020'), SES.contract, AT_PAR)).toMatchObject({ profit: 0n, equity: second.margin })
    expect(settleDaily(second, { price: scaled('5020'), date: '2026-11-23', instrument: SES, rate: AT_PAR, venue: 'SIM' }, NOW)).toEqual({
      entries: [],
    })

    const closing = marginOrderRequest(SES, {
      id: 'order-2',
      side: 'sell',
      quantity: scaled('2'),
      margin: { action: 'close', positionId: 'position-1' },
    })
    const before = state.wallets.get('FUTURE')?.cash ?? 0n
    const closed = trade(state, closing, marginTerms(SES, '5021.00'), '5021.00', { fees: { currency: 'USD', rules: [] } })
    expect(formatMinor((state.wallets.get('FUTURE')?.cash ?? 0n) - before, 'USD')).toBe('31075.00')
    expect(formatMinor(closed.realised, 'USD')).toBe('1075.00')
    expect(closed).toMatchObject({ margin: 0n, quantity: 0n, basis: 0n, closeReason: 'CUSTOMER', closedAt: NOW })
  })

  it('what is open at the last settlement ends there, its fee taken', () => {
    const position = futureAt(SES, 'buy', '5010.25', '2')
    const expired = expirePosition(
      position,
      { price: scaled('5000.25'), date: '2026-12-18', instrument: SES, rate: AT_PAR, venue: 'SIM', fees: booking(SES).fees },
      NOW,
    )
    expect(linesOf(expired.entries)).toEqual([
      'J42 U:FUTURE:MARGIN:position-1 -3000000',
      'J42 H:MKT:SIM:USD 100000',
      'J42 H:FEE:COMMISSION:USD 240',
      'J42 U:FUTURE:CASH 2899760',
    ])
    const facts = { instrument: SES.id, quantity: '2', price: '5000.25', result: '-1002.40 USD', date: '2026-12-18' }
    expect(messageKind.in(expired)).toEqual([{ template: 'future.expired', facts, link: 'position:position-1' }])
    expect(marginPositionKind.in(expired)[0]).toMatchObject({ closeReason: 'EXPIRY', quantity: 0n, margin: 0n, realised: -100_240n })
  })

  it('closing one of two gives back half of the margin with its own result, less its fee (D.5)', () => {
    const state = marginAccountState(MILLION * 10n, SES)
    trade(state, marginOrderRequest(SES, { quantity: scaled('2') }), marginTerms(SES, '5010.25'), '5010.25')
    const closing = marginOrderRequest(SES, { id: 'order-2', side: 'sell', margin: { action: 'close', positionId: 'position-1' } })
    const before = state.wallets.get('FUTURE')?.cash ?? 0n
    const left = trade(state, closing, marginTerms(SES, '5020.00'), '5020.00')
    // 15 000.00 of margin and 487.50 of profit, less 1.20.
    expect(formatMinor((state.wallets.get('FUTURE')?.cash ?? 0n) - before, 'USD')).toBe('15486.30')
    expect(left).toMatchObject({ quantity: scaled('1'), margin: 1_500_000n, closedAt: null })
    expect(liquidationOf(left, SES)).toBe('4982.25')
  })

  it('opening holds initial margin, the fee and the fee of closing; the rest comes back with the fill (O.4)', () => {
    const state = marginAccountState(5_000_000n, SES)
    const request = marginOrderRequest(SES, { limitPrice: scaled('5010.25'), quantity: scaled('3') })
    const accepted = acceptMarginOrder(state, request, marginTerms(SES, '5010.25'), NOW)
    if (!accepted.ok) throw new Error(accepted.refusal)
    expect(linesOf(accepted.value.outcome.entries)).toEqual(['J30 U:FUTURE:CASH -4500720', 'J30 U:FUTURE:HOLD 4500720'])
    post(state, accepted.value.outcome, NOW, plainHash)
    const booked = bookMarginExecution(state, executionOf('order-1', '5010', '3'), booking(SES), NOW)
    if (!booked.ok) throw new Error(booked.refusal)
    expect(linesOf(booked.value.entries)).toEqual([
      'J40 U:FUTURE:HOLD -4500360',
      'J40 U:FUTURE:MARGIN:position-1 4500000',
      'J40 H:FEE:COMMISSION:USD 360',
      'J31 U:FUTURE:HOLD -360',
      'J31 U:FUTURE:CASH 360',
    ])
  })
})

describe('pairs (rule book B.5)', () => {
  it('no order is held for with nothing: 0.01 lot at 0.00001 with 30 asks for one cent', () => {
    const request = marginOrderRequest(EURUSD, { type: 'limit', limitPrice: scaled('0.00001'), quantity: scaled('0.01'), leverage: 30 })
    const accepted = acceptMarginOrder(marginAccountState(MILLION, EURUSD), request, marginTerms(EURUSD, '1.0845'), NOW)
    expect(accepted.ok && linesOf(accepted.value.outcome.entries)).toEqual(['J30 U:FOREX:CASH -1', 'J30 U:FOREX:HOLD 1'])
  })

  it('1 lot EURUSD at 1.0845 with 30: margin 3 615.00, kept with 1 807.50, liquidated at 1.066425', () => {
    const position = eurusd()
    expect(formatMinor(position.requirement.initial, 'USD')).toBe('3615.00')
    expect(formatMinor(position.requirement.maintenance, 'USD')).toBe('1807.50')
    expect(liquidationOf(position)).toBe('1.066425')
    expect(liquidationOf(eurusd('sell'))).toBe('1.102575')
  })

  it('500 more of margin move the liquidation to 1.061425', () => {
    const state = marginAccountState(MILLION, EURUSD)
    trade(state, marginOrderRequest(EURUSD, { leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')
    const frozen = { ...state, frozen: true }
    expect(addMargin(frozen, { positionId: 'position-1', cents: 50_000n, id: 'add-0', tradeDate: TODAY }, NOW)).toMatchObject({
      refusal: 'account.frozen',
    })
    const added = addMargin(state, { positionId: 'position-1', cents: 50_000n, id: 'add-1', tradeDate: TODAY }, NOW)
    if (!added.ok) throw new Error(added.refusal)
    expect(linesOf(added.value.outcome.entries)).toEqual(['J41 U:FOREX:CASH -50000', 'J41 U:FOREX:MARGIN:position-1 50000'])
    expect(liquidationOf(added.value.position)).toBe('1.061425')
  })

  it('shows the liquidation price on the safer side: up for longs, down for shorts (M)', () => {
    const shown = (side: 'buy' | 'sell'): string => formatScaled(liquidationPrice(eurusd(side), EURUSD, AT_PAR) ?? 0n)
    expect([shown('buy'), shown('sell')]).toEqual(['1.06643', '1.10257'])
  })

  it('at 1.08610 it has gained 160.00 and stands at 208.85 % of maintenance (M)', () => {
    const { profit, ratio, state } = valueMargin(eurusd(), scaled('1.0861'), EURUSD.contract, AT_PAR)
    expect(formatMinor(profit, 'USD')).toBe('160.00')
    expect(formatDecimal(divide(ratio ?? 0n, 10_000n, 'HALF_UP'), 2)).toBe('208.85')
    expect(state).toBe('NORMAL')
  })

  it('0.5 lot USDJPY from 151.20 to 150.85 loses 17 500 JPY, 116.01 USD', () => {
    const rate = unitsForDollar(scaled('151.20'))
    const request = marginOrderRequest(USDJPY, { leverage: 30, quantity: scaled('0.5') })
    const position = trade(marginAccountState(MILLION, USDJPY), request, marginTerms(USDJPY, '151.20', { rate }), '151.20')
    expect(formatMinor(position.margin, 'USD')).toBe('1666.67')
    const { profit } = valueMargin(position, scaled('150.85'), USDJPY.contract, unitsForDollar(scaled('150.85')))
    expect(formatMinor(profit, 'USD')).toBe('-116.01')
  })

  it('a night of 1 lot EURUSD at 1.0850 costs 7.53 long and brings 3.01 short, a Wednesday three times that', () => {
    const held = { quantity: scaled('1'), price: scaled('1.0850'), contract: EURUSD.contract, currency: 'USD', rate: AT_PAR } as const
    if (held.contract.kind !== 'pair') throw new Error('a pair')
    const contract = held.contract
    expect(formatMinor(nightOf({ ...held, contract, side: 'buy' }), 'USD')).toBe('-7.53')
    expect(formatMinor(nightOf({ ...held, contract, side: 'sell' }), 'USD')).toBe('3.01')
    const rolled = rollPosition(
      eurusd(),
      { ...held, contract, date: '2026-11-18', nights: nightsOn('2026-11-18', contract, 'USD', WEEKDAYS) },
      NOW,
    )
    expect(linesOf(rolled.entries)).toEqual(['J44 U:FOREX:MARGIN:position-1 -2259', 'J44 H:FEE:SWAP:USD 2259'])
    const again = rollPosition(
      marginPositionKind.in(rolled)[0] as MarginPosition,
      { ...held, contract, date: '2026-11-18', nights: 3 },
      NOW,
    )
    expect(again).toEqual({ entries: [] })
  })

  it.each([
    ['EURUSD', EURUSD.contract, 'USD', [0, 1, 1, 3, 1, 1, 0]],
    ['USDCAD', USDJPY.contract, 'CAD', [0, 1, 1, 1, 3, 1, 0]],
    ['USDMXN', USDJPY.contract, 'MXN', [0, 1, 1, 3, 1, 1, 0]],
  ] as const)('%s counts its nights from Sunday to Saturday', (_, contract, currency, nights) => {
    if (contract.kind !== 'pair') throw new Error('a pair')
    const days = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
    expect(days.map((date) => nightsOn(date, contract, currency, WEEKDAYS))).toEqual(nights)
  })

  it('a rollover takes what margin there is and no more', () => {
    if (EURUSD.contract.kind !== 'pair') throw new Error('a pair')
    const rolling = { date: TODAY, price: scaled('1.0850'), contract: EURUSD.contract, currency: 'USD', rate: AT_PAR, nights: 1 } as const
    const rolled = rollPosition({ ...eurusd(), margin: 500n }, rolling, NOW)
    expect(linesOf(rolled.entries)).toEqual(['J44 U:FOREX:MARGIN:position-1 -500', 'J44 H:FEE:SWAP:USD 500'])
    expect(rollPosition({ ...eurusd(), margin: 0n }, rolling, NOW).entries).toEqual([])
  })
})

describe('beyond the margin (rule book G.4.2)', () => {
  it('a gap to 1.0450 takes the margin of 3 615; the house pays the other 335', () => {
    const state = marginAccountState(361_500n, EURUSD)
    trade(state, marginOrderRequest(EURUSD, { leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')
    const closing = marginOrderRequest(EURUSD, { id: 'order-2', side: 'sell', margin: { action: 'close', positionId: 'position-1' } })
    const terms = marginTerms(EURUSD, '1.0450')
    const accepted = acceptMarginOrder(state, { ...closing, limitPrice: scaled('1.0450') }, terms, NOW)
    if (!accepted.ok) throw new Error(accepted.refusal)
    post(state, accepted.value.outcome, NOW, plainHash)
    const booked = bookMarginExecution(state, executionOf('order-2', '1.0450', '1'), booking(EURUSD), NOW)
    if (!booked.ok) throw new Error(booked.refusal)
    expect(linesOf(booked.value.entries)).toEqual([
      'J42 U:FOREX:MARGIN:position-1 -361500',
      'J42 H:MKT:SIM:USD 361500',
      'J46 H:INSURANCE:USD -33500',
      'J46 H:MKT:SIM:USD 33500',
    ])
    post(state, booked.value, NOW, plainHash)
    expect(state.wallets.get('FOREX')).toMatchObject({ cash: 0n, hold: 0n, margin: 0n })
    expect(marginPositionKind.of(state).get('position-1')).toMatchObject({ realised: -361_500n, margin: 0n })
  })
})

describe('negative prices', () => {
  it('crude bought at 2.00 and sold at −37.63 loses its margin and no more, and the house the rest', () => {
    const state = marginAccountState(1_000_000n, SCL)
    trade(state, marginOrderRequest(SCL), marginTerms(SCL, '2.00'), '2.00')
    const closing = marginOrderRequest(SCL, { id: 'order-2', side: 'sell', margin: { action: 'close', positionId: 'position-1' } })
    const closed = trade(state, closing, marginTerms(SCL, '-37.63'), '-37.63')
    expect(formatMinor(closed.realised, 'USD')).toBe('-6200.00')
    expect(state.wallets.get('FUTURE')).toMatchObject({ cash: 379_880n, margin: 0n, hold: 0n })
  })

  it('a short sold at −10.00 gains as the price falls to −37.63', () => {
    const state = marginAccountState(1_000_000n, SCL)
    trade(state, marginOrderRequest(SCL, { side: 'sell' }), marginTerms(SCL, '-10.00'), '-10.00')
    const closing = marginOrderRequest(SCL, { id: 'order-2', side: 'buy', margin: { action: 'close', positionId: 'position-1' } })
    const closed = trade(state, closing, marginTerms(SCL, '-37.63'), '-37.63')
    expect(formatMinor(closed.realised, 'USD')).toBe('27628.80')
  })

  it('the liquidation price of a future may lie below zero', () => {
    const position = trade(marginAccountState(MILLION, SCL), marginOrderRequest(SCL), marginTerms(SCL, '0.25'), '0.25')
    expect(liquidationOf(position, SCL)).toBe('-0.35')
  })
})

it('full and half for futures: 50 000 carry 3 SES, half is 1 (L.7)', () => {
  const one = {
    request: { side: 'buy', quantity: scaled('1'), leverage: 1 },
    instrument: SES,
    rate: AT_PAR,
    worstPrice: scaled('5010.25'),
    terms: { fees: booking(SES).fees, tradeDate: TODAY, market: null },
  } as const
  expect(priceOpening(one)).toEqual({ margin: 1_500_000n, maintenance: 1_360_000n, openingFee: 120n, closingFee: 120n })
  const sizes = openingSizes({
    available: 5_000_000n,
    ...SES,
    costOf: (quantity) => openingCost({ ...one, request: { ...one.request, quantity } }),
  })
  expect(sizes).toEqual({ full: scaled('3'), half: scaled('1') })
})
