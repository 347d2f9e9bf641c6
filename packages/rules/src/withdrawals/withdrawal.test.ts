import { beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../cards/card.ts'
import { formatScaled, scaled } from '../decimal.ts'
import { type AccountState, walletOf } from '../ledger/account-state.ts'
import { type ActionOf, next } from '../machine.ts'
import { formatMinor, moneyOf } from '../money.ts'
import { firstLimits } from '../terms/limits.ts'
import { NOW } from '../testing/us.ts'
import { ask, card, midsOf, reject, ending, withdrawalAccountState, withdrawalsOf } from '../testing/withdrawals.ts'
import { DAY_MS } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { cancelWithdrawal } from './end.ts'
import { leftInDollars, usableAmount } from './limits.ts'
import { priceWithdrawal } from './price.ts'
import { type RailId, rails } from './rails.ts'
import { type WithdrawalStatus, isEstimated, withdrawalMachine, withdrawalStatuses } from './withdrawal.ts'
import { withdrawalKind } from './records.ts'
import { cardKind } from '../cards/records.ts'
import { messageKind } from '../messages/records.ts'

let state: AccountState
beforeEach(() => void (state = withdrawalAccountState()))
const { approve, endBy, endById, funding, giveBack, send, start, withdrawal } = withdrawalsOf(() => state)

describe('a withdrawal of 500 USD over TRC20 (docs/rules/ledger.md G.4, example 3)', () => {
  it('J10 500', () => {
    expect(start('TRC20', '500.00')).toEqual(['J10 U:US_WALLET:CASH USD -50000', 'J10 U:US_WALLET:HOLD USD 50000'])
    expect(withdrawal()).toMatchObject({ status: 'pending', fee: 100n, payout: 499_000_000n, pays: 'USDT', rate: null, value: 50_000n })
  })

  it('J11 499 USDT, J12 1', () => {
    start('TRC20', '500.00')
    expect(approve()).toEqual([])
    expect(send()).toEqual([
      'J11 U:US_WALLET:HOLD USD -49900',
      'J11 H:FX:USD USD 49900',
      'J11 H:FX:USDT USDT -499000000',
      'J11 H:CHAIN:USDT:TRC20 USDT 499000000',
      'J12 U:US_WALLET:HOLD USD -100',
      'J12 H:FEE:WD:USD USD 100',
    ])
    expect(withdrawal()).toMatchObject({ status: 'sent', reference: 'hash-1', paidSequence: state.sequence - 1 })
  })

  it('cancelled instead: J13 500', () => {
    const before = funding()
    start('TRC20', '500.00')
    expect(endBy(cancelWithdrawal)).toEqual(['J13 U:US_WALLET:HOLD USD -50000', 'J13 U:US_WALLET:CASH USD 50000'])
    expect(funding()).toEqual(before)
  })

  it('refused: J13 500, with the reason told', () => {
    start('TRC20', '500.00')
    const refused = reject(state, ending)
    const facts = { amount: '500.00 USD', card: ask('TRC20', '500.00').destination.label, withdrawalReason: 'NOT_REQUESTED' }
    expect(refused.ok && messageKind.in(refused.value)).toMatchObject([{ template: 'withdrawal.rejected', facts }])
    expect(endBy(reject)).toEqual(['J13 U:US_WALLET:HOLD USD -50000', 'J13 U:US_WALLET:CASH USD 50000'])
    expect(withdrawal()).toMatchObject({ status: 'rejected', reason: 'NOT_REQUESTED' })
  })

  it('sent back: J99 of J11 and of J12, then J13; the fee comes back too', () => {
    const before = funding()
    start('TRC20', '500.00')
    approve()
    send()
    expect(giveBack()).toEqual([
      'J99 U:US_WALLET:HOLD USD 49900',
      'J99 H:FX:USD USD -49900',
      'J99 H:FX:USDT USDT 499000000',
      'J99 H:CHAIN:USDT:TRC20 USDT -499000000',
      'J99 U:US_WALLET:HOLD USD 100',
      'J99 H:FEE:WD:USD USD -100',
      'J13 U:US_WALLET:HOLD USD -50000',
      'J13 U:US_WALLET:CASH USD 50000',
    ])
    expect(funding()).toEqual(before)
  })

  it('frozen since it was approved: it is not sent, and J13 gives it back', () => {
    start('TRC20', '500.00')
    approve()
    state.frozen = true
    expect(send()).toEqual(['J13 U:US_WALLET:HOLD USD -50000', 'J13 U:US_WALLET:CASH USD 50000'])
    expect(withdrawal()).toMatchObject({ status: 'returned', reason: 'ACCOUNT_FROZEN', reference: null })
    expect(send()).toEqual([])
  })

  it('never taken by the network: J13 alone', () => {
    start('TRC20', '500.00')
    approve()
    expect(giveBack()).toEqual(['J13 U:US_WALLET:HOLD USD -50000', 'J13 U:US_WALLET:CASH USD 50000'])
  })
})

describe('1,000 USD in Bitcoin (docs/rules/withdrawals.md P.3): the cost is fixed at the request, the coin when it leaves', () => {
  const sent = (mid: bigint | null) => {
    start('BTC', '1000.00')
    approve()
    return send(mid)
  }

  it('is about 0.01016480 at the request, for 1,000.00 with a fee of 19.30', () => {
    start('BTC', '1000.00')
    expect(withdrawal()).toMatchObject({ amount: 100_000n, fee: 1_930n, payout: 1_016_480n, rate: scaled('96480') })
    expect(isEstimated(withdrawal())).toBe(true)
  })

  it.each([
    ['dearer: less of it', '100000', 975_820n, '100500'],
    ['cheaper: more of it', '90000', 1_084_245n, '90450'],
  ])('has become %s', (_, mid, payout, rate) => {
    expect(sent(scaled(mid))).toEqual([
      'J11 U:US_WALLET:HOLD USD -98070',
      'J11 H:FX:USD USD 98070',
      `J11 H:FX:BTC BTC -${payout}`,
      `J11 H:CHAIN:BTC:BTC BTC ${payout}`,
      'J12 U:US_WALLET:HOLD USD -1930',
      'J12 H:FEE:WD:USD USD 1930',
    ])
    expect(withdrawal()).toMatchObject({ amount: 100_000n, fee: 1_930n, payout, rate: scaled(rate), mid: scaled(mid) })
    expect(isEstimated(withdrawal())).toBe(false)
  })

  it('yen likewise: 500 USD with a fee of 3.30 at 151.544 are 79,233 at 159.52', () => {
    start('JPY_BANK', '500.00')
    expect(withdrawal()).toMatchObject({ fee: 330n, payout: 75_271n })
    approve()
    send(scaled('160'))
    expect(withdrawal()).toMatchObject({ fee: 330n, payout: 79_233n, rate: scaled('159.52') })
  })

  it('waits while no price is known', () => {
    expect(sent(null)).toEqual([])
    expect(withdrawal()).toMatchObject({ status: 'sending', payout: 1_016_480n })
    expect(send(scaled('100000'))).toHaveLength(6)
  })

  it('cancelled: J13 1,000, whatever the coin costs by then', () => {
    start('BTC', '1000.00')
    expect(endBy(cancelWithdrawal)).toEqual(['J13 U:US_WALLET:HOLD USD -100000', 'J13 U:US_WALLET:CASH USD 100000'])
  })

  it('sent back: exactly what was sent', () => {
    sent(scaled('100000'))
    expect(giveBack()).toContain('J99 H:CHAIN:BTC:BTC BTC -975820')
  })
})

describe('fees (docs/rules/withdrawals.md E.11): taken from the amount, in the wallet’s currency', () => {
  const priced = (rail: RailId, amount: string) => {
    const currency = walletCurrencies[rails[rail].wallet]
    const { fee, payout } = priceWithdrawal(rails[rail], moneyOf(amount, currency).minor, midsOf[rail].payout)
    return `${formatMinor(fee, currency)} ${currency}, ${formatMinor(payout, rails[rail].pays)} ${rails[rail].pays}`
  }

  it.each<readonly [RailId, string, string]>([
    ['ARS_BANK', '100000.00', '500.00 ARS, 99500.00 ARS'],
    ['ARS_BANK', '166666.66', '500.00 ARS, 166166.66 ARS'],
    ['ARS_BANK', '1000000.00', '3000.00 ARS, 997000.00 ARS'],
    ['TRC20', '10.00', '1.00 USD, 9.000000 USDT'],
    ['ERC20', '500.00', '5.00 USD, 495.000000 USDT'],
    ['WIRE', '500.00', '20.00 USD, 480.00 USD'],
    // 0.3 % of 1,000 is 3.00, and 500 JPY at 151.544 are 3.30.
    ['JPY_BANK', '1000.00', '3.30 USD, 151043 JPY'],
    ['JPY_BANK', '5000.00', '15.00 USD, 755446 JPY'],
    // A coin costs 96,480: 0.5 % above the mid; 0.0002 of it are 19.296.
    ['BTC', '1000.00', '19.30 USD, 0.01016480 BTC'],
    ['ETH', '1000.00', '6.64 USD, 0.29952057 ETH'],
  ])('%s %s costs and brings %s', (rail, amount, expected) => expect(priced(rail, amount)).toBe(expected))

  it('ether at a mid of 2,900.00 as decision 0014 works it out', () => {
    const { fee, net, payout, rate } = priceWithdrawal(rails.ETH, moneyOf('1000', 'USD').minor, scaled('2900'))
    expect([formatScaled(rate ?? 0n), formatMinor(fee, 'USD'), formatMinor(net, 'USD'), formatMinor(payout, 'ETH')]).toEqual([
      '2914.5',
      '5.83',
      '994.17',
      '0.34111168',
    ])
  })

  it('never more than the amount', () => expect(priced('WIRE', '15.00')).toBe('15.00 USD, 0.00 USD'))
})

describe('limits', () => {
  const usable = (withdrawable: string, left: Readonly<{ day: string; month: string }>, rail: RailId = 'TRC20') => {
    const currency = walletCurrencies[rails[rail].wallet]
    const cents = { day: moneyOf(left.day, 'USD').minor, month: moneyOf(left.month, 'USD').minor }
    const asked = {
      rail: rails[rail],
      withdrawable: moneyOf(withdrawable, currency).minor,
      left: cents,
      dollarMid: midsOf[rail].dollar,
      rate: null,
    }
    return formatMinor(usableAmount(asked).usable, currency)
  }

  it.each([
    ['12345.67', '8000.00', '100000', '8000.00'],
    ['12345.67', '20000', '100000', '10000.00'],
    ['345.67', '20000', '100000', '345.67'],
    ['12345.67', '8000', '7999.99', '7999.99'],
    ['12345.67', '0', '100000', '0.00'],
  ])('of %s, with %s left of the day and %s of the month, %s (docs/rules/withdrawals.md L.10)', (withdrawable, day, month, expected) =>
    expect(usable(withdrawable, { day, month })).toBe(expected),
  )

  it('in pesos they are what the dollars are worth, rounded down', () =>
    expect(usable('20000000.00', { day: '8000.01', month: '100000' }, 'ARS_BANK')).toBe('11892014.86'))

  it.each<readonly [string, RailId, string, string]>([
    ['below ten dollars', 'TRC20', '9.99', 'withdrawal.below_minimum'],
    ['below ten dollars in pesos', 'ARS_BANK', '14864.99', 'withdrawal.below_minimum'],
    ['no more than its fee', 'WIRE', '20.00', 'withdrawal.below_minimum'],
    ['above ten thousand', 'TRC20', '10000.01', 'withdrawal.above_maximum'],
    ['more than there is', 'ARS_BANK', '2000000.01', 'wallet.insufficient'],
  ])('refuses %s', (_, rail, amount, refusal) => expect(start(rail, amount)).toBe(refusal))

  it.each<readonly [RailId, string]>([
    ['TRC20', '10.00'],
    ['ARS_BANK', '14865.00'],
    ['WIRE', '20.01'],
    ['TRC20', '10000.00'],
  ])('takes %s %s', (rail, amount) => expect(start(rail, amount)).toHaveLength(2))

  it('sale proceeds that have not settled stay', () => {
    state.wallets.set('US_WALLET', { ...walletOf(state, 'US_WALLET'), cash: 100_000n, unsettled: 50_001n })
    expect(start('TRC20', '500.00')).toBe('funds.unsettled')
    expect(start('TRC20', '499.99')).toHaveLength(2)
  })

  it('a mailed code proves the mailbox where more than a thousand leaves in a day, at once or piece by piece', () => {
    const without = { isMailboxProven: false }
    expect(start('TRC20', '1000.01', without)).toBe('parameter.missing')
    expect(start('TRC20', '600.00', without)).toHaveLength(2)
    expect(start('TRC20', '400.01', { ...without, id: 'w-2' })).toBe('parameter.missing')
    expect(start('ARS_BANK', '594600.01', { ...without, id: 'w-2' })).toHaveLength(2)
    expect(start('TRC20', '10.00', { ...without, id: 'w-3' })).toBe('parameter.missing')
    expect(start('TRC20', '10.00', { id: 'w-3' })).toHaveLength(2)
    endById('w-1', cancelWithdrawal)
    expect(start('TRC20', '590.00', { ...without, id: 'w-4' })).toHaveLength(2)
    expect(start('TRC20', '500.00', { ...without, id: 'w-5', askedAt: NOW + DAY_MS })).toHaveLength(2)
  })

  it('twenty thousand in a day, and what was cancelled does not count', () => {
    start('TRC20', '10000.00')
    start('TRC20', '9000.00', { id: 'w-2' })
    expect(start('TRC20', '1000.01', { id: 'w-3' })).toBe('withdrawal.limit')
    expect(start('TRC20', '1000.00', { id: 'w-3' })).toHaveLength(2)
    endBy(cancelWithdrawal)
    expect(start('TRC20', '10000.00', { id: 'w-4' })).toHaveLength(2)
  })

  it('those of the moment: what went before counts, whatever held then', () => {
    start('TRC20', '9000.00')
    const limits = { ...firstLimits, withdrawalLeast: 2_000n, withdrawalRequest: 500_000n, withdrawalDay: 1_000_000n }
    expect(start('TRC20', '19.99', { id: 'w-2', limits })).toBe('withdrawal.below_minimum')
    expect(start('TRC20', '5000.01', { id: 'w-2', limits })).toBe('withdrawal.above_maximum')
    expect(start('TRC20', '1000.01', { id: 'w-2', limits })).toBe('withdrawal.limit')
    expect(start('TRC20', '1000.00', { id: 'w-2', limits })).toHaveLength(2)
  })

  it('the day rolls; the month is thirty of them', () => {
    for (let day = 0; day < 10; day += 1) start('TRC20', '10000.00', { id: `w-${day}`, askedAt: NOW + day * DAY_MS })
    const last = NOW + 9 * DAY_MS
    expect(leftInDollars(withdrawalKind.of(state).values(), last)).toEqual({ day: 1_000_000n, month: 0n })
    expect(start('TRC20', '10.00', { id: 'w-next', askedAt: last })).toBe('withdrawal.limit')
    expect(start('TRC20', '10000.00', { id: 'w-next', askedAt: NOW + 30 * DAY_MS })).toHaveLength(2)
  })
})

describe('where it goes', () => {
  const change = (to: Partial<Card>) => cardKind.of(state).set(card.id, { ...card, ...to })

  it.each<readonly [string, Partial<Card>, string]>([
    ['is still checked', { status: 'checking' }, 'parameter.invalid'],
    ['was not taken', { status: 'rejected', reason: 'ACCOUNT_CLOSED' }, 'parameter.invalid'],
    ['was deleted', { status: 'removed' }, 'object.not_found'],
    ['was changed since it was read', { version: 2 }, 'object.not_found'],
    ['is in its first day', { coolingUntil: NOW + 1 }, 'security.cooling_off'],
  ])('a card that %s is not used', (_, to, refusal) => {
    change(to)
    expect(start('TRC20', '500.00')).toBe(refusal)
  })

  it('from the end of its first day on it is', () => {
    change({ coolingUntil: NOW })
    expect(start('TRC20', '500.00')).toHaveLength(2)
  })

  it('nothing leaves a frozen account, nor books that are not in order', () => {
    expect(start('TRC20', '500.00', { isPaused: true })).toBe('maintenance')
    state.frozen = true
    expect(start('TRC20', '500.00')).toBe('account.frozen')
  })
})

describe('every status and every action', () => {
  const allowed: Readonly<Record<WithdrawalStatus, Partial<Record<ActionOf<typeof withdrawalMachine>, WithdrawalStatus>>>> = {
    pending: { approve: 'sending', reject: 'rejected', cancel: 'cancelled' },
    sending: { send: 'sent', giveBack: 'returned' },
    sent: { giveBack: 'returned' },
    rejected: {},
    returned: {},
    cancelled: {},
  }
  const actions = ['approve', 'reject', 'cancel', 'send', 'giveBack'] as const
  const cases = withdrawalStatuses.flatMap((status) => actions.map((action) => [status, action] as const))

  it.each(cases)('%s, %s', (status, action) => expect(next(withdrawalMachine, status, action)).toBe(allowed[status][action] ?? null))

  it.each(cases.filter(([status, action]) => allowed[status][action] === undefined))('%s: %s posts nothing', (status, action) => {
    start('TRC20', '500.00')
    withdrawalKind.of(state).set('w-1', { ...withdrawal(), status })
    const { sequence } = state
    const carriedOut = {
      approve: () => (status === 'pending' ? approve() : []),
      reject: () => endBy(reject),
      cancel: () => endBy(cancelWithdrawal),
      send,
      giveBack,
    }
    expect(carriedOut[action]()).toEqual(action === 'reject' || action === 'cancel' ? 'withdrawal.not_cancellable' : [])
    expect(state.sequence).toBe(sequence)
  })
})
