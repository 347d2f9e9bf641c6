import { describe, expect, it } from 'vitest'
import type { Dividend } from '../corporate/action.ts'
import { entitlementOf } from '../corporate/dividend.ts'
import { sharesAfter } from '../corporate/split-position.ts'
import { formatScaled, scaled } from '../decimal.ts'
import { chargesOn } from '../fees/schedule.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { post } from '../ledger/account-state.ts'
import { usStockFees } from '../markets/us.ts'
import { formatMinor, moneyOf } from '../money.ts'
import { type OrderRequest, type OrderTerms, acceptOrder } from '../orders/accept.ts'
import { amendOrder } from '../orders/amend.ts'
import { bookExecution } from '../orders/book-execution.ts'
import { orderKind } from '../orders/records.ts'
import { saleSizes } from '../orders/sizes.ts'
import { LPAM } from '../testing/markets.ts'
import { ARDV, NOW, OPEN_MARKET, TODAY, TOMORROW, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import { sizedByAmount } from './by-amount.ts'
import { checkFraction, fractionTermsOf, fractionsBoughtAt } from './fraction.ts'

const CEDEAR: Instrument = { ...LPAM, id: 'AR:ARDV', code: 'ARDV', certificate: true }

const byAmount = (amount: string, change: Partial<OrderRequest> = {}): OrderRequest =>
  orderRequest({ type: 'market', limitPrice: null, quantity: 0n, amount: moneyOf(amount, 'USD').minor, ...change })

function sized(request: OrderRequest, terms: OrderTerms = usTerms()): OrderRequest {
  const answer = sizedByAmount(request, terms)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}

const answerTo = (change: Partial<OrderRequest>, terms: Partial<OrderTerms> = {}): string => {
  const answer = acceptOrder(accountStateWith(10_000_000n), orderRequest(change), usTerms(terms), NOW)
  return answer.ok ? 'accepted' : answer.refusal
}

const MARKET = { type: 'market', limitPrice: null } as const
const part = (quantity: string) => ({ ...MARKET, quantity: scaled(quantity) })

describe('a purchase by amount (rule book P.5)', () => {
  it('of 100.00 at an ask of 182.37 is 0.540203 shares, costs 99.02, and 0.98 of its hold come back', () => {
    const state = accountStateWith(10_000_000n)
    const request = sized(byAmount('100.00'))
    expect(formatScaled(request.quantity)).toBe('0.540203')
    const accepted = acceptOrder(state, request, usTerms(), NOW)
    if (!accepted.ok) throw new Error(accepted.refusal)
    expect(formatScaled(accepted.value.order.worstPrice, 2)).toBe('184.19')
    expect(accepted.value.order.heldCash).toBe(10_000n)
    post(state, accepted.value.outcome, NOW, plainHash)
    const execution = {
      orderId: request.id,
      sequence: 1,
      price: scaled('182.37'),
      quantity: request.quantity,
      resting: false,
      tradeDate: TODAY,
      settlementDate: TOMORROW,
      match: null,
      market: OPEN_MARKET,
      at: NOW,
    }
    const terms = { fees: usStockFees, market: 'US', newPosition: { id: 'position-1', number: 'P' } }
    const booked = bookExecution(state, execution, terms, NOW)
    if (!booked.ok) throw new Error(booked.refusal)
    expect(booked.value.entries.map(({ journal, lines }) => [journal, lines.map(({ account, amount }) => `${account} ${amount}`)])).toEqual(
      [
        [
          'J32',
          [
            'U:STOCK:HOLD -9902',
            'H:SETTLE:US:USD 9852',
            'H:FEE:COMMISSION:USD 50',
            `H:SETTLESEC:US:ARDV -${request.quantity}`,
            `U:SEC:US:ARDV ${request.quantity}`,
          ],
        ],
        ['J31', ['U:STOCK:HOLD -98', 'U:STOCK:CASH 98']],
      ],
    )
  })

  it('never holds more than the amount, whatever the amount is', () => {
    for (let cents = 152n; cents < 60_000n; cents += 977n) {
      const request = sized(byAmount(formatMinor(cents, 'USD')))
      const accepted = acceptOrder(accountStateWith(10_000_000n), request, usTerms(), NOW)
      if (!accepted.ok) throw new Error(accepted.refusal)
      expect(accepted.value.order.heldCash).toBeLessThanOrEqual(cents)
    }
  })

  it('at a limit is worked out at the limit', () =>
    expect(formatScaled(sized(byAmount('100.00', { type: 'limit', limitPrice: scaled('180') })).quantity)).toBe('0.552777'))

  it('of too little names the least amount, which is enough', () => {
    const answer = sizedByAmount(byAmount('1.40'), usTerms())
    expect(answer).toMatchObject({ ok: false, refusal: 'amount.out_of_range', facts: { field: 'amount', num: '1.52' } })
    expect(sizedByAmount(byAmount('1.52'), usTerms()).ok).toBe(true)
  })

  it('buys whole shares of what is held whole', () => {
    const terms = usTerms({ market: { last: scaled('0.55'), bid: scaled('0.549'), ask: scaled('0.55'), previousClose: scaled('0.55') } })
    expect(formatScaled(sized(byAmount('100.00'), terms).quantity)).toBe('179')
  })

  it('is no way to sell', () =>
    expect(sizedByAmount(byAmount('100.00', { side: 'sell' }), usTerms())).toMatchObject({ refusal: 'parameter.invalid' }))

  it('leaves a request for shares as it is', () => {
    const request = orderRequest()
    expect(sized(request)).toBe(request)
  })

  it('without a price is refused for that', () =>
    expect(answerTo({ ...sized(byAmount('100.00'), usTerms({ market: null })) }, { market: null })).toBe('quote.stale'))
})

describe('an order for a part of a share', () => {
  it.each([
    ['at market', part('0.5'), {}, 'accepted'],
    ['with a limit for the day', { quantity: scaled('1.25') }, {}, 'accepted'],
    ['finer than a millionth', part('0.5000001'), {}, 'quantity.step'],
    ['worth less than a dollar', part('0.005'), {}, 'quantity.below_minimum'],
    ['outside a continuous session', part('0.5'), { matching: false }, 'market.closed'],
    ['good till cancelled', { quantity: scaled('0.5'), timeInForce: 'GTC' }, {}, 'order.type_unsupported'],
    ['immediate or cancel', { ...part('0.5'), timeInForce: 'IOC' }, {}, 'order.type_unsupported'],
    ['as a stop', { quantity: scaled('0.5'), type: 'stop', limitPrice: null, stopPrice: scaled('190') }, {}, 'order.type_unsupported'],
    ['with exits', { quantity: scaled('0.5'), takeProfit: scaled('200') }, {}, 'order.type_unsupported'],
  ] as const)('%s', (_name, change, terms, answer) => expect(answerTo(change, terms)).toBe(answer))

  it('of a share below a dollar is refused', () => {
    const market = { last: scaled('0.9'), bid: scaled('0.9'), ask: scaled('0.9'), previousClose: scaled('0.9') }
    expect(answerTo(part('50.5'), { market })).toBe('quantity.step')
  })

  it('stays one when it is amended, and a whole one stays whole', () => {
    const state = accountStateWith(10_000_000n)
    const accepted = acceptOrder(state, orderRequest({ quantity: scaled('2.5') }), usTerms(), NOW)
    if (!accepted.ok) throw new Error(accepted.refusal)
    post(state, accepted.value.outcome, NOW, plainHash)
    const amended = (quantity: string) => {
      const answer = amendOrder(state, { orderId: 'order-1', quantity: scaled(quantity) }, usTerms(), NOW)
      return answer.ok ? formatScaled(answer.value.order.quantity) : answer.refusal
    }
    expect([amended('2'), amended('1.25')]).toEqual(['quantity.step', '1.25'])
    expect(orderKind.of(state).get('order-1')?.quantity).toBe(scaled('2.5'))
  })
})

describe('a sale of less than a dollar', () => {
  const terms = fractionTermsOf(ARDV)
  const sale = (quantity: string, free: string) =>
    terms === null
      ? null
      : checkFraction(ARDV, terms, { side: 'sell', quantity: scaled(quantity), limitPrice: null, free: scaled(free) }, scaled('182.37'))

  it('is taken only where it is everything, so that nobody gains by rounding', () => {
    expect(sale('0.000028', '0.5')).toMatchObject({ refusal: 'quantity.below_minimum', facts: { num: '0.005484' } })
    expect(sale('0.000028', '0.000028')).toBeNull()
    expect(sale('0.4', '0.5')).toBeNull()
  })
})

describe('where parts of shares exist', () => {
  it.each([
    ['shares of the United States', ARDV, true],
    ['certificates in Buenos Aires', CEDEAR, true],
    ['shares of Buenos Aires', LPAM, false],
  ] as const)('%s', (_name, instrument, exist) => expect(fractionTermsOf(instrument) !== null).toBe(exist))

  it('they are bought from a price of 1.00 on', () => {
    expect(fractionsBoughtAt(ARDV, scaled('0.9999'))).toBeNull()
    expect(fractionsBoughtAt(ARDV, scaled('1'))?.step).toBe(scaled('0.000001'))
  })
})

describe('a holding with a part of a share', () => {
  it('is sold whole by "everything"', () =>
    expect(formatScaled(saleSizes(scaled('5.540203'), { step: scaled('0.000001'), minimumQuantity: scaled('0.000001') }).full)).toBe(
      '5.540203',
    ))

  it('pays the fee per share rounded up to the cent', () => {
    const charges = chargesOn(usStockFees, { side: 'sell', notional: 9_852n, quantity: scaled('0.540203'), tradeDate: TODAY })
    expect(charges.find(({ kind }) => kind === 'TAF')?.amount).toBe(1n)
  })

  const split = (quantity: string, newShares: bigint, oldShares: bigint) => {
    const after = sharesAfter(scaled(quantity), { newShares, oldShares, priorClose: scaled('182.37'), currency: 'USD' })
    return [formatScaled(after.quantity), formatScaled(after.fraction), formatMinor(after.cash, 'USD')]
  }
  it('multiplies exactly, down to the step, and only what is less than a step is paid', () => {
    expect(split('0.540203', 2n, 1n)).toEqual(['1.080406', '0', '0.00'])
    expect(split('10.5', 1n, 4n)).toEqual(['2.625', '0', '0.00'])
    expect(split('0.000001', 1n, 10n)).toEqual(['0', '0.0000001', '0.00'])
  })
  it('of whole shares still becomes whole shares and cash', () => expect(split('105', 1n, 10n)).toEqual(['10', '0.5', '911.85']))

  it('gets its dividend rounded to the even cent', () => {
    const dividend: Dividend = { kind: 'dividend', instrumentId: ARDV.id, amount: scaled('0.05'), exDate: TOMORROW, payDate: TOMORROW }
    const gross = (quantity: string) =>
      entitlementOf({ accountId: '1', positionId: 'p', quantity: scaled(quantity), claimsTreaty: false }, dividend, 'US', 'USD')?.gross
    expect([gross('0.5'), gross('2.5'), gross('0.7'), gross('3')]).toEqual([2n, 12n, 4n, 15n])
  })
})
