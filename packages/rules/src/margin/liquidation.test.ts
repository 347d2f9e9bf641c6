import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { post } from '../ledger/account-state.ts'
import {
  EURUSD,
  SES,
  booking,
  executionOf,
  linesOf,
  marginAccountState,
  marginTerms,
  marginOrderRequest,
  trade,
} from '../testing/margin.ts'
import { NOW, plainHash } from '../testing/us.ts'
import { acceptMarginOrder } from './accept.ts'
import { bookMarginExecution } from './book-execution.ts'
import { collarPrice } from './collar.ts'
import { AT_PAR } from './dollar-rate.ts'
import { confirmBreach, nextMarginStep } from './liquidation.ts'
import type { MarginPosition } from './position.ts'
import { marginStateOf, valueMargin } from './valuation.ts'
import { orderKind } from '../orders/records.ts'
import { marginPositionKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

const eurusd = (): MarginPosition =>
  trade(marginAccountState(1_000_000n, EURUSD), marginOrderRequest(EURUSD, { leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')
const situation = (position: MarginPosition, price: string) => ({
  valuation: valueMargin(position, scaled(price), EURUSD.contract, AT_PAR),
  confirmed: true,
  matching: true,
  available: 638_500n,
  step: EURUSD.step,
})

describe('margin states (rule book O.1)', () => {
  it.each([
    ['NORMAL', 271_125n],
    ['WARN', 271_124n],
    ['WARN', 216_900n],
    ['CALL', 216_899n],
    ['CALL', 180_751n],
    ['LIQUIDATE', 180_750n],
    ['LIQUIDATE', -1n],
  ] as const)('%s at an equity of %i of 3 615.00 asked', (state, equity) =>
    expect(marginStateOf(equity, { initial: 361_500n, maintenance: 180_750n })).toBe(state),
  )

  it('a future just opened is in the normal state although it stands at 110 % of maintenance', () =>
    expect(marginStateOf(1_500_000n, { initial: 1_500_000n, maintenance: 1_360_000n })).toBe('NORMAL'))
})

describe('the steps of a liquidation (rule book D.8)', () => {
  it('nothing before the breach is confirmed, and nothing while orders are not matched', () => {
    const position = eurusd()
    const breached = situation(position, '1.0664')
    expect(nextMarginStep(position, { ...breached, confirmed: false }, NOW)).toEqual({ kind: 'nothing' })
    expect(nextMarginStep(position, { ...breached, matching: false }, NOW)).toEqual({ kind: 'nothing' })
  })

  it('takes the customer’s orders off first, then closes half, and five seconds later the rest', () => {
    const position = eurusd()
    const breached = situation(position, '1.0664')
    expect(nextMarginStep({ ...position, held: scaled('0.5') }, breached, NOW)).toEqual({ kind: 'cancelOrders' })
    expect(nextMarginStep(position, breached, NOW)).toEqual({ kind: 'close', quantity: scaled('0.5'), stage: 'half' })
    const halved = { ...position, liquidation: 'half', liquidatingSince: NOW } as const
    expect(nextMarginStep(halved, breached, NOW + 4_999)).toEqual({ kind: 'nothing' })
    expect(nextMarginStep(halved, breached, NOW + 5_000)).toEqual({ kind: 'close', quantity: scaled('1'), stage: 'rest' })
  })

  it('closes a position of five steps or less at once', () => {
    const small = { ...eurusd(), quantity: scaled('0.05') }
    expect(nextMarginStep(small, situation(eurusd(), '1.0664'), NOW)).toEqual({ kind: 'close', quantity: scaled('0.05'), stage: 'rest' })
  })

  it('rounds the half up to a step', () => {
    const odd = { ...eurusd(), quantity: scaled('0.07') }
    expect(nextMarginStep(odd, situation(eurusd(), '1.0664'), NOW)).toEqual({ kind: 'close', quantity: scaled('0.04'), stage: 'half' })
  })

  it('adds margin from the wallet up to the normal state where the customer asked for it, and only where it helps', () => {
    const position = { ...eurusd(), topUpLeft: 500_000n }
    expect(nextMarginStep(position, situation(position, '1.0680'), NOW)).toEqual({ kind: 'topUp', cents: 74_625n })
    expect(nextMarginStep({ ...position, topUpLeft: 10n }, situation(position, '1.0664'), NOW)).toMatchObject({ kind: 'close' })
    expect(nextMarginStep(position, { ...situation(position, '1.0664'), available: 0n }, NOW)).toMatchObject({ kind: 'close' })
  })

  it('is not held up by an order that its customer places meanwhile', () => {
    const held = { ...eurusd(), liquidation: 'half', liquidatingSince: NOW, held: scaled('0.5') } as const
    const breached = situation(eurusd(), '1.0664')
    expect(nextMarginStep(held, breached, NOW + 4_999)).toEqual({ kind: 'nothing' })
    expect(nextMarginStep(held, breached, NOW + 5_000)).toEqual({ kind: 'cancelOrders' })
    expect(nextMarginStep(held, situation(held, '1.0845'), NOW + 5_000)).toEqual({ kind: 'recovered' })
  })

  it('ends when what is left has recovered', () => {
    const halved = { ...eurusd(), liquidation: 'half', liquidatingSince: NOW } as const
    expect(nextMarginStep(halved, situation(halved, '1.0845'), NOW)).toEqual({ kind: 'recovered' })
  })

  it('tells of a worse state at once and of the same one again after half an hour', () => {
    const warned = situation(eurusd(), '1.0750')
    expect(nextMarginStep(eurusd(), warned, NOW)).toEqual({ kind: 'tell', state: 'WARN' })
    const told = { ...eurusd(), toldState: 'WARN', toldAt: NOW } as const
    expect(nextMarginStep(told, warned, NOW + 1_799_999)).toEqual({ kind: 'nothing' })
    expect(nextMarginStep(told, warned, NOW + 1_800_000)).toEqual({ kind: 'tell', state: 'WARN' })
    expect(nextMarginStep(told, situation(told, '1.0680'), NOW)).toEqual({ kind: 'tell', state: 'CALL' })
  })
})

describe('confirming a breach', () => {
  const seen = (atLast: 'NORMAL' | 'LIQUIDATE', at: number) => ({ atMark: 'LIQUIDATE', atLast, at }) as const

  it('needs a second look a second later', () => {
    const first = confirmBreach(null, seen('NORMAL', NOW))
    expect(first).toEqual({ breach: { since: NOW }, confirmed: false })
    expect(confirmBreach(first.breach, seen('NORMAL', NOW + 999)).confirmed).toBe(false)
    expect(confirmBreach(first.breach, seen('NORMAL', NOW + 1_000)).confirmed).toBe(true)
  })

  it('or a trade that says the same', () => expect(confirmBreach(null, seen('LIQUIDATE', NOW)).confirmed).toBe(true))

  it('forgets a breach that has passed', () =>
    expect(confirmBreach({ since: NOW }, { atMark: 'CALL', atLast: 'CALL', at: NOW + 500 })).toEqual({ breach: null, confirmed: false }))
})

describe('what a liquidation posts', () => {
  const liquidated = (price: string, quantity: string) => {
    const state = marginAccountState(361_500n, EURUSD)
    trade(state, marginOrderRequest(EURUSD, { leverage: 30 }), marginTerms(EURUSD, '1.0845'), '1.0845')
    const request = marginOrderRequest(EURUSD, { id: 'order-2', side: 'sell', limitPrice: scaled(price), quantity: scaled(quantity) })
    const closing = acceptMarginOrder(
      state,
      { ...request, margin: { action: 'close', positionId: 'position-1' } },
      marginTerms(EURUSD, price),
      NOW,
    )
    if (!closing.ok) throw new Error(closing.refusal)
    post(state, closing.value.outcome, NOW, plainHash)
    const order = orderKind.of(state).get('order-2')
    if (order?.margin?.action !== 'close') throw new Error('a closing order')
    orderKind.of(state).set('order-2', { ...order, margin: { ...order.margin, reason: 'LIQUIDATION' } })
    const booked = bookMarginExecution(state, executionOf('order-2', price, quantity), booking(EURUSD), NOW)
    if (!booked.ok) throw new Error(booked.refusal)
    post(state, booked.value, NOW, plainHash)
    return { books: state, lines: linesOf(booked.value.entries), messages: messageKind.in(booked.value) }
  }

  it('is told with its prices, its time, its fee and what is left, in the decision that books it (E.13)', () => {
    const told = { instrument: EURUSD.id, mark: '1', price: '1.066', at: NOW }
    const link = 'position:position-1'
    expect(liquidated('1.0660', '1').messages).toEqual([
      { template: 'liquidation.whole', facts: { ...told, quantity: '1', fee: '53.30 USD', returned: '1711.70 USD' }, link },
    ])
    expect(liquidated('1.0660', '0.5').messages).toEqual([
      { template: 'liquidation.part', facts: { ...told, quantity: '0.5', fee: '26.65 USD', rest: '0.5' }, link },
    ])
  })

  it('the fee of 0.05 % comes out of what is left', () =>
    expect(liquidated('1.0660', '1').lines).toEqual([
      'J42 U:FOREX:MARGIN:position-1 -356170',
      'J42 H:MKT:SIM:USD 185000',
      'J42 U:FOREX:CASH 171170',
      'J45 U:FOREX:MARGIN:position-1 -5330',
      'J45 H:FEE:LIQ:USD 5330',
    ]))

  it('and never out of anything else', () =>
    expect(liquidated('1.0484', '1').lines).toEqual([
      'J42 U:FOREX:MARGIN:position-1 -361000',
      'J42 H:MKT:SIM:USD 361000',
      'J45 U:FOREX:MARGIN:position-1 -500',
      'J45 H:FEE:LIQ:USD 500',
    ]))

  it('what is saved of the first half stays with the rest and may keep it alive', () => {
    const { books: state } = liquidated('1.0660', '0.5')
    const rest = marginPositionKind.of(state).get('position-1')
    if (rest === undefined) throw new Error('the rest is open')
    expect(rest).toMatchObject({ quantity: scaled('0.5'), margin: 361_500n - 92_500n - 2_665n })
    expect(valueMargin(rest, scaled('1.0660'), EURUSD.contract, AT_PAR).state).toBe('NORMAL')
    expect(state.wallets.get('FOREX')?.cash).toBe(0n)
  })
})

it('a collar is measured in size, so that a negative price has one too', () => {
  expect(collarPrice(SES, 'sell', scaled('5000'), 'liquidation')).toBe(scaled('4900'))
  expect(collarPrice(SES, 'buy', scaled('-100'), 'future')).toBe(scaled('-97.5'))
  expect(collarPrice(SES, 'sell', scaled('-100'), 'future')).toBe(scaled('-102.5'))
})
