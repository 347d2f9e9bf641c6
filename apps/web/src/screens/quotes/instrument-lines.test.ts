import type { Position } from '@rueda/contract/positions.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import { describe, expect, it } from 'vitest'
import type { Translate } from '../../shared/text/text.ts'
import { onTick } from './DeskQuote.tsx'
import { alertLines, instrumentLines, waitingPrice } from './instrument-lines.ts'

const named = ((key: string) => key) as unknown as Translate<'quotes'> & Translate<'orders'>
const words = { quotes: named, orders: named, language: 'en' as const }
const order = (facts: Partial<OrderRow>) =>
  ({
    id: 'one',
    direction: 0,
    quantity: '10',
    price: null,
    stopPrice: null,
    trailPercent: null,
    subStatus: null,
    cancellable: 1,
    ...facts,
  }) as OrderRow
const linesOf = (facts: Partial<OrderRow>) => instrumentLines({ position: null, positions: [], orders: [order(facts)] }, words)

describe('the lines of own orders', () => {
  it('stand at the limit, with what the order is', () => {
    expect(linesOf({ price: '30' })).toEqual([
      { price: '30', label: '+10', kind: 'order', handle: { orderId: 'one', text: 'tag.buy · type.limit · 10 ·' } },
    ])
    expect(linesOf({ price: '30', direction: 1 })[0]).toMatchObject({ label: '\u221210' })
  })
  it('stand at the stop until it is reached, and at the limit from then on', () => {
    const stopLimit = { price: '29', stopPrice: '30' }
    expect(linesOf({ ...stopLimit, subStatus: 'HELD' })[0]).toMatchObject({ price: '30' })
    expect(waitingPrice(order({ ...stopLimit, subStatus: 'HELD' }))).toEqual({ field: 'stopPrice', price: '30' })
    expect(waitingPrice(order(stopLimit))).toEqual({ field: 'price', price: '29' })
  })
  it('are none for what cannot be changed, for a trailing stop and for an order at the market', () => {
    expect(linesOf({ price: '30', cancellable: 0 })).toEqual([])
    expect(linesOf({ stopPrice: '30', trailPercent: '5', subStatus: 'HELD' })).toEqual([])
    expect(linesOf({})).toEqual([])
  })
})

describe('the line of the average', () => {
  it('stands at the price that the tables show', () => {
    const position = { avgPrice: '4.145', decimals: 2 } as Position
    expect(instrumentLines({ position, positions: [], orders: [] }, words)[0]).toMatchObject({ price: '4.15', kind: 'average' })
  })
})

describe('the lines of alerts', () => {
  it('stand at the prices that are waited for, and none for a share of the price or a volume', () => {
    expect(
      alertLines([
        { kind: 'above', level: '40' },
        { kind: 'below', level: '20' },
        { kind: 'fall', level: '5' },
        { kind: 'volume', level: '900000' },
      ]),
    ).toEqual([
      { price: '40', label: '▲', kind: 'alert' },
      { price: '20', label: '▼', kind: 'alert' },
    ])
  })
})

describe('a price under the mouse', () => {
  it('goes to the next price that an order may have', () => {
    expect(onTick(30.0149, { tickSize: '0.01', decimals: 2 })).toBe('30.01')
    expect(onTick(2069.61, { tickSize: '0.25', decimals: 2 })).toBe('2069.50')
    expect(onTick(101.3, { tickSize: '0.5', decimals: 2 })).toBe('101.50')
  })
})
