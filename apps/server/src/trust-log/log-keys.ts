import { type Signer, noteKey } from '@rueda/proof/note.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Random } from '../deps.ts'
import type { Reader } from '../db/snapshot.ts'
import { trustKeyPlace } from '../vault/sealed-columns.ts'
import type { Vault } from '../vault/vault.ts'

export const keyPurposes = ['checkpoints', 'receipts'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/** A key of the log: what signs, and what others verify with. */
export type LogKey = Readonly<{ purpose: KeyPurpose; signer: Signer; text: string }>
type KeyRow = Readonly<{ name: string; purpose: KeyPurpose; key: string; sealed: Buffer }>

const SECRET_BYTES = 32
export type Sealing = Readonly<{ vault: Pick<Vault, 'seal' | 'open'>; random: Pick<Random, 'bytes'> }>

type OfLog = Readonly<{ log: number; origin: string }>

/** The keys of a log that have not ended, the newest of each purpose first; made where there are none. */
export async function openLogKeys(
  reader: Reader,
  { vault, random }: Sealing,
  { log, origin }: OfLog,
  now: Instant,
): Promise<readonly LogKey[]> {
  for (const purpose of keyPurposes) await makeKey(reader, { vault, random }, { log, origin, purpose, name: `${log}/${purpose}`, now })
  const { rows } = await reader.query<KeyRow>(
    'select name, purpose, key, sealed from trust_keys where log = $1 and ended_at is null order by purpose, made_at desc, name desc',
    [log],
  )
  return rows.map(({ name, purpose, key, sealed }) => {
    const secretKey = new Uint8Array(vault.open(trustKeyPlace(name), sealed))
    return { purpose, signer: { name: signerName(origin, purpose), secretKey }, text: key }
  })
}

/** Makes the next key of a purpose; nobody believes it before the one before has signed for it. */
export async function makeNextKey(
  reader: Reader,
  sealing: Sealing,
  { log, origin, purpose, now }: OfLog & Readonly<{ purpose: KeyPurpose; now: Instant }>,
): Promise<Pick<LogKey, 'text'>> {
  const { rows } = await reader.query<{ keys: number }>(
    'select count(*)::integer as keys from trust_keys where log = $1 and purpose = $2',
    [log, purpose],
  )
  return { text: await makeKey(reader, sealing, { log, origin, purpose, name: `${log}/${purpose}/${(rows[0]?.keys ?? 0) + 1}`, now }) }
}

type NewKey = OfLog & Readonly<{ purpose: KeyPurpose; name: string; now: Instant }>

async function makeKey(reader: Reader, { vault, random }: Sealing, { log, origin, purpose, name, now }: NewKey): Promise<string> {
  const secretKey = random.bytes(SECRET_BYTES)
  const text = formatVerifierKey(noteKey({ name: signerName(origin, purpose), secretKey }))
  await reader.query(
    'insert into trust_keys (name, log, purpose, key, sealed, made_at) values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing',
    [name, log, purpose, text, vault.seal(trustKeyPlace(name), secretKey), now],
  )
  return text
}

/**
 * What signs receipts and documents, which have one signature each: while a key is handed over the older one, because whoever is answered may not have
 * read of the new one yet.
 */
export const receiptSigner = (keys: readonly LogKey[]): Signer | undefined => keys.findLast(({ purpose }) => purpose === 'receipts')?.signer

/** A checkpoint is signed under its origin; receipts have a name of their own, so that none of them can be taken for a checkpoint. */
const signerName = (origin: string, purpose: KeyPurpose): string => (purpose === 'checkpoints' ? origin : `${origin}/receipts`)
