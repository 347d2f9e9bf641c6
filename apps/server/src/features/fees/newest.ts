import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { firstVersion } from '@rueda/rules/fees/versions.ts'
import type { Reader } from '../../db/snapshot.ts'
import { READ_VERSIONS, type VersionRow, readVersion } from './book.ts'
import { presentCommissions } from './present.ts'

/** The commissions of the newest version, which the next one is compared with; read, because another server may have announced it. */
export async function newestCommissions(reader: Reader): Promise<MarketCommissions[]> {
  const newest = (await reader.query<VersionRow>(READ_VERSIONS)).rows.at(-1)
  return (newest === undefined ? firstVersion : readVersion(newest)).markets.map(presentCommissions)
}
