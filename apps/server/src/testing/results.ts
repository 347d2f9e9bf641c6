import type { FullApp } from '../app.ts'
import type { Customer } from './harness.ts'

/** Everything that decides what anybody owns, without the ids that differ in every server. */
export type Results = Readonly<Record<'prices' | 'entries' | 'fills' | 'positions' | 'wallets' | 'withdrawals', readonly string[]>>

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu

export async function resultsOf({ pool, venue }: Pick<FullApp, 'pool' | 'venue'>, customers: readonly Customer[]): Promise<Results> {
  const accounts = customers.map(({ accountId }) => accountId)
  const read = async (columns: string, table: string, order: string): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ row: string }>(
      `select row(array_position($1::bigint[], account_id), ${columns})::text as row from ${table} where account_id = any($1)
       order by array_position($1::bigint[], account_id), ${order}`,
      [accounts],
    )
    // An account may be named after what it belongs to, whose id is another one in each run.
    return rows.map(({ row }) => row.replace(IDS, 'id'))
  }
  return {
    prices: [...venue.instruments.keys()].map((id) => {
      const { bid, ask, last, previousClose } = venue.quote(id) ?? {}
      return `${id} ${bid} ${ask} ${last} ${previousClose}`
    }),
    entries: await read(
      'sequence, journal, cause_kind, cause_step, at, value_date, accounts, assets, amounts, balances_after, reversal_of',
      'entries',
      'sequence',
    ),
    fills: await read(
      'instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting, trade_date, settlement_date, realised, at',
      'fills',
      'at, instrument_id, side, sequence',
    ),
    positions: await read(
      'instrument_id, free, held, locked, cost, realised, charges, opened_at, closed_at',
      'positions',
      'opened_at, instrument_id',
    ),
    wallets: await read('type, currency, cash, hold, margin, unsettled', 'wallets', 'type'),
    withdrawals: await read('rail, amount, fee, payout, status, started_at, sent_at', 'withdrawals', 'started_at'),
  }
}

const REVERSALS = `journal = 'J99' and cause_kind = 'reversal'`

/** Returns reversals of staff that are not the named entry with every amount negated. */
export async function inexactReversals({ pool }: Pick<FullApp, 'pool'>): Promise<readonly unknown[]> {
  const { rows } = await pool.query(
    `select r.account_id, r.sequence from (select * from entries where ${REVERSALS}) r
     left join entries e on e.account_id = r.account_id and e.sequence = r.reversal_of
     where (r.accounts, r.assets, r.amounts) is distinct from (e.accounts, e.assets, array(select -amount from unnest(e.amounts) amount))`,
  )
  return rows
}

export async function countReversals({ pool }: Pick<FullApp, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(`select count(*) from entries where ${REVERSALS}`)
  return Number(rows[0]?.count ?? 0n)
}

/** Lifts halts, freezes, switches and pauses, which stop new actions, so that customers can go on. */
export async function liftWhatStaffStopped(app: FullApp, customers: readonly Customer[]): Promise<void> {
  const now = app.wallClock.now()
  await app.pool.query('update trading_stops set lifted_at = $1 where lifted_at is null', [now])
  await app.pool.query('update account_states set frozen_at = null, frozen_by = null where frozen_at is not null')
  await app.pool.query(
    `insert into switch_changes (change_id, name, is_off, reason, at, staff_id)
     select gen_random_uuid(), name, false, 'maintenance', $1, staff_id from
       (select distinct on (name) * from switch_changes order by name, at desc, change_id desc) newest where is_off`,
    [now + 1],
  )
  await app.pool.query(
    `insert into offering_changes (change_id, kind, offering_id, status, reason, at, staff_id)
     select gen_random_uuid(), kind, offering_id, 'open', 'maintenance', $1, staff_id from
       (select distinct on (kind, offering_id) * from offering_changes order by kind, offering_id, at desc, change_id desc) newest
       where status = 'paused'`,
    [now + 1],
  )
  await app.halts.refresh()
  await app.switches.refresh()
  await app.offerings.refresh()
  for (const { accountId } of customers) app.sessions.changed(accountId)
}
