import type { AgencyId, TermDays } from '@rueda/rules/follow/agency.ts'
import type { Ending, Mandate, MandateEnd, MandateStatus, Settlement } from '@rueda/rules/follow/mandate.ts'
import { mandateKind } from '@rueda/rules/follow/records.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type TableParts, heldByKey, loadingOf, lookup, storedKind } from '../../write-path/record-kind.ts'

type EnteredColumns = Readonly<{ entered_nav: bigint; entered_fees: bigint }> | Readonly<{ entered_nav: null; entered_fees: null }>
type LimitColumns = Readonly<{ limit_percent: number; limit_from: CalendarDate }> | Readonly<{ limit_percent: null; limit_from: null }>
type EndingColumns =
  | Readonly<{ ending_on: CalendarDate; ending_reason: Ending['reason'] }>
  | Readonly<{ ending_on: null; ending_reason: null }>
type SettledColumns =
  | Readonly<{
      settled_on: CalendarDate
      settled_reason: MandateEnd
      settled_nav: bigint
      settled_value: bigint
      settled_exit_fee: bigint
      settled_payout: bigint
    }>
  | Readonly<{ settled_on: null }>

export type MandateRecord = EnteredColumns &
  LimitColumns &
  EndingColumns &
  SettledColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    agency_id: AgencyId
    amount: bigint
    term_days: TermDays
    status: MandateStatus
    deal_on: CalendarDate
    units: bigint
    cost: bigint
    high_water: bigint
    expires_on: CalendarDate | null
    renews: boolean
    renewals: number
    share_paid: bigint
    started_at: bigint
    changed_at: bigint
  }>

export const readMandate = (row: MandateRecord): Mandate => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  agencyId: row.agency_id,
  amount: row.amount,
  termDays: row.term_days,
  status: row.status,
  dealDate: row.deal_on,
  units: row.units,
  entered: row.entered_nav === null ? null : { nav: row.entered_nav, fees: row.entered_fees },
  cost: row.cost,
  highWater: row.high_water,
  expiresOn: row.expires_on,
  renews: row.renews,
  renewals: row.renewals,
  limit: row.limit_percent === null ? null : { percent: row.limit_percent, from: row.limit_from },
  ending: row.ending_on === null ? null : { dealDate: row.ending_on, reason: row.ending_reason },
  sharePaid: row.share_paid,
  settled: readSettled(row),
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

const readSettled = (row: SettledColumns): Settlement | null =>
  row.settled_on === null
    ? null
    : {
        ...{ on: row.settled_on, reason: row.settled_reason, nav: row.settled_nav, value: row.settled_value },
        ...{ exitFee: row.settled_exit_fee, payout: row.settled_payout },
      }

/** The date of the strike that is next for it: the one that begins it, or the first that can end it. */
function dueOn({ status, dealDate, expiresOn, ending }: Mandate): CalendarDate | null {
  if (status === 'waiting') return dealDate
  if (status !== 'active' || expiresOn === null) return null
  return ending !== null && ending.dealDate < expiresOn ? ending.dealDate : expiresOn
}

const mandateTable: TableParts<Mandate> = {
  key: [
    ['account_id', 'bigint', (mandate) => mandate.accountId],
    ['id', 'uuid', (mandate) => mandate.id],
  ],
  fixed: [
    ['number', 'text', (mandate) => mandate.number],
    ['agency_id', 'text', (mandate) => mandate.agencyId],
    ['amount', 'bigint', (mandate) => mandate.amount],
    ['term_days', 'int', (mandate) => mandate.termDays],
    ['started_at', 'bigint', (mandate) => mandate.startedAt],
  ],
  changing: [
    ['status', 'text', (mandate) => mandate.status],
    ['deal_on', 'date', (mandate) => mandate.dealDate],
    ['units', 'bigint', (mandate) => mandate.units],
    ['entered_nav', 'bigint', ({ entered }) => entered?.nav ?? null],
    ['entered_fees', 'bigint', ({ entered }) => entered?.fees ?? null],
    ['cost', 'bigint', (mandate) => mandate.cost],
    ['high_water', 'bigint', (mandate) => mandate.highWater],
    ['expires_on', 'date', (mandate) => mandate.expiresOn],
    ['renews', 'boolean', (mandate) => mandate.renews],
    ['renewals', 'int', (mandate) => mandate.renewals],
    ['limit_percent', 'int', ({ limit }) => limit?.percent ?? null],
    ['limit_from', 'date', ({ limit }) => limit?.from ?? null],
    ['ending_on', 'date', ({ ending }) => ending?.dealDate ?? null],
    ['ending_reason', 'text', ({ ending }) => ending?.reason ?? null],
    ['share_paid', 'bigint', (mandate) => mandate.sharePaid],
    ['settled_on', 'date', ({ settled }) => settled?.on ?? null],
    ['settled_reason', 'text', ({ settled }) => settled?.reason ?? null],
    ['settled_nav', 'bigint', ({ settled }) => settled?.nav ?? null],
    ['settled_value', 'bigint', ({ settled }) => settled?.value ?? null],
    ['settled_exit_fee', 'bigint', ({ settled }) => settled?.exitFee ?? null],
    ['settled_payout', 'bigint', ({ settled }) => settled?.payout ?? null],
    ['due_on', 'date', dueOn],
    ['changed_at', 'bigint', (mandate) => mandate.changedAt],
  ],
}

const READ_MANDATES = `
  select m.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from mandates where account_id = asked.account_id and id = asked.id limit 1) m`

export const mandatesById = lookup('read-mandates', READ_MANDATES, loadingOf(mandateKind, readMandate), heldByKey(mandateKind))

export const mandates = storedKind(mandateKind, {
  table: 'mandates',
  parts: mandateTable,
  classes: {
    personal:
      'account_id id number agency_id amount term_days status deal_on units entered_nav entered_fees cost high_water expires_on renews renewals limit_percent limit_from ending_on ending_reason share_paid settled_on settled_reason settled_nav settled_value settled_exit_fee settled_payout due_on started_at changed_at',
  },
})
