import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { moneyOf } from '../money.ts'
import type { RefusalName } from '../refusals.ts'
import { ARDV, NOW, orderRequest, accountStateWith, usTerms } from '../testing/us.ts'
import { acceptOrder, checkOrder } from './accept.ts'
import { worstMarketPrice } from './limits.ts'

const RICH = moneyOf('1000000.00', 'USD').minor

/** The documented order of checks (A.5): each row breaks one rule and every rule after it, and the first one answers. */
const everythingWrong = {
  ask: { type: 'stopLimit', quantity: 0n, limitPrice: scaled('999999.999'), timeInForce: 'IOC', leverage: 2 },
  terms: { identityMissing: true, halted: true, matching: false, closeOnly: { reason: 'clearing', from: NOW, until: NOW + 1 } },
} as const

const STOP = { type: 'stop', limitPrice: null, stopPrice: scaled('190.00') } as const

describe('the checks run in the documented order and the first one answers', () => {
  const cases: [RefusalName, Parameters<typeof orderRequest>[0], Parameters<typeof usTerms>[0]][] = [
    ['kyc.required', everythingWrong.ask, { ...everythingWrong.terms, instrument: null }],
    [
      'permission.required',
      everythingWrong.ask,
      { ...everythingWrong.terms, identityMissing: false, permissionMissing: true, instrument: null },
    ],
    ['instrument.unknown', everythingWrong.ask, { ...everythingWrong.terms, identityMissing: false, instrument: null }],
    [
      'instrument.quote_only',
      everythingWrong.ask,
      { ...everythingWrong.terms, identityMissing: false, instrument: { ...ARDV, quoteOnly: true } },
    ],
    ['market.closed', everythingWrong.ask, { ...everythingWrong.terms, identityMissing: false }],
    ['instrument.halted', { ...everythingWrong.ask, timeInForce: 'DAY' }, { ...everythingWrong.terms, identityMissing: false }],
    [
      'instrument.close_only',
      { ...everythingWrong.ask, timeInForce: 'DAY' },
      { ...everythingWrong.terms, identityMissing: false, halted: false },
    ],
    ['quantity.below_minimum', { ...everythingWrong.ask, timeInForce: 'DAY' }, {}],
    ['quantity.step', { ...everythingWrong.ask, timeInForce: 'DAY', quantity: scaled('1.0000005') }, {}],
    ['parameter.invalid', { limitPrice: scaled('-1') }, {}],
    ['price.tick', { type: 'stopLimit', limitPrice: scaled('999999.999') }, {}],
    ['price.outside_band', { type: 'stopLimit', stopPrice: scaled('190.00'), leverage: 2, limitPrice: scaled('273.56') }, {}],
    ['price.outside_band', { side: 'sell', limitPrice: scaled('91.18') }, {}],
    ['parameter.missing', { type: 'stopLimit', timeInForce: 'EXT' }, {}],
    ['parameter.missing', { type: 'trailing', timeInForce: 'EXT' }, {}],
    ['parameter.invalid', { type: 'trailing', trailPercent: scaled('0.09'), timeInForce: 'EXT' }, {}],
    ['parameter.invalid', { type: 'trailing', trailPercent: scaled('50.01'), timeInForce: 'EXT' }, {}],
    ['price.tick', { ...STOP, stopPrice: scaled('190.005'), timeInForce: 'EXT' }, {}],
    ['price.outside_band', { ...STOP, stopPrice: scaled('182.37'), timeInForce: 'EXT' }, {}],
    ['price.outside_band', { ...STOP, side: 'sell', stopPrice: scaled('182.37'), timeInForce: 'EXT' }, {}],
    ['price.outside_band', { takeProfit: scaled('182.37'), timeInForce: 'FOK', leverage: 2 }, {}],
    ['price.outside_band', { stopLoss: scaled('182.37'), timeInForce: 'FOK', leverage: 2 }, {}],
    ['price.tick', { takeProfit: scaled('190.005'), leverage: 2 }, {}],
    ['parameter.invalid', { takeProfit: scaled('10000000000.01'), leverage: 2 }, {}],
    ['parameter.invalid', { side: 'sell', takeProfit: scaled('190.00'), leverage: 2 }, {}],
    ['parameter.invalid', { ...STOP, side: 'sell', stopPrice: scaled('170.00'), stopLoss: scaled('160.00'), leverage: 2 }, {}],
    ['order.type_unsupported', { ...STOP, timeInForce: 'IOC', leverage: 2, quantity: scaled('3000') }, {}],
    ['order.type_unsupported', { ...STOP, timeInForce: 'EXT', leverage: 2, quantity: scaled('3000') }, {}],
    ['order.type_unsupported', { type: 'market', limitPrice: null, timeInForce: 'EXT', leverage: 2, quantity: scaled('3000') }, {}],
    ['order.leverage', { leverage: 2, quantity: scaled('3000') }, {}],
    ['order.risk_limit', { quantity: scaled('3000') }, {}],
    ['quote.stale', { type: 'market', limitPrice: null }, { marketAt: NOW - 10_001 }],
    ['position.insufficient', { side: 'sell' }, {}],
  ]
  it.each(cases)('%s', (refusal, change, terms) => {
    expect(acceptOrder(accountStateWith(RICH), orderRequest(change), usTerms(terms), NOW)).toMatchObject({ ok: false, refusal })
  })

  it('wallet.insufficient, and says what is missing', () => {
    const result = acceptOrder(accountStateWith(moneyOf('27363.70', 'USD').minor), orderRequest(), usTerms(), NOW)
    expect(result).toMatchObject({ refusal: 'wallet.insufficient', facts: { need: '27363.71', available: '27363.70', missing: '0.01' } })
  })

  it('order.risk_limit where two hundred orders are open, by what it adds to them', () => {
    const many = (openOrders: number) => acceptOrder({ ...accountStateWith(RICH), openOrders }, orderRequest(), usTerms(), NOW)
    expect(many(199).ok).toBe(true)
    expect(many(200)).toMatchObject({ refusal: 'order.risk_limit', facts: { limit: 200 } })
  })

  it('instrument.close_only refuses purchases and lets sales through', () => {
    const terms = usTerms({ closeOnly: everythingWrong.terms.closeOnly })
    expect(acceptOrder(accountStateWith(RICH), orderRequest(), terms, NOW)).toMatchObject({ refusal: 'instrument.close_only' })
    expect(acceptOrder(accountStateWith(RICH), orderRequest({ side: 'sell' }), terms, NOW)).toMatchObject({
      refusal: 'position.insufficient',
    })
  })

  it('account.frozen refuses purchases and lets sales through', () => {
    const books = { ...accountStateWith(RICH), frozen: true }
    expect(acceptOrder(books, orderRequest(), usTerms(), NOW)).toMatchObject({ refusal: 'account.frozen' })
    expect(acceptOrder(books, orderRequest({ side: 'sell' }), usTerms(), NOW)).toMatchObject({ refusal: 'position.insufficient' })
  })
})

describe('market orders', () => {
  it('are held at ask + 2 %, and never above the collar of last + 5 %', () => {
    const near = { last: scaled('182.41'), bid: scaled('182.40'), ask: scaled('182.42'), previousClose: scaled('181.90') }
    expect(formatScaled(worstMarketPrice(ARDV, 'buy', near), 2)).toBe('186.07')
    expect(formatScaled(worstMarketPrice(ARDV, 'sell', near), 2)).toBe('173.29')
    expect(formatScaled(worstMarketPrice(ARDV, 'buy', { ...near, ask: scaled('250.00') }), 2)).toBe('191.53')
  })

  it.each([
    ['buy', '186.00', '186.00'],
    // What was shown is no better than now, so that now holds.
    ['buy', '186.08', '186.07'],
    ['buy', '185.999', '185.99'],
    ['sell', '175.00', '175.00'],
    ['sell', '173.28', '173.29'],
    ['sell', '174.991', '175.00'],
  ] as const)('of a %s that was shown %s as the worst price is executed at no worse than %s', (side, seen, worst) => {
    const near = { last: scaled('182.41'), bid: scaled('182.40'), ask: scaled('182.42'), previousClose: scaled('181.90') }
    const request = orderRequest({ side, type: 'market', limitPrice: null, worstSeen: scaled(seen) })
    const checked = checkOrder(accountStateWith(RICH), request, usTerms({ market: { ...usTerms().market, ...near } as never }), NOW)
    expect(checked.ok && formatScaled(checked.value.worstPrice, 2)).toBe(worst)
  })

  it('wait for the session when the market is closed', () => {
    const accepted = acceptOrder(
      accountStateWith(RICH),
      orderRequest({ type: 'market', limitPrice: null }),
      usTerms({ matching: false }),
      NOW,
    )
    expect(accepted).toMatchObject({ ok: true, value: { order: { status: 'queued' } } })
  })
})
