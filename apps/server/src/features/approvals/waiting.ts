import type { Approval } from '@rueda/contract/admin/approvals.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Staff } from '../../admin/handler.ts'
import type { Reader } from '../../db/snapshot.ts'

/** A request that waits for a second person, as it is read and shown. */
export type WaitingRow = Readonly<{
  approval_id: string
  power: PowerName
  subject: string
  path: string
  payload: Record<string, unknown>
  account_id: string | null
  maker: string
  maker_person: string
  maker_name: string
  made_at: bigint
  expires_at: bigint
  alone_from: bigint | null
}>

export const WAITING = `
  select approval_id::text, power, subject, path, payload, account_id::text, maker::text, maker_person::text, staff.name as maker_name, made_at, expires_at, alone_from
  from approvals join staff on staff.staff_id = approvals.maker where decision is null and expires_at >= $1`

/** A pending request about one thing that another person has not approved yet. */
export async function waitingAbout(
  reader: Reader,
  { power, subject, staff, now }: Readonly<{ power: PowerName; subject: string; staff: Staff; now: Instant }>,
): Promise<Approval | null> {
  const { rows } = await reader.query<WaitingRow>(`${WAITING} and power = $2 and subject = $3`, [now, power, subject])
  return rows[0] === undefined ? null : presentApproval(rows[0], staff, now)
}

export const presentApproval = (row: WaitingRow, staff: Staff, now: Instant): Approval => ({
  id: row.approval_id,
  power: row.power,
  path: row.path,
  payload: row.payload,
  accountId: row.account_id,
  makerName: row.maker_name,
  madeTimestamp: Number(row.made_at),
  expireTimestamp: Number(row.expires_at),
  aloneTimestamp: row.alone_from === null ? null : Number(row.alone_from),
  canApprove: mayDecide(row, staff, now) && staff.powers.includes(row.power) ? 1 : 0,
})

/** Allowed for another person, or for the same one once nobody objected for a day. */
const mayDecide = (row: WaitingRow, { personId }: Staff, now: Instant): boolean =>
  row.maker_person !== personId || (row.alone_from !== null && Number(row.alone_from) <= now)

type Count = Readonly<{ open: bigint; asked: bigint; oldest: bigint | null }>

/** Counts the requests that this person may approve, and the ones of their own that wait for somebody else. */
export async function countWaiting(reader: Reader, staff: Staff, now: Instant) {
  const { rows } = await reader.query<Count>(COUNT, [now, staff.powers, staff.personId])
  const [{ open, asked, oldest } = { open: 0n, asked: 0n, oldest: null }] = rows
  return { open: Number(open), asked: Number(asked), oldestTimestamp: oldest === null ? null : Number(oldest) }
}

const MAY_DECIDE = '(maker_person <> $3 or alone_from <= $1)'
const COUNT = `
  select count(*) filter (where ${MAY_DECIDE}) as open, min(made_at) filter (where ${MAY_DECIDE}) as oldest,
         count(*) filter (where not coalesce(${MAY_DECIDE}, false)) as asked
  from approvals where decision is null and expires_at >= $1 and power = any($2::text[])`
