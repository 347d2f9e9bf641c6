import type { Card } from '../cards/card.ts'
import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, post, walletOf } from '../ledger/account-state.ts'
import { moneyOf } from '../money.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { walletCurrencies } from '../wallets/wallet.ts'
import { type cancelWithdrawal, rejectWithdrawal, returnWithdrawal, sendWithdrawal } from '../withdrawals/end.ts'
import { type RailId, rails } from '../withdrawals/rails.ts'
import { approved } from '../withdrawals/review.ts'
import { type WithdrawalRequest, startWithdrawal } from '../withdrawals/start.ts'
import type { Withdrawal } from '../withdrawals/withdrawal.ts'
import { NOW, TODAY, accountStateWith, plainHash } from './us.ts'
import { cardKind } from '../cards/records.ts'
import { withdrawalKind } from '../withdrawals/records.ts'

export const USD_ARS = scaled('1486.50')
export const USD_JPY = scaled('152.00')
export const BTC_USD = scaled('96000')
export const card: Card = {
  ...{ accountId: '10002931', id: 'card-1', version: 1, type: 'vm', status: 'active', reason: null, nameMatch: null },
  ...{ addedAt: NOW - 2 * DAY_MS, reviewAt: NOW - 2 * DAY_MS, coolingUntil: NOW - DAY_MS },
}
export const midsOf: Readonly<Record<RailId, WithdrawalRequest['mids']>> = {
  ARS_BANK: { dollar: USD_ARS, payout: null },
  JPY_BANK: { dollar: null, payout: USD_JPY },
  WIRE: { dollar: null, payout: null },
  TRC20: { dollar: null, payout: null },
  ERC20: { dollar: null, payout: null },
  BTC: { dollar: null, payout: BTC_USD },
  ETH: { dollar: null, payout: scaled('3300') },
}

const destination = { cardId: card.id, label: 'TRC20 TR7NHq…Lj6t', sealed: '00', fingerprint: '00' }

/** 1,000,000.00 USD in US_WALLET, half as much in pesos as that is worth, and one card that is a day old. */
export function withdrawalAccountState(): AccountState {
  const state = accountStateWith(100_000_000n)
  state.wallets.set('BALANCE', { ...walletOf(state, 'BALANCE'), cash: moneyOf('2000000', 'ARS').minor })
  cardKind.of(state).set(card.id, card)
  return state
}

export function ask(rail: RailId, amount: string, change: Partial<WithdrawalRequest> = {}): WithdrawalRequest {
  return {
    ...{
      id: 'w-1',
      number: 'W1',
      rail,
      destination,
      cardVersion: 1,
      mids: midsOf[rail],
      isMailboxProven: true,
      isPaused: false,
      valueDate: TODAY,
    },
    amount: moneyOf(amount, walletCurrencies[rails[rail].wallet]).minor,
    ...{ reviewAt: NOW + 4 * MINUTE_MS, askedAt: NOW },
    ...change,
  }
}
export const reject: typeof cancelWithdrawal = (of, about) => rejectWithdrawal(of, { ...about, reason: 'NOT_REQUESTED' })
export const ending = { withdrawalId: 'w-1', valueDate: TODAY, now: NOW }

/** The postings of withdrawals on the account state of a moment, a line `journal account asset amount` each. */
export function withdrawalsOf(stateNow: () => AccountState) {
  const posted = (outcome: Outcome): readonly string[] =>
    post(stateNow(), outcome, NOW, plainHash).flatMap(({ journal, lines }) =>
      lines.map(({ account, asset, amount }) => `${journal} ${account} ${asset} ${amount}`),
    )
  const withdrawal = (id = 'w-1'): Withdrawal => {
    const found = withdrawalKind.of(stateNow()).get(id)
    if (found === undefined) throw new Error(`no withdrawal ${id}`)
    return found
  }
  return {
    posted,
    withdrawal,
    start: (rail: RailId, amount: string, change: Partial<WithdrawalRequest> = {}): readonly string[] | string => {
      const started = startWithdrawal(stateNow(), ask(rail, amount, change))
      return started.ok ? posted(started.value.outcome) : started.refusal
    },
    approve: () => posted(approved(withdrawal(), 'rules', NOW)),
    send: (mid: bigint | null = null) => posted(sendWithdrawal(stateNow(), { ...ending, reference: 'hash-1', mid })),
    giveBack: () => posted(returnWithdrawal(stateNow(), { ...ending, reason: 'ACCOUNT_CLOSED' })),
    endBy: (end: typeof cancelWithdrawal) => {
      const ended = end(stateNow(), ending)
      return ended.ok ? posted(ended.value) : ended.refusal
    },
    endById: (id: string, end: typeof cancelWithdrawal) => {
      const ended = end(stateNow(), { ...ending, withdrawalId: id })
      if (!ended.ok) throw new Error(ended.refusal)
      posted(ended.value)
    },
    funding: () => {
      const { cash, hold } = walletOf(stateNow(), 'US_WALLET')
      return { cash, hold }
    },
  }
}
