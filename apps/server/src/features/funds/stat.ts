import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { funds as endpoints } from '@rueda/contract/funds.ts'
import { type FundId, type FundKind, fundIds, funds } from '@rueda/rules/funds/fund.ts'
import { type FundOrder, incomeOf, valueOfOrder, valueOfUnits } from '@rueda/rules/funds/fund-order.ts'
import { type Strike, dealtNav } from '@rueda/rules/funds/nav.ts'
import { fundAsset } from '@rueda/rules/ledger/accounts.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { openFundOrdersOf } from './open-orders.ts'
import { pastAndWaitingOf } from './store.ts'

/** What a customer has in funds, in minor units of each fund's currency. */
type Told = Pick<App, 'navs'>
type Amount = Readonly<{ minor: bigint; currency: 'USD' | 'ARS' }>

export function navOf({ navs }: Told, { fundId, bought }: Pick<FundOrder, 'fundId' | 'bought'>): bigint {
  const latest = navs.latest(fundId)
  return latest === null ? (bought?.nav ?? 0n) : dealtNav(latest)
}

/** All units of one fund: their worth, and what the last strike has changed of it. */
export type FundValue = Readonly<{
  /** As the ledger counts them (`fundAsset`). */
  asset: string
  units: bigint
  value: bigint
  change: bigint
  struckOn: CalendarDate | null
  currency: 'USD' | 'ARS'
}>

export async function fundValues(app: Told, reader: Reader, accountId: string): Promise<readonly FundValue[]> {
  const open = await openFundOrdersOf(reader, accountId)
  return [...Map.groupBy(open, ({ fundId }) => fundId)].map(([fundId, orders]) => {
    const sum = (amountOf: (order: FundOrder) => bigint): bigint => orders.reduce((total, order) => total + amountOf(order), 0n)
    return {
      asset: fundAsset(fundId),
      units: sum(({ units }) => units),
      value: sum((order) => valueOfOrder(order, navOf(app, order))),
      change: sum((order) => changeOf(app, order)),
      struckOn: app.navs.latest(fundId)?.date ?? null,
      currency: funds[fundId].currency,
    }
  })
}

const fundOfAsset: ReadonlyMap<string, FundId> = new Map(fundIds.map((id) => [fundAsset(id), id]))
export const isFundAsset = (asset: string): boolean => fundOfAsset.has(asset)

/** What units were worth at the end of a date, by the last strike up to it. */
export const fundsOn = ({ navs }: Told, units: ReadonlyMap<string, bigint>, date: CalendarDate): readonly Amount[] =>
  [...units].flatMap(([asset, held]) => {
    const fundId = fundOfAsset.get(asset)
    const strike = fundId === undefined ? undefined : navs.strikes(fundId).findLast((each) => each.date <= date)
    if (fundId === undefined || strike === undefined) return []
    return [{ minor: valueOfUnits(fundId, held, dealtNav(strike)), currency: funds[fundId].currency }]
  })

/** What the last strike has brought to units that were held before it, less the fee of those that are given back early at it. */
function changeOf({ navs }: Told, order: FundOrder): bigint {
  const { fundId, dealDate, bought, redemption } = order
  const [before, last] = navs.strikes(fundId).slice(-2)
  if (before === undefined || last === undefined || bought === null || dealDate >= last.date) return 0n
  const isStruck = redemption !== null && redemption.struck !== null
  // What an earlier strike has priced changes no more until it is paid.
  const moving = isStruck && redemption.dealDate < last.date ? order.units - redemption.units : order.units
  const now = isStruck && redemption.dealDate === last.date ? valueOfOrder(order, dealtNav(last)) : worthAt(fundId, moving, last)
  return now - worthAt(fundId, moving, before)
}
const worthAt = (fundId: FundId, units: bigint, strike: Pick<Strike, 'date' | 'nav'>): bigint =>
  valueOfUnits(fundId, units, dealtNav(strike))

type Sums = Omit<DataOf<typeof endpoints.stat>, 'currency'>
/** Adds amounts of several currencies and writes them in the one that the customer reads. */
type Written = (amounts: readonly Amount[]) => string

/** The four figures of the customer's funds, and what they have brought in all and yesterday. */
export async function statisticsOf(app: Told, reader: Reader, accountId: string, written: Written): Promise<Sums> {
  const orders = await pastAndWaitingOf(reader, accountId)
  const bought = orders.filter((order) => order.bought !== null)
  const sumOf = (those: readonly FundOrder[], amountOf: (order: FundOrder) => bigint): string =>
    written(those.map((order) => ({ minor: amountOf(order), currency: funds[order.fundId].currency })))
  const sum = (kind: FundKind | null, amountOf: (order: FundOrder) => bigint): string =>
    sumOf(
      bought.filter(({ fundId }) => kind === null || funds[fundId].kind === kind),
      amountOf,
    )
  const worth = (order: FundOrder): bigint => valueOfOrder(order, navOf(app, order))
  const income = (order: FundOrder): bigint => incomeOf(order, navOf(app, order))
  return {
    currentAmount: sum('current', worth),
    currentIncome: sum('current', income),
    regularAmount: sum('regular', worth),
    regularIncome: sum('regular', income),
    pendingAmount: sumOf(
      orders.filter(({ status }) => status === 'confirming'),
      ({ amount }) => amount,
    ),
    totalIncome: sum(null, income),
    yesterdayIncome: sum(null, (order) => changeOf(app, order)),
  }
}
