import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Persons who were ever administrators, also those who are gone. */
export const ADMINISTRATORS_EVER = 'select count(distinct person_id) from staff where administered'

/**
 * Held until the end of the transaction by whatever decides by the number of administrators or changes it: a second one who comes at that moment comes
 * before the decision, or after it and ends it.
 */
export const holdAdministrators = (client: PoolClient): Promise<unknown> =>
  client.query("select pg_advisory_xact_lock(hashtextextended('administrators', 0))")

export async function administratorsEver(reader: Reader): Promise<number> {
  const { rows } = await reader.query<{ count: bigint }>(ADMINISTRATORS_EVER)
  return Number(rows[0]?.count ?? 0n)
}
