import type { WireDeskLayout } from '@rueda/contract/layouts.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/** What is kept of an account's desk, as it was written; null where nothing was. */
export async function deskOf(reader: Reader, accountId: string): Promise<unknown> {
  const { rows } = await reader.query<{ layout: unknown }>('select layout from desk_layouts where account_id = $1', [accountId])
  return rows[0]?.layout ?? null
}

type Keeping = Readonly<{ accountId: string; layout: WireDeskLayout; now: Instant }>

/** Whoever comes last is right: of two computers, the one that was arranged later. */
export async function keepDesk(reader: Reader, { accountId, layout, now }: Keeping): Promise<void> {
  await reader.query(KEEP, [accountId, layout, now])
}
const KEEP = `
  insert into desk_layouts (account_id, layout, changed_at) values ($1, $2, $3)
  on conflict (account_id) do update set layout = excluded.layout, changed_at = excluded.changed_at`
