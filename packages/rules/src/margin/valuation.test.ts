import { describe, expect, it, test } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { post } from '../ledger/account-state.ts'
import { EURUSD, SES, marginAccountState, marginTerms, marginOrderRequest, trade } from '../testing/margin.ts'
import { NOW, plainHash } from '../testing/us.ts'
import { carryOut } from './carry-out.ts'
import { AT_PAR } from './dollar-rate.ts'
import { markOf, valueMargin } from './valuation.ts'
import { orderKind } from '../orders/records.ts'

/** SES closed at 5010.00 the day before: by night it goes from 4659.50 to 5360.50. */
const facts = (last: string, bid: string, ask: string) => ({
  last: scaled(last),
  bid: scaled(bid),
  ask: scaled(ask),
  previousClose: scaled('5010'),
})

describe('the mark (rule book D.5)', () => {
  test.each([
    ['the middle', '5000', '5010', '5010.5', undefined, '5010.25'],
    ['the last price where a side is empty', '5000', '0', '5010.5', undefined, '5000'],
    ['no lower than the day may go', '4600', '4600', '4600.5', undefined, '4659.5'],
    ['no higher', '5400', '5400', '5400.5', undefined, '5360.5'],
    ['by day as high as the market is', '5400', '5400', '5400.5', 0, '5400.25'],
    ['lower with each level of the breaker', '4300', '4300', '4300.5', 1, '4358.75'],
    ['and lower', '4300', '4300', '4300.5', 2, '4300.25'],
    ['to a fifth', '3900', '0', '3900.5', 3, '4008'],
  ])('is %s', (_, last, bid, ask, level, mark) => {
    const market = { ...facts(last, bid, ask), ...(level === undefined ? {} : { breakerLevel: level }) }
    expect(formatScaled(markOf(SES, market))).toBe(mark)
  })

  it('of a pair is the middle, however far it has come: a pair’s day has no limits', () => {
    const market = { last: scaled('1.0845'), bid: scaled('1.7000'), ask: scaled('1.7002'), previousClose: scaled('1.0845') }
    expect(formatScaled(markOf(EURUSD, market))).toBe('1.7001')
  })
})

it('a liquidation at a limit asks for no price beyond it', () => {
  const state = marginAccountState(3_100_000n, SES)
  const position = trade(state, marginOrderRequest(SES), marginTerms(SES, '5010.25'), '5010.25')
  const market = { ...facts('4600', '4600', '4600.5') }
  const terms = marginTerms(SES, '4600', { market })
  const mark = markOf(SES, market)
  const valuation = valueMargin(position, mark, SES.contract, AT_PAR)
  expect(valuation).toMatchObject({ profit: -1_753_750n, state: 'LIQUIDATE' })
  const step = { kind: 'close', quantity: scaled('1'), stage: 'rest' } as const
  const naming = { id: 'order-2', number: 'S20261120-0000000002' }
  const carried = carryOut(state, step, { position, instrument: SES, valuation, mark, rate: AT_PAR, terms, ...naming }, NOW)
  if (!carried.ok) throw new Error(carried.refusal)
  post(state, carried.value, NOW, plainHash)
  // Two percent below the mark would be 4566.50.
  expect(orderKind.of(state).get('order-2')).toMatchObject({ side: 'sell', timeInForce: 'IOC', worstPrice: scaled('4659.50') })
})
