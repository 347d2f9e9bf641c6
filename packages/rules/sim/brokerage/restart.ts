import type { Instrument } from '../../src/instruments/instrument.ts'
import { type AccountState, openAccountState } from '../../src/ledger/account-state.ts'
import { readCustomerAccount } from '../../src/ledger/accounts.ts'
import { chargedTotal } from '../../src/fees/schedule.ts'
import { tradedTermsOf } from '../../src/instruments/terms.ts'
import type { Fill } from '../../src/orders/fill.ts'
import { isWorking } from '../../src/orders/order.ts'
import type { Position } from '../../src/positions/position.ts'
import type { Wallet, WalletType } from '../../src/wallets/wallet.ts'
import type { Account } from './account.ts'
import type { BrokerageRules } from './rules.ts'
import { orderKind } from '../../src/orders/records.ts'
import { positionKind } from '../../src/positions/records.ts'

/**
 * Rebuilds the account state as after a restart: money and holdings are sums of their postings, the cost of a holding comes out of its
 * fills, and amounts waiting for settlement out of the trades that have not settled. All other records are rows of their own.
 */
export function restart(account: Account, rules: BrokerageRules, instrumentOf: (id: string) => Instrument): AccountState {
  const { state, entries } = account
  const fresh = openAccountState(state.accountId, state.keyCommitment)
  const sums = postedSums(account)
  fresh.frozen = state.frozen
  fresh.sequence = entries.length
  fresh.headHash = entries.at(-1)?.hash ?? fresh.headHash
  fresh.lastAt = entries.at(-1)?.at ?? 0
  // Rows of their own are as they were stored, of whatever kind; holdings come out of their fills.
  for (const [kind, held] of state.records) if (kind !== positionKind) fresh.records.set(kind, new Map(held))
  fresh.openOrders = [...orderKind.of(fresh).values()].filter(isWorking).length
  for (const wallet of state.wallets.values()) fresh.wallets.set(wallet.type, walletFrom(wallet, sums, account))
  for (const position of positionKind.of(state).values()) {
    const { currency } = instrumentOf(position.instrumentId)
    positionKind.of(fresh).set(position.instrumentId, positionFrom(position, sums, account, rules, currency))
  }
  return fresh
}

function postedSums({ entries }: Account): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { lines } of entries)
    for (const { account, amount } of lines) if (account.startsWith('U:')) sums.set(account, (sums.get(account) ?? 0n) + amount)
  return sums
}

function walletFrom({ type, currency, settledThrough }: Wallet, sums: ReadonlyMap<string, bigint>, account: Account): Wallet {
  let margin = 0n
  for (const [name, sum] of sums) {
    const place = readCustomerAccount(name)
    if (place.kind === 'margin' && place.wallet === type) margin += sum
  }
  const posted = (part: string): bigint => sums.get(`U:${type}:${part}`) ?? 0n
  const unsettled = unsettledOf(type, settledThrough, account.settling)
  return { type, currency, settledThrough, cash: posted('CASH'), hold: posted('HOLD'), margin, unsettled }
}

function unsettledOf(type: WalletType, settledThrough: string | null, settling: ReadonlyMap<string, readonly Fill[]>): bigint {
  let unsettled = 0n
  for (const [key, fills] of settling) {
    const [market, date = ''] = key.split(' ')
    if (walletOfMarket[market ?? ''] !== type || (settledThrough !== null && date <= settledThrough)) continue
    for (const fill of fills) if (fill.side === 'sell') unsettled += fill.notional - chargedTotal(fill.charges)
  }
  return unsettled
}

const walletOfMarket: Readonly<Record<string, WalletType>> = {
  US: tradedTermsOf('US').wallet,
  AR: tradedTermsOf('AR').wallet,
  TW: tradedTermsOf('TW').wallet,
}

function positionFrom(
  position: Position,
  sums: ReadonlyMap<string, bigint>,
  { fillsOf, splits }: Account,
  rules: BrokerageRules,
  currency: Instrument['currency'],
): Position {
  const { instrumentId } = position
  const fills = fillsOf.get(instrumentId) ?? []
  const own = splits.filter((split) => split.instrumentId === instrumentId)
  const told = rules.holdingHistory({ fills, splits: own, currency }).holdings.at(-1)?.position
  const posted = (part: string): bigint => sums.get(`U:${part}:${instrumentId}`) ?? 0n
  const { id, number, openedAt } = position
  return { ...(told ?? position), id, number, openedAt, free: posted('SEC'), held: posted('SECHOLD'), locked: posted('SECLOCK') }
}
