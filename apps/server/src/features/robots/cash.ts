import type { Reader } from '../../db/snapshot.ts'

/** Money of a customer's robots, in cents; their shares are in the positions. */
export async function robotCashOf(reader: Reader, accountId: string): Promise<bigint> {
  const { rows } = await reader.query<{ cash: bigint }>(
    'select coalesce(sum(cash), 0)::bigint as cash from robot_slots where account_id = $1',
    [accountId],
  )
  return rows[0]?.cash ?? 0n
}
