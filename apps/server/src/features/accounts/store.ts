import type { KycReason, KycStatus } from '@rueda/rules/kyc/identity.ts'
import type { PermissionStatus } from '@rueda/rules/permissions/permission.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { meantInvite } from './tokens.ts'

/** Accounts in SQL. Ids are text outside and BIGINT inside; an account without an address is a practice account. */
export type Account = Readonly<{
  accountId: string
  email: string | null
  username: string | null
  nickname: string
  passwordHash: string | null
  payPasswordHash: string | null
  /** Until then money cannot leave and its destinations cannot change; null when there never was such a pause. */
  coolingUntil: Instant | null
  kycStatus: KycStatus
  /** Why the newest case failed; null unless it did. */
  kycReason: KycReason | null
  inviteCode: string
  locale: string
  createdAt: Instant
  isGranted: boolean
  isFrozen: boolean
  unreadMessages: number
  blockTrade: PermissionStatus
  institution: PermissionStatus
}>

type AccountRow = Readonly<{
  account_id: string
  email: string | null
  username: string | null
  nickname: string
  password_hash: string | null
  pay_password_hash: string | null
  cooling_until: bigint | null
  kyc_status: KycStatus
  kyc_reason: KycReason | null
  invite_code: string
  locale: string
  created_at: bigint
  granted: boolean
  frozen: boolean
  unread: bigint
  block_trade: PermissionStatus
  institution: PermissionStatus
}>

const FIND = `
  select a.account_id::text, a.email, a.username, a.nickname, a.password_hash, a.pay_password_hash, a.cooling_until,
         a.kyc_status, a.kyc_reason, a.invite_code, a.locale, a.created_at,
         a.granted_at is not null as granted, state.frozen_at is not null as frozen,
         (select count(*) from messages m where m.account_id = a.account_id and m.read_at is null) as unread,
         coalesce((select p.status from permissions p where p.account_id = a.account_id and p.type = 'blockTrade'), 'none') as block_trade,
         coalesce((select p.status from permissions p where p.account_id = a.account_id and p.type = 'institution'), 'none') as institution
  from accounts a left join account_states state using (account_id)`

export const byId = (pool: Pool, accountId: string): Promise<Account | null> => find(pool, 'account-by-id', [accountId])

export const byEmail = (pool: Pool, email: string): Promise<Account | null> => find(pool, 'account-by-email', [email])

const ACCOUNT_NUMBER = /^[1-9]\d{7,17}$/u

/** Finds by a login name: address, user name or account number. Practice accounts cannot be named. */
export function byName(pool: Pool, name: string): Promise<Account | null> {
  const typed = name.normalize('NFC').toLowerCase()
  const accountNumber = ACCOUNT_NUMBER.test(typed) ? typed : null
  return find(pool, 'account-by-name', [typed, accountNumber])
}

/** Planned once a connection: unread messages are counted over every month. */
const FINDS = {
  'account-by-id': `${FIND} where a.account_id = $1`,
  'account-by-email': `${FIND} where a.email = $1`,
  'account-by-name': `${FIND} where (a.email = $1 or a.username_key = $1 or a.account_id = $2) and a.password_hash is not null order by a.email = $1 desc limit 1`,
} as const

async function find(pool: Pool, name: keyof typeof FINDS, values: readonly unknown[]): Promise<Account | null> {
  const { rows } = await pool.query<AccountRow>({ name, text: FINDS[name], values: [...values] })
  return rows[0] === undefined ? null : fromRow(rows[0])
}

const fromRow = (row: AccountRow): Account => ({
  accountId: row.account_id,
  email: row.email,
  username: row.username,
  nickname: row.nickname,
  passwordHash: row.password_hash,
  payPasswordHash: row.pay_password_hash,
  coolingUntil: row.cooling_until === null ? null : Number(row.cooling_until),
  kycStatus: row.kyc_status,
  kycReason: row.kyc_reason,
  inviteCode: row.invite_code,
  locale: row.locale,
  createdAt: Number(row.created_at),
  isGranted: row.granted,
  isFrozen: row.frozen,
  unreadMessages: Number(row.unread),
  blockTrade: row.block_trade,
  institution: row.institution,
})

/**
 * The code of an account, as typed or with similar letters corrected; null for none. Older codes may have letters outside today's alphabet.
 */
export async function invitationOf(pool: Pool, typed: string): Promise<string | null> {
  const { rows } = await pool.query<{ invite_code: string }>(
    'select invite_code from accounts where invite_code in ($1, $2) order by invite_code = $1 desc limit 1',
    [typed, meantInvite(typed)],
  )
  return rows[0]?.invite_code ?? null
}

/** Fingerprints of a registration that recognise it when it is sent again; only the server can make them. */
export type Registration = Readonly<{ key: Buffer; body: Buffer }>

export type NewAccount = Readonly<{
  email: string | null
  username: string | null
  passwordHash: string | null
  countryCode: string | null
  locale: string
  inviteCode: string
  invitedWith: string | null
  registration: Registration | null
  now: Instant
}>

/** The new account's id; null when somebody has the address or the user name already. */
export async function insert(client: PoolClient, account: NewAccount): Promise<string | null> {
  const { rows } = await client.query<{ account_id: string }>(INSERT, [
    account.email,
    account.username,
    account.passwordHash,
    account.countryCode,
    account.locale,
    account.inviteCode,
    account.invitedWith,
    account.now,
    account.registration?.key ?? null,
    account.registration?.body ?? null,
  ])
  return rows[0]?.account_id ?? null
}

const INSERT = `
  insert into accounts (account_id, email, username, nickname, password_hash, country_code, locale, invite_code, invited_by, created_at, password_changed_at,
                        registration_key_hash, registration_body_hash)
  select number, $1, $2, coalesce($2, split_part($1, '@', 1), number::text), $3, $4, $5, $6,
         (select account_id from accounts where invite_code = $7), $8::bigint, $8::bigint, $9, $10
  from nextval('account_number') as number
  on conflict do nothing
  returning account_id::text`

type Owner = Pick<NewAccount, 'email' | 'username' | 'passwordHash' | 'countryCode' | 'registration' | 'now'>

/** Outcome of giving a practice account its owner; taken when somebody has the address or the user name already. */
export type Adoption = 'adopted' | 'taken' | 'owned'

/** A practice account gets the address and the password of its owner; everything that it has stays as it is. */
export async function adopt(client: PoolClient, accountId: string, owner: Owner): Promise<Adoption> {
  const { rows } = await client.query('select from accounts where email = $1 or username_key = lower($2)', [owner.email, owner.username])
  if (rows.length > 0) return 'taken'
  const { rowCount } = await client.query(ADOPT, [
    accountId,
    owner.email,
    owner.username,
    owner.passwordHash,
    owner.countryCode,
    owner.now,
    owner.registration?.key ?? null,
    owner.registration?.body ?? null,
  ])
  return rowCount === 1 ? 'adopted' : 'owned'
}

const ADOPT = `
  update accounts set email = $2, username = $3, nickname = coalesce($3, split_part($2, '@', 1)), password_hash = $4, country_code = $5,
         password_changed_at = $6, registration_key_hash = $7, registration_body_hash = $8
  where account_id = $1 and email is null and closed_at is null`

/** False when somebody else has the name, however it is written. */
export async function setUsername(pool: Pool, accountId: string, username: string): Promise<boolean> {
  try {
    await pool.query('update accounts set username = $2, nickname = $2 where account_id = $1', [accountId, username])
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

export const UNIQUE_VIOLATION = '23505'

type NewPassword = Readonly<{ accountId: string; passwordHash: string; now: Instant; coolingUntil: Instant }>

export async function setPassword(client: PoolClient, { accountId, passwordHash, now, coolingUntil }: NewPassword): Promise<void> {
  await client.query(SET_PASSWORD, [accountId, passwordHash, now, coolingUntil])
}

// A later cooling-off never ends an earlier one before its time.
const SET_PASSWORD = `
  update accounts set password_hash = $2, password_changed_at = $3, cooling_until = greatest(cooling_until, $4) where account_id = $1`

type NewPayPassword = Omit<NewPassword, 'now'>

/** False when another request was faster: the first transaction password is chosen once. */
export async function choosePayPassword(client: PoolClient, { accountId, passwordHash, coolingUntil }: NewPayPassword): Promise<boolean> {
  const { rowCount } = await client.query(`${SET_PAY_PASSWORD} and pay_password_hash is null`, [accountId, passwordHash, coolingUntil])
  return rowCount === 1
}

export async function changePayPassword(client: PoolClient, { accountId, passwordHash, coolingUntil }: NewPayPassword): Promise<void> {
  await client.query(SET_PAY_PASSWORD, [accountId, passwordHash, coolingUntil])
}

const SET_PAY_PASSWORD = 'update accounts set pay_password_hash = $2, cooling_until = greatest(cooling_until, $3) where account_id = $1'

export async function noteGranted(pool: Pool, accountId: string, now: Instant): Promise<void> {
  await pool.query('update accounts set granted_at = $2 where account_id = $1 and granted_at is null', [accountId, now])
}
