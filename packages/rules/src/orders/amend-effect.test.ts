import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { formatMinor } from '../money.ts'
import { Life } from '../testing/life.ts'
import { NOW, usTerms } from '../testing/us.ts'
import type { Amendment } from './amend.ts'
import { amendEffect } from './amend-effect.ts'

/** 20 at 150.00, far from a market of 182.36 × 182.37: a hold of 3 000.90. */
const resting = (): Life => {
  const life = new Life('30000.00')
  life.place({ quantity: scaled('20'), limitPrice: scaled('150.00') })
  return life
}

function effectOf(life: Life, change: Omit<Amendment, 'orderId'>) {
  const effect = amendEffect(life.state, { orderId: 'order-1', ...change }, usTerms(), NOW)
  if (!effect.ok) return effect.refusal
  const { before, after, price, amount, fee, executes, asksMore } = effect.value
  const dollars = (cents: bigint) => formatMinor(cents, 'USD')
  return [dollars(before.heldCash), dollars(after.heldCash), formatMinor(amount, 'USD'), dollars(fee), price, executes, asksMore]
}

describe('what an amendment would do', () => {
  it('at a price that crosses the quote trades at once, at the ask, and holds its own price', () => {
    // 100 × 182.37 = 18 237.00 and a fee of 5.47; held at 183.00: 18 300.00 and 5.49.
    expect(effectOf(resting(), { quantity: scaled('100'), limitPrice: scaled('183.00') })).toEqual([
      '3000.90',
      '18305.49',
      '18237.00',
      '5.47',
      scaled('182.37'),
      true,
      true,
    ])
  })

  it('for more at a price that waits asks for more and does not trade', () => {
    expect(effectOf(resting(), { quantity: scaled('40') })?.slice(-2)).toEqual([false, true])
    expect(effectOf(resting(), { limitPrice: scaled('151.00') })?.slice(-2)).toEqual([false, true])
  })

  it('for less, or cheaper, asks for nothing more', () => {
    expect(effectOf(resting(), { quantity: scaled('10') })?.slice(-2)).toEqual([false, false])
    expect(effectOf(resting(), { limitPrice: scaled('149.00') })?.slice(-2)).toEqual([false, false])
  })

  it('says what it would take though the money is not there, and leaves the books alone', () => {
    const life = resting()
    expect(effectOf(life, { quantity: scaled('1000') })?.[1]).toBe('150045.00')
    expect(life.stock).toEqual({ cash: '26999.10', hold: '3000.90' })
  })

  it('is refused as the amendment itself is', () => {
    expect(effectOf(resting(), { limitPrice: scaled('150.005') })).toBe('price.tick')
    expect(amendEffect(resting().state, { orderId: 'another' }, usTerms(), NOW)).toMatchObject({ refusal: 'object.not_found' })
  })

  it('of a stop that was not reached never trades at once', () => {
    const life = new Life('30000.00')
    life.place({ type: 'stop', limitPrice: null, stopPrice: scaled('190.00'), quantity: scaled('20') })
    expect(effectOf(life, { stopPrice: scaled('195.00') })?.slice(-2)).toEqual([false, true])
  })
})
