import type { Reader } from '../../db/snapshot.ts'

/** What was captured for shares that are still to come, in cents: it is the customer's in no wallet meanwhile. */
export async function paidAhead(reader: Reader, accountId: string): Promise<bigint> {
  const { rows } = await reader.query<{ paid: bigint }>(
    `select coalesce(sum(paid), 0)::bigint as paid from subscriptions where account_id = $1 and status = 'allotted'`,
    [accountId],
  )
  return rows[0]?.paid ?? 0n
}
