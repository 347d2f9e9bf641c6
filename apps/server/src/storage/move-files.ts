import { createHash } from 'node:crypto'
import { ARCHIVE_FOLDER, FILES_FOLDER, TRUST_FOLDER } from './keys.ts'
import type { FileStore } from './store.ts'

export type Moved = Readonly<{
  moved: number
  bytes: number
  /** There already, with the same content: of a move that was cut off. */
  wereThere: number
  /** There with another content; neither of the two was touched. */
  differ: readonly string[]
}>

/**
 * Moves every file from one store to another. Each is copied, read again there and compared by its hash before it is removed here, so a move that is cut
 * off anywhere has lost nothing and goes on at the next try. Nothing is written over.
 */
export async function moveFiles(from: FileStore, to: FileStore, tell: (moved: number) => void = () => undefined): Promise<Moved> {
  const done = { moved: 0, bytes: 0, wereThere: 0 }
  const differ: string[] = []
  const folders = [FILES_FOLDER, ARCHIVE_FOLDER, ...(await from.folders(TRUST_FOLDER)).map((name) => `${TRUST_FOLDER}/${name}`)]
  for (const folder of folders) {
    for await (const page of from.list(folder)) {
      for (const { key } of page) {
        const bytes = await from.get(key)
        // Thrown away since it was listed.
        if (bytes === null) continue
        const there = await to.get(key)
        if (there !== null && hashOf(there) !== hashOf(bytes)) {
          differ.push(key)
          continue
        }
        if (there === null) await copy(to, key, bytes)
        await from.remove(key)
        done.wereThere += there === null ? 0 : 1
        done.moved += there === null ? 1 : 0
        done.bytes += there === null ? bytes.length : 0
        tell(done.moved)
      }
    }
    if (differ.length === 0) await from.removeFolder(folder)
  }
  return { ...done, differ }
}

async function copy(to: FileStore, key: string, bytes: Buffer): Promise<void> {
  await to.put([{ key, bytes }])
  const read = await to.get(key)
  if (read === null || hashOf(read) !== hashOf(bytes)) throw new Error(`${key} is not in the store as it was brought there`)
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
