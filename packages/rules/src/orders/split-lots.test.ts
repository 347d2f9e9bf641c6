import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { firstFeesOf } from '../instruments/terms.ts'
import { openAccountState } from '../ledger/account-state.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { HWTS, LPAM } from '../testing/markets.ts'
import { NOW, orderRequest, usTerms } from '../testing/us.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { acceptOrder } from './accept.ts'
import { acceptInLots, lotsIn, statusOfParts, wholeOf } from './split-lots.ts'

const facts = (last: string) => ({ last: scaled(last), bid: scaled(last), ask: scaled(last), previousClose: scaled(last) })
const parts = [
  { id: 'board', number: 'S20261120-0000000002' },
  { id: 'odd', number: 'S20261120-0000000003' },
] as const

function accountStateWithCash(type: WalletType, cash: bigint): AccountState {
  const state = openAccountState('10002931')
  const wallet = state.wallets.get(type)
  if (wallet !== undefined) state.wallets.set(type, { ...wallet, cash })
  return state
}

const inTaiwan = { instrumentId: HWTS.id, wallet: 'TW', limitPrice: scaled('612') } as const
const taiwan = usTerms({ instrument: HWTS, market: facts('612'), fees: firstFeesOf(HWTS, scaled('1500')) })

describe('an ask for lots and less (rule book B.3, L.5)', () => {
  it.each([
    ['1500', ['1000', '500']],
    ['2000', ['2000']],
    ['999', ['999']],
    ['1', ['1']],
  ])('%s is %j', (quantity, expected) => expect(lotsIn(HWTS, scaled(quantity)).map((part) => formatScaled(part))).toEqual(expected))

  it('is one order where the exchange knows no lots', () => expect(lotsIn(LPAM, scaled('1500'))).toEqual([scaled('1500')]))

  it('holds for both parts, each with its fee: 612 872 and 306 436', () => {
    const accepted = acceptInLots(
      accountStateWithCash('TW', 919_308n),
      orderRequest({ ...inTaiwan, quantity: scaled('1500') }),
      parts,
      taiwan,
      NOW,
    )
    if (!accepted.ok) throw new Error(accepted.refusal)
    const { orders, outcome } = accepted.value
    expect(orders.map(({ id, splitFrom, heldCash }) => [id, splitFrom, heldCash])).toEqual([
      ['board', 'order-1', 612_872n],
      ['odd', 'order-1', 306_436n],
    ])
    expect(outcome.entries).toHaveLength(2)
    expect(wholeOf(orders, 'order-1')).toMatchObject({ id: 'order-1', quantity: scaled('1500'), heldCash: 919_308n, status: 'working' })
  })

  it('is refused as a whole when the second part cannot be paid', () => {
    const accepted = acceptInLots(
      accountStateWithCash('TW', 919_307n),
      orderRequest({ ...inTaiwan, quantity: scaled('1500') }),
      parts,
      taiwan,
      NOW,
    )
    expect(accepted).toMatchObject({ refusal: 'wallet.insufficient', facts: { need: '306436', available: '306435', missing: '1' } })
  })

  it('is told what is wrong with a part before what there is to pay with: the odd-lot book takes no market order', () => {
    const market = orderRequest({ ...inTaiwan, type: 'market', limitPrice: null, quantity: scaled('1500') })
    expect(acceptInLots(accountStateWithCash('TW', 0n), market, parts, taiwan, NOW)).toMatchObject({ refusal: 'order.type_unsupported' })
  })

  it('is in progress while one part is', () => {
    const accepted = acceptInLots(
      accountStateWithCash('TW', 919_308n),
      orderRequest({ ...inTaiwan, quantity: scaled('1500') }),
      parts,
      taiwan,
      NOW,
    )
    if (!accepted.ok) throw new Error(accepted.refusal)
    const [board, odd] = accepted.value.orders
    if (board === undefined || odd === undefined) throw new Error('two parts')
    const filled = { ...board, status: 'filled', filledQuantity: board.quantity } as const
    expect(statusOfParts([filled, odd])).toBe('partial')
    expect(statusOfParts([filled, { ...odd, status: 'filled', filledQuantity: odd.quantity }])).toBe('filled')
    expect(statusOfParts([filled, { ...odd, status: 'cancelled' }])).toBe('cancelled')
    expect(statusOfParts([filled, { ...odd, status: 'expired' }])).toBe('expired')
  })
})

describe('contado inmediato (rule book B.2)', () => {
  const inArgentina = { instrumentId: LPAM.id, wallet: 'AR', limitPrice: scaled('7450'), quantity: scaled('1') } as const
  const argentina = usTerms({ instrument: LPAM, market: facts('7450'), fees: firstFeesOf(LPAM, scaled('1')) })

  it('is not taken on a bridge day, which trades and does not settle; 24 hours are', () => {
    const state = accountStateWithCash('AR', 100_000_000n)
    const bridge = { ...argentina, settles: false }
    expect(acceptOrder(state, orderRequest({ ...inArgentina, settlement: 'CI' }), bridge, NOW)).toMatchObject({
      refusal: 'order.type_unsupported',
    })
    expect(acceptOrder(state, orderRequest({ ...inArgentina, settlement: '24hs' }), bridge, NOW)).toMatchObject({ ok: true })
    expect(acceptOrder(state, orderRequest({ ...inArgentina, settlement: 'CI' }), argentina, NOW)).toMatchObject({ ok: true })
  })
})
