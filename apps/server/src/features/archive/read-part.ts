import { ArchiveUnreadable } from '../../storage/archive-unreadable.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Vault } from '../../vault/vault.ts'
import { readArchivePiece } from './files.ts'
import { type ArchivedPart, openPart } from './part.ts'
import type { PlacedPart } from './store.ts'

export type Reading = Readonly<{ vault: Pick<Vault, 'open'>; files: FileStore }>

/** What an account has in an archived month. */
export async function readPart({ vault, files }: Reading, row: PlacedPart): Promise<ArchivedPart> {
  try {
    const { month, number, hash } = row
    const body = hash === null ? null : await readArchivePiece(files, { month, number, hash }, Number(row.place), Number(row.bytes))
    if (body === null) throw new Error('its file is missing, or too short')
    return openPart(vault, { accountId: String(row.account_id), month: row.month }, { head: row.sealed, body })
  } catch (error) {
    throw new ArchiveUnreadable(row.month, error)
  }
}
