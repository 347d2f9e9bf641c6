import { feesOfOrder } from '@rueda/rules/blocks/fees.ts'
import { greatest, least } from '@rueda/rules/decimal.ts'
import { type FeeSchedule, chargesOn } from '@rueda/rules/fees/schedule.ts'
import { type FeeVersion, SEEN_FOR_MS, firstVersion, ratesOf, stepOf, versionAt, volumeMonthOf } from '@rueda/rules/fees/versions.ts'
import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { TAIWAN_BOARD_LOT, kindOfId } from '@rueda/rules/markets/scope.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { READ_VERSIONS, type VersionRow, readVersion } from '../../fees/book.ts'
import { type Part, restricted } from './restrict.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * FEE-1: the commission of every order, worked out again from what it traded by the rules and the version it keeps. The version held when it
 * was accepted, or ten minutes before, as long as its customer may have read it; an exit has that of the order that brought it. The step is
 * the one that the volume counted by then reaches.
 */
export type CommissionFault = Readonly<{ accountId: string; id: string; fault: string }>

type Row = Readonly<{
  account_id: bigint
  id: string
  instrument_id: string
  side: 'buy' | 'sell'
  quantity: bigint
  is_block: boolean
  origin: 'plan' | 'reinvestment' | null
  margin_action: 'open' | 'close' | null
  fee_version: number
  fee_step: number
  parent_version: number | null
  parent_step: number | null
  accepted_at: bigint
  /** The rest is null for an order that traded nothing. */
  traded: bigint | null
  notional: bigint | null
  commission: bigint | null
  trade_date: string | null
}>

const ORDERS = `
  select o.account_id, o.id, o.instrument_id, o.side, o.quantity, o.block_firm is not null as is_block, o.origin, o.margin_action,
         o.fee_version, o.fee_step, o.accepted_at, parent.fee_version as parent_version, parent.fee_step as parent_step,
         f.quantity as traded, f.notional, f.commission, f.trade_date
  from orders o
  left join orders parent on parent.account_id = o.account_id and parent.id = o.parent_id
  left join fills f on f.account_id = o.account_id and f.order_id = o.id
  order by o.account_id, o.id, f.sequence`

type VolumeRow = Readonly<{ account_id: bigint; market: MarketName; month: string; volume: bigint; counted_at: bigint }>
const VOLUMES = 'select account_id, market, month, volume, counted_at from trading_volumes order by account_id'

const AT_ONCE = 5_000

export const commissionFaults = (snapshots: Snapshots, part: Part): Promise<readonly CommissionFault[]> =>
  snapshots.together(async () => {
    const later = (await snapshots.query<VersionRow>(READ_VERSIONS)).rows.map(readVersion)
    const volumes = new Map<string, VolumeRow>()
    const asked = restricted(VOLUMES, part)
    for (const row of (await snapshots.query<VolumeRow>(asked.sql, asked.values)).rows)
      volumes.set(`${row.account_id} ${row.market} ${row.month}`, row)
    const faults: CommissionFault[] = []
    let order: Row[] = []
    const check = (): void => {
      const [first] = order
      if (first !== undefined) faults.push(...faultsOf(order, { later, volumes }).map((fault) => faultOf(first, fault)))
    }
    for await (const row of readOrders(snapshots, part)) {
      if (order[0] !== undefined && order[0].id !== row.id) {
        check()
        order = []
      }
      order.push(row)
    }
    check()
    return faults
  })

const faultOf = ({ account_id: accountId, id }: Row, fault: string): CommissionFault => ({ accountId: String(accountId), id, fault })

async function* readOrders(snapshots: Snapshots, part: Part): AsyncGenerator<Row> {
  const { sql, values } = restricted(ORDERS, part)
  await snapshots.query(`declare charged_orders no scroll cursor for ${sql}`, values)
  for (;;) {
    const { rows } = await snapshots.query<Row>(`fetch ${AT_ONCE} from charged_orders`)
    yield* rows
    if (rows.length < AT_ONCE) break
  }
  await snapshots.query('close charged_orders')
}

type Known = Readonly<{ later: readonly FeeVersion[]; volumes: ReadonlyMap<string, VolumeRow> }>

function faultsOf(rows: readonly Row[], { later, volumes }: Known): readonly string[] {
  const [order] = rows
  if (order === undefined) return []
  const { fee_version: number } = order
  const market = (order.instrument_id.split(':')[0] ?? '') as MarketName
  const version = [firstVersion, ...later].find((each) => each.version === number)
  if (version === undefined) return [`version ${number} of the commissions was never made`]
  const wrong = isFree(order) ? null : faultOfVersion(order, version, { later, volumes }, market)
  return [...(wrong === null ? [] : [wrong]), ...commissionFaultsIn(rows, schedulesOf(order, version, market))]
}

/** A block and a dividend that buys more have commissions of their own, whatever the version. */
const isFree = ({ is_block: isBlock, origin }: Row): boolean => isBlock || origin === 'reinvestment'

function faultOfVersion(order: Row, { version }: FeeVersion, { later, volumes }: Known, market: MarketName): string | null {
  const { parent_version: parentVersion, parent_step: parentStep, fee_step: step } = order
  if (parentVersion !== null)
    return parentVersion === version && parentStep === step ? null : 'an exit is not charged as the order that brought it'
  const at = Number(order.accepted_at)
  const held = [at, at - SEEN_FOR_MS].map((moment) => versionAt(later, moment))
  const own = held.find((each) => each.version === version)
  if (own === undefined) return `version ${version} of the commissions did not hold when it was accepted`
  const row = volumes.get(`${order.account_id} ${market} ${volumeMonthOf(zoneOf(HOUSE_MARKET).dateAt(at))}`)
  const volume = row === undefined || Number(row.counted_at) > at ? 0n : row.volume
  return stepOf(own, market, volume) === step ? null : `it is charged by step ${step}, which its customer's volume does not reach`
}

/** The schedules that may have charged it: an order on an exchange with an odd-lot book may have passed a lot when it was changed. */
function schedulesOf(order: Row, version: FeeVersion, market: MarketName): readonly FeeSchedule[] {
  const terms = { block: order.is_block ? { isFirm: true, lockDays: 0 } : null, origin: order.origin }
  const sizes = (marketTermsOf(market)?.lots.odd ?? null) === null ? [order.quantity] : [order.quantity, TAIWAN_BOARD_LOT, 1n]
  const rates = ratesOf(version, market, isFree(order) ? 0 : order.fee_step)
  return sizes.map((quantity) => feesOfOrder(kindOfId(order.instrument_id), { ...terms, quantity }, rates))
}

function* accumulated(rows: readonly Row[]): Generator<Readonly<{ row: Row; notional: bigint; quantity: bigint }>> {
  let [notional, quantity] = [0n, 0n]
  for (const row of rows) {
    if (row.traded === null || row.notional === null) continue
    notional += row.notional
    quantity += row.traded
    yield { row, notional, quantity }
  }
}

/** The commission comes first of the charges: of a sale it is cut at the proceeds, and of what closes a position at what is left of it. */
function commissionFaultsIn(rows: readonly Row[], schedules: readonly FeeSchedule[]): readonly string[] {
  let charged = 0n
  for (const { row, notional, quantity } of accumulated(rows)) {
    const traded = { side: row.side, notional, quantity, tradeDate: row.trade_date ?? '' }
    const expected = schedules.map((schedule) => {
      const whole = chargesOn(schedule, traded).find(({ kind }) => kind === 'COMMISSION')?.amount ?? 0n
      const due = greatest(whole - charged, 0n)
      return row.side === 'sell' && row.margin_action === null ? least(due, row.notional ?? 0n) : due
    })
    const booked = row.commission ?? 0n
    const isCut = row.margin_action === 'close' && expected.some((each) => booked < each)
    if (!expected.includes(booked) && !isCut) return [`its commission should be ${expected[0]}, and is ${booked}`]
    charged += booked
  }
  return []
}
