import { keyCommitment } from '@rueda/proof/account-key.ts'
import { openAccountKey } from '../../../trust-log/account-keys.ts'
import type { Vault } from '../../../vault/vault.ts'
import type { Part } from './restrict.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * TRUST-4: the key of an account that is sealed in the vault is the one that its chain covers. The chain itself is computed with what the
 * account's state says of the key (INV-06), so that neither can be exchanged alone.
 */
type KeyRow = Readonly<{ account_id: bigint; commitment: Buffer | null; sealed: Buffer | null }>
const KEYS = `
  select account_id, s.key_commitment as commitment, k.sealed from account_states s full join account_keys k using (account_id)
  where account_id > $1 and account_id <= $2 and ($3::bigint[] is null or account_id = any($3::bigint[])) and num_nonnulls(s.key_commitment, k.sealed) > 0`

export async function sealedKeyFaults(snapshots: Snapshots, { slice, ids }: Part, vault: Pick<Vault, 'open'>): Promise<readonly object[]> {
  const { rows } = await snapshots.query<KeyRow>(KEYS, [slice.above, slice.through, ids])
  return rows.flatMap((row) => {
    const fault = faultOf(row, vault)
    return fault === null ? [] : [{ account_id: row.account_id, fault }]
  })
}

function faultOf({ account_id: accountId, commitment, sealed }: KeyRow, vault: Pick<Vault, 'open'>): string | null {
  if (sealed === null) return 'its chain covers a key that is lost'
  if (commitment === null) return 'it has a key, and its chain covers none'
  try {
    const key = openAccountKey({ vault }, String(accountId), sealed)
    return commitment.equals(keyCommitment(key)) ? null : 'its chain covers another key than the sealed one'
  } catch {
    return 'its key does not open'
  }
}
