import type { Reader } from '../../db/snapshot.ts'

/** Persons who were ever administrators, also those who are gone. */
export const ADMINISTRATORS_EVER = 'select count(distinct person_id) from staff where administered'

export async function administratorsEver(reader: Reader): Promise<number> {
  const { rows } = await reader.query<{ count: bigint }>(ADMINISTRATORS_EVER)
  return Number(rows[0]?.count ?? 0n)
}
