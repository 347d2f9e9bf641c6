import { isKeyChangeBy } from '@rueda/proof/key-change.ts'
import { judgeCheckpoint } from '@rueda/proof/policy.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { expect, it } from 'vitest'
import { machineRandom } from '../ids.ts'
import { readAll, saidIn } from '../testing/log-reader.ts'
import { logOfTest } from '../testing/started-log.ts'
import { createVault } from '../vault/vault.ts'
import { type KeyPurpose, keyPurposes, receiptSigner } from './log-keys.ts'
import type { TrustLog } from './log.ts'
import { finishHandOver, handOver } from './new-key.ts'

/** `docs/rules/proof.md` P.21: a key hands over to the next one, and nobody has to believe the new one on somebody's word. */
const { pool, keyring, now, pass, started } = logOfTest()
const parts = () => ({ pool: pool(), vault: createVault(keyring), random: machineRandom })
const asked = (purpose: KeyPurpose) => ({ purpose, now: now() })
const textsOf = (log: TrustLog, purpose: KeyPurpose): string[] => log.keys().flatMap((key) => (key.purpose === purpose ? [key.text] : []))

/** Whether somebody who knows this key alone believes the checkpoint. */
function isBelievedWith(text: string, note: string | undefined): boolean {
  const key = parseVerifierKey(text)
  const policy = { logs: key.ok ? [{ key: key.value, url: null }] : [], witnesses: new Map(), groups: new Map(), quorum: 'none' }
  return judgeCheckpoint(note ?? '', policy).ok
}

it('both keys sign until the older one ends, and the entry leads from one to the other', async () => {
  const first = await started()
  await first.checkpoint()
  const [old = ''] = textsOf(first, 'checkpoints')
  const text = await handOver(parts(), asked('checkpoints'))
  await expect(finishHandOver(parts(), asked('checkpoints'))).rejects.toThrow('has not said the new key yet')
  await expect(handOver(parts(), asked('checkpoints'))).rejects.toThrow('handed over already')

  const both = await started()
  expect(textsOf(both, 'checkpoints')).toEqual([text, old])
  const signed = await both.checkpoint()
  expect([old, text].map((key) => isBelievedWith(key, signed?.note))).toEqual([true, true])
  const entry = saidIn((await readAll(both)).entries).at(-1)
  const believed = parseVerifierKey(old)
  expect(entry?.kind === 'key' && entry.key === text && believed.ok && isKeyChangeBy(entry, both.origin(), believed.value)).toBe(true)

  expect(await finishHandOver(parts(), asked('checkpoints'))).toBe(text)
  pass(3_600_000)
  const alone = await (await started()).checkpoint()
  expect([old, text].map((key) => isBelievedWith(key, alone?.note))).toEqual([false, true])
  await expect(finishHandOver(parts(), asked('checkpoints'))).rejects.toThrow('No key of checkpoints is being handed over')
})

it('receipts keep the older signature until that key ends', async () => {
  const first = await started()
  await first.checkpoint()
  const old = receiptSigner(first.keys())
  await handOver(parts(), asked('receipts'))
  const both = await started()
  expect(textsOf(both, 'receipts')).toHaveLength(2)
  expect(receiptSigner(both.keys())).toEqual(old)
  await both.checkpoint()
  await finishHandOver(parts(), asked('receipts'))
  const alone = await started()
  expect(textsOf(alone, 'receipts')).toHaveLength(1)
  expect(receiptSigner(alone.keys())).not.toEqual(old)
})

it.each(keyPurposes)('no key of %s is handed over before the log has signed anything', async (purpose) => {
  await expect(handOver(parts(), asked(purpose))).rejects.toThrow('has signed nothing yet')
})
