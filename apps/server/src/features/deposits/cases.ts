import type { Deposit } from '@rueda/rules/deposits/deposit.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../assemble.ts'
import { closeCase, openCase } from '../../reviews/cases.ts'
import type { Reader } from '../../db/snapshot.ts'
import { shortDeposits } from './store.ts'

type Queueing = Pick<FullApp, 'pool' | 'ids' | 'wallClock'>

const STAFF_HAVE_MS = 24 * HOUR_MS

/** What rules have not credited waits for a person; a deposit that waits already keeps its case. */
export async function queueForStaff(app: Queueing, deposits: readonly Deposit[]): Promise<void> {
  const now = app.wallClock.now()
  for (const { accountId, id } of deposits)
    await openCase(app, app.pool, { kind: 'deposit', accountId, subjectId: id, now, dueAt: now + STAFF_HAVE_MS })
}

/** What was taken back and was no longer there has frozen the account: a person looks at it, once (`domain.md` E.11). */
export async function queueShortfalls(app: Queueing): Promise<void> {
  await queueForStaff(app, await shortDeposits(app.pool, SETTLED))
}

/** How such a case ends, which nothing opens again. */
export const SETTLED = 'settled'

/** What the bank took back while it waited is nobody's case any more. */
export async function closeLostCases({ pool, wallClock }: Queueing): Promise<void> {
  for (const subjectId of await lostCases(pool))
    await closeCase(pool, { kind: 'deposit', subjectId, outcome: 'recalled', now: wallClock.now() })
}

async function lostCases(reader: Reader): Promise<readonly string[]> {
  const { rows } = await reader.query<{ subject_id: string }>(
    `select c.subject_id from review_cases c join deposits d on d.account_id = c.account_id and d.id::text = c.subject_id
     where c.kind = 'deposit' and c.closed_at is null and d.status <> 'arrived' and d.shortfall = 0`,
  )
  return rows.map(({ subject_id }) => subject_id)
}
