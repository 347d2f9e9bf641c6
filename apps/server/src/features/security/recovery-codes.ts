import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import type { Random } from '../../deps.ts'

/** Codes to write down, for the day the authenticator is lost: ten, each serves once, none is stored as it was shown. */
const CODES = 10
const HALF_LENGTH = 5
// Without the characters people confuse when they copy them: 31 of them, ten times, is fifty bits.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

type Parts = Pick<App, 'vault' | 'random'>

/** Replaces the account's codes by new ones, which only this answer ever shows. */
export async function issueRecoveryCodes(client: PoolClient, { vault, random }: Parts, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${half(random)}-${half(random)}`)
  await client.query('delete from recovery_codes where account_id = $1', [accountId])
  await client.query('insert into recovery_codes (account_id, fingerprint) select $1, unnest($2::bytea[])', [
    accountId,
    codes.map((code) => fingerprintOf(vault, accountId, code)),
  ])
  return codes
}

const half = (random: Random): string => Array.from({ length: HALF_LENGTH }, () => ALPHABET[random.below(ALPHABET.length)]).join('')

/** False for a code that is not one of the account's, or that has served. */
export async function spendRecoveryCode(
  client: PoolClient,
  vault: App['vault'],
  accountId: string,
  code: string,
  now: Instant,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update recovery_codes set used_at = $3 where account_id = $1 and fingerprint = $2 and used_at is null',
    [accountId, fingerprintOf(vault, accountId, code), now],
  )
  return rowCount === 1
}

const fingerprintOf = (vault: App['vault'], accountId: string, code: string): Buffer =>
  vault.fingerprint('recovery code', `${accountId} ${code}`)
