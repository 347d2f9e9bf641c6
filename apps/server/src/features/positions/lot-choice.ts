import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import type { positions } from '@rueda/contract/positions.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { chooseLots } from '@rueda/rules/orders/choose-lots.ts'
import { holdingHistory } from '@rueda/rules/positions/history.ts'
import type { LotChoice, LotMethod } from '@rueda/rules/positions/lots.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { bookedSplits } from '../corporate/recorded.ts'
import { presentOrder } from '../orders/present.ts'
import { ordersById } from '../orders/records.ts'
import { ordersOfRequest } from '../orders/store.ts'
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

type Choosing = Readonly<{ caller: Caller; idempotency: Idempotency; orderId: string; asked: AskedLots }>

/** Chooses the lots of an order, and of the other part that one request may be. */
export async function chooseLotsOf(app: App, { caller: { accountId }, idempotency, orderId, asked }: Choosing): Promise<Result<OrderRow>> {
  const known = await ordersOfRequest(app.pool, accountId, orderId)
  const [first] = known
  if (first === undefined) return refuse('object.not_found', { field: 'orderId' })
  const choice = await choiceOf(app.pool, accountId, asked)
  if (!choice.ok) return choice
  const quantity = known.reduce((sum, order) => sum + order.quantity, 0n)
  const wrong = await checkChosen(app, accountId, choice.value, { instrumentId: first.instrumentId, quantity })
  if (wrong !== null) return wrong
  const orderIds = known.map(({ id }) => id)
  return app.commands.run(choosingLots, { accountId, idempotency, arguments: { orderIds, choice: choice.value } })
}

type Chosen = Readonly<{ orderIds: readonly string[]; choice: LotChoice | null }>

export const choosingLots = commandKind({
  name: 'positions.chooseLots',
  reads: ({ orderIds }: Chosen) => ({ wallets: [], records: [ordersById(orderIds)] }),
  decide: ({ venue }: Pick<App, 'venue'>, { orderIds, choice }, state, now) => {
    const chosen = chooseLots(state, { orderIds, choice }, now)
    return chosen.ok ? ok({ outcome: chosen.value.outcome, data: presentOrder(venue, chosen.value.order) }) : chosen
  },
})
