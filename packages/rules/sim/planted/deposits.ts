import type { Deposit } from '../../src/deposits/deposit.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { depositKind } from '../../src/deposits/records.ts'
import { holding } from './replaced.ts'

/** Bugs of deposits. */
export const plantedInDeposits: Planted = {
  'a deposit is credited for what was announced': {
    ...realRules,
    creditDeposit: (state, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(state, (deposit) =>
          deposit.arrival === null || deposit.announced === null
            ? deposit
            : { ...deposit, arrival: { ...deposit.arrival, amount: deposit.announced } },
        ),
        crediting,
        now,
      ),
  },
  'a deposit is credited twice': {
    ...realRules,
    creditDeposit: (state, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(state, (deposit) => (deposit.status === 'credited' ? { ...deposit, status: 'arrived' } : deposit)),
        crediting,
        now,
      ),
  },
  'two confirmations are enough': {
    ...realRules,
    creditDeposit: (state, { evidence, ...crediting }, now) =>
      realRules.creditDeposit(
        state,
        { ...crediting, evidence: evidence.by === 'chain' ? { ...evidence, confirmations: evidence.confirmations + 1 } : evidence },
        now,
      ),
  },
  'a bank line is matched by rule whatever its size': {
    ...realRules,
    creditDeposit: (state, { evidence, ...crediting }, now) =>
      realRules.creditDeposit(state, { ...crediting, evidence: evidence.by === 'rule' ? { by: 'rule', dollars: 1n } : evidence }, now),
  },
  'a bank line is matched before its time': {
    ...realRules,
    creditDeposit: (state, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(state, (deposit) => (deposit.reviewAt === null ? deposit : { ...deposit, reviewAt: 0 })),
        crediting,
        now,
      ),
  },
  'what waits in suspense is forgotten when there is enough': {
    ...realRules,
    creditDeposit: (state, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(state, (deposit) => (deposit.status === 'waiting' ? { ...deposit, status: 'failed' } : deposit)),
        crediting,
        now,
      ),
  },
  'a coin is credited at the mid': {
    ...realRules,
    creditDeposit: (state, crediting, now) =>
      realRules.creditDeposit(state, { ...crediting, mid: crediting.mid === null ? null : (crediting.mid * 1_000n) / 995n }, now),
  },
  'a line that is read twice becomes two deposits': {
    ...realRules,
    registerArrival: (state, arriving, now) =>
      realRules.registerArrival(
        withDeposits(state, (deposit) => (deposit.status === 'arrived' ? { ...deposit, arrival: null, status: 'announced' } : deposit)),
        arriving,
        now,
      ),
  },
  'a deposit is taken back twice': {
    ...realRules,
    reverseDeposit: (state, reversing, now) =>
      realRules.reverseDeposit(
        withDeposits(state, (deposit) => (deposit.status === 'reversed' ? { ...deposit, status: 'credited' } : deposit)),
        reversing,
        now,
      ),
  },
  'whoever owes a deposit goes on': {
    ...realRules,
    reverseDeposit: (state, reversing, now) => {
      const { freezes: _, ...outcome } = realRules.reverseDeposit(state, reversing, now)
      return outcome
    },
  },
  'a frozen account announces deposits': {
    ...realRules,
    announceDeposit: (state, request, now) => realRules.announceDeposit({ ...state, frozen: false }, request, now),
  },
}

const withDeposits = (state: AccountState, change: (deposit: Deposit) => Deposit): AccountState =>
  holding(state, depositKind, new Map([...depositKind.of(state)].map(([id, deposit]) => [id, change(deposit)])))
