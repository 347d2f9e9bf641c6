import type { Card } from '../../src/cards/card.ts'
import type { AccountState } from '../../src/ledger/account-state.ts'
import { ok } from '../../src/result.ts'
import { DAY_MS } from '../../src/time.ts'
import type { WithdrawalRequest } from '../../src/withdrawals/start.ts'
import { isFinal } from '../../src/machine.ts'
import { type Withdrawal, withdrawalMachine } from '../../src/withdrawals/withdrawal.ts'
import { type BrokerageRules, realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'
import { cardKind } from '../../src/cards/records.ts'
import { orderKind } from '../../src/orders/records.ts'
import { holding } from './replaced.ts'
import { positionKind } from '../../src/positions/records.ts'

/** Bugs of withdrawals. */
export const plantedInWithdrawals: Planted = {
  'what leaves is not held': starting((state, request) => {
    const started = realRules.startWithdrawal(state, request)
    return started.ok ? ok({ ...started.value, outcome: { ...started.value.outcome, entries: [] } }) : started
  }),
  'a withdrawal is paid twice': {
    ...realRules,
    sendWithdrawal: (state, sending) => realRules.sendWithdrawal(withStatus(state, 'sent', 'sending'), sending),
  },
  'what was cancelled is paid': {
    ...realRules,
    sendWithdrawal: (state, sending) => realRules.sendWithdrawal(withStatus(state, 'cancelled', 'sending'), sending),
  },
  'what is on its way is taken back': {
    ...realRules,
    cancelWithdrawal: (state, ending) => realRules.cancelWithdrawal(withStatus(state, 'sending', 'pending'), ending),
  },
  'what was approved leaves a frozen account': {
    ...realRules,
    sendWithdrawal: (state, sending) => realRules.sendWithdrawal({ ...state, frozen: false }, sending),
  },
  'the fee of what comes back is kept': {
    ...realRules,
    returnWithdrawal: (state, returning) => {
      const { entries, ...outcome } = realRules.returnWithdrawal(state, returning)
      return { ...outcome, entries: entries.filter(({ journal }, place) => journal !== 'J99' || entries[place + 1]?.journal !== 'J13') }
    },
  },
  'each withdrawal asks for a code by itself': starting((state, request) => {
    const alone = realRules.startWithdrawal(holding(state, withdrawalKind, new Map()), request)
    const isProven = alone.ok || alone.refusal !== 'parameter.missing'
    return realRules.startWithdrawal(state, { ...request, isMailboxProven: request.isMailboxProven || isProven })
  }),
  'the limits begin anew at midnight': starting((state, request) => {
    const midnight = request.askedAt - (request.askedAt % DAY_MS)
    return realRules.startWithdrawal(
      holding(
        state,
        withdrawalKind,
        only(state, ({ startedAt }) => startedAt >= midnight),
      ),
      request,
    )
  }),
  'what never left counts against the limits': starting((state, request) =>
    realRules.startWithdrawal(
      holding(
        state,
        withdrawalKind,
        changed(state, (each) => (isFinal(withdrawalMachine, each.status) ? { ...each, status: 'sent' } : each)),
      ),
      request,
    ),
  ),
  'Bitcoin is paid out at the mid': starting((state, request) =>
    realRules.startWithdrawal(state, {
      ...request,
      mids: { ...request.mids, payout: request.mids.payout === null ? null : (request.mids.payout * 200n) / 201n },
    }),
  ),
  'Bitcoin leaves at the price of its request': {
    ...realRules,
    sendWithdrawal: (state, sending) =>
      realRules.sendWithdrawal(state, {
        ...sending,
        mid: sending.mid === null ? null : (withdrawalKind.of(state).get(sending.withdrawalId)?.mid ?? null),
      }),
  },
  'what was cancelled does not count among those of the day': {
    ...realRules,
    reviewWithdrawal: (state, review) =>
      realRules.reviewWithdrawal(
        holding(
          state,
          withdrawalKind,
          only(state, ({ status }) => status !== 'cancelled'),
        ),
        review,
      ),
  },
  'rules alone let go what takes two persons': reviewing((withdrawal) => ({ ...withdrawal, value: 1n })),
  'rules let go however many there are in a day': {
    ...realRules,
    reviewWithdrawal: (state, review) =>
      realRules.reviewWithdrawal(
        holding(
          state,
          withdrawalKind,
          only(state, ({ id }) => id === review.withdrawalId),
        ),
        review,
      ),
  },
  'rules look before their time': reviewing((withdrawal) => ({ ...withdrawal, reviewAt: 0 })),
  'one person is enough for any amount': { ...realRules, approvalsNeeded: () => 1 },
  'one person is both': {
    ...realRules,
    requireDualApproval: (asks, id, ask) => (realRules.requireDualApproval(asks, id, ask) === 'waiting' ? 'waiting' : 'approved'),
  },
  'an approval waits for ever for its second': {
    ...realRules,
    requireDualApproval: (asks, id, ask) => realRules.requireDualApproval(asks, id, { ...ask, at: asks.get(id)?.at ?? ask.at }),
  },
}

/** Bugs in the checks before that: identity, protection of the account, and destinations. */
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
  'money leaves to an older version of a place': starting((state, request) =>
    realRules.startWithdrawal(state, {
      ...request,
      cardVersion: cardKind.of(state).get(request.destination.cardId ?? '')?.version ?? null,
    }),
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
    hasUnderWay: (state) => realRules.hasUnderWay(holding({ ...state, wallets: new Map() }, orderKind, new Map())),
  },
  'an account is closed that owns shares': {
    ...realRules,
    hasUnderWay: (state) => realRules.hasUnderWay(holding(state, positionKind, new Map())),
  },
}

function starting(
  startWithdrawal: (state: AccountState, request: WithdrawalRequest) => ReturnType<BrokerageRules['startWithdrawal']>,
): BrokerageRules {
  return { ...realRules, startWithdrawal }
}

function withCards(change: (card: Card) => Card): BrokerageRules {
  return starting((state, request) =>
    realRules.startWithdrawal(holding(state, cardKind, new Map([...cardKind.of(state)].map(([id, card]) => [id, change(card)]))), request),
  )
}

function reviewing(change: (withdrawal: Withdrawal) => Withdrawal): BrokerageRules {
  return {
    ...realRules,
    reviewWithdrawal: (state, review) => realRules.reviewWithdrawal(holding(state, withdrawalKind, changed(state, change)), review),
  }
}

const withStatus = (state: AccountState, from: Withdrawal['status'], to: Withdrawal['status']): AccountState =>
  holding(
    state,
    withdrawalKind,
    changed(state, (withdrawal) => (withdrawal.status === from ? { ...withdrawal, status: to } : withdrawal)),
  )

const changed = (state: AccountState, change: (withdrawal: Withdrawal) => Withdrawal): ReadonlyMap<string, Withdrawal> =>
  new Map([...withdrawalKind.of(state)].map(([id, withdrawal]) => [id, change(withdrawal)]))

const only = (state: AccountState, isKept: (withdrawal: Withdrawal) => boolean): ReadonlyMap<string, Withdrawal> =>
  new Map([...withdrawalKind.of(state)].filter(([, withdrawal]) => isKept(withdrawal)))
