import { type FundOrder } from '@rueda/rules/funds/fund-order.ts'
import { dealtNav } from '@rueda/rules/funds/nav.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import type { FundId } from '@rueda/rules/funds/fund.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { type Item, type Unsettled, coverOf, freeOf, isPledgeable, pledgeableWallets } from '@rueda/rules/loans/collateral.ts'
import type { Pledge } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY, LOAN_WALLET } from '@rueda/rules/loans/product.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Deciding } from '../../app.ts'
import { houseDate } from '../../venue/value-date.ts'
import type { Reads } from '../../write-path/command.ts'
import { fundOrdersById } from '../funds/records.ts'
import { openPositionsIn } from '../positions/records.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { allLoans } from './records.ts'

/** What loans know of the market: prices of shares and of units, and what has settled. */
export type Pricing = Pick<Deciding, 'venue' | 'navs'>

/** Shares are pledged of the market whose prices are dollars. */
export const PLEDGE_MARKET = HOUSE_MARKET
const SHARE_WALLET = tradedTermsOf(PLEDGE_MARKET).wallet

/** The price of a share that can be pledged; null for any other, and while it is halted or not known. */
export function sharePrice({ venue }: Pricing, instrumentId: string): bigint | null {
  const instrument = venue.instruments.get(instrumentId)
  const quote = venue.quote(instrumentId)
  const isShare = instrument?.market === PLEDGE_MARKET && !instrument.quoteOnly && instrument.contract === null
  if (!isShare || instrument.currency !== LOAN_CURRENCY || quote === null || quote.last <= 0n) return null
  const isHalted = quote.phase === 'HALT' || venue.isSplitting(instrumentId) || venue.halt(instrumentId)?.kind === 'halt'
  return isHalted ? null : quote.last
}

export function unitPrice({ navs }: Pricing, fundId: FundId): bigint | null {
  const latest = navs.latest(fundId)
  return latest === null || !isPledgeable(fundId) ? null : dealtNav(latest)
}

/** Of a position, what was bought and settles later than today. */
export function unsettledOf({ venue }: Pricing, position: Pick<Position, 'boughtOn' | 'boughtThatDay'> | undefined): bigint {
  const boughtOn = position?.boughtOn ?? null
  if (position === undefined || boughtOn === null) return 0n
  const settles = venue.settlementDate(PLEDGE_MARKET, boughtOn, SETTLEMENT_DAYS)
  return settles > houseDate(venue) ? position.boughtThatDay : 0n
}
const SETTLEMENT_DAYS = 1

export const unsettledIn =
  (app: Pricing, state: AccountState): Unsettled =>
  (instrumentId) =>
    unsettledOf(app, positionKind.of(state).get(instrumentId))

/** Something pledged, or to be pledged, with its price. */
export function priced(app: Pricing, state: AccountState, item: Pick<Pledge, 'kind' | 'ref' | 'quantity'>): Item {
  const { kind, ref, quantity } = item
  if (kind === 'cash') return { kind, ref, quantity, price: null }
  if (kind === 'stock') return { kind, ref, quantity, price: sharePrice(app, ref) }
  const order = fundOrderKind.of(state).get(ref)
  return { kind, ref, quantity, price: order === undefined ? null : unitPrice(app, order.fundId) }
}

/** What these cover together now; what is used up counts nothing. */
export const coverNow = (app: Pricing, state: AccountState, pledges: readonly Pledge[]) =>
  coverOf(pledges.filter(({ quantity }) => quantity > 0n).map((pledge) => priced(app, state, pledge)))

export type Refs = Readonly<{ wallets: readonly WalletType[]; instruments: readonly string[]; fundOrders: readonly string[] }>

/** What collateral is made of; it never changes once it is pledged, so that it can be read ahead. */
export function refsOf(items: readonly Pick<Pledge, 'kind' | 'ref'>[]): Refs {
  const of = (kind: Pledge['kind']): readonly string[] => [...new Set(items.flatMap((item) => (item.kind === kind ? [item.ref] : [])))]
  const wallets = of('cash')
  return {
    wallets: pledgeableWallets.filter((type) => type === LOAN_WALLET || type === SHARE_WALLET || wallets.includes(type)),
    instruments: of('stock'),
    fundOrders: of('fund'),
  }
}

/** What every decision about a loan reads. */
export const readsOf = ({ wallets, instruments, fundOrders }: Refs, ...more: readonly (WalletType | null)[]): Reads => ({
  wallets: [...new Set([...wallets, ...more.filter((wallet) => wallet !== null)])],
  records: [...allLoans, suitabilityAttemptsOf, openPositionsIn(instruments), fundOrdersById(fundOrders)],
})

/** Everything of an account that is free to be pledged now, with its price. */
export function pledgeable(app: Pricing, state: AccountState): readonly Item[] {
  const unsettled = unsettledIn(app, state)
  const asked: readonly Pick<Item, 'kind' | 'ref'>[] = [
    ...pledgeableWallets.map((ref) => ({ kind: 'cash', ref }) as const),
    ...[...positionKind.of(state).keys()].map((ref) => ({ kind: 'stock', ref }) as const),
    ...[...fundOrderKind.of(state).values()].map(({ id: ref }: FundOrder) => ({ kind: 'fund', ref }) as const),
  ]
  return asked.flatMap((each) => {
    const item = priced(app, state, { ...each, quantity: freeOf(state, each, unsettled) })
    const isOffered = item.kind === 'cash' || item.price !== null
    return item.quantity > 0n && isOffered ? [item] : []
  })
}
