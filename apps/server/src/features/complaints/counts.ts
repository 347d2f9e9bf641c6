import type { complaints } from '@rueda/contract/complaints.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { COUNTED_MS, openComplaints } from '@rueda/rules/complaints/complaint.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

type Row = Readonly<{ open: bigint; overdue: bigint; answered: bigint; in_time: bigint }>

/** How the house deals with complaints, for anybody to see. None of it reveals whose they are. */
export async function complaintCounts(reader: Reader, now: Instant): Promise<DataOf<typeof complaints.counts>> {
  const since = now - COUNTED_MS
  const { rows } = await reader.query<Row>(COUNT, [openComplaints, now, since])
  const [row] = rows
  return {
    open: Number(row?.open ?? 0n),
    overdue: Number(row?.overdue ?? 0n),
    answered: Number(row?.answered ?? 0n),
    answeredInTime: Number(row?.in_time ?? 0n),
    sinceTimestamp: since,
    asOfTimestamp: now,
  }
}

const COUNT = `
  select count(*) filter (where status = any($1)) as open,
         count(*) filter (where status = any($1) and answer_by < $2) as overdue,
         count(*) filter (where answered_at >= $3) as answered,
         count(*) filter (where answered_at >= $3 and answered_at <= answer_by) as in_time
  from complaints where status = any($1) or answered_at >= $3`
