import { midnightOf } from '@rueda/exchange/calendars/new-york.ts'
import { daysOf } from '@rueda/exchange/calendars/civil.ts'
import { type BookedAction, type CorporateAction, type Split, actionId } from '@rueda/rules/corporate/action.ts'
import type { Entitlement } from '@rueda/rules/corporate/dividend.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { BookedSplit } from '@rueda/rules/positions/history.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { type Column, arraysOf, unnested } from '../../write-path/columns.ts'
import { notBefore } from '../../venue/executed-on.ts'
import type { Applying } from './apply.ts'

type Recorded = Readonly<{ action: CorporateAction; priorClose: bigint | null; at: number }>

const actionColumns: readonly Column<Recorded>[] = [
  ['action_id', 'text', ({ action }) => actionId(action)],
  ['instrument_id', 'text', ({ action }) => action.instrumentId],
  ['kind', 'text', ({ action }) => action.kind],
  ['ex_date', 'date', ({ action }) => action.exDate],
  ['pay_date', 'date', ({ action }) => (action.kind === 'dividend' ? action.payDate : null)],
  ['amount', 'bigint', ({ action }) => (action.kind === 'dividend' ? action.amount : null)],
  ['new_shares', 'bigint', ({ action }) => (action.kind === 'split' ? action.newShares : null)],
  ['old_shares', 'bigint', ({ action }) => (action.kind === 'split' ? action.oldShares : null)],
  ['old_code', 'text', ({ action }) => (action.kind === 'rename' ? action.oldCode : null)],
  ['new_code', 'text', ({ action }) => (action.kind === 'rename' ? action.newCode : null)],
  ['prior_close', 'bigint', ({ priorClose }) => priorClose],
  ['recorded_at', 'bigint', ({ at }) => at],
]
const names = (columns: readonly Column<never>[]): string => columns.map(([name]) => name).join(', ')
const INSERT_ACTIONS = `insert into corporate_actions (${names(actionColumns)}) select * from ${unnested(actionColumns)} on conflict do nothing`

/** Records corporate actions, once; the price at which fractions are paid is that of the first time. */
export async function recordActions(app: Applying, actions: readonly BookedAction[]): Promise<void> {
  if (actions.length === 0) return
  const at = app.clock.now()
  const recorded: Recorded[] = []
  for (const action of actions) recorded.push({ action, priorClose: action.kind === 'split' ? await closeBefore(app, action) : null, at })
  await app.pool.query(INSERT_ACTIONS, arraysOf(actionColumns, recorded))
}

/** Records one in a transaction with what follows from it; false when it was recorded before. */
export async function insertAction(client: PoolClient, recorded: Recorded): Promise<boolean> {
  const { rowCount } = await client.query(INSERT_ACTIONS, arraysOf(actionColumns, [recorded]))
  return rowCount === 1
}

/** The last close in old shares. */
async function closeBefore({ venue }: Applying, { instrumentId, exDate }: Split): Promise<bigint> {
  const market: MarketName = venue.instruments.get(instrumentId)?.market ?? HOUSE_MARKET
  const [day] = await venue.calendar(market, exDate, exDate)
  const opensAt = day?.sessions[0]?.opensAt ?? midnightOf(daysOf(exDate))
  const series = await venue.bars({ instrumentId, interval: 'day', until: opensAt - 1, limit: 1, hours: 'regular', adjust: 'none' })
  return series?.bars.at(-1)?.close ?? 0n
}

export type SplitRecord = Readonly<{
  instrument_id: string
  ex_date: CalendarDate
  new_shares: bigint
  old_shares: bigint
  prior_close: bigint
}>

export const readSplit = (row: SplitRecord): BookedSplit => ({
  kind: 'split',
  instrumentId: row.instrument_id,
  exDate: row.ex_date,
  newShares: row.new_shares,
  oldShares: row.old_shares,
  priorClose: row.prior_close,
})

/** The splits booked in a customer's holding of an instrument, all of them or those after a moment, in the order of their ex-dates. */
export async function bookedSplits(reader: Reader, accountId: string, instrumentId: string, after = 0): Promise<readonly BookedSplit[]> {
  const { rows } = await reader.query<SplitRecord>(
    `select a.* from corporate_actions a where a.instrument_id = $2 and a.kind = 'split'
       and exists (select from entries e where e.account_id = $1 and e.cause_id = a.action_id and e.journal = 'J97' and e.at > $3 and e.at >= ${notBefore('a.ex_date')}) order by a.ex_date`,
    [accountId, instrumentId, after],
  )
  return rows.map(readSplit)
}

export type PlacedEntitlement = Readonly<{ entitlement: Entitlement; paid: boolean }>

/** Dividends of a position, newest first, each with whether it has been paid. */
export async function entitlementsOf(reader: Reader, accountId: string, positionId: string): Promise<readonly PlacedEntitlement[]> {
  const { rows } = await reader.query<EntitlementRecord & Readonly<{ paid: boolean }>>(
    `select d.*, exists (select from entries e where e.account_id = d.account_id and e.cause_id = d.action_id and e.journal = 'J96' and e.at >= ${notBefore('d.ex_date')}) as paid
     from entitlements d where d.account_id = $1 and d.position_id = $2 order by d.ex_date desc`,
    [accountId, positionId],
  )
  return rows.map((row) => ({ entitlement: readEntitlement(row), paid: row.paid }))
}

export async function priorCloseOf(reader: Reader, split: Split): Promise<bigint> {
  const { rows } = await reader.query<{ prior_close: bigint }>('select prior_close from corporate_actions where action_id = $1', [
    actionId(split),
  ])
  if (rows[0] === undefined) throw new Error(`the split ${actionId(split)} was not written down`)
  return rows[0].prior_close
}

export type EntitlementRecord = Readonly<{
  account_id: bigint
  action_id: string
  instrument_id: string
  position_id: string
  quantity: bigint
  gross: bigint
  tax: bigint
  currency: Currency
  ex_date: CalendarDate
  pay_date: CalendarDate
}>

export const readEntitlement = (row: EntitlementRecord): Entitlement => ({
  accountId: String(row.account_id),
  actionId: row.action_id,
  instrumentId: row.instrument_id,
  positionId: row.position_id,
  quantity: row.quantity,
  gross: row.gross,
  tax: row.tax,
  currency: row.currency,
  exDate: row.ex_date,
  payDate: row.pay_date,
})

type Dated = Entitlement & Readonly<{ at: number }>
const entitlementColumns: readonly Column<Dated>[] = [
  ['account_id', 'bigint', ({ accountId }) => accountId],
  ['action_id', 'text', (entitlement) => entitlement.actionId],
  ['instrument_id', 'text', ({ instrumentId }) => instrumentId],
  ['position_id', 'uuid', ({ positionId }) => positionId],
  ['quantity', 'bigint', ({ quantity }) => quantity],
  ['gross', 'bigint', ({ gross }) => gross],
  ['tax', 'bigint', ({ tax }) => tax],
  ['currency', 'text', ({ currency }) => currency],
  ['ex_date', 'date', ({ exDate }) => exDate],
  ['pay_date', 'date', ({ payDate }) => payDate],
  ['recorded_at', 'bigint', ({ at }) => at],
]
const INSERT_ENTITLEMENTS = `insert into entitlements (${names(entitlementColumns)}) select * from ${unnested(entitlementColumns)} on conflict do nothing`

/** One statement for all holders. */
export async function insertEntitlements({ pool, clock }: Applying, entitlements: readonly Entitlement[]): Promise<void> {
  if (entitlements.length === 0) return
  const at = clock.now()
  await pool.query(
    INSERT_ENTITLEMENTS,
    arraysOf(
      entitlementColumns,
      entitlements.map((entitlement) => ({ ...entitlement, at })),
    ),
  )
}
