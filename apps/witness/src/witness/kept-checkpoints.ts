import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCheckpoint } from '@rueda/proof/checkpoint.ts'
import { cosignatureVerifier, cosignerKey } from '@rueda/proof/cosignature.ts'
import { type Signer, openNote } from '@rueda/proof/note.ts'
import type { WitnessedCheckpoint } from '@rueda/proof/witness.ts'
import { readIfThere, replaceFile, syncFolder } from '../durable-file.ts'
import { createTurns } from './turns.ts'

/**
 * The last checkpoint cosigned for each log, one file a log: the signed note with the witness' own cosignature, by which a
 * file that is not whole is told. A list says for which logs there is one, so that a file which is gone never counts as a log that
 * was never seen: a witness that forgot could cosign a second history.
 */
export type KeptCheckpoints = Readonly<{
  /** Null where nothing was ever cosigned. Throws `CheckpointLost` where something was. */
  read: (origin: string) => Promise<WitnessedCheckpoint | null>
  /** Durable once it is done. Only one at a time for one origin. */
  keep: (origin: string, note: string) => Promise<void>
}>

/** What was cosigned for a log is not known any more, so nothing more can be. */
export class CheckpointLost extends Error {
  override name = 'CheckpointLost'
}

const OWN_FOLDER = 0o700
const LIST = 'origins'

export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex')
const listPath = (folder: string): string => join(folder, LIST)
const checkpointsIn = (folder: string): string => join(folder, 'checkpoints')
export const checkpointPath = (folder: string, origin: string): string => join(checkpointsIn(folder), originHash(origin))

/** An empty list of logs, before the key that could cosign for one. */
export async function beginCheckpoints(folder: string): Promise<void> {
  await mkdir(checkpointsIn(folder), { recursive: true, mode: OWN_FOLDER })
  await syncFolder(folder)
  await replaceFile(listPath(folder), '')
}

/** Whether there is a list, and what stands in it. */
export async function listedOrigins(folder: string): Promise<readonly string[] | null> {
  const list = await readIfThere(listPath(folder))
  return list === null ? null : list.split('\n').filter((line) => line !== '')
}

export async function openCheckpoints(folder: string, signer: Signer, watched: readonly string[]): Promise<KeptCheckpoints> {
  const own = cosignatureVerifier(cosignerKey(signer))
  const listed = new Set(await listedOrigins(folder))
  const turns = createTurns()
  const list = (origin: string): Promise<void> =>
    turns(LIST, async () => {
      if (listed.has(origin)) return
      await replaceFile(listPath(folder), [...listed, origin, ''].join('\n'))
      listed.add(origin)
    })
  // What a process that was killed had renamed may not be durable yet, and not listed: nothing is told of it before it is.
  await syncFolder(checkpointsIn(folder))
  for (const origin of watched) if ((await readIfThere(checkpointPath(folder, origin))) !== null) await list(origin)

  return {
    read: async (origin) => {
      const path = checkpointPath(folder, origin)
      const note = await readIfThere(path)
      if (note === null && !listed.has(origin)) return null
      if (note === null) throw new CheckpointLost(`${path}, the checkpoint cosigned last for ${origin}, is gone.`)
      const opened = openNote(note, [own])
      const checkpoint = opened.ok ? parseCheckpoint(opened.value.text) : null
      if (checkpoint?.ok !== true || checkpoint.value.origin !== origin)
        throw new CheckpointLost(`${path}, the checkpoint cosigned last for ${origin}, is not whole.`)
      return { size: checkpoint.value.size, root: checkpoint.value.root, note }
    },
    keep: async (origin, note) => {
      await replaceFile(checkpointPath(folder, origin), note)
      await list(origin)
    },
  }
}
