import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'

/** Second factors in SQL. An authenticator counts once its first code was shown. */
export type Authenticator = Readonly<{ secret: Buffer; confirmedAt: Instant | null }>

type AuthenticatorRow = Readonly<{ secret: Buffer; confirmed_at: bigint | null }>

/** `lock` holds it until the transaction ends, so that no code serves two requests. */
export async function authenticatorOf(reader: Pool | PoolClient, accountId: string, lock = false): Promise<Authenticator | null> {
  const { rows } = await reader.query<AuthenticatorRow>(
    `select secret, confirmed_at from authenticators where account_id = $1${lock ? ' for update' : ''}`,
    [accountId],
  )
  const row = rows[0]
  return row === undefined ? null : { secret: row.secret, confirmedAt: row.confirmed_at === null ? null : Number(row.confirmed_at) }
}

/** False when one counts already. */
export async function begin(pool: Pool, accountId: string, secret: Buffer, now: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(BEGIN, [accountId, secret, now])
  return rowCount === 1
}

const BEGIN = `
  insert into authenticators as known (account_id, secret, begun_at) values ($1, $2, $3)
  on conflict (account_id) do update set secret = $2, begun_at = $3, last_step = 0 where known.confirmed_at is null`

export async function confirm(client: PoolClient, accountId: string, now: Instant): Promise<void> {
  await client.query('update authenticators set confirmed_at = $2 where account_id = $1', [accountId, now])
}

/** False for a step of a code that was used already, or an earlier one. */
export async function takeStep(client: PoolClient, accountId: string, step: number): Promise<boolean> {
  const { rowCount } = await client.query('update authenticators set last_step = $2 where account_id = $1 and last_step < $2', [
    accountId,
    step,
  ])
  return rowCount === 1
}

/** False when there was none that counted. */
export async function remove(client: PoolClient, accountId: string): Promise<boolean> {
  await client.query('delete from recovery_codes where account_id = $1', [accountId])
  const { rowCount } = await client.query('delete from authenticators where account_id = $1 and confirmed_at is not null', [accountId])
  return rowCount === 1
}

export async function recoveryCodesLeft(reader: Pool | PoolClient, accountId: string): Promise<number> {
  const { rows } = await reader.query<{ left: bigint }>(
    'select count(*) as left from recovery_codes where account_id = $1 and used_at is null',
    [accountId],
  )
  return Number(rows[0]?.left ?? 0n)
}

export async function noteVerified(
  client: Pool | PoolClient,
  session: Readonly<{ accountId: string; sessionId: string }>,
  now: Instant,
): Promise<void> {
  await client.query('update sessions set verified_at = $3 where account_id = $1 and session_id = $2', [
    session.accountId,
    session.sessionId,
    now,
  ])
}

/** Voids the proofs of other sessions after a change of the factors. */
export async function voidProofs(client: PoolClient, session: Readonly<{ accountId: string; sessionId: string }>): Promise<void> {
  await client.query('update sessions set verified_at = null where account_id = $1 and session_id <> $2', [
    session.accountId,
    session.sessionId,
  ])
}

/** Name that authenticator apps show with a code; null for a practice account, which is never logged in to. */
export async function loginNameOf(pool: Pool, accountId: string): Promise<string | null> {
  const { rows } = await pool.query<{ email: string | null }>('select email from accounts where account_id = $1', [accountId])
  return rows[0]?.email ?? null
}

/** False when it is so already. */
export async function switchCardCodes(client: PoolClient, accountId: string, since: Instant | null): Promise<boolean> {
  const { rowCount } = await client.query(
    'update accounts set card_codes_at = $2 where account_id = $1 and (card_codes_at is null) = ($2::bigint is not null)',
    [accountId, since],
  )
  return rowCount === 1
}

export async function hasCardCodes(reader: Pool | PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await reader.query('select from accounts where account_id = $1 and card_codes_at is not null', [accountId])
  return rowCount === 1
}

/** Null on an account that is not frozen. */
export async function frozenBy(reader: Pool | PoolClient, accountId: string): Promise<'owner' | 'staff' | null> {
  const { rows } = await reader.query<{ by: 'owner' | 'staff' }>(
    "select coalesce(frozen_by, 'staff') as by from account_states where account_id = $1 and frozen_at is not null",
    [accountId],
  )
  return rows[0]?.by ?? null
}
