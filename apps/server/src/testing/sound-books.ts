import type { Pool } from 'pg'
import { expect } from 'vitest'
import { verifyBooks } from '../features/integrity/verify/verify.ts'

/** Expects every invariant of the ledger to hold, whatever the test did before; a test has no anchors, so those are left out. */
export async function expectSoundBooks(pool: Pool): Promise<void> {
  const { checks } = await verifyBooks(pool, null, () => 0)
  expect(checks.filter(({ offending }) => offending.length > 0)).toEqual([])
}

/** Expects each account's executions in the ledger in the order in which the venue made them, on which cost and result of a position depend. */
export async function expectExecutionsInOrder(pool: Pool): Promise<void> {
  const { rows } = await pool.query(OUT_OF_ORDER)
  expect(rows).toEqual([])
}

const OUT_OF_ORDER = `
  with booked as (
    select f.account_id, f.sequence as executed, min(e.sequence) as entry
    from fills f join entries e on e.account_id = f.account_id and e.cause_kind = 'order' and e.cause_id = f.order_id::text
      and e.cause_step = f.sequence and e.journal <> 'J34'
    group by f.account_id, f.order_id, f.sequence)
  select * from (select *, lag(executed) over (partition by account_id order by entry) as before from booked) as listed
  where executed < before`
