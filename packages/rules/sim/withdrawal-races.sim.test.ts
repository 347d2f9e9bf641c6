import { expect, test } from 'vitest'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../src/ledger/account-state.ts'
import type { Result } from '../src/result.ts'
import { cancelWithdrawal, rejectWithdrawal, returnWithdrawal, sendWithdrawal } from '../src/withdrawals/end.ts'
import { reviewWithdrawal } from '../src/withdrawals/review.ts'
import { type WithdrawalRequest, startWithdrawal } from '../src/withdrawals/start.ts'
import { countsAgainstLimits, isHeld } from '../src/withdrawals/withdrawal.ts'
import { quickHash } from './brokerage/quick-hash.ts'
import { rngAt } from './world/rng.ts'
import { withdrawalKind } from '../src/withdrawals/records.ts'
import { changing } from './planted/replaced.ts'

/**
 * Two devices withdraw everything at the same time, while the rules look twice, a person refuses, the customer cancels, the payout runs
 * twice and the bank sends back. In any order, the wallet, the hold and the money outside add up to the same sum.
 */
const INTERLEAVINGS = 500
const NOW = 1_795_186_800_000
const DATE = '2026-11-20'
const EVERYTHING = 50_000n
const ids = ['w-1', 'w-2'] as const

const nothing: Outcome = { entries: [] }
const outcomeOf = (result: Result<Outcome>): Outcome => (result.ok ? result.value : nothing)

function asks(id: string, amount: bigint, fault: Fault): (state: AccountState) => Outcome {
  const request: WithdrawalRequest = {
    ...{ id, number: id, rail: 'TRC20', amount, cardVersion: null, mids: { dollar: null, payout: null }, isPaused: false },
    destination: { cardId: null, label: 'TRC20', sealed: '00', fingerprint: '00' },
    ...{ reviewAt: NOW, askedAt: NOW, valueDate: DATE, isMailboxProven: true },
  }
  return (state) => {
    const started = startWithdrawal(state, request)
    if (!started.ok) return nothing
    // A planted fault of the last test: money that is requested and not held.
    return fault === 'no hold' ? { ...started.value.outcome, entries: [] } : started.value.outcome
  }
}

const about = { isFrozen: false, isIdentityPassed: true, isHolderCertain: true, isCooling: false }
const reviews = (id: string) => (state: AccountState) => reviewWithdrawal(state, { withdrawalId: id, about, isPaused: false, now: NOW })
const ending = (withdrawalId: string) => ({ withdrawalId, valueDate: DATE, now: NOW })
const cancels = (id: string) => (state: AccountState) => outcomeOf(cancelWithdrawal(state, ending(id)))
const refuses = (id: string) => (state: AccountState) => outcomeOf(rejectWithdrawal(state, { ...ending(id), reason: 'NOT_REQUESTED' }))
const sendsBack = (id: string) => (state: AccountState) => returnWithdrawal(state, { ...ending(id), reason: 'ACCOUNT_CLOSED' })

const pays = (id: string, fault: Fault) => (state: AccountState) => {
  const outcome = sendWithdrawal(state, { ...ending(id), reference: id, mid: null })
  return fault === 'paid twice' ? changing(outcome, withdrawalKind, []) : outcome
}

type Fault = 'none' | 'no hold' | 'paid twice'

const actsOf = (fault: Fault) => [
  ...[asks('w-1', EVERYTHING, fault), asks('w-2', EVERYTHING, fault), asks('w-2', EVERYTHING / 2n, fault)],
  ...ids.flatMap((id) => [reviews(id), reviews(id), cancels(id), refuses(id), pays(id, fault), pays(id, fault), sendsBack(id)]),
]

function inOrderOf(seed: number, fault: Fault): readonly ((state: AccountState) => Outcome)[] {
  const rng = rngAt(seed, 0)
  const left = actsOf(fault)
  return [...left].flatMap(() => left.splice(rng.below(left.length), 1))
}

function funded(): AccountState {
  const state = openAccountState('1')
  state.wallets.set('US_WALLET', { ...walletOf(state, 'US_WALLET'), cash: EVERYTHING })
  return state
}

/** True when the account state is sound after every act; an error on the way counts as unsound. */
function isSound(seed: number, fault: Fault, ends?: Map<string, number>): boolean {
  const state = funded()
  let outside = 0n
  for (const act of inOrderOf(seed, fault)) {
    try {
      for (const { lines } of post(state, act(state), NOW, quickHash))
        for (const { account, asset, amount } of lines) if (asset === 'USD' && account.startsWith('H:')) outside += amount
    } catch {
      return false
    }
    const all = [...withdrawalKind.of(state).values()]
    const held = all.filter(isHeld).reduce((sum, { amount }) => sum + amount, 0n)
    const left = all.filter(countsAgainstLimits).reduce((sum, { amount }) => sum + amount, 0n)
    const { cash, hold } = walletOf(state, 'US_WALLET')
    if (hold !== held || cash !== EVERYTHING - left || cash + hold + outside !== EVERYTHING) return false
  }
  for (const { status } of withdrawalKind.of(state).values()) ends?.set(status, (ends.get(status) ?? 0) + 1)
  return true
}

const seeds = Array.from({ length: INTERLEAVINGS }, (_, seed) => seed)

test(`two devices, the rules, a person and the payout, in ${INTERLEAVINGS} orders`, () => {
  const ends = new Map<string, number>()
  expect(seeds.filter((seed) => !isSound(seed, 'none', ends))).toEqual([])
  expect([...ends.keys()].toSorted()).toEqual(['cancelled', 'pending', 'rejected', 'returned', 'sending', 'sent'])
})

test.each(['no hold', 'paid twice'] as const)('a planted bug is found: %s', (fault) =>
  expect(seeds.filter((seed) => !isSound(seed, fault)).length).toBeGreaterThan(0),
)
