import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'

/** Passkeys in SQL. */
export type StoredPasskey = Readonly<{
  accountId: string
  passkeyId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
  synced: boolean
  createdAt: Instant
  lastUseAt: Instant | null
}>

type PasskeyRow = Readonly<{
  account_id: string
  passkey_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  synced: boolean
  created_at: bigint
  last_use_at: bigint | null
}>

const FIND = `
  select account_id::text, passkey_id::text, credential_id, public_key, counter, transports, name, synced, created_at, last_use_at
  from passkeys`

/** Oldest first. */
export const passkeysOf = (reader: Pool | PoolClient, accountId: string): Promise<StoredPasskey[]> =>
  find(reader, 'where account_id = $1 order by created_at, passkey_id', [accountId])

export const byCredential = async (pool: Pool, credentialId: string): Promise<StoredPasskey | null> =>
  (await find(pool, 'where credential_id = $1', [credentialId]))[0] ?? null

async function find(reader: Pool | PoolClient, where: string, values: readonly unknown[]): Promise<StoredPasskey[]> {
  const { rows } = await reader.query<PasskeyRow>(`${FIND} ${where}`, [...values])
  return rows.map((row) => ({
    accountId: row.account_id,
    passkeyId: row.passkey_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    name: row.name,
    synced: row.synced,
    createdAt: Number(row.created_at),
    lastUseAt: row.last_use_at === null ? null : Number(row.last_use_at),
  }))
}

/** False for a credential that some account has already. */
export async function insert(client: PoolClient, passkey: StoredPasskey): Promise<boolean> {
  const { rowCount } = await client.query(INSERT, [
    passkey.accountId,
    passkey.passkeyId,
    passkey.credentialId,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    passkey.name,
    passkey.synced,
    passkey.createdAt,
  ])
  return rowCount === 1
}

const INSERT = `
  insert into passkeys (account_id, passkey_id, credential_id, public_key, counter, transports, name, synced, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict do nothing`

/** False when another answer of the same device was faster, or this one is older than one before it. */
export async function noteUse(pool: Pool, { accountId, passkeyId }: StoredPasskey, counter: number, now: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update passkeys set counter = $3, last_use_at = $4
     where account_id = $1 and passkey_id = $2 and (counter < $3 or (counter = 0 and $3 = 0))`,
    [accountId, passkeyId, counter, now],
  )
  return rowCount === 1
}

/** The name of the one that was taken away; null where there was none. */
export async function remove(client: PoolClient, accountId: string, passkeyId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>('delete from passkeys where account_id = $1 and passkey_id = $2 returning name', [
    accountId,
    passkeyId,
  ])
  return rows[0]?.name ?? null
}
