import type { Entitlement } from '../../src/corporate/dividend.ts'
import { type AccountState, type Outcome, openAccountState } from '../../src/ledger/account-state.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { MessageDraft } from '../../src/messages/message.ts'
import type { Fill } from '../../src/orders/fill.ts'
import type { BookedSplit } from '../../src/positions/history.ts'
import { quickHash } from './quick-hash.ts'
import { type Standing, newStanding } from './standing.ts'
import { fillKind } from '../../src/orders/records.ts'

/** Everything kept of a customer: the account state and all that was ever written. The indexes stand for those of the tables. */
export type Account = {
  state: AccountState
  readonly standing: Standing
  readonly entries: Entry[]
  readonly fills: Fill[]
  readonly fillsOf: Map<string, Fill[]>
  /** Trades that settle later, by market and date. */
  readonly settling: Map<string, Fill[]>
  readonly messages: MessageDraft[]
  readonly entitlements: Map<string, Entitlement>
  readonly splits: BookedSplit[]
  /** The causes of the entries that corporate actions have written. */
  readonly booked: Set<string>
}

export const openAccount = (accountId: string): Account => ({
  state: openAccountState(accountId, quickHash(`key of ${accountId}`)),
  standing: newStanding(),
  entries: [],
  fills: [],
  fillsOf: new Map(),
  settling: new Map(),
  messages: [],
  entitlements: new Map(),
  splits: [],
  booked: new Set(),
})

export const causeOf = (journal: string, id: string): string => `${journal} ${id}`
export const settlingOn = (market: string, date: string): string => `${market} ${date}`

/** Stores the messages, entries and fills of a decision. */
export function keep(account: Account, outcome: Outcome, entries: readonly Entry[], messages: readonly MessageDraft[]): void {
  for (const message of messages) account.messages.push(message)
  for (const entry of entries) {
    account.entries.push(entry)
    if (entry.journal === 'J96' || entry.journal === 'J97') account.booked.add(causeOf(entry.journal, entry.cause.id))
  }
  for (const fill of fillKind.in(outcome)) keepFill(account, fill)
}

/** What was delivered of offered shares stands among the purchases of its share. */
export const keepDelivery = (account: Account, fill: Fill): void => add(account.fillsOf, fill.instrumentId, fill)

function keepFill(account: Account, fill: Fill): void {
  account.fills.push(fill)
  if (fill.positionId !== null) return
  add(account.fillsOf, fill.instrumentId, fill)
  if (fill.settlementDate > fill.tradeDate) add(account.settling, settlingOn(fill.instrumentId.slice(0, 2), fill.settlementDate), fill)
}

function add(index: Map<string, Fill[]>, key: string, fill: Fill): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, [fill])
  else known.push(fill)
}
