import { type RailId, isChain, railIds } from '@rueda/rules/withdrawals/rails.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type Withdrawal, type WithdrawalEvent, type WithdrawalStatus, withdrawalEventKinds } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type WithdrawalRecord, readWithdrawal } from './records.ts'

/** Withdrawals in SQL, as they are read; they are written on the write path. */

/** The customer's own; somebody else's reads as a missing one. */
export async function ownWithdrawal(reader: Reader, accountId: string, id: string): Promise<Withdrawal | null> {
  const { rows } = await reader.query<WithdrawalRecord>('select * from withdrawals where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readWithdrawal(rows[0])
}

export type WayFilter = 'bank' | 'vm' | 'JPY' | 'other'
export type WithdrawalFilter = Readonly<{
  way: WayFilter | null
  statuses: readonly WithdrawalStatus[] | null
  limit: number
  offset: number
}>

const chains: readonly RailId[] = railIds.filter(isChain)
const WANTED = `
  account_id = $1 and ($2::text[] is null or status = any($2)) and ($3::text is null or $3 =
    case when rail = any($4) then 'vm' when card_id is not null then 'bank' when rail = 'JPY_BANK' then 'JPY' else 'other' end)`

export async function withdrawalsOf(
  reader: Reader,
  accountId: string,
  { way, statuses, limit, offset }: WithdrawalFilter,
): Promise<Readonly<{ list: readonly Withdrawal[]; total: number }>> {
  const values = [accountId, statuses, way, chains]
  const { rows } = await reader.query<WithdrawalRecord>(
    `select * from withdrawals where ${WANTED} order by started_at desc, id desc limit $5 offset $6`,
    [...values, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from withdrawals where ${WANTED}`, values)
  return { list: rows.map(readWithdrawal), total: Number(counted.rows[0]?.total ?? 0n) }
}

type EventRecord = Readonly<{
  withdrawal_id: string
  kind: WithdrawalEvent['kind']
  by: WithdrawalEvent['by']
  at: bigint
}>

export type Step = Readonly<{ kind: WithdrawalEvent['kind']; by: WithdrawalEvent['by']; at: Instant }>

/** Events of each of these withdrawals, in order. */
export async function stepsOf(reader: Reader, accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Step[]>> {
  const { rows } = await reader.query<EventRecord>(
    `select withdrawal_id::text, kind, by, at from withdrawal_events where account_id = $1 and withdrawal_id = any($2::uuid[]) order by at, array_position($3::text[], kind)`,
    [accountId, ids, withdrawalEventKinds],
  )
  return new Map(
    ids.map((id) => [id, rows.filter((row) => row.withdrawal_id === id).map(({ kind, by, at }) => ({ kind, by, at: Number(at) }))]),
  )
}

/** Withdrawals due for the rules, and those on their way, the oldest first. */
export async function dueWithdrawals(reader: Reader, now: Instant, most: number): Promise<readonly Withdrawal[]> {
  const { rows } = await reader.query<WithdrawalRecord>(
    `select * from withdrawals where status = 'pending' and queued_at is null and review_at <= $1 order by review_at, account_id, id limit $2`,
    [now, most],
  )
  return rows.map(readWithdrawal)
}

export async function withdrawalsOnTheirWay(reader: Reader, since: Instant, most: number): Promise<readonly Withdrawal[]> {
  const { rows } = await reader.query<WithdrawalRecord>(
    `select * from withdrawals where status = 'sending' or (status = 'sent' and sent_at > $1) order by examined_at, account_id, id limit $2`,
    [since, most],
  )
  return rows.map(readWithdrawal)
}

/** Facts about an account that decide if money may leave it. */
export type Standing = Readonly<{
  email: string | null
  isIdentified: boolean
  hasPayPassword: boolean
  isFrozen: boolean
  coolingUntil: Instant | null
}>

export async function standingOf(reader: Reader, accountId: string): Promise<Standing> {
  const { rows } = await reader.query<StandingRecord>(STANDING, [accountId])
  const [row] = rows
  if (row === undefined) throw new Error(`there is no account ${accountId}`)
  return {
    email: row.email,
    isIdentified: row.identified,
    hasPayPassword: row.has_pay_password,
    isFrozen: row.frozen,
    coolingUntil: row.cooling_until === null ? null : Number(row.cooling_until),
  }
}

type StandingRecord = Readonly<{
  email: string | null
  identified: boolean
  has_pay_password: boolean
  frozen: boolean
  cooling_until: bigint | null
}>
const STANDING = `
  select a.email, a.kyc_status = 'passed' as identified, a.pay_password_hash is not null as has_pay_password,
         state.frozen_at is not null as frozen, a.cooling_until
  from accounts a join account_states state using (account_id) where a.account_id = $1`

/** True when something was paid to this destination before and stayed there. */
export async function paidBefore(reader: Reader, accountId: string, fingerprint: string): Promise<boolean> {
  const { rowCount } = await reader.query(
    `select from withdrawals where account_id = $1 and status = 'sent' and fingerprint = decode($2, 'hex') limit 1`,
    [accountId, fingerprint],
  )
  return rowCount === 1
}

/** When the customer saved a destination in its present version; null for one that is not saved. */
export async function destinationAddedAt(reader: Reader, accountId: string, cardId: string | null): Promise<Instant | null> {
  const { rows } = await reader.query<{ added_at: bigint }>(
    'select added_at from cards where account_id = $1 and id = $2 order by version desc limit 1',
    [accountId, cardId],
  )
  return rows[0] === undefined ? null : Number(rows[0].added_at)
}

/** Findings of the rules when they left it to people. */
export async function findingsOf(reader: Reader, accountId: string, id: string): Promise<readonly string[]> {
  const { rows } = await reader.query<{ findings: string[] }>(
    `select findings from withdrawal_events where account_id = $1 and withdrawal_id = $2 and kind = 'queued'`,
    [accountId, id],
  )
  return rows[0]?.findings ?? []
}
