import { describe, expect, test } from 'vitest'
import { positionOf } from '../../testing/samples.ts'
import { floatingAt, floatingOf, totalOf } from './floating.ts'

describe('floating result', () => {
  test('150 bought for 27,363.71 are worth 27,750.00 at 185.00: +386.29, +1.41 %', () => {
    expect(floatingAt({ quantity: '150', costAmount: '27363.71', currency: 'USD' }, '185.00')).toEqual({
      value: '27750.00',
      profit: '386.29',
      percent: '1.41',
    })
  })

  test('a loss keeps its sign and rounds away from zero', () => {
    expect(floatingAt({ quantity: '200', costAmount: '8246.00', currency: 'USD' }, '41.07')).toEqual({
      value: '8214.00',
      profit: '-32.00',
      percent: '-0.39',
    })
  })

  test('cents that a float would lose', () => {
    expect(floatingAt({ quantity: '3', costAmount: '0.30', currency: 'USD' }, '0.1')).toEqual({
      value: '0.30',
      profit: '0.00',
      percent: '0.00',
    })
  })

  test('in whole dollars of Taiwan, which have no cents', () => {
    expect(floatingAt({ quantity: '1288', costAmount: '14475', currency: 'TWD' }, '11.22')).toEqual({
      value: '14451',
      profit: '-24',
      percent: '-0.17',
    })
  })

  test('without a price there is no result, not a zero', () => {
    expect(floatingAt({ quantity: '150', costAmount: '27363.71', currency: 'USD' }, null)).toBeNull()
  })

  test('a holding that cost nothing has no percentage', () => {
    expect(floatingAt({ quantity: '1', costAmount: '0.00', currency: 'USD' }, '10')?.percent).toBeNull()
  })

  test('the day’s result moves with the price, as the whole result does', () => {
    const bought = { quantity: '10', costAmount: '5061.60', marketValue: '5060.70', profit: '-0.90', todayProfit: '-1.70' }
    const position = positionOf('US', 'QLMB', { ...bought, currentPrice: '506.07' })
    expect(floatingOf(position, '506.07')).toMatchObject({ profit: '-0.90', today: '-1.70' })
    expect(floatingOf(position, '505.68')).toMatchObject({ value: '5056.80', profit: '-4.80', today: '-5.60' })
    expect(floatingOf({ ...position, todayProfit: null }, '505.68')?.today).toBeNull()
    expect(floatingOf({ ...position, isolatedPosition: 1, equity: '9.00' }, '505.68')?.today).toBe('-1.70')
  })

  test('the total is the sum of its parts, or unknown', () => {
    const first = { value: '27750.00', profit: '386.29', percent: '1.41' }
    const second = { value: '8214.00', profit: '-32.00', percent: '-0.39' }
    expect(totalOf([first, second])).toEqual({ value: '35964.00', profit: '354.29', percent: '0.99' })
    expect(totalOf([first, null])).toBeNull()
    expect(totalOf([])).toEqual({ value: '0.00', profit: '0.00', percent: null })
  })
})
