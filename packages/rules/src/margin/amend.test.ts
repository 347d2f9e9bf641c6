import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import type { Outcome } from '../ledger/account-state.ts'
import type { Amendment } from '../orders/amend.ts'
import { postings } from '../testing/life.ts'
import { MarginLife } from '../testing/margin-life.ts'
import { SCL, SES } from '../testing/margin.ts'

/** Amended orders on margin: what they hold is worked out anew, as for a new order (rule book D.2, D.3). */
const standing = (): MarginLife => {
  const life = new MarginLife(SES, 5_000_000n, '5010.25')
  life.place({ limitPrice: scaled('5000.00'), quantity: scaled('3') })
  return life
}
const amend = (life: MarginLife, change: Omit<Amendment, 'orderId'>, orderId = 'order-1'): Outcome =>
  life.post(life.amend({ orderId, ...change }), ({ outcome }) => outcome)

describe('an amended opening order', () => {
  it('of fewer contracts gives back their margin and fees', () => {
    const life = standing()
    expect(life.wallet.hold).toBe('45007.20')
    expect(postings(amend(life, { quantity: scaled('1') }))).toEqual(['J31 U:FUTURE:HOLD -30004.80', 'J31 U:FUTURE:CASH 30004.80'])
    expect(life.wallet).toEqual({ cash: '34997.60', hold: '15002.40', margin: '0.00' })
  })

  it('of more than there is money for is refused, and nothing has changed', () => {
    const life = standing()
    expect(life.amend({ orderId: 'order-1', quantity: scaled('4') })).toMatchObject({
      refusal: 'wallet.insufficient',
      facts: { missing: '10009.60' },
    })
    expect(life.wallet.hold).toBe('45007.20')
  })

  it('takes on no more than may be, whatever it took on before (D.7)', () => {
    const life = standing()
    const one = { orderId: 'order-1', quantity: scaled('4') }
    expect(life.amend(one, { exposureLeft: 24_999_999n })).toMatchObject({ refusal: 'order.risk_limit', facts: { limit: '249999.99' } })
    expect(life.amend(one, { exposureLeft: 25_000_000n })).toMatchObject({ refusal: 'wallet.insufficient' })
    expect(life.amend({ orderId: 'order-1', quantity: scaled('2') }, { exposureLeft: 0n })).toMatchObject({ ok: true })
  })

  it('partly filled, made smaller and cancelled holds nothing, and only the fill has cost', () => {
    const life = standing()
    life.fill('order-1', '1', '4999.75')
    expect(life.wallet).toEqual({ cash: '4992.80', hold: '30006.00', margin: '15000.00' })
    amend(life, { quantity: scaled('2'), limitPrice: scaled('4990.00') })
    expect(life.wallet).toEqual({ cash: '19996.40', hold: '15002.40', margin: '15000.00' })
    life.end('order-1')
    expect(life.wallet).toEqual({ cash: '34998.80', hold: '0.00', margin: '15000.00' })
  })

  it('that waits for a stop is held for at its new one', () => {
    const life = new MarginLife(SES, 5_000_000n, '5010.25')
    life.place({ type: 'stop', stopPrice: scaled('5020.00') })
    amend(life, { stopPrice: scaled('5030.00') })
    expect(life.order('order-1')).toMatchObject({ status: 'held', stopPrice: scaled('5030.00'), worstPrice: scaled('5130.50') })
  })

  it('may have a price below nothing', () => {
    const life = new MarginLife(SCL, 5_000_000n, '-10.00')
    life.place({ limitPrice: scaled('-10.50') })
    amend(life, { limitPrice: scaled('-10.75') })
    expect(life.order('order-1').worstPrice).toBe(scaled('-10.75'))
  })
})

describe('an amended closing order', () => {
  const held = (): MarginLife => {
    const life = standing()
    life.fill('order-1', '3', '5000.00')
    const close = { margin: { action: 'close', positionId: 'position-1' }, side: 'sell' } as const
    life.place({ id: 'limit', ...close, limitPrice: scaled('5050.00'), stopLoss: scaled('4950.00'), quantity: scaled('2') })
    return life
  }

  it.each(['limit', 'second'])('of two for the same part changes the size of both: %s', (orderId) => {
    const life = held()
    expect(amend(life, { quantity: scaled('3') }, orderId).entries).toEqual([])
    expect([life.order('limit').quantity, life.order('second').quantity]).toEqual([scaled('3'), scaled('3')])
    expect(life.position.available).toBe(0n)
    amend(life, { quantity: scaled('1') }, orderId)
    expect(life.position.available).toBe(scaled('2'))
    life.fill('limit', '1', '5050.00')
    expect(life.order('second')).toMatchObject({ status: 'cancelled', endReason: 'SIBLING_FILLED' })
  })

  it('has a new price of its own', () => {
    const life = held()
    amend(life, { stopPrice: scaled('4960.00') }, 'second')
    amend(life, { limitPrice: scaled('5060.00') }, 'limit')
    expect(life.order('second').stopPrice).toBe(scaled('4960.00'))
    expect(life.order('limit').worstPrice).toBe(scaled('5060.00'))
  })

  it.each([
    ['position.insufficient', { quantity: scaled('4') }],
    ['quantity.step', { quantity: scaled('1.5') }],
    ['price.tick', { limitPrice: scaled('5050.10') }],
    ['price.outside_band', { limitPrice: scaled('6000.00') }],
    ['parameter.invalid', { stopPrice: scaled('4960.00') }],
  ] as const)('is refused: %s', (refusal, change) => {
    expect(held().amend({ orderId: 'limit', ...change })).toMatchObject({ refusal })
  })

  it('of a contract that is over is refused', () => {
    const over = { tradeDate: '2026-12-19' }
    expect(held().amend({ orderId: 'limit', quantity: scaled('1') }, over)).toMatchObject({ refusal: 'market.closed' })
  })
})
