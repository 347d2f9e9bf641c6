import { equalBytes } from '@rueda/proof/bytes.ts'
import { SUM_BYTES, SUM_NODE_BYTES, decodeSumNodes, encodeSumNodes, sumNodesAbove } from '@rueda/proof/sum-tree.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { NODES_OF_TILE, WAYS_KEPT_FOR_DAYS } from '../../../trust-log/sum-tiles.ts'
import { accountSlices } from './account-slices.ts'
import { HASHES } from '../../archive/what-left.ts'
import type { Checkpoint } from './checkpoint.ts'
import { heldFaults } from './held-again.ts'
import { newestNight } from './newest-night.ts'
import { COMMITTED_WITHIN, everyNightChecks, logChecks } from './nights-again.ts'
import type { Findings } from './findings.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * LIABILITY-1 to -4: what the house said of a night is what its ledger owed. The statement was read out of what the accounts show; here
 * every part is worked out of the entries up to where the account's chain was. An incremental run looks at the nights after the last that
 * was verified. Of all of them the newest tree is built again: those before were the newest once.
 */
type Nights = Readonly<{ since: CalendarDate | null; through: CalendarDate }>

export async function verifyLiabilities(
  { snapshots, findings }: Readonly<{ snapshots: Snapshots; findings: Findings }>,
  checkpoint: Checkpoint | null,
): Promise<void> {
  const since = (await checkpoint?.mark('liabilities')) ?? null
  const through = await newestNight(snapshots)
  const before = findings.found()
  // Each on its own: a row that one of them cannot read hides nothing from the others.
  for (const [id, sql, values] of everyNightChecks(through))
    await findings.measure(id, async () => (await snapshots.query<object>(sql, [...values])).rows)
  if (through === since && through !== null) return
  for (const [id, sql, values] of logChecks(since))
    await findings.measure(id, async () => (await snapshots.query<object>(sql, [...values])).rows)
  if (through === null) return
  const nights = { since, through }
  await findings.measure('LIABILITY-1', () => ownFaults(snapshots, nights))
  await findings.measure('LIABILITY-2', () => sumFaults(snapshots, nights))
  await findings.measure('LIABILITY-2', () => treeFaults(snapshots, through))
  await findings.measure('LIABILITY-4', () => heldFaults(snapshots, nights))
  if (findings.found() === before) await checkpoint?.keepMark('liabilities', through)
}

const LOOKED_AT = `date <= $2::date and date > $2::date - ${WAYS_KEPT_FOR_DAYS} and date > coalesce($1::date, date '-infinity')`
const OF_SLICE = 'account_id > $3 and account_id <= $4'

/**
 * Night by night what the entries since the night before moved is what the parts differ by. Debts count as nothing: the one account of a
 * customer that is below zero is counted in an asset of its own.
 */
const OWN = `
  with chains as (
      select account_id, date, sequence, head, lag(sequence, 1, 0::bigint) over w as before, lag(date) over w as date_before
      from liability_accounts where ${OF_SLICE} and date <= $2::date and date > $2::date - ${WAYS_KEPT_FOR_DAYS}
      window w as (partition by account_id order by date)),
    looked as (select * from chains where date > coalesce($1::date, date '-infinity')),
    moved as (
      select l.account_id, l.date, line.asset, line.amount from looked l
      join entries e on e.account_id = l.account_id and e.sequence > l.before and e.sequence <= l.sequence
      cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
      where line.account like 'U:%' and line.asset not like 'DEBT:%'
      union all
      select l.account_id, l.date, a.asset, a.amount from looked l
      join archived_lines a on a.account_id = l.account_id and a.sequence > l.before and a.sequence <= l.sequence
      where a.account like 'U:%' and a.asset not like 'DEBT:%'
      union all
      select l.account_id, l.date, p.asset, part.amount from looked l
      join liability_parts p on p.account_id = l.account_id and p.date = l.date_before cross join lateral unnest(p.amounts) as part (amount)
      union all
      select l.account_id, l.date, p.asset, -part.amount from looked l
      join liability_parts p on p.account_id = l.account_id and p.date = l.date cross join lateral unnest(p.amounts) as part (amount))
  select account_id, date::text as date, asset as what, sum(amount)::text as off_by from moved group by 1, 2, 3 having sum(amount) <> 0
  union all
  select l.account_id, l.date::text, 'chain', l.sequence::text from looked l left join ${HASHES} e using (account_id, sequence)
  where e.hash is distinct from l.head or l.sequence < l.before
  union all
  select l.account_id, l.date::text, 'older than the night', l.sequence::text from looked l join liability_nights n using (date)
  join entries e on e.account_id = l.account_id and e.sequence = l.sequence + 1 and e.at < n.market_at - (${COMMITTED_WITHIN})
  union all
  select p.account_id, p.date::text, 'parts without a chain', p.asset from liability_parts p
  where p.account_id > $3 and p.account_id <= $4 and p.date <= $2::date and p.date > $2::date - ${WAYS_KEPT_FOR_DAYS}
    and p.date > coalesce($1::date, date '-infinity')
    and not exists (select from liability_accounts own where own.account_id = p.account_id and own.date = p.date)
  union all
  select e.account_id, n.date::text, 'left out', null
  from (select * from liability_nights where ${LOOKED_AT}) n join (select * from entries where ${OF_SLICE} and sequence = 1) e on true
  where not exists (select from liability_accounts own where own.account_id = e.account_id and own.date = n.date)
    and (e.at < n.market_at - (${COMMITTED_WITHIN})
      or exists (select from liability_accounts own where own.account_id = e.account_id and own.date < n.date))`

async function ownFaults(snapshots: Snapshots, { since, through }: Nights): Promise<readonly object[]> {
  const faults: object[] = []
  for await (const slice of accountSlices(snapshots))
    faults.push(...(await snapshots.query<object>(OWN, [since, through, slice.above, slice.through])).rows)
  return faults
}

const NIGHTS = `select date from liability_nights where ${LOOKED_AT} order by date`
const SUMS = `
  with parts as (
      select p.account_id, p.asset, part.amount, part.place
      from liability_parts p cross join lateral unnest(p.amounts, p.places) as part (amount, place) where p.date = $1),
    summed as (
      select asset, sum(amount) as amount, count(*) as leaves, count(distinct place) as places, min(amount) as least,
             min(place) as first, max(place) as last from parts group by asset),
    said as (select * from liability_totals where date = $1)
  select $1::text as date, asset, t.total::text as said, s.amount::text as owed, s.least::text as least, null as account_id
  from said t full join summed s using (asset)
  where t.total is distinct from s.amount or t.leaves is distinct from s.leaves or s.places <> s.leaves
     or s.least < 0 or s.first <> 0 or s.last <> s.leaves - 1
  union all
  select $1::text, p.asset, null, p.amount::text, null, p.account_id from parts p
  left join liability_nodes n on n.date = $1 and n.asset = p.asset and n.level = 0 and n.tile = p.place / ${NODES_OF_TILE}
  where substring(n.nodes from (p.place % ${NODES_OF_TILE}) * ${SUM_NODE_BYTES} + 1 for ${SUM_BYTES}) is distinct from '\\x0000000000000000'::bytea || int8send(p.amount)`

async function sumFaults(snapshots: Snapshots, { since, through }: Nights): Promise<readonly object[]> {
  const faults: object[] = []
  for (const { date } of (await snapshots.query<{ date: CalendarDate }>(NIGHTS, [since, through])).rows)
    faults.push(...(await snapshots.query<object>(SUMS, [date])).rows)
  return faults
}

type Total = Readonly<{ asset: string; root: Buffer; total: string; leaves: number }>

async function treeFaults(snapshots: Snapshots, date: CalendarDate): Promise<readonly object[]> {
  const { rows } = await snapshots.query<Total>('select asset, root, total::text as total, leaves from liability_totals where date = $1', [
    date,
  ])
  const faults: object[] = []
  for (const total of rows)
    if (!(await isSameTree(snapshots, date, total))) faults.push({ date, asset: total.asset, fault: 'another tree' })
  return faults
}

type Tile = Readonly<{ level: number; tile: number; nodes: Buffer }>
const TILES_AT_ONCE = 64

async function* tilesOf(snapshots: Snapshots, date: CalendarDate, asset: string): AsyncGenerator<Tile> {
  let last: Pick<Tile, 'level' | 'tile'> = { level: -1, tile: 0 }
  for (;;) {
    const { rows } = await snapshots.query<Tile>(
      `select level, tile, nodes from liability_nodes where date = $1 and asset = $2 and (level, tile) > ($3, $4)
       order by level, tile limit ${TILES_AT_ONCE}`,
      [date, asset, last.level, last.tile],
    )
    yield* rows
    if (rows.length < TILES_AT_ONCE) return
    last = rows.at(-1) ?? last
  }
}

/** Every level is what its nodes give from the one below, and the last is the root that was said. */
async function isSameTree(snapshots: Snapshots, date: CalendarDate, { asset, root, total, leaves }: Total): Promise<boolean> {
  const nothing = new Uint8Array(0)
  let level = 0
  let next = 0
  let size = leaves
  let expected: Uint8Array[] = []
  let above: Uint8Array[] = []
  let top: Uint8Array = nothing
  for await (const { level: found, tile, nodes: bytes } of tilesOf(snapshots, date, asset)) {
    if (found === level + 1) [level, next, size, expected, above] = [found, 0, Math.ceil(size / 2), above, []]
    const nodes = decodeSumNodes(bytes)
    const isInPlace = found === level && tile === next && nodes?.length === Math.min(NODES_OF_TILE, size - tile * NODES_OF_TILE)
    if (!isInPlace) return false
    const given = Buffer.concat([expected[2 * tile] ?? nothing, expected[2 * tile + 1] ?? nothing])
    if (level > 0 && !equalBytes(bytes, given)) return false
    const parents = sumNodesAbove(nodes)
    if (parents === null) return false
    above.push(encodeSumNodes(parents))
    next += 1
    top = bytes
  }
  const [said] = decodeSumNodes(top) ?? []
  return size === 1 && said !== undefined && equalBytes(said.hash, root) && String(said.sums[0]) === total
}
