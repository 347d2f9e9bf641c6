import { headKey, keyCommitment } from '@rueda/proof/account-key.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../db/snapshot.ts'
import type { Random } from '../deps.ts'
import { accountKeyPlace } from '../vault/sealed-columns.ts'
import type { Vault } from '../vault/vault.ts'

/** The key of an account, under which its heads are logged: its owner and the server know it. */
export type AccountKeys = Readonly<{ vault: Pick<Vault, 'seal' | 'open'>; random: Pick<Random, 'bytes'> }>

const KEY_BYTES = 32
const MAX_AT_ONCE = 1_000

/** Makes the key of a new account, in the transaction that opens it. */
export const makeAccountKey = (reader: Reader, keys: AccountKeys, accountId: string, now: Instant): Promise<void> =>
  makeKeys(reader, keys, [accountId], now)

async function makeKeys(reader: Reader, { vault, random }: AccountKeys, accountIds: readonly string[], now: Instant): Promise<void> {
  const made = accountIds.map((accountId) => ({ accountId, key: random.bytes(KEY_BYTES) }))
  await reader.query(MAKE, [
    made.map(({ accountId }) => accountId),
    made.map(({ accountId, key }) => vault.seal(accountKeyPlace(accountId), key)),
    made.map(({ key }) => keyCommitment(key)),
    now,
  ])
}
// The chain covers the key from the next entry on, so that a state that was read before must be read again.
const MAKE = `
  with made as (select * from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as made (account_id, sealed, commitment)),
    kept as (insert into account_keys (account_id, sealed, made_at) select account_id, sealed, $4 from made
             on conflict (account_id) do nothing returning account_id)
  update account_states s set key_commitment = made.commitment, version = s.version + 1
  from made join kept using (account_id) where s.account_id = made.account_id`

/** Gives a key to accounts that were opened before there were any. One whose chain covers a key never gets another. */
export async function makeMissingKeys(reader: Reader, keys: AccountKeys, now: Instant): Promise<void> {
  for (;;) {
    const { rows } = await reader.query<{ id: bigint }>(MISSING, [MAX_AT_ONCE])
    if (rows.length === 0) return
    await makeKeys(
      reader,
      keys,
      rows.map(({ id }) => String(id)),
      now,
    )
  }
}
const MISSING = `
  select account_id as id from account_states s
  where key_commitment is null and not exists (select from account_keys k where k.account_id = s.account_id) limit $1`

/** The key under which a log has the heads of an account. */
export const openHeadKey = (
  keys: Readonly<{ vault: Pick<Vault, 'open'> }>,
  { log, origin }: OfLog,
  accountId: string,
  sealed: Uint8Array,
): Uint8Array => headKey(openAccountKey(keys, accountId, sealed), log === 1 ? null : origin)
type OfLog = Readonly<{ log: number; origin: string }>

export const openAccountKey = ({ vault }: Readonly<{ vault: Pick<Vault, 'open'> }>, accountId: string, sealed: Uint8Array): Uint8Array =>
  new Uint8Array(vault.open(accountKeyPlace(accountId), sealed))
