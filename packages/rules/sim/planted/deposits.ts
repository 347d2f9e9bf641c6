import type { Deposit } from '../../src/deposits/deposit.ts'
import type { Books } from '../../src/ledger/books.ts'
import { realRules } from '../house/rules.ts'
import type { Planted } from './changes.ts'
import { depositKind } from '../../src/deposits/records.ts'
import { holding } from './replaced.ts'

/** Bugs that a house which takes deposits can have. */
export const plantedInDeposits: Planted = {
  'a deposit is credited for what was announced': {
    ...realRules,
    creditDeposit: (books, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(books, (deposit) =>
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
    creditDeposit: (books, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(books, (deposit) => (deposit.status === 'credited' ? { ...deposit, status: 'arrived' } : deposit)),
        crediting,
        now,
      ),
  },
  'two confirmations are enough': {
    ...realRules,
    creditDeposit: (books, { evidence, ...crediting }, now) =>
      realRules.creditDeposit(
        books,
        { ...crediting, evidence: evidence.by === 'chain' ? { ...evidence, confirmations: evidence.confirmations + 1 } : evidence },
        now,
      ),
  },
  'a bank line is matched by rule whatever its size': {
    ...realRules,
    creditDeposit: (books, { evidence, ...crediting }, now) =>
      realRules.creditDeposit(books, { ...crediting, evidence: evidence.by === 'rule' ? { by: 'rule', dollars: 1n } : evidence }, now),
  },
  'a bank line is matched before its time': {
    ...realRules,
    creditDeposit: (books, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(books, (deposit) => (deposit.reviewAt === null ? deposit : { ...deposit, reviewAt: 0 })),
        crediting,
        now,
      ),
  },
  'what waits in suspense is forgotten when there is enough': {
    ...realRules,
    creditDeposit: (books, crediting, now) =>
      realRules.creditDeposit(
        withDeposits(books, (deposit) => (deposit.status === 'waiting' ? { ...deposit, status: 'failed' } : deposit)),
        crediting,
        now,
      ),
  },
  'a coin is credited at the mid': {
    ...realRules,
    creditDeposit: (books, crediting, now) =>
      realRules.creditDeposit(books, { ...crediting, mid: crediting.mid === null ? null : (crediting.mid * 1_000n) / 995n }, now),
  },
  'a line that is read twice becomes two deposits': {
    ...realRules,
    registerArrival: (books, arriving, now) =>
      realRules.registerArrival(
        withDeposits(books, (deposit) => (deposit.status === 'arrived' ? { ...deposit, arrival: null, status: 'announced' } : deposit)),
        arriving,
        now,
      ),
  },
  'a deposit is taken back twice': {
    ...realRules,
    reverseDeposit: (books, reversing, now) =>
      realRules.reverseDeposit(
        withDeposits(books, (deposit) => (deposit.status === 'reversed' ? { ...deposit, status: 'credited' } : deposit)),
        reversing,
        now,
      ),
  },
  'whoever owes a deposit goes on': {
    ...realRules,
    reverseDeposit: (books, reversing, now) => {
      const { freezes: _, ...outcome } = realRules.reverseDeposit(books, reversing, now)
      return outcome
    },
  },
  'a frozen account announces deposits': {
    ...realRules,
    announceDeposit: (books, ask, now) => realRules.announceDeposit({ ...books, frozen: false }, ask, now),
  },
}

const withDeposits = (books: Books, change: (deposit: Deposit) => Deposit): Books =>
  holding(books, depositKind, new Map([...depositKind.of(books)].map(([id, deposit]) => [id, change(deposit)])))
