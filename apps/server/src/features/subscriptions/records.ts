import type { IssueKind } from '@rueda/rules/subscriptions/offering.ts'
import { subscriptionKind } from '@rueda/rules/subscriptions/records.ts'
import type { Subscription, SubscriptionStatus } from '@rueda/rules/subscriptions/subscription.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type TableParts, heldByKey, loadingOf, lookup, storedKind } from '../../write-path/record-kind.ts'

export type SubscriptionRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  kind: IssueKind
  offering_id: string
  instrument_id: string
  price: bigint
  quantity: bigint
  amount: bigint
  status: SubscriptionStatus
  allotted: bigint
  paid: bigint
  delivered_on: CalendarDate | null
  started_at: bigint
  changed_at: bigint
}>

export const readSubscription = (row: SubscriptionRecord): Subscription => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  kind: row.kind,
  offeringId: row.offering_id,
  instrumentId: row.instrument_id,
  price: row.price,
  quantity: row.quantity,
  amount: row.amount,
  status: row.status,
  allotted: row.allotted,
  paid: row.paid,
  deliveredOn: row.delivered_on,
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

const subscriptionTable: TableParts<Subscription> = {
  key: [
    ['account_id', 'bigint', (subscription) => subscription.accountId],
    ['id', 'uuid', (subscription) => subscription.id],
  ],
  fixed: [
    ['number', 'text', (subscription) => subscription.number],
    ['kind', 'text', (subscription) => subscription.kind],
    ['offering_id', 'uuid', (subscription) => subscription.offeringId],
    ['instrument_id', 'text', (subscription) => subscription.instrumentId],
    ['price', 'bigint', (subscription) => subscription.price],
    ['quantity', 'bigint', (subscription) => subscription.quantity],
    ['amount', 'bigint', (subscription) => subscription.amount],
    ['started_at', 'bigint', (subscription) => subscription.startedAt],
  ],
  changing: [
    ['status', 'text', (subscription) => subscription.status],
    ['allotted', 'bigint', (subscription) => subscription.allotted],
    ['paid', 'bigint', (subscription) => subscription.paid],
    ['delivered_on', 'date', (subscription) => subscription.deliveredOn],
    ['changed_at', 'bigint', (subscription) => subscription.changedAt],
  ],
}

const READ_SUBSCRIPTIONS = `
  select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from subscriptions where account_id = asked.account_id and id = asked.id limit 1) s`
const READ_WAITING = `
  select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, offering_id)
  join subscriptions s on s.account_id = asked.account_id and s.offering_id = asked.offering_id and s.status = 'waiting'`

const loading = loadingOf(subscriptionKind, readSubscription)
export const subscriptionsById = lookup('read-subscriptions', READ_SUBSCRIPTIONS, loading, heldByKey(subscriptionKind))
/** Those of these offerings that wait. */
export const waitingFor = lookup('read-waiting-subscriptions', READ_WAITING, loading)

export const subscriptions = storedKind(subscriptionKind, {
  table: 'subscriptions',
  parts: subscriptionTable,
  classes: {
    personal:
      'account_id id number kind offering_id instrument_id price quantity amount status allotted paid delivered_on started_at changed_at',
  },
})
