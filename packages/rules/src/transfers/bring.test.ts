import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountState, post, walletOf } from '../ledger/account-state.ts'
import { acceptOrder } from '../orders/accept.ts'
import { NOW, TODAY, accountStateWith, orderRequest, plainHash, usTerms } from '../testing/us.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Bringing, bringFirst, withHeadroom } from './bring.ts'
import { elsewhere, exchangersTo, giversTo, sourcesOf } from './sources.ts'
import { transferKind } from './records.ts'

/** 1,000.00 USD in STOCK and as much in US_WALLET (`docs/rules/transfers.md` P.18). */
let state: AccountState
beforeEach(() => {
  state = accountStateWith(100_000n)
})

const from = (wallet: WalletType, cents: bigint) => ({ from: wallet, most: cents, id: `transfer of ${wallet}`, number: `T of ${wallet}` })
const bringing = (...sources: Bringing['sources']): Bringing => ({ to: 'STOCK', sources, valueDate: TODAY })
const order = (quantity: bigint) => orderRequest({ quantity: quantity * 100_000_000n })
const place = (quantity: bigint, given: Bringing) => bringFirst(state, given, (at) => acceptOrder(at, order(quantity), usTerms(), NOW), NOW)

const linesOf = (quantity: bigint, given: Bringing): string[] | string => {
  const placed = place(quantity, given)
  if (!placed.ok) return placed.refusal
  const { outcome } = placed.value
  post(state, outcome, NOW, plainHash)
  return outcome.entries.map(({ journal, lines }) => `${journal} ${lines.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`)
}

describe('an order that lacks money', () => {
  it('takes exactly what is missing, and both are one decision: 8 at 182.37 hold 1,459.46, of which 459.46 come', () => {
    expect(linesOf(8n, bringing(from('US_WALLET', 60_000n)))).toEqual([
      'J20 U:US_WALLET:CASH -45946, U:STOCK:CASH 45946',
      'J30 U:STOCK:CASH -145946, U:STOCK:HOLD 145946',
    ])
    expect(walletOf(state, 'STOCK')).toMatchObject({ cash: 0n, hold: 145_946n })
    expect([...transferKind.of(state).values()]).toMatchObject([{ from: 'US_WALLET', to: 'STOCK', amount: 45_946n, status: 'done' }])
  })

  it('takes nothing where nothing is missing', () => {
    expect(linesOf(5n, bringing(from('US_WALLET', 60_000n)))).toEqual(['J30 U:STOCK:CASH -91235, U:STOCK:HOLD 91235'])
  })

  it('asks one wallet after the other, each for no more than it may give', () => {
    state.wallets.set('SUBSCRIPTION', { ...walletOf(state, 'SUBSCRIPTION'), cash: 20_000n })
    const journals = linesOf(8n, bringing(from('US_WALLET', 30_000n), from('SUBSCRIPTION', 20_000n)))
    expect(journals).toEqual([
      'J20 U:US_WALLET:CASH -30000, U:STOCK:CASH 30000',
      'J20 U:SUBSCRIPTION:CASH -15946, U:STOCK:CASH 15946',
      'J30 U:STOCK:CASH -145946, U:STOCK:HOLD 145946',
    ])
  })

  it('is refused whole where that is not enough, and moves nothing', () => {
    expect(linesOf(8n, bringing(from('US_WALLET', 45_945n)))).toBe('wallet.insufficient')
    expect(walletOf(state, 'US_WALLET').cash).toBe(100_000n)
  })

  it('takes from a wallet that has less by now what it has', () => {
    state.wallets.set('US_WALLET', { ...walletOf(state, 'US_WALLET'), cash: 45_946n })
    expect(linesOf(8n, bringing(from('US_WALLET', 60_000n)))).toHaveLength(2)
  })

  it('leaves what has not settled where it is', () => {
    state.wallets.set('US_WALLET', { ...walletOf(state, 'US_WALLET'), unsettled: 60_000n })
    expect(elsewhere(state.wallets, 'STOCK')).toBe(40_000n)
    expect(linesOf(8n, bringing(from('US_WALLET', 60_000n)))).toBe('wallet.insufficient')
  })

  it('of a frozen account is refused in the words of an order, and moves nothing', () => {
    state = { ...state, frozen: true }
    expect(linesOf(8n, bringing(from('US_WALLET', 60_000n)))).toBe('account.frozen')
  })

  it('takes from no wallet of another currency or of margin, from none twice, and not from its own', () => {
    for (const wrong of [[from('BALANCE', 1n)], [from('FUTURE', 1n)], [from('STOCK', 1n)], [from('US_WALLET', 1n), from('US_WALLET', 1n)]])
      expect(linesOf(8n, bringing(...wrong))).toBe('parameter.invalid')
  })
})

describe('who may give', () => {
  it('are the wallets of the same currency without margin, in their order', () => {
    expect(giversTo('STOCK')).toEqual(['US_WALLET', 'SUBSCRIPTION', 'FOLLOW'])
    expect(giversTo('FUTURE')).toEqual(['US_WALLET', 'STOCK', 'SUBSCRIPTION', 'FOLLOW'])
    expect(giversTo('AR')).toEqual(['BALANCE'])
    expect(giversTo('TW')).toEqual([])
  })

  it('and to exchange are those of other currencies without margin', () => {
    expect(exchangersTo('AR')).toEqual(['US_WALLET', 'STOCK', 'SUBSCRIPTION', 'FOLLOW', 'TW'])
    expect(exchangersTo('US_WALLET')).toEqual(['BALANCE', 'TW', 'AR'])
  })

  it('are proposed for an amount as far as each has some, and none where all together have less', () => {
    state.wallets.set('FOLLOW', { ...walletOf(state, 'FOLLOW'), cash: 5_000n })
    expect(sourcesOf(state.wallets, 'STOCK', 102_000n)).toEqual([
      { from: 'US_WALLET', most: 100_000n },
      { from: 'FOLLOW', most: 2_000n },
    ])
    expect(sourcesOf(state.wallets, 'STOCK', 105_001n)).toBeNull()
  })

  it('of 70,441.13 held at market 20.01 are missing: 725 may come, because the market moves on meanwhile', () => {
    expect(withHeadroom({ missing: 2_001n, hold: 7_044_113n, currency: 'USD' })).toBe(72_500n)
    expect(withHeadroom({ missing: 10_000n, hold: 0n, currency: 'USD' })).toBe(10_000n)
  })
})
