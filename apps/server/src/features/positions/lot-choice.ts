import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { holdingHistory } from '@rueda/rules/positions/history.ts'
import type { LotChoice, LotMethod } from '@rueda/rules/positions/lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { bookedSplits } from '../corporate/recorded.ts'
import { fillsIn } from './store.ts'

/** The lots that sales use up first: the account's default, and the choice of one order (`docs/rules/positions.md` P.7). */
export type AskedLots = Readonly<{ lotMethod?: LotMethod | undefined; lots?: readonly number[] | undefined }>

/** The choice of an order; where it says nothing, the account's default. */
export async function choiceOf(reader: Reader, accountId: string, { lotMethod, lots }: AskedLots): Promise<Result<LotChoice | null>> {
  if (lots !== undefined && (lotMethod ?? 'CHOSEN') !== 'CHOSEN') return refuse('parameter.invalid', { field: 'lots' })
  const method = lotMethod ?? (lots === undefined ? await defaultMethod(reader, accountId) : 'CHOSEN')
  if (method === 'CHOSEN' && lots === undefined) return refuse('parameter.missing', { field: 'lots' })
  return ok(method === 'FIFO' ? null : { method, chosen: [...new Set(lots)] })
}

async function defaultMethod(reader: Reader, accountId: string): Promise<LotMethod> {
  const { rows } = await reader.query<{ method: LotMethod }>('select method from lot_defaults where account_id = $1', [accountId])
  return rows[0]?.method ?? 'FIFO'
}

const SET_DEFAULT = `
  insert into lot_defaults (account_id, method, changed_at) values ($1, $2, $3)
  on conflict (account_id) do update set method = excluded.method, changed_at = excluded.changed_at`

/** Reads the default, or changes it for the orders placed from then on. */
export async function lotDefault(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  accountId: string,
  method: LotMethod | undefined,
): Promise<DataOf<typeof positions.lotDefault>> {
  if (method !== undefined) await pool.query(SET_DEFAULT, [accountId, method, clock.now()])
  return { lotMethod: await defaultMethod(pool, accountId) }
}

type Sale = Readonly<{ instrumentId: string; quantity: bigint | null }>

/**
 * Refuses chosen lots that are not of the open holding, or that hold less than is sold. Between this and the execution another sale may use
 * one up; what is missing then comes out of the oldest.
 */
export async function checkChosen(
  { pool, venue }: Pick<App, 'pool' | 'venue'>,
  accountId: string,
  choice: LotChoice | null,
  { instrumentId, quantity }: Sale,
): Promise<ReturnType<typeof refuse> | null> {
  const currency = venue.instruments.get(instrumentId)?.currency
  if (choice?.method !== 'CHOSEN' || currency === undefined) return null
  const fills = await fillsIn(pool, accountId, instrumentId)
  const { holdings } = holdingHistory({ fills, splits: await bookedSplits(pool, accountId, instrumentId), currency })
  const held = holdings.at(-1)?.lots.lots ?? []
  const chosen = choice.chosen.map((id) => held.find((lot) => lot.id === id))
  if (chosen.includes(undefined)) return refuse('parameter.invalid', { field: 'lots' })
  const available = chosen.reduce((sum, lot) => sum + (lot?.quantity ?? 0n), 0n)
  return quantity !== null && available < quantity
    ? refuse('position.insufficient', { available: formatScaled(available), field: 'lots' })
    : null
}
