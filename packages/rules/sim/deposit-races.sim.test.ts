import { expect, test } from 'vitest'
import { registerArrival } from '../src/deposits/arrive.ts'
import { creditDeposit } from '../src/deposits/credit.ts'
import { reverseDeposit } from '../src/deposits/end.ts'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../src/ledger/account-state.ts'
import { quickHash } from './brokerage/quick-hash.ts'
import { rngAt } from './world/rng.ts'
import { depositKind } from '../src/deposits/records.ts'

/**
 * One deposit under concurrent work: its line is read twice, three jobs confirm it, one too early, and the network takes it back. In any
 * order it is credited at most once, and the final balance follows from its state.
 */
const INTERLEAVINGS = 500
const NOW = 1_795_186_800_000
const DATE = '2026-11-20'
const AMOUNT = 25_000_000n
const CENTS = 2_500n

const arrival = { id: 'line', amount: AMOUNT, reference: 'hash', block: 1, at: NOW }
const arrives = (state: AccountState): Outcome =>
  registerArrival(state, { channel: 'USDT-TRC20', arrival, number: 'D1', reviewAt: NOW }, NOW)
const confirms = (confirmations: number) => (state: AccountState) =>
  creditDeposit(state, { depositId: 'line', evidence: { by: 'chain', confirmations }, mid: null, valueDate: DATE }, NOW)
const takesBack = (state: AccountState): Outcome =>
  reverseDeposit(state, { depositId: 'line', reason: 'REORGANISED', valueDate: DATE }, NOW)

const acts = [arrives, arrives, confirms(2), confirms(3), confirms(3), confirms(3), takesBack, takesBack]

function inOrderOf(seed: number): readonly ((state: AccountState) => Outcome)[] {
  const rng = rngAt(seed, 0)
  const left = [...acts]
  return acts.flatMap(() => left.splice(rng.below(left.length), 1))
}

test(`a deposit confirmed twice and taken back, in ${INTERLEAVINGS} orders`, () => {
  const ends = new Map<string, number>()
  for (let seed = 0; seed < INTERLEAVINGS; seed += 1) {
    const state = openAccountState('1')
    const journals = inOrderOf(seed).flatMap((act) => post(state, act(state), NOW, quickHash).map(({ journal }) => journal))
    const status = depositKind.of(state).get('line')?.status ?? 'nothing'
    expect(walletOf(state, 'US_WALLET').cash, `seed ${seed}`).toBe(status === 'credited' ? CENTS : 0n)
    const booked = { credited: ['J02'], reversed: ['J02', 'J04'] } as const
    expect(journals, `seed ${seed}`).toEqual(status in booked ? booked[status as keyof typeof booked] : [])
    expect(state.frozen).toBe(false)
    ends.set(status, (ends.get(status) ?? 0) + 1)
  }
  expect([...ends.keys()].toSorted()).toEqual(['arrived', 'credited', 'failed', 'reversed'])
})
