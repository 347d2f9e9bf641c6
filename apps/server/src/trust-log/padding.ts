import { setImmediate } from 'node:timers/promises'
import { HEAD_ENTRY_BYTES, labelOf, paddingBytes } from '@rueda/proof/head.ts'
import { LABEL_BYTES } from '@rueda/proof/account-key.ts'
import type { Random } from '../deps.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * What a batch of heads is filled with (`docs/rules/proof.md` P.21): a label of chance, and what the vault makes of it. Nobody outside can tell it
 * from a head. The house knows its own again, so that an entry which is neither padding nor a head that the database knows shows.
 */
const MAX_AT_ONCE = 1_000

/** Made set by set: whoever asks something meanwhile is answered in between. */
export async function paddingOf(
  { vault, random }: Readonly<{ vault: Pick<Vault, 'fingerprint'>; random: Pick<Random, 'bytes'> }>,
  origin: string,
  heads: number,
): Promise<Uint8Array> {
  const padding = Buffer.alloc(paddingBytes(heads))
  for (let at = 0; at < padding.length; at += HEAD_ENTRY_BYTES - 1) {
    const label = random.bytes(LABEL_BYTES)
    padding.set(label, at)
    padding.set(sealOf(vault, origin, label), at + LABEL_BYTES)
    if ((at / (HEAD_ENTRY_BYTES - 1)) % MAX_AT_ONCE === MAX_AT_ONCE - 1) await setImmediate()
  }
  return padding
}

export function isPadding(vault: Pick<Vault, 'fingerprint'>, origin: string, entry: Uint8Array): boolean {
  const label = labelOf(entry)
  return label !== null && sealOf(vault, origin, label).equals(entry.subarray(1 + LABEL_BYTES))
}

const sealOf = (vault: Pick<Vault, 'fingerprint'>, origin: string, label: Uint8Array): Buffer =>
  vault.fingerprint('padding of the public log', `${origin} ${Buffer.from(label).toString('hex')}`)
