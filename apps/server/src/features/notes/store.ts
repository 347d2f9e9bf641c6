import type { Note } from '@rueda/rules/notes/note.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Notes in SQL. */
type NoteRecord = Readonly<{ note_id: string; instrument_id: string; at: bigint; price: bigint; text: string; changed_at: bigint }>

export type KeptNote = Note & Readonly<{ changedAt: Instant }>

const readNote = (row: NoteRecord): KeptNote => ({
  id: row.note_id,
  instrumentId: row.instrument_id,
  at: Number(row.at),
  price: row.price,
  text: row.text,
  changedAt: Number(row.changed_at),
})

/** The oldest moment first. */
export async function notesOf(reader: Reader, accountId: string, instrumentId: string | null): Promise<readonly KeptNote[]> {
  const { rows } = await reader.query<NoteRecord>(NOTES, [accountId, instrumentId])
  return rows.map(readNote)
}
const NOTES = `
  select note_id::text, instrument_id, at, price, text, changed_at from chart_notes
  where account_id = $1 and ($2::text is null or instrument_id = $2) order by at, note_id`

export async function saveNote(client: PoolClient, accountId: string, note: KeptNote): Promise<void> {
  const { id, instrumentId, at, price, text, changedAt } = note
  await client.query(SAVE, [accountId, id, instrumentId, at, price, text, changedAt])
}
const SAVE = `
  insert into chart_notes (account_id, note_id, instrument_id, at, price, text, created_at, changed_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (account_id, note_id) do update set at = excluded.at, price = excluded.price, text = excluded.text, changed_at = excluded.changed_at`

export async function removeNote(reader: Reader, accountId: string, id: string): Promise<void> {
  await reader.query('delete from chart_notes where account_id = $1 and note_id = $2', [accountId, id])
}
