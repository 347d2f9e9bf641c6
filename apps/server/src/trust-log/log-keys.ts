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
type Sealing = Readonly<{ vault: Pick<Vault, 'seal' | 'open'>; random: Pick<Random, 'bytes'> }>

type OfLog = Readonly<{ log: number; origin: string }>

/** The keys of a log; made where there are none. */
export async function openLogKeys(
  reader: Reader,
  { vault, random }: Sealing,
  { log, origin }: OfLog,
  now: Instant,
): Promise<readonly LogKey[]> {
  for (const purpose of keyPurposes) {
    const secretKey = random.bytes(SECRET_BYTES)
    const name = `${log}/${purpose}`
    const text = formatVerifierKey(noteKey({ name: signerName(origin, purpose), secretKey }))
    await reader.query(
      'insert into trust_keys (name, log, purpose, key, sealed, made_at) values ($1, $2, $3, $4, $5, $6) on conflict (name) do nothing',
      [name, log, purpose, text, vault.seal(trustKeyPlace(name), secretKey), now],
    )
  }
  const { rows } = await reader.query<KeyRow>('select name, purpose, key, sealed from trust_keys where log = $1 order by name', [log])
  return rows.map(({ name, purpose, key, sealed }) => {
    const secretKey = new Uint8Array(vault.open(trustKeyPlace(name), sealed))
    return { purpose, signer: { name: signerName(origin, purpose), secretKey }, text: key }
  })
}

/** A checkpoint is signed under its origin; receipts have a name of their own, so that none of them can be taken for a checkpoint. */
const signerName = (origin: string, purpose: KeyPurpose): string => (purpose === 'checkpoints' ? origin : `${origin}/receipts`)
