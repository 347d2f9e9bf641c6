import { openComplaints } from '@rueda/rules/complaints/complaint.ts'
import type { Reader } from '../../db/snapshot.ts'

/** True while the house owes the customer an answer. */
export async function hasOpenComplaint(reader: Reader, accountId: string): Promise<boolean> {
  const { rowCount } = await reader.query('select from complaints where account_id = $1 and status = any($2) limit 1', [
    accountId,
    openComplaints,
  ])
  return rowCount === 1
}
