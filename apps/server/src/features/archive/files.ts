import { type ArchiveFile, archiveKey } from '../../storage/keys.ts'
import type { FileStore } from '../../storage/store.ts'

export const writeArchiveFile = (files: FileStore, file: ArchiveFile, bytes: Uint8Array): Promise<void> =>
  files.put([{ key: archiveKey(file), bytes }])

/** Of a month that is written anew the files that are known; one of a writing that was cut off may stay, and nothing asks for it. */
export async function removeArchived(files: FileStore, known: readonly ArchiveFile[]): Promise<void> {
  for (const file of known) await files.remove(archiveKey(file))
}

/** A piece of a file; null where there is no such file, or it ends before. */
export async function readArchivePiece(files: FileStore, file: ArchiveFile, place: number, length: number): Promise<Buffer | null> {
  const opened = await files.open(archiveKey(file))
  if (opened === null) return null
  try {
    const piece = await opened.read(place, length)
    return piece.length === length ? piece : null
  } finally {
    await opened.close()
  }
}
