import { fundAsset, mandateAsset } from '@rueda/rules/ledger/accounts.ts'
import { ROBOT_WALLET } from '@rueda/rules/robots/rent.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { isHeldOutside } from '../../trust-log/held-outside.ts'
import { WAYS_KEPT_FOR_DAYS } from '../../trust-log/sum-tiles.ts'

/** What a night's statement of liabilities is made of, and what is kept of it (`docs/rules/proof.md` P.24). */
const ROWS_AT_ONCE = 1_000

export type ChainRow = Readonly<{ account_id: bigint; sequence: bigint; head: Buffer; sealed: Buffer | null }>
const CHAINS = `
  select s.account_id, s.sequence, s.head, k.sealed from account_states s left join account_keys k using (account_id)
  where s.sequence > 0 order by s.account_id`

/** Every account with entries, where its chain is, and its key. */
export const readChains = (client: PoolClient): AsyncGenerator<ChainRow> => inParts<ChainRow>(client, 'chains', CHAINS)

export type OwedRow = Readonly<{ asset: string; account_id: bigint; amount: bigint }>
/** Out of what the accounts show: the check works it out of the entries. Debts are left out, so that nothing is below zero. */
const OWED = `
  select asset, account_id, sum(amount)::bigint as amount from (
    select account_id, currency as asset, cash + hold + margin as amount from wallets
    union all select account_id, instrument_id, free + held + locked from positions where closed_at is null
    union all select account_id, '${walletCurrencies[ROBOT_WALLET]}', cash from robot_slots where cash > 0
    union all select account_id, '${fundAsset('')}' || fund_id, units from fund_orders where units > 0
    union all select account_id, '${mandateAsset('')}' || agency_id, units from mandates where units > 0) held
  group by 1, 2 having sum(amount) > 0 order by asset collate "C", account_id`

/** What the accounts are owed, asset by asset. */
export const readOwed = (client: PoolClient): AsyncGenerator<OwedRow> => inParts<OwedRow>(client, 'owed', OWED)

/** Out of a cursor, so that neither its memory nor its slice of the main thread grows with the accounts. */
async function* inParts<Row extends object>(client: PoolClient, name: string, sql: string): AsyncGenerator<Row> {
  await client.query(`declare liabilities_${name} no scroll cursor for ${sql}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from liabilities_${name}`)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query(`close liabilities_${name}`)
}

export type HeldRow = Readonly<{ place: string; asset: string; amount: bigint }>

/** What bank and chains hold by the books: days that are over were added up before (`house_days`). */
export const readHeld = async (client: PoolClient): Promise<readonly HeldRow[]> => (await client.query<HeldRow>(HELD)).rows
const HELD = `
  with begun as (select coalesce(max(day) + 1, 0) as day from house_days)
  select account as place, asset, (-sum(amount))::bigint as amount from (
    select account, asset, amount from house_days where ${isHeldOutside('account')}
    union all
    select line.account, line.asset, line.amount from begun, entries e cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
    where e.at >= begun.day * ${DAY_MS} and ${isHeldOutside('line.account')}) moved
  group by 1, 2 having sum(amount) <> 0 order by account collate "C", asset collate "C"`

export type KeptChain = Readonly<{ accountId: bigint; sequence: bigint; head: Buffer }>
export type KeptParts = Readonly<{ accountId: bigint; amounts: readonly bigint[]; places: readonly number[] }>
export type KeptTile = Readonly<{ level: number; tile: number; nodes: Uint8Array }>
export type KeptTree = Readonly<{
  asset: string
  root: Uint8Array
  total: bigint
  leaves: number
  parts: readonly KeptParts[]
  tiles: readonly KeptTile[]
}>
export type KeptNight = Readonly<{
  date: CalendarDate
  at: Instant
  marketAt: Instant
  chains: readonly KeptChain[]
  trees: readonly KeptTree[]
  held: readonly HeldRow[]
}>

export async function hasNight(reader: Reader, date: CalendarDate): Promise<boolean> {
  const { rows } = await reader.query<{ found: boolean }>('select exists (select from liability_nights where date = $1) as found', [date])
  return rows[0]?.found === true
}

export async function keepNight(client: PoolClient, { date, at, marketAt, chains, trees, held }: KeptNight): Promise<void> {
  await client.query('insert into liability_nights (date, at, market_at, says_held) values ($1, $2, $3, true)', [date, at, marketAt])
  for (const { place, asset, amount } of held)
    await client.query('insert into liability_held (date, place, asset, amount) values ($1, $2, $3, $4)', [date, place, asset, amount])
  for (const some of parted(chains))
    await client.query(KEEP_CHAINS, [
      date,
      some.map(({ accountId }) => accountId),
      some.map(({ sequence }) => sequence),
      some.map(({ head }) => head),
    ])
  for (const { asset, root, total, leaves, parts, tiles } of trees) {
    await client.query('insert into liability_totals (date, asset, root, total, leaves) values ($1, $2, $3, $4, $5)', [
      ...[date, asset, root, total, leaves],
    ])
    for (const some of parted(parts))
      await client.query(KEEP_PARTS, [
        ...[date, asset, some.map(({ accountId }) => accountId)],
        some.map(({ amounts }) => `{${amounts.join(',')}}`),
        some.map(({ places }) => `{${places.join(',')}}`),
      ])
    for (const some of parted(tiles, TILES_AT_ONCE))
      await client.query(KEEP_TILES, [
        ...[date, asset, some.map(({ level }) => level), some.map(({ tile }) => tile)],
        some.map(({ nodes }) => Buffer.from(nodes)),
      ])
  }
}
const KEEP_CHAINS = `
  insert into liability_accounts (account_id, date, sequence, head)
  select account_id, $1, sequence, head from unnest($2::bigint[], $3::bigint[], $4::bytea[]) as kept (account_id, sequence, head)`
const KEEP_PARTS = `
  insert into liability_parts (account_id, date, asset, amounts, places)
  select account_id, $1, $2, amounts::bigint[], places::integer[]
  from unnest($3::bigint[], $4::text[], $5::text[]) as kept (account_id, amounts, places)`
const KEEP_TILES = `
  insert into liability_nodes (date, asset, level, tile, nodes)
  select $1, $2, level, tile, nodes from unnest($3::integer[], $4::integer[], $5::bytea[]) as kept (level, tile, nodes)`
const TILES_AT_ONCE = 16

const parted = <Item>(items: readonly Item[], size = ROWS_AT_ONCE): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) => items.slice(part * size, (part + 1) * size))

/** Ways of nights before the ninety days up to the newest that has a sum; what was said stays. The database refuses to drop others. */
export async function dropOldWays(reader: Reader): Promise<void> {
  for (const table of ['liability_parts', 'liability_accounts', 'liability_nodes'])
    await reader.query(`delete from ${table} where date <= (${NEWEST_WITH_A_SUM}) - ${WAYS_KEPT_FOR_DAYS}`)
}
const NEWEST_WITH_A_SUM = 'select max(date) from liability_nights n where exists (select from liability_totals t where t.date = n.date)'
