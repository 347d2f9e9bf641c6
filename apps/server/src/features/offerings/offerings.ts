import { type NotOffered, type OfferingKind, type OfferingStatus, refusalOfOffering } from '@rueda/rules/offerings/offering.ts'
import type { Refusal } from '@rueda/rules/result.ts'
import type { Pool, PoolClient } from 'pg'

/**
 * What staff have paused or closed of what is offered, kept in memory so that every decision can ask, and read again every second, so that a
 * change made on another server holds here too.
 */
export interface Offerings {
  notOffered(): readonly NotOffered[]
  /** Refusal of a new start of this one at this moment; null while it is open. */
  refusal(kind: OfferingKind, id: string): Refusal | null
  refresh(): Promise<void>
}

export function createOfferings(pool: Pool): Offerings {
  let standing: ReadonlyMap<string, NotOffered> = new Map()
  return {
    notOffered: () => [...standing.values()],
    refusal: (kind, id) => refusalOfOffering(standing.get(keyOf(kind, id)) ?? null),
    refresh: async () => {
      standing = await readNotOffered(pool)
    },
  }
}

export const keyOf = (kind: OfferingKind, id: string): string => `${kind}:${id}`

type Row = Readonly<{ kind: OfferingKind; offering_id: string; status: OfferingStatus; cause: NotOffered['cause']; at: bigint }>

export async function readNotOffered(reader: Pool | PoolClient): Promise<ReadonlyMap<string, NotOffered>> {
  const { rows } = await reader.query<Row>(NOT_OFFERED)
  return new Map(
    rows.flatMap(({ kind, offering_id: id, status, cause, at }): [string, NotOffered][] =>
      status === 'open' ? [] : [[keyOf(kind, id), { kind, id, status, cause, since: Number(at) }]],
    ),
  )
}

const NOT_OFFERED = `
  select kind, offering_id, status, cause, at
  from (select distinct on (kind, offering_id) * from offering_changes order by kind, offering_id, at desc, change_id desc) newest
  where status <> 'open'`
