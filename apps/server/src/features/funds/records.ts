import type { FundId } from '@rueda/rules/funds/fund.ts'
import type { FundOrder, FundOrderStatus, Redemption } from '@rueda/rules/funds/fund-order.ts'
import { fundOrderKind } from '@rueda/rules/funds/records.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type TableParts, heldByKey, loadingOf, lookup, storedKind } from '../../write-path/record-kind.ts'

type BoughtColumns = Readonly<{ bought_nav: bigint; bought_fees: bigint }> | Readonly<{ bought_nav: null; bought_fees: null }>
type RedemptionColumns =
  | Readonly<{ redeem_units: bigint; redeem_on: CalendarDate; redeem_early: boolean; redeem_loan: string | null }>
  | Readonly<{ redeem_units: null; redeem_on: null; redeem_early: null; redeem_loan: null }>
type StruckColumns =
  | Readonly<{ redeem_nav: bigint; redeem_fees: bigint; pays_on: CalendarDate }>
  | Readonly<{ redeem_nav: null; redeem_fees: null; pays_on: null }>

export type FundOrderRecord = BoughtColumns &
  RedemptionColumns &
  StruckColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    fund_id: FundId
    amount: bigint
    fee: bigint
    status: FundOrderStatus
    deal_on: CalendarDate
    units: bigint
    pledged: bigint
    cost: bigint
    expires_on: CalendarDate | null
    paid_count: number
    paid: bigint
    started_at: bigint
    changed_at: bigint
  }>

export const readFundOrder = (row: FundOrderRecord): FundOrder => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  fundId: row.fund_id,
  amount: row.amount,
  fee: row.fee,
  status: row.status,
  dealDate: row.deal_on,
  units: row.units,
  pledged: row.pledged,
  bought: row.bought_nav === null ? null : { nav: row.bought_nav, fees: row.bought_fees },
  cost: row.cost,
  expiresOn: row.expires_on,
  redemption: readRedemption(row),
  paidCount: row.paid_count,
  paid: row.paid,
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

const readRedemption = (row: RedemptionColumns & StruckColumns): Redemption | null =>
  row.redeem_units === null
    ? null
    : {
        units: row.redeem_units,
        dealDate: row.redeem_on,
        isEarly: row.redeem_early,
        loanId: row.redeem_loan,
        struck: row.redeem_nav === null ? null : { nav: row.redeem_nav, fees: row.redeem_fees, paysOn: row.pays_on },
      }

/** The date of the strike that is next for it: of the purchase, of the redemption, or of the end of its term. */
function dueOn({ status, dealDate, expiresOn, redemption }: FundOrder): CalendarDate | null {
  if (status === 'confirming') return dealDate
  if (redemption !== null) return redemption.struck === null ? redemption.dealDate : null
  return status === 'holding' ? expiresOn : null
}

const fundOrderTable: TableParts<FundOrder> = {
  key: [
    ['account_id', 'bigint', (order) => order.accountId],
    ['id', 'uuid', (order) => order.id],
  ],
  fixed: [
    ['number', 'text', (order) => order.number],
    ['fund_id', 'text', (order) => order.fundId],
    ['amount', 'bigint', (order) => order.amount],
    ['fee', 'bigint', (order) => order.fee],
    ['started_at', 'bigint', (order) => order.startedAt],
  ],
  changing: [
    ['status', 'text', (order) => order.status],
    ['deal_on', 'date', (order) => order.dealDate],
    ['units', 'bigint', (order) => order.units],
    ['pledged', 'bigint', (order) => order.pledged],
    ['bought_nav', 'bigint', ({ bought }) => bought?.nav ?? null],
    ['bought_fees', 'bigint', ({ bought }) => bought?.fees ?? null],
    ['cost', 'bigint', (order) => order.cost],
    ['expires_on', 'date', (order) => order.expiresOn],
    ['redeem_units', 'bigint', ({ redemption }) => redemption?.units ?? null],
    ['redeem_on', 'date', ({ redemption }) => redemption?.dealDate ?? null],
    ['redeem_early', 'boolean', ({ redemption }) => redemption?.isEarly ?? null],
    ['redeem_loan', 'uuid', ({ redemption }) => redemption?.loanId ?? null],
    ['redeem_nav', 'bigint', ({ redemption }) => redemption?.struck?.nav ?? null],
    ['redeem_fees', 'bigint', ({ redemption }) => redemption?.struck?.fees ?? null],
    ['pays_on', 'date', ({ redemption }) => redemption?.struck?.paysOn ?? null],
    ['paid_count', 'int', (order) => order.paidCount],
    ['paid', 'bigint', (order) => order.paid],
    ['due_on', 'date', dueOn],
    ['changed_at', 'bigint', (order) => order.changedAt],
  ],
}

const READ_FUND_ORDERS = `
  select o.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from fund_orders where account_id = asked.account_id and id = asked.id limit 1) o`

export const fundOrdersById = lookup(
  'read-fund-orders',
  READ_FUND_ORDERS,
  loadingOf(fundOrderKind, readFundOrder),
  heldByKey(fundOrderKind),
)

export const fundOrders = storedKind(fundOrderKind, {
  table: 'fund_orders',
  parts: fundOrderTable,
  classes: {
    personal:
      'account_id id number fund_id amount fee status deal_on units pledged bought_nav bought_fees cost expires_on redeem_units redeem_on redeem_early redeem_loan redeem_nav redeem_fees pays_on paid_count paid due_on started_at changed_at',
  },
})
