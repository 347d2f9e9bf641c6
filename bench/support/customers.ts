import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { openAccounts } from './database.ts'

/** Opens customers with money and a session each, put in set-wise, because their opening is not measured. Returns their tokens. */
export async function openCustomers(pool: Pool, count: number, cents: bigint): Promise<string[]> {
  const FIRST = 1_000_001
  const LIFE_MS = 24 * 3_600_000
  const TOKEN_BYTES = 32
  const ids = Array.from({ length: count }, (_, index) => String(FIRST + index))
  const tokens = ids.map(() => randomBytes(TOKEN_BYTES).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const now = Date.now()
  await pool.query(
    `insert into accounts (account_id, nickname, locale, invite_code, created_at, password_changed_at, granted_at)
     select id, 'Bench', 'en', upper(lpad(to_hex(id), 8, '0')), $2, $2, $2 from unnest($1::bigint[]) as id`,
    [ids, now],
  )
  await openAccounts(pool, FIRST, count, cents)
  await pool.query(
    `insert into sessions (account_id, session_id, token_hash, device, origin, created_at, last_use_at, expires_at)
     select id, gen_random_uuid(), decode(hash, 'hex'), 'Bench', '', $3::bigint, $3::bigint, $4 from unnest($1::bigint[], $2::text[]) as session (id, hash)`,
    [ids, hashes, now, now + LIFE_MS],
  )
  return tokens
}
