import { createHash } from 'node:crypto'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../app.ts'
import { canonical } from '../http/canonical.ts'
import type { StaffRequest } from './handler.ts'

/**
 * Four eyes: the first person asks and waits, the second asks for exactly the same and it is done. Both have shown
 * their second factor within five minutes. Constraints of the table hold the server to all of it
 * (`reliability.md` BO-02).
 */
export const FRESH_FACTOR_MS = 5 * MINUTE_MS
export const APPROVAL_MS = DAY_MS

export type SecondPair = Readonly<{ state: 'waiting'; approvalId: string } | { state: 'approved'; approvalId: string }>

/** What is asked for: one thing waits once per power and subject. */
type Subject = Readonly<{ subject: string; accountId: string | null }>

type Waiting = Readonly<{ approval_id: string; payload_hash: Buffer; maker_person: string; expires_at: bigint }>

/** Only in the transaction of what is approved: it is either both or neither. */
export async function askForTwo(
  { ids }: Pick<App, 'ids'>,
  client: PoolClient,
  request: StaffRequest,
  { subject, accountId }: Subject,
): Promise<Result<SecondPair>> {
  const { staff, now, endpoint } = request
  if (now - staff.verifiedAt > FRESH_FACTOR_MS) return refuse('staff.factor_stale')
  await client.query(EXPIRE, [endpoint.power, subject, now])
  const { rows } = await client.query<Waiting>(FIND, [endpoint.power, subject])
  const waiting = rows[0]
  const payload = canonical(request.input)
  const payloadHash = createHash('sha256').update(payload).digest()
  if (waiting === undefined) {
    const approvalId = ids.next()
    await client.query(INSERT, [
      ...[approvalId, endpoint.power, subject, accountId, endpoint.path, payload, payloadHash],
      ...[staff.staffId, staff.personId, staff.verifiedAt, now, now + APPROVAL_MS],
    ])
    return ok({ state: 'waiting', approvalId })
  }
  if (!waiting.payload_hash.equals(payloadHash)) return refuse('approval.changed')
  if (waiting.maker_person === staff.personId) return refuse('approval.same_person')
  await client.query(APPROVE, [waiting.approval_id, staff.staffId, staff.personId, staff.verifiedAt, payloadHash, now])
  return ok({ state: 'approved', approvalId: waiting.approval_id })
}

const EXPIRE = `
  update approvals set decision = 'expired', decided_at = $3
  where power = $1 and subject = $2 and decision is null and expires_at < $3`

const FIND = `
  select approval_id::text, payload_hash, maker_person::text, expires_at from approvals
  where power = $1 and subject = $2 and decision is null for update`

const INSERT = `
  insert into approvals (approval_id, power, subject, account_id, path, payload, payload_hash, maker, maker_person, maker_verified_at, made_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const APPROVE = `
  update approvals set checker = $2, checker_person = $3, checker_verified_at = $4, checked_hash = $5, decided_at = $6, decision = 'approved'
  where approval_id = $1`
