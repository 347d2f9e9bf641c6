import { beforeEach, describe, expect, it, test } from 'vitest'
import { SCALE, formatScaled, scaled } from '../decimal.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import { moneyOf } from '../money.ts'
import { NOW, TODAY, accountStateWith, plainHash } from '../testing/us.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { announceDeposit } from './announce.ts'
import { registerArrival } from './arrive.ts'
import { type ChannelId, channelOf, creditOf, creditRate } from './channel.ts'
import { creditDeposit } from './credit.ts'
import { type DepositStatus, depositMachine } from './deposit.ts'
import { expireDeposit, rejectDeposit, reverseDeposit } from './end.ts'
import { depositKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** 1,000.00 USD in US_WALLET. */
let state: AccountState
beforeEach(() => {
  state = accountStateWith(100_000n)
})

const minorOf = (channel: ChannelId, amount: string): bigint => moneyOf(amount, channelOf(channel).currency).minor
const REVIEW_AT = NOW + 4 * MINUTE_MS

const announce = (channel: ChannelId, amount: string, change: object = {}, now = NOW) => {
  const request = {
    id: `d-${amount}`,
    number: 'D1',
    channel,
    amount: minorOf(channel, amount),
    proof: '/web/file/1',
    txHash: null,
    reviewAt: REVIEW_AT,
    mid: null,
  }
  const announced = announceDeposit(state, { ...request, ...change }, now)
  return announced.ok ? told(announced.value.outcome, now) : announced.refusal
}
const arrive = (channel: ChannelId, amount: string, id = `a-${amount}`, now = NOW) =>
  told(
    registerArrival(
      state,
      {
        channel,
        arrival: { id, amount: minorOf(channel, amount), reference: `hash-${id}`, block: 5, at: now },
        number: 'D2',
        reviewAt: REVIEW_AT,
      },
      now,
    ),
    now,
  )
const confirm = (depositId: string, confirmations = 3, mid: string | null = null) =>
  told(
    creditDeposit(
      state,
      { depositId, evidence: { by: 'chain', confirmations }, mid: mid === null ? null : scaled(mid), valueDate: TODAY },
      NOW,
    ),
    NOW,
  )
const match = (depositId: string, dollars: bigint | null, now = REVIEW_AT) =>
  told(creditDeposit(state, { depositId, evidence: { by: 'rule', dollars }, mid: null, valueDate: TODAY }, now), now)
const recall = (depositId: string) => told(reverseDeposit(state, { depositId, reason: 'RECALLED', valueDate: TODAY }, NOW), NOW)

/** The lines as the rule book writes them, and what the customer reads. */
function told(outcome: Outcome, now: number): string[] {
  const entries = post(state, outcome, now, plainHash)
  const lines = entries.flatMap(({ journal, lines: moved }) =>
    moved.map(({ account, asset, amount }) => `${journal} ${account} ${asset} ${amount}`),
  )
  return [...lines, ...messageKind.in(outcome).map(({ template }) => template)]
}
const statusOf = (id: string) => depositKind.of(state).get(id)?.status
const cashOf = (wallet: 'US_WALLET' | 'BALANCE') => walletOf(state, wallet).cash

describe('announced (J01)', () => {
  it('posts nothing', () => {
    expect(announce('USDT-TRC20', '100')).toEqual(['deposit.announced'])
    expect(statusOf('d-100')).toBe('announced')
  })

  test.each<[string, ChannelId, string, object, string]>([
    ['less than a dollar', 'USDT-TRC20', '0.99', {}, 'deposit.below_minimum'],
    ['less than a peso', 'ARS-BANK', '0.99', {}, 'deposit.below_minimum'],
    ['a coin worth less than a dollar', 'BTC', '0.00001', { mid: scaled('52000') }, 'deposit.below_minimum'],
    ['a coin without a price', 'BTC', '1', {}, 'deposit.channel_disabled'],
    ['a transfer without its proof', 'ARS-BANK', '100', { proof: null }, 'deposit.proof_required'],
    ['a transfer with a hash for its proof', 'ARS-BANK', '100', { proof: null, txHash: 'ab' }, 'deposit.proof_required'],
    ['a payment with neither', 'USDT-TRC20', '100', { proof: null }, 'deposit.proof_required'],
    ['too much at once', 'USDT-TRC20', '1000000.000001', {}, 'deposit.above_maximum'],
  ])('refuses %s', (_, channel, amount, change, refusal) => expect(announce(channel, amount, change)).toBe(refusal))

  it('takes a payment that is shown by its hash', () =>
    expect(announce('USDT-TRC20', '100', { proof: null, txHash: 'ab' })).toEqual(['deposit.announced']))

  it('not by a frozen account, and not more than twenty at once', () => {
    for (let count = 0; count < 20; count += 1) announce('USDT-TRC20', '100', { id: `d-${count}` })
    expect(announce('USDT-TRC20', '100')).toBe('deposit.too_many')
    state.frozen = true
    expect(announce('USDT-ERC20', '100')).toBe('account.frozen')
  })

  it('fails when nothing came in 48 hours, and not a moment before', () => {
    announce('USDT-TRC20', '100')
    expect(told(expireDeposit(state, 'd-100', NOW + 48 * HOUR_MS - 1), NOW)).toEqual([])
    expect(told(expireDeposit(state, 'd-100', NOW + 48 * HOUR_MS), NOW)).toEqual(['deposit.failed'])
    expect(depositKind.of(state).get('d-100')).toMatchObject({ status: 'failed', reason: 'NO_FUNDS' })
    expect(told(expireDeposit(state, 'd-100', NOW + 49 * HOUR_MS), NOW)).toEqual([])
  })
})

describe('arrives', () => {
  it('as what was announced, by its hash, by its amount, or as the oldest', () => {
    announce('USDT-TRC20', '100', { id: 'oldest' })
    announce('USDT-TRC20', '70', { id: 'other', txHash: 'hash-x' }, NOW + 1)
    announce('USDT-TRC20', '50', { id: 'same' }, NOW + 2)
    for (const [amount, id, deposit] of [
      ['50', 'a', 'same'],
      ['51', 'x', 'other'],
      ['9', 'b', 'oldest'],
    ] as const) {
      expect(arrive('USDT-TRC20', amount, id)).toEqual(['deposit.seen'])
      expect(depositKind.of(state).get(deposit)?.arrival?.id).toBe(id)
    }
  })

  it('unannounced, as a deposit of its own', () => {
    announce('USDT-ERC20', '100')
    expect(arrive('USDT-TRC20', '100', 'a')).toEqual(['deposit.seen'])
    expect(depositKind.of(state).get('a')).toMatchObject({ status: 'arrived', announced: null })
    expect(statusOf('d-100')).toBe('announced')
  })

  it('once, however often it is read', () => {
    arrive('USDT-TRC20', '100', 'a')
    expect(arrive('USDT-TRC20', '100', 'a')).toEqual([])
    confirm('a')
    expect(arrive('USDT-TRC20', '100', 'a')).toEqual([])
  })
})

describe('credited (J02)', () => {
  it('a stablecoin at par, after three confirmations', () => {
    arrive('USDT-TRC20', '250.5', 'a')
    expect(confirm('a', 2)).toEqual([])
    expect(confirm('a')).toEqual([
      'J02 H:CHAIN:USDT:TRC20 USDT -250500000',
      'J02 H:FX:USDT USDT 250500000',
      'J02 H:FX:USD USD -25050',
      'J02 U:US_WALLET:CASH USD 25050',
      'deposit.credited',
    ])
    expect(cashOf('US_WALLET')).toBe(125_050n)
    expect(confirm('a')).toEqual([])
  })

  it('for what arrived, whatever was announced', () => {
    announce('USDT-TRC20', '100')
    arrive('USDT-TRC20', '40', 'a')
    confirm('d-100')
    expect(depositKind.of(state).get('d-100')).toMatchObject({ status: 'credited', announced: 100_000_000n, credited: 4_000n })
  })

  it('a coin at the mid less half a percent, and not while nobody knows a price', () => {
    arrive('BTC', '0.5', 'a')
    expect(confirm('a')).toEqual([])
    expect(confirm('a', 3, '52000').slice(-2)).toEqual(['J02 U:US_WALLET:CASH USD 2587000', 'deposit.credited'])
    expect(formatScaled(depositKind.of(state).get('a')?.rate ?? 0n)).toBe('51740')
  })

  it('ether as bitcoin is: 1.5 of them at a mid of 2,900.00 are credited at 2,885.50 (decision 0014)', () => {
    arrive('ETH', '1.5', 'a')
    expect(confirm('a')).toEqual([])
    expect(confirm('a', 3, '2900')).toEqual([
      'J02 H:CHAIN:ETH:ETH ETH -150000000',
      'J02 H:FX:ETH ETH 150000000',
      'J02 H:FX:USD USD -432825',
      'J02 U:US_WALLET:CASH USD 432825',
      'deposit.credited',
    ])
  })

  it('pesos by the bank’s line, when its time has come', () => {
    announce('ARS-BANK', '150000')
    arrive('ARS-BANK', '150000', 'd-150000')
    expect(match('d-150000', 10_100n, REVIEW_AT - 1)).toEqual([])
    expect(match('d-150000', 10_100n)).toEqual(['J02 H:BANK:ARS ARS -15000000', 'J02 U:BALANCE:CASH ARS 15000000', 'deposit.credited'])
  })

  it('by rule up to ten thousand dollars’ worth, by staff above it', () => {
    arrive('ARS-BANK', '15000000', 'a')
    expect(match('a', 1_000_001n)).toEqual([])
    expect(match('a', null)).toEqual([])
    expect(statusOf('a')).toBe('arrived')
    expect(told(creditDeposit(state, { depositId: 'a', evidence: { by: 'staff' }, mid: null, valueDate: TODAY }, NOW), NOW)).toHaveLength(3)
  })

  it('a wire by staff alone, a chain by its blocks alone', () => {
    arrive('USD-WIRE', '5', 'wire')
    expect(match('wire', 500n)).toEqual([])
    arrive('USDT-TRC20', '5', 'coin')
    expect(match('coin', 500n)).toEqual([])
    expect(told(creditDeposit(state, { depositId: 'coin', evidence: { by: 'staff' }, mid: null, valueDate: TODAY }, NOW), NOW)).toEqual([])
    expect(confirm('wire')).toEqual([])
  })
})

describe('too little (J03)', () => {
  it('waits in suspense, adds up, and is credited when there is one', () => {
    arrive('USDT-TRC20', '0.4', 'a')
    expect(confirm('a')).toEqual(['J03 H:CHAIN:USDT:TRC20 USDT -400000', 'J03 H:SUSPENSE:USDT USDT 400000', 'deposit.waiting'])
    arrive('USDT-TRC20', '0.599999', 'b')
    expect(confirm('b')).toContain('deposit.waiting')
    arrive('USDT-TRC20', '0.000001', 'c')
    expect(confirm('c')).toEqual([
      'J03 H:SUSPENSE:USDT USDT -400000',
      'J03 H:FX:USDT USDT 400000',
      'J03 H:FX:USD USD -40',
      'J03 U:US_WALLET:CASH USD 40',
      'J03 H:SUSPENSE:USDT USDT -599999',
      'J03 H:FX:USDT USDT 599999',
      'J03 H:FX:USD USD -59',
      'J03 U:US_WALLET:CASH USD 59',
      'J02 H:CHAIN:USDT:TRC20 USDT -1',
      'J02 H:FX:USDT USDT 1',
      'J02 H:FX:USD USD -1',
      'J02 U:US_WALLET:CASH USD 1',
      'deposit.credited',
      'deposit.credited',
      'deposit.credited',
    ])
  })

  it('each address by itself', () => {
    arrive('USDT-TRC20', '0.6', 'a')
    confirm('a')
    arrive('USDT-ERC20', '0.6', 'b')
    confirm('b')
    expect([statusOf('a'), statusOf('b')]).toEqual(['waiting', 'waiting'])
  })
})

describe('taken back (J04)', () => {
  it('before it was credited nothing was posted', () => {
    arrive('ARS-BANK', '100', 'a')
    expect(recall('a')).toEqual(['deposit.failed'])
    expect(recall('a')).toEqual([])
  })

  it('out of suspense', () => {
    arrive('USDT-TRC20', '0.4', 'a')
    confirm('a')
    expect(recall('a')).toEqual(['J04 H:SUSPENSE:USDT USDT -400000', 'J04 H:CHAIN:USDT:TRC20 USDT 400000', 'deposit.reversed'])
  })

  it('out of the wallet', () => {
    arrive('USDT-TRC20', '10', 'a')
    confirm('a')
    expect(recall('a')).toEqual([
      'J04 U:US_WALLET:CASH USD -1000',
      'J04 H:FX:USD USD 1000',
      'J04 H:FX:USDT USDT -10000000',
      'J04 H:CHAIN:USDT:TRC20 USDT 10000000',
      'deposit.reversed',
    ])
    expect(state.frozen).toBe(false)
    expect(recall('a')).toEqual([])
  })

  it('what is no longer there is owed, and the account is frozen', () => {
    arrive('ARS-BANK', '100', 'a')
    match('a', 10n)
    post(state, spent(4_000n), NOW, plainHash)
    expect(recall('a')).toEqual([
      'J04 U:BALANCE:CASH ARS -6000',
      'J04 H:BANK:ARS ARS 6000',
      'J04 H:SUSPENSE:ARS ARS -4000',
      'J04 H:BANK:ARS ARS 4000',
      'deposit.reversedShort',
    ])
    expect(depositKind.of(state).get('a')).toMatchObject({ status: 'reversed', shortfall: 4_000n })
    expect(state.frozen).toBe(true)
  })
})

const spent = (amount: bigint): Outcome => ({
  entries: [
    {
      journal: 'J20',
      cause: { kind: 'transfer', id: 'spent', step: 0 },
      lines: [
        { account: 'U:BALANCE:CASH', asset: 'ARS', amount: -amount },
        { account: 'U:AR:CASH', asset: 'ARS', amount },
      ],
      valueDate: TODAY,
    },
  ],
})

describe('turned down by a person', () => {
  it('while it is not credited', () => {
    arrive('ARS-BANK', '100', 'a')
    expect(rejectDeposit(state, 'a', 'RETURNED', NOW)).toMatchObject({ ok: true, value: { entries: [] } })
    match('a', 10n)
    expect(rejectDeposit(state, 'a', 'RETURNED', NOW)).toMatchObject({ refusal: 'deposit.already_decided' })
    expect(rejectDeposit(state, 'nothing', 'RETURNED', NOW)).toMatchObject({ refusal: 'object.not_found' })
  })
})

test('pieces bring what the whole would', () => {
  const channel = channelOf('USDT-TRC20')
  const rate = creditRate(channel, null) ?? 0n
  expect(rate).toBe(SCALE)
  expect(creditOf(channel, 1_009_999n, rate)).toBe(100n)
})

test('what a deposit may become', () => {
  const reachable = (['arrive', 'credit', 'suspend', 'reverse', 'fail'] as const).flatMap((action) =>
    (Object.keys(depositMachine) as DepositStatus[]).flatMap((status) => {
      const after = next(depositMachine, status, action)
      return after === null ? [] : [`${status} ${action} ${after}`]
    }),
  )
  expect(reachable).toEqual([
    'announced arrive arrived',
    'arrived credit credited',
    'waiting credit credited',
    'arrived suspend waiting',
    'waiting reverse reversed',
    'credited reverse reversed',
    'announced fail failed',
    'arrived fail failed',
  ])
})
