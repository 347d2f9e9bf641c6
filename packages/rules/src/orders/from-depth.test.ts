import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { takeFromDepth, warningsOfDepth } from './from-depth.ts'

/** Rule book orders, P.23: what the visible book gives to an order at market. */
const level = (price: string, quantity: string) => ({ price: scaled(price), quantity: scaled(quantity) })
const ASKS = [level('182.37', '100'), level('182.40', '200'), level('186.00', '1000')]
const BIDS = [level('182.36', '100'), level('182.30', '300'), level('179.00', '50')]

const buy = (quantity: string, worst: string) => ({ side: 'buy' as const, quantity: scaled(quantity), worstPrice: scaled(worst) })
const sell = (quantity: string, worst: string) => ({ side: 'sell' as const, quantity: scaled(quantity), worstPrice: scaled(worst) })

describe('an order at market against the visible book', () => {
  it('takes the best levels first, and averages what it takes', () => {
    expect(takeFromDepth(buy('150', '186.01'), ASKS)).toEqual({
      ...{ covered: scaled('150'), average: scaled('182.38'), best: scaled('182.37') },
    })
    expect(takeFromDepth(sell('200', '178.71'), BIDS)).toEqual({
      ...{ covered: scaled('200'), average: scaled('182.33'), best: scaled('182.36') },
    })
  })

  it('never counts a level beyond its worst price', () => {
    expect(takeFromDepth(buy('1000', '185.99'), ASKS)).toMatchObject({ covered: scaled('300'), average: scaled('182.39') })
    expect(takeFromDepth(sell('1000', '179.01'), BIDS)).toMatchObject({ covered: scaled('400') })
  })

  it('counts a level at its worst price', () => {
    expect(takeFromDepth(buy('1300', '186.00'), ASKS)).toMatchObject({ covered: scaled('1300') })
  })

  it('rounds the average against the customer', () => {
    const thirds = [level('10', '1'), level('10.01', '2')]
    expect(takeFromDepth(buy('3', '11'), thirds).average).toBe(scaled('10.00666667'))
    expect(takeFromDepth({ ...sell('3', '9'), worstPrice: scaled('9') }, thirds).average).toBe(scaled('10.00666666'))
  })

  it('gives nothing where nothing is offered, or only beyond its worst price', () => {
    const nothing = { covered: 0n, average: null, best: null }
    expect(takeFromDepth(buy('1', '200'), [])).toEqual(nothing)
    expect(takeFromDepth(buy('1', '182.36'), ASKS)).toEqual(nothing)
  })

  it('counts levels below zero, where a future may trade', () => {
    expect(takeFromDepth(sell('2', '-5'), [level('-1', '1'), level('-3', '1')])).toMatchObject({ average: scaled('-2') })
  })
})

describe('what is said before it is sent', () => {
  const warn = (order: ReturnType<typeof buy>) => warningsOfDepth(order, takeFromDepth(order, ASKS))

  it('is nothing where the visible book has all of it near the best price', () => {
    expect(warn(buy('300', '186.01'))).toEqual([])
  })

  it('is that the book does not suffice', () => {
    expect(warn(buy('301', '185.99'))).toEqual(['DEPTH_SHORT'])
    expect(warn(buy('1', '182.36'))).toEqual(['DEPTH_SHORT'])
  })

  it('is that the average lies more than half a percent from the best price', () => {
    expect(warn(buy('1300', '186.00'))).toEqual(['FAR_FROM_BEST'])
    expect(warn(buy('1301', '186.00'))).toEqual(['DEPTH_SHORT', 'FAR_FROM_BEST'])
  })

  it('is nothing at exactly half a percent', () => {
    const order = buy('2', '102')
    expect(warningsOfDepth(order, takeFromDepth(order, [level('100', '1'), level('101', '1')]))).toEqual([])
    expect(warningsOfDepth(order, takeFromDepth(order, [level('100', '1'), level('101.01', '1')]))).toEqual(['FAR_FROM_BEST'])
  })
})
