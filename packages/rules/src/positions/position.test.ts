import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { type Currency, formatMinor, moneyOf, notional } from '../money.ts'
import { NOW, TODAY, TOMORROW } from '../testing/us.ts'
import { type Position, boughtOn, buyInto, openPosition, quantityOf, sellFrom, valueAt } from './position.ts'

/** Bought whole, and wholly on sale: what a sale is filled out of. */
function bought(currency: Currency, quantity: string, price: string, charges: string): Position {
  const empty = openPosition({ id: 'position-1', number: 'P', accountId: '10002931', instrumentId: 'US:ARDV' }, NOW)
  const position = buyInto(empty, tradeOf(currency, quantity, price, charges), NOW)
  return { ...position, held: position.free, free: 0n }
}

const tradeOf = (currency: Currency, quantity: string, price: string, charges: string) => ({
  quantity: scaled(quantity),
  value: scaled(quantity) * scaled(price),
  notional: notional(scaled(price), scaled(quantity), currency, 'HALF_UP'),
  charges: moneyOf(charges, currency).minor,
  tradeDate: TODAY,
})

describe('the result of a sale (rule book D.4)', () => {
  it('2 000 bought at 612 and sold at 640 bring 48 592 TWD, and 50 512 on the same day (B.3)', () => {
    const held = bought('TWD', '2000', '612', '1744')
    const result = (charges: string): string => formatMinor(sellFrom(held, tradeOf('TWD', '2000', '640', charges), NOW).realised, 'TWD')
    expect([result('5664'), result('3744')]).toEqual(['48592', '50512'])
  })

  it('150 bought at 182.37 are worth 27 750.00 at 185.00: with 2 636.29 in cash 30 386.29 of 30 000.00 (L.9)', () => {
    const held = bought('USD', '150', '182.37', '8.21')
    const { marketValue, profit } = valueAt(held, scaled('185'), 'USD')
    expect([formatMinor(held.cost, 'USD'), formatMinor(marketValue, 'USD'), formatMinor(profit, 'USD')]).toEqual([
      '27363.71',
      '27750.00',
      '386.29',
    ])
    expect(formatMinor(moneyOf('30000.00', 'USD').minor - held.cost + marketValue, 'USD')).toBe('30386.29')
  })

  it('leaves no crumbs of the cost behind: three shares for 10.00, sold one by one (O.6)', () => {
    let position = bought('USD', '3', '3.33', '0.01')
    const realised: string[] = []
    for (let sold = 0; sold < 3; sold += 1) {
      const sale = sellFrom(position, tradeOf('USD', '1', '4', '0'), NOW)
      realised.push(formatMinor(sale.realised, 'USD'))
      position = sale.position
    }
    expect(realised).toEqual(['0.67', '0.66', '0.67'])
    expect(position).toMatchObject({ cost: 0n, realised: 200n, closedAt: NOW })
    expect(quantityOf(position)).toBe(0n)
  })
})

const purchaseOn = (tradeDate: string, shares: string) => ({ quantity: scaled(shares), value: 0n, notional: 0n, charges: 0n, tradeDate })

describe('what was bought on a day', () => {
  it('is counted from the newest date with a purchase, whatever is told late', () => {
    const empty = openPosition({ id: 'p', number: 'P', accountId: '1', instrumentId: 'TW:8301' }, NOW)
    const bought = buyInto(buyInto(empty, purchaseOn(TOMORROW, '10'), NOW), purchaseOn(TODAY, '5'), NOW)
    expect([boughtOn(bought, TODAY), boughtOn(bought, TOMORROW)]).toEqual([0n, scaled('10')])
    expect(boughtOn(buyInto(bought, purchaseOn(TOMORROW, '1'), NOW), TOMORROW)).toBe(scaled('11'))
  })
})
