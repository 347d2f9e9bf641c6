import { equalBytes } from '@rueda/proof/bytes.ts'
import { parseCheckpoint } from '@rueda/proof/checkpoint.ts'
import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { labelOf } from '@rueda/proof/head.ts'
import { hashesOfLeaves, leafHash, rootOf } from '@rueda/proof/merkle.ts'
import { noteVerifier, openNote } from '@rueda/proof/note.ts'
import { decodeBundle, newBundles, tilePath } from '@rueda/proof/tiles.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import type { TrustLog } from '../trust-log/log.ts'

/** The signed checkpoint, and every entry under it, as a stranger reads them. */
export async function readAll(
  log: Pick<TrustLog, 'keys' | 'read'>,
): Promise<Readonly<{ size: number; root: Uint8Array; entries: readonly Uint8Array[] }>> {
  const note = Buffer.from((await log.read('checkpoint')) ?? []).toString('utf8')
  const verifiers = log
    .keys()
    .filter(({ purpose }) => purpose === 'checkpoints')
    .map(({ text }) => parseVerifierKey(text))
    .flatMap((key) => (key.ok ? [noteVerifier(key.value)] : []))
  const opened = openNote(note, verifiers)
  const checkpoint = parseCheckpoint(opened.ok ? opened.value.text : '')
  if (!checkpoint.ok) throw new Error('no checkpoint that the key of the log signed')
  const { size, root } = checkpoint.value
  const entries: Uint8Array[] = []
  for (const bundle of newBundles({ oldSize: 0, size }))
    entries.push(...(decodeBundle((await log.read(tilePath(bundle))) ?? new Uint8Array(1)) ?? []))
  if (entries.length !== size) throw new Error(`the log shows ${entries.length} of ${size} entries`)
  if (!equalBytes(rootOf(size, hashesOfLeaves(entries.map(leafHash))), root))
    throw new Error('the entries are not those of the signed root')
  return { size, root, entries }
}

/** What the house said in words among these entries. */
export const saidIn = (entries: readonly Uint8Array[]): readonly LogEntry[] =>
  entries.flatMap((entry) => {
    const said = labelOf(entry) === null ? decodeEntry(entry) : null
    return said?.ok === true ? [said.value] : []
  })
