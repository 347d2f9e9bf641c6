import { describe, expect, it, test } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { additionalCharges, chargesOn, totalOf } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { tickAt } from '../instruments/instrument.ts'
import { firstFeesOf, formatPrice, roundLotAt } from '../instruments/terms.ts'
import { formatMinor, notional } from '../money.ts'
import { bandFor, worstMarketPrice } from '../orders/limits.ts'
import { EURUSD, SES } from '../testing/margin.ts'
import { HWTS, LPAM, TWETF } from '../testing/markets.ts'
import { ARDV } from '../testing/us.ts'

type Trade = Readonly<{ sameDay?: string; tradeDate?: string; order?: string }>

function charged(instrument: Instrument, side: 'buy' | 'sell', price: string, quantity: string, more: Trade = {}): Record<string, string> {
  const { currency } = instrument
  const traded = notional(scaled(price), scaled(quantity), currency, 'HALF_UP')
  const charges = chargesOn(firstFeesOf(instrument, scaled(more.order ?? quantity)), {
    side,
    notional: traded,
    quantity: scaled(quantity),
    tradeDate: more.tradeDate ?? '2026-11-20',
    sameDayNotional: more.sameDay === undefined ? 0n : notional(scaled(price), scaled(more.sameDay), currency, 'HALF_UP'),
  })
  const side1 = side === 'buy' ? traded + totalOf(charges) : traded - totalOf(charges)
  return {
    ...Object.fromEntries(charges.map(({ kind, amount }) => [kind, formatMinor(amount, currency)])),
    cash: formatMinor(side1, currency),
  }
}

const at = (last: string, ask = last) => ({ last: scaled(last), bid: scaled(last), ask: scaled(ask), previousClose: scaled(last) })

describe('the United States (rule book B.1)', () => {
  test.each([
    ['0.0001', '0.0001'],
    ['0.9999', '0.0001'],
    ['1', '0.01'],
    ['182.37', '0.01'],
  ])('at %s prices move by %s', (price, tick) => expect(formatScaled(tickAt(ARDV, scaled(price)))).toBe(tick))

  test.each([
    ['250', '100'],
    ['250.01', '40'],
    ['1000', '40'],
    ['1000.01', '10'],
    ['10000', '10'],
    ['10000.01', '1'],
  ])('at %s a round lot is %s', (price, lot) => expect(formatScaled(roundLotAt(ARDV, scaled(price)))).toBe(lot))
})

describe('on margin (rule book D.1)', () => {
  it('market orders in futures reach 2 %, in pairs 0.5 %', () => {
    expect(formatPrice(SES, worstMarketPrice(SES, 'buy', at('5000')))).toBe('5100.00')
    expect(formatPrice(SES, worstMarketPrice(SES, 'sell', at('5000')))).toBe('4900.00')
    expect(formatPrice(EURUSD, worstMarketPrice(EURUSD, 'buy', at('1.08450')))).toBe('1.08992')
    expect(formatPrice(EURUSD, worstMarketPrice(EURUSD, 'sell', at('1.08450')))).toBe('1.07908')
  })
})

describe('Argentina (rule book B.2)', () => {
  it('a purchase of 400 at 7 450.00 costs 2 999 831.90 in all', () =>
    expect(charged(LPAM, 'buy', '7450.00', '400')).toEqual({
      COMMISSION: '14900.00',
      MARKET_FEE: '1490.00',
      VAT: '3441.90',
      cash: '2999831.90',
    }))

  it('a sale pays the same charges', () =>
    expect(charged(LPAM, 'sell', '7450.00', '400')).toEqual({
      COMMISSION: '14900.00',
      MARKET_FEE: '1490.00',
      VAT: '3441.90',
      cash: '2960168.10',
    }))

  it('fills of one order pay together what one fill would', () => {
    const fees = firstFeesOf(LPAM, scaled('400'))
    const traded = (quantity: string) => ({
      side: 'buy' as const,
      notional: notional(scaled('7450'), scaled(quantity), 'ARS', 'HALF_UP'),
      quantity: scaled(quantity),
      tradeDate: '2026-11-20',
    })
    const first = Object.fromEntries(chargesOn(fees, traded('133')).map(({ kind, amount }) => [kind, amount]))
    const rest = additionalCharges(fees, traded('400'), first, null)
    const together = rest.map(({ kind, amount }) => [kind, formatMinor(amount + (first[kind] ?? 0n), 'ARS')])
    expect(together).toEqual([
      ['COMMISSION', '14900.00'],
      ['MARKET_FEE', '1490.00'],
      ['VAT', '3441.90'],
    ])
  })

  test.each([
    ['0.5', '0.001'],
    ['1', '0.01'],
    ['9.99', '0.01'],
    ['10', '0.05'],
    ['100', '0.5'],
    ['999.5', '0.5'],
    ['1000', '5'],
    ['7450', '5'],
  ])('at %s prices move by %s', (price, tick) => expect(formatScaled(tickAt(LPAM, scaled(price)))).toBe(tick))

  it('limits lie within 15 % of the close of the day before, on the grid', () => {
    const { low, high } = bandFor(LPAM, 'buy', at('7450'))
    expect([formatPrice(LPAM, low ?? 0n), formatPrice(LPAM, high ?? 0n)]).toEqual(['6335', '8565'])
  })

  it('market orders reach 5 % and ask + 2 %, and never past the band', () => {
    expect(formatPrice(LPAM, worstMarketPrice(LPAM, 'buy', at('7450')))).toBe('7600')
    expect(formatPrice(LPAM, worstMarketPrice(LPAM, 'sell', at('7450')))).toBe('7080')
    expect(formatPrice(LPAM, worstMarketPrice(LPAM, 'buy', { ...at('8400'), previousClose: scaled('7450') }))).toBe('8565')
  })
})

describe('Taiwan (rule book B.3)', () => {
  test.each([
    ['612', '551', '673'],
    ['9.50', '8.55', '10.45'],
    ['46.15', '41.55', '50.7'],
    ['95.0', '85.5', '104.5'],
    ['480', '432', '528'],
    ['985', '887', '1080'],
  ])('from a reference of %s the day goes from %s to %s', (reference, down, up) => {
    const { low, high } = bandFor(HWTS, 'buy', at(reference))
    expect([low, high]).toEqual([scaled(down), scaled(up)])
  })

  it('a purchase of 2 000 at 612 costs 1 225 744', () =>
    expect(charged(HWTS, 'buy', '612', '2000')).toEqual({ COMMISSION: '1744', cash: '1225744' }))

  it('a sale of 2 000 at 640 brings 1 274 336, and 1 276 256 of what was bought on the same day', () => {
    expect(charged(HWTS, 'sell', '640', '2000')).toEqual({ COMMISSION: '1824', TRANSACTION_TAX: '3840', cash: '1274336' })
    expect(charged(HWTS, 'sell', '640', '2000', { sameDay: '2000' })).toEqual({
      COMMISSION: '1824',
      TRANSACTION_TAX: '1920',
      cash: '1276256',
    })
    expect(charged(HWTS, 'sell', '640', '2000', { sameDay: '1000' })['TRANSACTION_TAX']).toBe('2880')
  })

  it('half the tax ends with the year 2027', () => {
    expect(charged(HWTS, 'sell', '640', '2000', { sameDay: '2000', tradeDate: '2027-12-31' })['TRANSACTION_TAX']).toBe('1920')
    expect(charged(HWTS, 'sell', '640', '2000', { sameDay: '2000', tradeDate: '2028-01-03' })['TRANSACTION_TAX']).toBe('3840')
  })

  it('an odd lot of 30 at 88.4 costs 2 652 and 3', () =>
    expect(charged(HWTS, 'buy', '88.4', '30')).toEqual({ COMMISSION: '3', cash: '2655' }))

  it('a board lot pays at least 20 and an odd lot at least 1, whatever has been filled of it', () => {
    expect(charged(HWTS, 'buy', '9.50', '1000')['COMMISSION']).toBe('20')
    expect(charged(HWTS, 'buy', '9.50', '10')['COMMISSION']).toBe('1')
    expect(charged(HWTS, 'buy', '9.50', '10', { order: '1000' })['COMMISSION']).toBe('20')
  })

  it('1 500 at 612 are a board lot that pays 872 and an odd lot that pays 436 (L.5)', () => {
    expect(charged(HWTS, 'buy', '612', '1000')).toEqual({ COMMISSION: '872', cash: '612872' })
    expect(charged(HWTS, 'buy', '612', '500')).toEqual({ COMMISSION: '436', cash: '306436' })
  })

  it('a fund pays a tax of 0.1 % and moves in its own steps', () => {
    expect(charged(TWETF, 'sell', '50.05', '1000')).toEqual({ COMMISSION: '71', TRANSACTION_TAX: '50', cash: '49929' })
    expect(['49.99', '50'].map((price) => formatScaled(tickAt(TWETF, scaled(price))))).toEqual(['0.01', '0.05'])
  })

  test.each([
    ['9.99', '0.01'],
    ['10', '0.05'],
    ['50', '0.1'],
    ['100', '0.5'],
    ['500', '1'],
    ['1000', '5'],
  ])('at %s prices move by %s', (price, tick) => expect(formatScaled(tickAt(HWTS, scaled(price)))).toBe(tick))

  it('market orders reach the edge of the day, but a purchase no further than ask + 2 %', () => {
    expect(worstMarketPrice(HWTS, 'sell', at('612'))).toBe(scaled('551'))
    expect(worstMarketPrice(HWTS, 'buy', at('612'))).toBe(scaled('624'))
    expect(worstMarketPrice(HWTS, 'buy', { ...at('672'), previousClose: scaled('612') })).toBe(scaled('673'))
  })
})
