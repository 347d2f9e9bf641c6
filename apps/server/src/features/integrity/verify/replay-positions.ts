import type { Entitlement } from '@rueda/rules/corporate/dividend.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { type HoldingHistory, heldBefore, holdingHistory } from '@rueda/rules/positions/history.ts'
import { type Position, quantityOf } from '@rueda/rules/positions/position.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type FillRecord, readFill } from '../../orders/fill-records.ts'
import { type PositionRecord, readPosition } from '../../positions/records.ts'
import { positionHasLeft } from '../../archive/what-left.ts'
import { type Part, restricted } from './restrict.ts'
import type { Snapshots } from './snapshots.ts'
import { type EntitlementRecord, type SplitRecord, readEntitlement, readSplit } from '../../corporate/recorded.ts'

/**
 * INV-40 for positions: every position is built again from the customer's fills, delivered shares and splits with the rules themselves and must equal the
 * stored one: quantity, cost, realised result, charges, and what was bought and sold. Its lots must add up to it, each split must have
 * moved the shares and the cash that it makes, and each dividend must be for the shares that were held at the close before its ex-date.
 */
export type PositionFault = Readonly<{ accountId: string; instrumentId: string; fault: string }>

const FILLS = 'select * from share_fills order by account_id, instrument_id, sequence, turn'
// What was traded before a holding left began and ended with nothing held.
const POSITIONS = `select * from positions p where not ${positionHasLeft('p')} order by account_id, instrument_id, opened_at, id`
const ENTITLEMENTS = `
  select * from entitlements d where not exists (
    select from positions p where p.account_id = d.account_id and p.id = d.position_id and ${positionHasLeft('p')})
  order by account_id, instrument_id, ex_date`
/** Postings of each split to a customer's account: the change of their shares, and the cash for a fraction. */
const SPLITS = `
  select e.account_id, a.instrument_id, a.ex_date, a.new_shares, a.old_shares, a.prior_close,
         coalesce(sum(line.amount) filter (where line.account like 'U:SEC%'), 0)::bigint as change,
         coalesce(sum(line.amount) filter (where line.account like 'U:%:CASH'), 0)::bigint as cash
  from entries e join corporate_actions a on a.action_id = e.cause_id
  cross join lateral unnest(e.accounts, e.amounts) as line (account, amount)
  where e.journal = 'J97' group by e.account_id, e.sequence, a.action_id order by e.account_id, a.instrument_id, a.ex_date`

type PostedSplit = SplitRecord & Readonly<{ account_id: bigint; change: bigint; cash: bigint }>
type Kept = { splits: PostedSplit[]; positions: Position[]; entitlements: Entitlement[] }
type Holding = Readonly<Kept & { fills: readonly Fill[] }>

/** Fills come holding by holding out of a cursor, so that only one holding's are in memory. */
const FILLS_AT_ONCE = 5_000

/** Faults in the positions of some accounts; all that is compared comes from one snapshot. */
export const positionFaults = (snapshots: Snapshots, part: Part): Promise<readonly PositionFault[]> =>
  snapshots.together(async () => {
    const holdings = await readHoldings(snapshots, part)
    const faults: PositionFault[] = []
    const check = (key: string, fills: readonly Fill[]): void => {
      const [accountId = '', instrumentId = ''] = key.split(' ')
      const kept = holdings.get(key) ?? { splits: [], positions: [], entitlements: [] }
      holdings.delete(key)
      for (const fault of replayed({ ...kept, fills }, instrumentId)) faults.push({ accountId, instrumentId, fault })
    }
    let current: Readonly<{ key: string; fills: Fill[] }> = { key: '', fills: [] }
    for await (const row of readFills(snapshots, part)) {
      const key = keyOf(row.account_id, row.instrument_id)
      if (current.key !== key) {
        if (current.key !== '') check(current.key, current.fills)
        current = { key, fills: [] }
      }
      current.fills.push(readFill(row))
    }
    if (current.key !== '') check(current.key, current.fills)
    for (const key of [...holdings.keys()]) check(key, [])
    return faults
  })

const keyOf = (accountId: unknown, instrumentId: string): string => `${String(accountId)} ${instrumentId}`

async function readHoldings(snapshots: Snapshots, part: Part): Promise<Map<string, Kept>> {
  const holdings = new Map<string, Kept>()
  const of = (accountId: unknown, instrumentId: string): Kept => {
    const key = keyOf(accountId, instrumentId)
    const known = holdings.get(key) ?? { splits: [], positions: [], entitlements: [] }
    holdings.set(key, known)
    return known
  }
  const read = async <Row extends object>(statement: string): Promise<Row[]> => {
    const { sql, values } = restricted(statement, part)
    return (await snapshots.query<Row>(sql, values)).rows
  }
  for (const row of await read<PostedSplit>(SPLITS)) of(row.account_id, row.instrument_id).splits.push(row)
  for (const row of await read<PositionRecord>(POSITIONS)) of(row.account_id, row.instrument_id).positions.push(readPosition(row))
  for (const row of await read<EntitlementRecord>(ENTITLEMENTS))
    of(row.account_id, row.instrument_id).entitlements.push(readEntitlement(row))
  return holdings
}

async function* readFills(snapshots: Snapshots, part: Part): AsyncGenerator<FillRecord> {
  const { sql, values } = restricted(FILLS, part)
  await snapshots.query(`declare replayed_fills no scroll cursor for ${sql}`, values)
  for (;;) {
    const { rows } = await snapshots.query<FillRecord>(`fetch ${FILLS_AT_ONCE} from replayed_fills`)
    yield* rows
    if (rows.length < FILLS_AT_ONCE) break
  }
  await snapshots.query('close replayed_fills')
}

/** Impossible fills make the rules throw; that is a finding like any other. */
function replayed(holding: Holding, instrumentId: string): readonly string[] {
  try {
    return [...faultsOf(holding, instrumentId)]
  } catch (error) {
    return [`the fills cannot be replayed: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function* faultsOf({ fills, splits, positions, entitlements }: Holding, instrumentId: string): Generator<string> {
  const { currency } = tradedTermsOf((instrumentId.split(':')[0] ?? '') as MarketName).feeTable
  const past = { fills, splits: splits.map(readSplit), currency }
  const history = holdingHistory(past)
  const rebuilt = history.holdings.map(({ position }) => position)
  const difference = firstDifference(positions, rebuilt)
  if (difference !== null) yield difference
  yield* lotFaults(history)
  yield* splitFaults(history, splits)
  for (const { exDate, quantity } of entitlements) {
    const held = heldBefore(past, exDate)
    if (held !== quantity) yield `the dividend of ${exDate} is for ${quantity}, held were ${held}`
  }
}

function* lotFaults({ holdings }: HoldingHistory): Generator<string> {
  for (const { position, lots } of holdings) {
    const inLots = lots.lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    if (inLots !== quantityOf(position)) yield `the lots hold ${inLots}, the position ${quantityOf(position)}`
    const spent = lots.lots.reduce((sum, { cost }) => sum + cost, 0n) - lots.realised
    const cost = position.cost - position.realised
    if (spent !== cost) yield `the lots cost ${spent} less what they brought, the position ${cost}`
  }
}

function* splitFaults({ effects }: HoldingHistory, posted: readonly PostedSplit[]): Generator<string> {
  const made = new Map(effects.map((effect) => [effect.split.exDate, effect]))
  for (const { ex_date: exDate, change, cash } of posted) {
    const effect = made.get(exDate)
    if (effect === undefined) yield `the split of ${exDate} was booked without a holding`
    else if (effect.change !== change || effect.cash !== cash)
      yield `the split of ${exDate} moved ${change} and paid ${cash}, it makes ${effect.change} and ${effect.cash}`
  }
}

const COMPARED = ['cost', 'realised', 'charges', 'boughtQuantity', 'boughtValue', 'soldQuantity', 'soldValue', 'boughtThatDay'] as const

function firstDifference(stored: readonly Position[], rebuilt: readonly Position[]): string | null {
  if (stored.length !== rebuilt.length) return `${stored.length} positions are stored, the fills make ${rebuilt.length}`
  for (const [index, position] of stored.entries()) {
    const expected = rebuilt[index]
    if (expected === undefined) continue
    if (quantityOf(position) !== quantityOf(expected)) return `quantity is ${quantityOf(position)}, the fills make ${quantityOf(expected)}`
    for (const name of COMPARED)
      if (position[name] !== expected[name]) return `${name} is ${position[name]}, the fills make ${expected[name]}`
  }
  return null
}
