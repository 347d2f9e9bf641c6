import { type ReadAgreement, checkAccepted, dueOf } from '@rueda/rules/agreements/agreement.ts'
import type { AgreementKind } from '@rueda/rules/agreements/agreement.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { hashOf } from './texts.ts'

/** What a customer accepted, for the features that ask for it. */
export type AcceptedAgreement = ReadAgreement & Readonly<{ at: Instant }>
type AcceptedRow = Readonly<{ kind: AgreementKind; version: number; language: string; hash: string; at: bigint }>

/** Newest first. */
export async function acceptedOf(reader: Reader, accountId: string): Promise<readonly AcceptedAgreement[]> {
  const { rows } = await reader.query<AcceptedRow>(
    `select kind, version, language, encode(hash, 'hex') as hash, at from accepted_agreements
      where account_id = $1 order by at desc, kind, version desc`,
    [accountId],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

export const checkRead = (read: readonly ReadAgreement[]): Result<readonly ReadAgreement[]> => checkAccepted(read, hashOf)

/** Keeps what was read and accepted; what is kept already stays as it was. */
export async function keepAccepted(client: Reader, accountId: string, read: readonly ReadAgreement[], now: Instant): Promise<void> {
  for (const { kind, version, language, hash } of read)
    await client.query(
      `insert into accepted_agreements (account_id, kind, version, language, hash, at) values ($1, $2, $3, $4, decode($5, 'hex'), $6)
        on conflict do nothing`,
      [accountId, kind, version, language, hash, now],
    )
}

/** Tells whether an account has agreed to the newest versions. */
export type Agreed = (accountId: string) => Promise<boolean>

const MAX_KNOWN = 100_000

/**
 * Who has agreed once has agreed until this process ends, since new versions come with new code; so an order costs no query then. A practice
 * account, which nobody has registered, agrees to nothing: one query, because it may be registered at any moment.
 */
export function createAgreed(pool: Pool): Agreed {
  const known = new Set<string>()
  return async (accountId) => {
    if (known.has(accountId)) return true
    const { rows } = await pool.query<{ practises: boolean }>('select email is null as practises from accounts where account_id = $1', [
      accountId,
    ])
    if (rows[0]?.practises === true) return true
    if (dueOf(await acceptedOf(pool, accountId)).length > 0) return false
    if (known.size >= MAX_KNOWN) known.clear()
    known.add(accountId)
    return true
  }
}
