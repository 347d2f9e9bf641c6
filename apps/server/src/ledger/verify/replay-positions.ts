import { chargedTotal } from '@rueda/rules/fees/schedule.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { type Position, buyInto, openPosition, quantityOf, sellFrom } from '@rueda/rules/positions/position.ts'
import type { PoolClient } from 'pg'
import { type FillRecord, type PositionRecord, readFill, readPosition } from '../../write-path/rows.ts'

/**
 * INV-40 for positions: every position is built again from the customer's fills with the rules themselves and must
 * come out as it is stored: quantity, cost, realised result, charges, and what was bought and sold.
 */
export type PositionFault = Readonly<{ accountId: string; instrumentId: string; fault: string }>

const FILLS = 'select * from fills where position_id is null order by account_id, instrument_id, sequence'
const POSITIONS = 'select * from positions order by account_id, instrument_id, opened_at, id'

export async function positionFaults(client: PoolClient): Promise<readonly PositionFault[]> {
  const fills = (await client.query<FillRecord>(FILLS)).rows.map(readFill)
  const stored = groupPositions((await client.query<PositionRecord>(POSITIONS)).rows.map(readPosition))
  const rebuilt = groupPositions(rebuild(fills))
  const faults: PositionFault[] = []
  for (const key of new Set([...stored.keys(), ...rebuilt.keys()])) {
    const [accountId = '', instrumentId = ''] = key.split(' ')
    const difference = firstDifference(stored.get(key) ?? [], rebuilt.get(key) ?? [])
    if (difference !== null) faults.push({ accountId, instrumentId, fault: difference })
  }
  return faults
}

/** Fills come ordered by customer and instrument; a position that was closed is followed by a new one. */
function rebuild(fills: readonly Fill[]): Position[] {
  const positions: Position[] = []
  let current: Position | null = null
  for (const fill of fills) {
    const follows: boolean =
      current !== null && current.closedAt === null && current.accountId === fill.accountId && current.instrumentId === fill.instrumentId
    const before: Position =
      current !== null && follows
        ? current
        : openPosition({ id: '', number: '', accountId: fill.accountId, instrumentId: fill.instrumentId }, fill.at)
    const trade = {
      quantity: fill.quantity,
      value: (fill.price * fill.quantity) / 100_000_000n,
      notional: fill.notional,
      charges: chargedTotal(fill.charges),
    }
    const after: Position =
      fill.side === 'buy'
        ? buyInto(before, trade, fill.at)
        : sellFrom({ ...before, held: before.held + fill.quantity, free: before.free - fill.quantity }, trade, fill.at).position
    if (follows) positions[positions.length - 1] = after
    else positions.push(after)
    current = after
  }
  return positions
}

function groupPositions(positions: readonly Position[]): Map<string, Position[]> {
  const grouped = new Map<string, Position[]>()
  for (const position of positions) {
    const key = `${position.accountId} ${position.instrumentId}`
    grouped.set(key, [...(grouped.get(key) ?? []), position])
  }
  return grouped
}

const COMPARED = ['cost', 'realised', 'charges', 'boughtQuantity', 'boughtValue', 'soldQuantity', 'soldValue'] as const

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
