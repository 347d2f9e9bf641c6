import { beforeEach, describe, expect, it, test } from 'vitest'
import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { next } from '../machine.ts'
import type { Result } from '../result.ts'
import { NOW, TODAY, accountStateWith, plainHash } from '../testing/us.ts'
import { DAY_MS, SECOND_MS } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { cancelTransfer, settleTransfer } from './end.ts'
import { priceExchange } from './exchange.ts'
import { type TransferRequest, startTransfer } from './start.ts'
import { type ExchangeQuote, transferMachine } from './transfer.ts'
import { transferKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** 1,000.00 USD in STOCK and as much in US_WALLET. */
let state: AccountState
beforeEach(() => {
  state = accountStateWith(100_000n)
})

const SETTLES = NOW + 60 * SECOND_MS
const priced = priceExchange({ amount: 25_000n, from: 'USD', to: 'ARS', mid: scaled('1486.50') })
const quote: ExchangeQuote = {
  ...priced,
  id: 'quote-1',
  accountId: '10002931',
  from: 'US_WALLET',
  to: 'BALANCE',
  amount: 25_000n,
  mid: scaled('1486.50'),
  midAt: NOW,
  expiresAt: NOW + 30 * SECOND_MS,
}
const within = (change: Partial<TransferRequest> = {}): TransferRequest => ({
  id: 'transfer-1',
  number: 'T20261120-0000000001',
  from: 'STOCK',
  to: 'FUTURE',
  amount: 40_000n,
  quoteId: null,
  quote: null,
  valueDate: TODAY,
  ...change,
})
const abroad = (change: Partial<TransferRequest> = {}): TransferRequest =>
  within({ from: 'US_WALLET', to: 'BALANCE', amount: 25_000n, quoteId: quote.id, quote, ...change })

const start = (request: TransferRequest, now = NOW) => {
  const started = startTransfer(state, request, now)
  return started.ok ? posted({ ok: true, value: started.value.outcome }, now) : started.refusal
}
const MID = scaled('1486.50')
const cancel = (now: number, mid: bigint | null = MID, leastReturned: bigint | null = null) =>
  posted(cancelTransfer(state, { transferId: quote.id, valueDate: TODAY, mid, leastReturned }, now), now)
const settle = (now: number, heardAt: number | null = now) =>
  posted(settleTransfer(state, { transferId: quote.id, valueDate: TODAY, heardAt }, now), now)

/** The lines as the rule book writes them, or the refusal. */
function posted(decided: Result<Outcome>, now: number): string[] | string {
  if (!decided.ok) return decided.refusal
  return post(state, decided.value, now, plainHash).flatMap(({ journal, lines }) =>
    lines.map(({ account, asset, amount }) => `${journal} ${account} ${asset} ${amount}`),
  )
}
const wallet = (type: WalletType) => {
  const { cash, hold } = walletOf(state, type)
  return { cash, hold }
}

describe('within a currency', () => {
  it('J20: the money has arrived at once', () => {
    expect(start(within())).toEqual(['J20 U:STOCK:CASH USD -40000', 'J20 U:FUTURE:CASH USD 40000'])
    expect(transferKind.of(state).get('transfer-1')).toMatchObject({ status: 'done', received: 40_000n, exchange: null })
    expect([wallet('STOCK'), wallet('FUTURE')]).toEqual([
      { cash: 60_000n, hold: 0n },
      { cash: 40_000n, hold: 0n },
    ])
  })

  it('all that is there may go, and not a cent more', () => {
    expect(start(within({ amount: 100_001n }))).toBe('wallet.insufficient')
    expect(start(within({ amount: 100_000n }))).toHaveLength(2)
  })

  it('needs two wallets, and an account that is not frozen', () => {
    expect(start(within({ to: 'STOCK' }))).toBe('wallet.same')
    state.frozen = true
    expect(start(within())).toBe('account.frozen')
  })

  it('proceeds that have not settled stay', () => {
    post(state, { entries: [], unsettled: [{ wallet: 'STOCK', change: 70_000n }] }, NOW, plainHash)
    expect(start(within({ amount: 30_001n }))).toBe('funds.unsettled')
    expect(start(within({ amount: 30_000n }))).toHaveLength(2)
  })
})

describe('into another currency', () => {
  it('J22 holds it, J21 exchanges it at the quoted rate when it settles', () => {
    expect(start(abroad())).toEqual(['J22 U:US_WALLET:CASH USD -25000', 'J22 U:US_WALLET:HOLD USD 25000'])
    expect(wallet('US_WALLET')).toEqual({ cash: 75_000n, hold: 25_000n })
    expect(transferKind.of(state).get(quote.id)).toMatchObject({ status: 'pending', exchange: { settlesAt: SETTLES } })
    expect(settle(SETTLES)).toEqual([
      'J21 U:US_WALLET:HOLD USD -25000',
      'J21 H:FX:USD USD 25000',
      'J21 H:FX:ARS ARS -36976687',
      'J21 U:BALANCE:CASH ARS 36976687',
    ])
    expect([wallet('US_WALLET'), wallet('BALANCE')]).toEqual([
      { cash: 75_000n, hold: 0n },
      { cash: 36_976_687n, hold: 0n },
    ])
  })

  it('J23 and J24: called back until a moment before it settles, converted back at that moment (P.3)', () => {
    start(abroad())
    expect(cancel(SETTLES - 1)).toEqual([
      'J23 U:US_WALLET:HOLD USD -24751',
      'J23 U:US_WALLET:CASH USD 24751',
      'J24 U:US_WALLET:HOLD USD -249',
      'J24 H:FX:USD USD 249',
    ])
    expect(transferKind.of(state).get(quote.id)).toMatchObject({
      status: 'cancelled',
      returned: { amount: 24_751n, rate: scaled('1493.9325') },
    })
    expect(wallet('US_WALLET')).toEqual({ cash: 99_751n, hold: 0n })
  })

  it.each([
    ['against its customer: what it is worth now', '1600', 22_995n],
    ['for its customer: no more than was sent, and no J24', '1400', 25_000n],
    ['just so that everything comes back', '1471.70', 25_000n],
    ['by a hair', '1471.71', 24_999n],
  ])('called back when the rate went %s', (_, mid, returned) => {
    start(abroad())
    const lines = cancel(NOW, scaled(mid))
    expect(wallet('US_WALLET')).toEqual({ cash: 75_000n + returned, hold: 0n })
    expect(lines).toHaveLength(returned === 25_000n ? 2 : 4)
  })

  it('without any rate the quoted one converts it back; what is worth less than a cent leaves J24 alone', () => {
    start(abroad())
    cancel(NOW, null)
    expect(wallet('US_WALLET')).toEqual({ cash: 99_751n, hold: 0n })
    const tiny = { ...quote, ...priceExchange({ amount: 1n, from: 'USD', to: 'ARS', mid: MID }), id: 'quote-2', amount: 1n }
    start(abroad({ amount: 1n, quoteId: tiny.id, quote: tiny }))
    const cancelled = cancelTransfer(state, { transferId: tiny.id, valueDate: TODAY, mid: MID, leastReturned: null }, NOW)
    expect(posted(cancelled, NOW)).toEqual(['J24 U:US_WALLET:HOLD USD -1', 'J24 H:FX:USD USD 1'])
  })

  it('never gives less than its customer agreed to', () => {
    start(abroad())
    expect(cancel(NOW, MID, 24_752n)).toBe('exchange.quote_expired')
    expect(wallet('US_WALLET')).toEqual({ cash: 75_000n, hold: 25_000n })
    expect(cancel(NOW, MID, 24_751n)).toHaveLength(4)
  })

  it('whoever comes second, cancel or settlement, changes nothing', () => {
    start(abroad())
    expect(cancel(SETTLES)).toBe('transfer.not_cancellable')
    expect(settle(SETTLES - 1)).toEqual([])
    expect(settle(SETTLES)).toHaveLength(4)
    expect(settle(SETTLES)).toEqual([])
    expect(cancel(SETTLES)).toBe('transfer.not_cancellable')
  })

  it('a settlement after a cancel finds nothing to do', () => {
    start(abroad())
    cancel(NOW)
    expect(settle(SETTLES)).toEqual([])
  })

  it('J23 and failed: no rate was heard of for more than a day', () => {
    start(abroad())
    expect(settle(SETTLES + DAY_MS, SETTLES - 1)).toEqual(['J23 U:US_WALLET:HOLD USD -25000', 'J23 U:US_WALLET:CASH USD 25000'])
    expect(transferKind.of(state).get(quote.id)).toMatchObject({ status: 'failed', returned: { amount: 25_000n, rate: null } })
  })

  it('tells what the market decided, and nothing of what its customer called back', () => {
    const told = (heardAt: number, now: number) => {
      const settled = settleTransfer(state, { transferId: quote.id, valueDate: TODAY, heardAt }, now)
      return settled.ok ? messageKind.in(settled.value) : []
    }
    start(abroad())
    const facts = { amount: '250.00 USD', from: 'US_WALLET', to: 'BALANCE' }
    const link = `transfer:${quote.id}`
    expect(told(SETTLES, SETTLES)).toEqual([{ template: 'transfer.done', facts: { ...facts, received: '369766.87 ARS' }, link }])
    expect(told(SETTLES - 1, SETTLES + DAY_MS)).toEqual([{ template: 'transfer.failed', facts, link }])
    cancel(NOW)
    expect(told(SETTLES, SETTLES)).toEqual([])
  })

  it('a rate heard of exactly a day ago still settles; with none since, the quote’s own moment counts', () => {
    start(abroad())
    expect(settle(NOW + DAY_MS, null)).toHaveLength(4)
  })
})

describe('a quote', () => {
  test.each<[string, Partial<TransferRequest>, string]>([
    ['has to be named', { quoteId: null, quote: null }, 'parameter.missing'],
    ['has to be known', { quoteId: 'another', quote: null }, 'exchange.quote_expired'],
    ['is the customer’s own', { quote: { ...quote, accountId: '10002932' } }, 'exchange.quote_expired'],
    ['is for its amount', { amount: 24_999n }, 'exchange.quote_expired'],
    ['is from its wallet', { from: 'STOCK' }, 'exchange.quote_expired'],
    ['is into its wallet', { to: 'AR' }, 'exchange.quote_expired'],
  ])('%s', (_, change, refusal) => expect(start(abroad(change))).toBe(refusal))

  it('holds for thirty seconds', () => {
    expect(start(abroad(), quote.expiresAt)).toBe('exchange.quote_expired')
    expect(start(abroad(), quote.expiresAt - 1)).toHaveLength(2)
  })

  it('is used once, whatever came of it', () => {
    start(abroad())
    expect(start(abroad())).toBe('exchange.quote_expired')
    cancel(NOW)
    expect(start(abroad())).toBe('exchange.quote_expired')
  })
})

test('what a transfer may become', () => {
  const reachable = (['settle', 'cancel', 'fail'] as const).map((action) => next(transferMachine, 'pending', action))
  expect(reachable).toEqual(['done', 'cancelled', 'failed'])
  for (const status of ['done', 'failed', 'cancelled'] as const) expect(next(transferMachine, status, 'cancel')).toBeNull()
})
