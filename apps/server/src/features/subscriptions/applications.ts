import { SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription, SubscriptionStatus } from '@rueda/rules/subscriptions/subscription.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type SubscriptionRecord, readSubscription } from './records.ts'

/** Applications for offered shares, whatever they are offered by: new shares and placings are applied for in one table. */

/** The customer's own application; somebody else's reads as a missing one. */
export async function ownSubscription(reader: Reader, accountId: string, id: string): Promise<Subscription | null> {
  const { rows } = await reader.query<SubscriptionRecord>('select * from subscriptions where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readSubscription(rows[0])
}

/** What the customer can apply with, in cents. */
export async function availableFor(reader: Reader, accountId: string): Promise<bigint> {
  const { rows } = await reader.query<{ cash: bigint }>('select cash from wallets where account_id = $1 and type = $2', [
    ...[accountId, SUBSCRIPTION_WALLET],
  ])
  return rows[0]?.cash ?? 0n
}

export type DueSubscription = Readonly<{ accountId: string; id: string; number: string; instrumentId: string }>
type DueRecord = Readonly<{ account_id: bigint; id: string; number: string; instrument_id: string }>

/** Applications of an offering in one of these states, in the order in which they came. */
export async function subscriptionsIn(
  reader: Reader,
  offeringId: string,
  statuses: readonly SubscriptionStatus[],
): Promise<readonly DueSubscription[]> {
  const { rows } = await reader.query<DueRecord>(
    `select account_id, id, number, instrument_id from subscriptions where offering_id = $1 and status = any ($2) order by started_at, id`,
    [offeringId, statuses],
  )
  return rows.map((row) => ({ accountId: String(row.account_id), id: row.id, number: row.number, instrumentId: row.instrument_id }))
}

/** Over all applications of an offering, in cents; what was asked for is held, captured or gone back. */
export type Totals = Readonly<{ requested: bigint; held: bigint; paid: bigint; refunded: bigint; applications: number; allotted: bigint }>
export const NO_TOTALS: Totals = { requested: 0n, held: 0n, paid: 0n, refunded: 0n, applications: 0, allotted: 0n }

export async function totalsOf(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Totals>> {
  type Row = Omit<Totals, 'applications'> & Readonly<{ id: string; applications: bigint }>
  const { rows } = await reader.query<Row>(
    `select offering_id as id, sum(amount)::bigint as requested, sum(paid)::bigint as paid, count(*) as applications,
            sum(allotted)::bigint as allotted,
            coalesce(sum(amount) filter (where status = 'waiting'), 0)::bigint as held,
            coalesce(sum(amount - paid) filter (where status <> 'waiting'), 0)::bigint as refunded
     from subscriptions where offering_id = any ($1::uuid[]) group by 1`,
    [ids],
  )
  return new Map(rows.map(({ id, applications, ...sums }) => [id, { ...sums, applications: Number(applications) }]))
}
