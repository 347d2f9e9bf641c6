import type { Card } from '../../src/cards/card.ts'
import type { Books } from '../../src/ledger/books.ts'
import { ok } from '../../src/result.ts'
import { DAY_MS } from '../../src/time.ts'
import type { WithdrawalAsk } from '../../src/withdrawals/start.ts'
import { isFinal } from '../../src/machine.ts'
import { type Withdrawal, withdrawalMachine } from '../../src/withdrawals/withdrawal.ts'
import { type HouseRules, realRules } from '../house/rules.ts'
import type { Planted } from './changes.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'
import { cardKind } from '../../src/cards/records.ts'
import { orderKind } from '../../src/orders/records.ts'
import { holding } from './replaced.ts'
import { positionKind } from '../../src/positions/records.ts'

/** Bugs that a house which lets money out can have. */
export const plantedInWithdrawals: Planted = {
  'what leaves is not held': starting((books, ask) => {
    const started = realRules.startWithdrawal(books, ask)
    return started.ok ? ok({ ...started.value, outcome: { ...started.value.outcome, entries: [] } }) : started
  }),
  'a withdrawal is paid twice': {
    ...realRules,
    sendWithdrawal: (books, sending) => realRules.sendWithdrawal(withStatus(books, 'sent', 'sending'), sending),
  },
  'what was cancelled is paid': {
    ...realRules,
    sendWithdrawal: (books, sending) => realRules.sendWithdrawal(withStatus(books, 'cancelled', 'sending'), sending),
  },
  'what is on its way is taken back': {
    ...realRules,
    cancelWithdrawal: (books, ending) => realRules.cancelWithdrawal(withStatus(books, 'sending', 'pending'), ending),
  },
  'what was approved leaves a frozen account': {
    ...realRules,
    sendWithdrawal: (books, sending) => realRules.sendWithdrawal({ ...books, frozen: false }, sending),
  },
  'the fee of what comes back is kept': {
    ...realRules,
    returnWithdrawal: (books, returning) => {
      const { entries, ...outcome } = realRules.returnWithdrawal(books, returning)
      return { ...outcome, entries: entries.filter(({ journal }, place) => journal !== 'J99' || entries[place + 1]?.journal !== 'J13') }
    },
  },
  'each withdrawal asks for a code by itself': starting((books, ask) => {
    const alone = realRules.startWithdrawal(holding(books, withdrawalKind, new Map()), ask)
    const isProven = alone.ok || alone.refusal !== 'parameter.missing'
    return realRules.startWithdrawal(books, { ...ask, isMailboxProven: ask.isMailboxProven || isProven })
  }),
  'the limits begin anew at midnight': starting((books, ask) => {
    const midnight = ask.askedAt - (ask.askedAt % DAY_MS)
    return realRules.startWithdrawal(
      holding(
        books,
        withdrawalKind,
        only(books, ({ startedAt }) => startedAt >= midnight),
      ),
      ask,
    )
  }),
  'what never left counts against the limits': starting((books, ask) =>
    realRules.startWithdrawal(
      holding(
        books,
        withdrawalKind,
        changed(books, (each) => (isFinal(withdrawalMachine, each.status) ? { ...each, status: 'sent' } : each)),
      ),
      ask,
    ),
  ),
  'Bitcoin is paid out at the mid': starting((books, ask) =>
    realRules.startWithdrawal(books, {
      ...ask,
      mids: { ...ask.mids, payout: ask.mids.payout === null ? null : (ask.mids.payout * 200n) / 201n },
    }),
  ),
  'Bitcoin leaves at the price of its request': {
    ...realRules,
    sendWithdrawal: (books, sending) =>
      realRules.sendWithdrawal(books, {
        ...sending,
        mid: sending.mid === null ? null : (withdrawalKind.of(books).get(sending.withdrawalId)?.mid ?? null),
      }),
  },
  'what was cancelled does not count among those of the day': {
    ...realRules,
    reviewWithdrawal: (books, review) =>
      realRules.reviewWithdrawal(
        holding(
          books,
          withdrawalKind,
          only(books, ({ status }) => status !== 'cancelled'),
        ),
        review,
      ),
  },
  'rules alone let go what takes two persons': reviewing((withdrawal) => ({ ...withdrawal, value: 1n })),
  'rules let go however many there are in a day': {
    ...realRules,
    reviewWithdrawal: (books, review) =>
      realRules.reviewWithdrawal(
        holding(
          books,
          withdrawalKind,
          only(books, ({ id }) => id === review.withdrawalId),
        ),
        review,
      ),
  },
  'rules look before their time': reviewing((withdrawal) => ({ ...withdrawal, reviewAt: 0 })),
  'one person is enough for any amount': { ...realRules, approvalsNeeded: () => 1 },
  'one person is both': {
    ...realRules,
    askForTwo: (asks, id, ask) => (realRules.askForTwo(asks, id, ask) === 'waiting' ? 'waiting' : 'approved'),
  },
  'an approval waits for ever for its second': {
    ...realRules,
    askForTwo: (asks, id, ask) => realRules.askForTwo(asks, id, { ...ask, at: asks.get(id)?.at ?? ask.at }),
  },
}

/** Bugs in what stands before that: who somebody is, what protects an account, and where its money may go. */
export const plantedInProtection: Planted = {
  'money leaves for somebody nobody knows': {
    ...realRules,
    gateOut: (account, now) => realRules.gateOut({ ...account, standing: { ...account.standing, identity: 'passed' } }, now),
  },
  'a lost identity does not leave it to people': {
    ...realRules,
    circumstancesOf: (...given) => ({ ...realRules.circumstancesOf(...given), isIdentityPassed: true }),
  },
  'a frozen account is reviewed like all others': {
    ...realRules,
    circumstancesOf: (...given) => ({ ...realRules.circumstancesOf(...given), isFrozen: false }),
  },
  'money goes on leaving after a new transaction password': { ...realRules, coolingAfter: (before) => before },
  'a cooling-off ends an earlier one': { ...realRules, coolingAfter: (_, now) => now + DAY_MS },
  'what is being cooled off is reviewed like all others': {
    ...realRules,
    circumstancesOf: (...given) => ({ ...realRules.circumstancesOf(...given), isCooling: false }),
  },
  'money leaves to a place in its first day': withCards((card) => ({ ...card, coolingUntil: 0 })),
  'money leaves to a place that was removed': withCards((card) => (card.status === 'removed' ? { ...card, status: 'active' } : card)),
  'money leaves to a place that is being checked': withCards((card) => (card.status === 'checking' ? { ...card, status: 'active' } : card)),
  'money leaves to an older version of a place': starting((books, ask) =>
    realRules.startWithdrawal(books, { ...ask, cardVersion: cardKind.of(books).get(ask.destination.cardId ?? '')?.version ?? null }),
  ),
  'a new account is paid at once': { ...realRules, earliestTo: () => null },
  'a changed place keeps its first day': {
    ...realRules,
    updateCard: (card, asking) => {
      const updated = realRules.updateCard(card, asking)
      return updated.ok ? ok({ ...updated.value, coolingUntil: card.coolingUntil }) : updated
    },
  },
  'a place is removed while money goes there': { ...realRules, removeCard: (card) => realRules.removeCard(card, false) },
  'the same place is kept twice': { ...realRules, addCard: (card, asking) => realRules.addCard(card, { ...asking, isDuplicate: false }) },
  'a certificate needs no identity': {
    ...realRules,
    certify: (card, certificate, now) => realRules.certify(card, { ...certificate, isIdentityPassed: true }, now),
  },
  'a name that only resembles is taken': {
    ...realRules,
    certify: (card, { isIdentityPassed }, now) => realRules.certify(card, { isIdentityPassed, nameMatch: 'same' }, now),
  },
  'papers of somebody else are taken': {
    ...realRules,
    checkSubmission: (submission, circumstances) => realRules.checkSubmission(submission, { ...circumstances, isUsedElsewhere: false }),
  },
  'somebody who is known hands in papers again': {
    ...realRules,
    checkSubmission: (submission, { status, ...circumstances }) =>
      realRules.checkSubmission(submission, { ...circumstances, status: status === 'passed' ? 'none' : status }),
  },
  'the picture of somebody else passes': {
    ...realRules,
    reviewIdentity: (evidence) => realRules.reviewIdentity({ ...evidence, nearestElsewhere: null }),
  },
  'an account is closed that has orders at work': {
    ...realRules,
    hasUnderWay: (books) => realRules.hasUnderWay(holding({ ...books, wallets: new Map() }, orderKind, new Map())),
  },
  'an account is closed that owns shares': {
    ...realRules,
    hasUnderWay: (books) => realRules.hasUnderWay(holding(books, positionKind, new Map())),
  },
}

function starting(startWithdrawal: (books: Books, ask: WithdrawalAsk) => ReturnType<HouseRules['startWithdrawal']>): HouseRules {
  return { ...realRules, startWithdrawal }
}

function withCards(change: (card: Card) => Card): HouseRules {
  return starting((books, ask) =>
    realRules.startWithdrawal(holding(books, cardKind, new Map([...cardKind.of(books)].map(([id, card]) => [id, change(card)]))), ask),
  )
}

function reviewing(change: (withdrawal: Withdrawal) => Withdrawal): HouseRules {
  return {
    ...realRules,
    reviewWithdrawal: (books, review) => realRules.reviewWithdrawal(holding(books, withdrawalKind, changed(books, change)), review),
  }
}

const withStatus = (books: Books, from: Withdrawal['status'], to: Withdrawal['status']): Books =>
  holding(
    books,
    withdrawalKind,
    changed(books, (withdrawal) => (withdrawal.status === from ? { ...withdrawal, status: to } : withdrawal)),
  )

const changed = (books: Books, change: (withdrawal: Withdrawal) => Withdrawal): ReadonlyMap<string, Withdrawal> =>
  new Map([...withdrawalKind.of(books)].map(([id, withdrawal]) => [id, change(withdrawal)]))

const only = (books: Books, isKept: (withdrawal: Withdrawal) => boolean): ReadonlyMap<string, Withdrawal> =>
  new Map([...withdrawalKind.of(books)].filter(([, withdrawal]) => isKept(withdrawal)))
