import { createHash } from 'node:crypto'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type AskedIn, aloneFrom, decideApproval, endsOtherRequests, lapsesAt } from '@rueda/rules/staff/approvals.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { canonical } from '../../http/canonical.ts'
import type { Staff, StaffRequest } from '../../admin/handler.ts'
import { administratorsEver, holdAdministrators } from '../staff/administrators.ts'

/**
 * Four eyes: the first person requests and waits, the second requests exactly the same and it is done. The rules decide; constraints of the
 * table enforce all of it (`docs/rules/back-office.md` BO-02).
 */
export type SecondPair = Readonly<
  { state: 'waiting'; approvalId: string; aloneFrom: Instant | null } | { state: 'approved'; approvalId: string }
>

/** The subject of a request: each waits once per power and subject. */
/** `seen` is the request that was seen before the caller waited for others; left out, it is looked for here. */
type Subject = Readonly<{ subject: string; accountId: string | null; seen?: string | null }>

type Waiting = Readonly<{ approval_id: string; payload_hash: Buffer; maker_person: string; alone_from: bigint | null }>

/** Called only in the transaction of the approved change: both are committed or neither. */
export async function requireDualApproval(
  { ids }: Pick<App, 'ids'>,
  client: PoolClient,
  request: StaffRequest,
  { subject, accountId, seen: seenBefore }: Subject,
): Promise<Result<SecondPair>> {
  const { staff, now, endpoint } = request
  const { power } = endpoint
  const seen = seenBefore === undefined ? await seenRequest(client, request, subject) : seenBefore
  // One after the other: of two who would be the second, or the first, at the same moment only one is.
  await client.query(LOCK, [`approval ${power} ${subject}`])
  const waiting = (await client.query<Waiting>(`${FIND} for update`, [power, subject])).rows[0]
  if (seen !== null && seen !== waiting?.approval_id) return refuse('approval.decided')
  const payload = canonical(request.input)
  const payloadHash = createHash('sha256').update(payload).digest()
  const decided = decideApproval(staff, waiting === undefined ? null : requestOf(waiting, payloadHash), now)
  if (!decided.ok) return decided
  if (waiting === undefined) {
    await holdAdministrators(client)
    const approvalId = ids.next()
    const alone = aloneFrom(power, now, await askedIn(client, staff))
    await client.query(INSERT, [
      ...[approvalId, power, subject, accountId, endpoint.path, payload, payloadHash],
      ...[staff.staffId, staff.personId, staff.verifiedAt, now, lapsesAt(now, alone), alone],
    ])
    return ok({ state: 'waiting', approvalId, aloneFrom: alone })
  }
  const { approval_id: approvalId } = waiting
  await client.query(DECIDE, [approvalId, staff.staffId, staff.personId, staff.verifiedAt, payloadHash, now, decided.value])
  if (endsOtherRequests(power, decided.value)) await endRequests(client, staff.personId, staff, now)
  return ok({ state: 'approved', approvalId })
}

/** The request that waits, as somebody sees it who then waits for others; what it has become meanwhile is not decided again. */
export async function seenRequest(client: PoolClient, { endpoint: { power }, now }: StaffRequest, subject: string): Promise<string | null> {
  await client.query(EXPIRE, [power, subject, now])
  return (await client.query<Waiting>(FIND, [power, subject])).rows[0]?.approval_id ?? null
}

const requestOf = ({ payload_hash: hash, maker_person: personId, alone_from: from }: Waiting, payloadHash: Buffer) => ({
  ...{ personId, isSame: hash.equals(payloadHash), aloneFrom: from === null ? null : Number(from) },
})

/** What decides whether somebody may carry a change of the staff out alone, and when. */
export const askedIn = async (client: Reader, staff: Staff): Promise<AskedIn> => ({
  administratorsEver: await administratorsEver(client),
  isEmergency: staff.isEmergency,
  toldOthers: await othersToTell(client, staff),
})

/** Counts the other persons who could object. */
async function othersToTell(client: Reader, { personId }: Staff): Promise<number> {
  const { rows } = await client.query<{ others: bigint }>(
    `select count(distinct person_id) as others from staff
     where disabled_at is null and factor is not null and not is_emergency and person_id <> $1`,
    [personId],
  )
  return Number(rows[0]?.others ?? 0n)
}

/** Ends requests that a person could carry out alone, whoever ends them; returns their subjects. */
export async function endRequests(
  client: PoolClient,
  makerPerson: string,
  { staffId, personId, verifiedAt }: Pick<Staff, 'staffId' | 'personId' | 'verifiedAt'>,
  now: Instant,
): Promise<readonly Ended[]> {
  const { rows } = await client.query<Ended>(END, [makerPerson, staffId, personId, verifiedAt, now])
  return rows
}

/** Ends a request that has nothing left to decide, because its subject is over; it counts as lapsed, for nobody refused it. */
export const endWaiting = (
  client: PoolClient,
  { power, subject, now }: Readonly<{ power: PowerName; subject: string; now: Instant }>,
): Promise<unknown> => client.query(END_WAITING, [power, subject, now])

/**
 * Does what may bring the second administrator of a house. What the first asked for until then ends, because the second was not notified
 * and would not have the whole day to object.
 */
export async function bringingAdministrators<Value>(client: PoolClient, now: Instant, bring: () => Promise<Value>): Promise<Value> {
  await holdAdministrators(client)
  const before = await administratorsEver(client)
  const brought = await bring()
  if (before < 2 && (await administratorsEver(client)) >= 2) await client.query(END_ALONE, [now])
  return brought
}

export type Ended = Readonly<{ approval_id: string; power: PowerName; subject: string }>

const EXPIRE = `
  update approvals set decision = 'expired', decided_at = $3
  where power = $1 and subject = $2 and decision is null and expires_at < $3`

const END_WAITING = `
  update approvals set decision = 'expired', decided_at = $3 where power = $1 and subject = $2 and decision is null`

const END_ALONE = `update approvals set decision = 'expired', decided_at = $1 where alone_from is not null and decision is null`

const FIND = `
  select approval_id::text, payload_hash, maker_person::text, alone_from from approvals
  where power = $1 and subject = $2 and decision is null`

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

const INSERT = `
  insert into approvals (approval_id, power, subject, account_id, path, payload, payload_hash, maker, maker_person, maker_verified_at, made_at, expires_at,
                         alone_from)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

const DECIDE = `
  update approvals set checker = $2, checker_person = $3, checker_verified_at = $4, checked_hash = $5, decided_at = $6, decision = $7
  where approval_id = $1`

const END = `
  update approvals set checker = $2, checker_person = $3, checker_verified_at = $4, decided_at = $5, decision = 'refused'
  where maker_person = $1 and alone_from is not null and decision is null and expires_at >= $5
  returning approval_id::text, power, subject`
