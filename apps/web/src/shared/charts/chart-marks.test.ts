import type { OwnFill } from '@rueda/contract/order-history.ts'
import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { describe, expect, it } from 'vitest'
import { articleMarks, eventMarks, fillMarks, mergeMarks, noteMarks } from './chart-marks.ts'
import { placeOf } from './mark-drawing.ts'

const NEW_YORK = 'America/New_York'
const barAt = (iso: string, price = '1'): KlineBar => ({
  timestamp: Date.parse(iso),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: '1',
  turnover: '1',
})
const fill = (iso: string, direction: 0 | 1, quantity: string, price: string): OwnFill => ({
  orderId: 'order',
  direction,
  price,
  quantity,
  sequence: 1,
  tradeTimestamp: Date.parse(iso),
})
const bars = ['2026-11-20T14:30Z', '2026-11-20T14:31Z', '2026-11-20T14:32Z'].map((iso) => barAt(iso))

const WRITTEN = { decimals: 2, language: 'es' } as const

describe('own executions on a chart', () => {
  it('stand on the bar they fell in, with quantity and price', () => {
    const priced = [barAt('2026-11-20T14:30Z'), barAt('2026-11-20T14:31Z', '182.40')]
    const marks = fillMarks([fill('2026-11-20T14:31:40Z', 0, '25', '182.41')], priced, WRITTEN)
    expect([...marks]).toEqual([[1, [{ kind: 'buy', quantity: '25', label: '25', price: '182.41', isOnScale: true }]]])
  })
  it('of one bar are one purchase and one sale at their average prices', () => {
    const fills = [
      fill('2026-11-20T14:30:01Z', 0, '10', '10.00'),
      fill('2026-11-20T14:30:02Z', 0, '0.5', '10.21'),
      fill('2026-11-20T14:30:03Z', 1, '1', '9.99'),
    ]
    expect(fillMarks(fills, [barAt('2026-11-20T14:30Z', '10')], WRITTEN).get(0)).toEqual([
      { kind: 'buy', quantity: '10.5', label: '10,5', price: '10.01', isOnScale: true },
      { kind: 'sell', quantity: '1', label: '1', price: '9.99', isOnScale: true },
    ])
  })
  it('point at their price, a purchase from below and a sale from above', () => {
    const priced = [barAt('2026-11-20T14:30Z', '10.02')]
    const fills = [fill('2026-11-20T14:30:01Z', 0, '10', '10.00'), fill('2026-11-20T14:30:02Z', 1, '10', '10.05')]
    expect(fillMarks(fills, priced, WRITTEN).get(0)?.map(placeOf)).toEqual([
      { position: 'atPriceBottom', price: 10 },
      { position: 'atPriceTop', price: 10.05 },
    ])
  })
  it('of before a split stand at their bar, whose prices are those of after it', () => {
    const fills = [fill('2026-11-20T14:30:01Z', 0, '10', '20.00'), fill('2026-11-20T14:30:02Z', 1, '10', '20.05')]
    const places = fillMarks(fills, [barAt('2026-11-20T14:30Z', '10.02')], WRITTEN)
      .get(0)
      ?.map(placeOf)
    expect(places).toEqual([{ position: 'belowBar' }, { position: 'aboveBar' }])
  })
  it('before the first bar are not shown', () => {
    expect(fillMarks([fill('2026-11-20T14:29:59Z', 0, '1', '1')], bars, WRITTEN).size).toBe(0)
    expect(fillMarks([fill('2026-11-20T14:29:59Z', 0, '1', '1')], [], WRITTEN).size).toBe(0)
  })
})

describe('dividends and splits', () => {
  const dividend = { mark: { kind: 'dividend' as const, detail: '0.24' }, date: '2026-11-20' }
  it('stand on the first bar of their date, as the market counts dates', () => {
    const overnight = [barAt('2026-11-20T03:00Z'), ...bars]
    expect([...eventMarks([dividend], overnight, NEW_YORK).keys()]).toEqual([1])
  })
  it('stand on the week they are within, and nowhere outside the chart', () => {
    const weeks = ['2026-11-09T14:30Z', '2026-11-16T14:30Z', '2026-11-23T14:30Z'].map((iso) => barAt(iso))
    expect([...eventMarks([dividend], weeks, NEW_YORK).keys()]).toEqual([1])
    expect(
      eventMarks(
        [
          { ...dividend, date: '2026-10-01' },
          { ...dividend, date: '2027-01-01' },
        ],
        weeks,
        NEW_YORK,
      ).size,
    ).toBe(0)
  })
  it('share a bar with executions', () => {
    const merged = mergeMarks(fillMarks([fill('2026-11-20T14:30:40Z', 1, '5', '2')], bars, WRITTEN), eventMarks([dividend], bars, NEW_YORK))
    expect(merged.get(0)?.map(({ kind }) => kind)).toEqual(['sell', 'dividend'])
  })
})

describe('notes and articles on a chart', () => {
  const note = (iso: string, price: string) => ({ id: 'note', text: 'low', price, noteTimestamp: Date.parse(iso), modifyTimeTimestamp: 0 })
  it('stand on the bar that their moment lies in', () => {
    const article = { title: 'Results', createTimeTimestamp: Date.parse('2026-11-20T14:32:59Z') }
    expect([...noteMarks([note('2026-11-20T14:31:20Z', '1.05')], bars)]).toEqual([
      [1, [{ kind: 'note', detail: 'low', price: '1.05', isOnScale: true }]],
    ])
    expect([...articleMarks([article], bars)]).toEqual([[2, [{ kind: 'article', detail: 'Results' }]]])
  })
  it('of before the first bar are not shown', () => expect(noteMarks([note('2026-11-20T14:29Z', '1')], bars).size).toBe(0))
  it('stand at their price, or above a bar that is counted otherwise', () => {
    const [near, far] = ['1', '4'].map((price) => noteMarks([note('2026-11-20T14:31Z', price)], bars).get(1)?.[0])
    if (near === undefined || far === undefined) throw new Error('no mark')
    expect(placeOf(near)).toEqual({ position: 'atPriceMiddle', price: 1 })
    expect(placeOf(far)).toEqual({ position: 'aboveBar' })
  })
})
