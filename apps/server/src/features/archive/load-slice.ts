import { ArchiveUnreadable } from '../../storage/archive-unreadable.ts'
import { StoreUnavailable } from '../../storage/store.ts'
import type { PoolClient } from 'pg'
import type { LeftFault } from './check-left.ts'
import type { Reading } from './read-part.ts'
import { load, markLoaded, refreshLoaded, shadow, unload } from './shadow.ts'
import { type PlacedPart, partsOf } from './store.ts'
import { newestLeft } from './what-left.ts'

/**
 * What has left, loaded for the accounts of one slice after the other. Accounts whose archive cannot be read whole are left out of it: what is kept in
 * place of their rows stands for them, and their parts are told by name with the files.
 */
export type LoadedArchive = Readonly<{
  /** Loads these accounts in place of those before, and compares what is kept of each with what was loaded. */
  load: (accountIds: readonly string[]) => Promise<readonly LeftFault[]>
  unload: () => Promise<void>
}>

/** Null as long as nothing has left. */
export async function createLoadedArchive(client: PoolClient, reading: Reading): Promise<LoadedArchive | null> {
  const newest = await newestLeft(client)
  if (newest === null) return null
  const schema = await shadow(client)
  let isEmpty = true

  const loadAccount = async (accountId: string, parts: readonly PlacedPart[]): Promise<boolean> => {
    await client.query('savepoint account')
    try {
      await load(client, schema, reading, parts)
      await markLoaded(client, [accountId])
      return true
    } catch (error) {
      if (!(error instanceof ArchiveUnreadable)) throw error
      if (error.cause instanceof StoreUnavailable) throw error.cause
      await client.query('rollback to savepoint account')
      return false
    }
  }

  const inTransaction = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await client.query('begin')
    try {
      const value = await work()
      await client.query('commit')
      return value
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  }

  return {
    load: (accountIds) =>
      inTransaction(async () => {
        if (!isEmpty) await unload(client)
        isEmpty = true
        const { rows } = await client.query<{ id: string }>(WITH_PARTS(schema), [accountIds])
        for (const { id } of rows) if (await loadAccount(id, await partsOf(client, id, FIRST_MONTH, newest))) isEmpty = false
        if (isEmpty) return []
        await refreshLoaded(client)
        const differ = await client.query<{ account_id: bigint; fault: string }>(DIFFERENCES(schema))
        return differ.rows.map(({ account_id: id, fault }) => ({ account_id: String(id), fault }))
      }),
    unload: () => inTransaction(() => unload(client)),
  }
}

const FIRST_MONTH = '0000-00'

const WITH_PARTS = (schema: string): string =>
  `select account_id::text as id from ${schema}.archived_accounts where account_id = any($1::bigint[]) group by account_id order by account_id`

/** What is kept of the loaded accounts against what was loaded of them. */
const DIFFERENCES = (schema: string): string => `
  with kept as (select account_id, sum(entries) as entries, max(sequence) as sequence from ${schema}.archived_accounts join archived_loaded using (account_id) group by 1),
    loaded as (select account_id, count(*) as entries from archived_rows_entries group by 1),
    lines as (
      select account_id, account, asset, sum(amount) as amount from (
        select account_id, account, asset, -amount as amount from ${schema}.archived_lines join archived_loaded using (account_id)
        union all
        select e.account_id, line.account, line.asset, line.amount from archived_rows_entries e
        cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)) each group by 1, 2, 3 having sum(amount) <> 0)
  select kept.account_id, 'its archive has ' || coalesce(loaded.entries, 0) || ' entries that are not in the tables, and ' || kept.entries || ' have left' as fault
  from kept left join loaded using (account_id) where kept.entries <> coalesce(loaded.entries, 0)
  union all
  select account_id, 'what it says of ' || account || ' in ' || asset || ' is off by ' || amount from lines
  union all
  select e.account_id, 'entry ' || e.sequence || ' has left, and its order has not' from archived_rows_entries e
  where e.cause_kind <> 'order' or not exists (
    select from orders o join ${schema}.archived_holdings h on h.account_id = o.account_id and h.instrument_id = o.instrument_id and o.accepted_at < h.until
    where o.account_id = e.account_id and o.id::text = e.cause_id)
  union all
  select kept.account_id, 'its chain ended elsewhere' from kept
  join ${schema}.archived_accounts a on a.account_id = kept.account_id and a.sequence = kept.sequence
  where not exists (select from entries e where e.account_id = a.account_id and e.sequence = a.sequence and e.hash = a.head)`
