import { offerings } from '@rueda/contract/admin/offerings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { hire } from '../../testing/staff.ts'
import { findingsAfter } from '../../testing/tamper.ts'

/** An operator with the whole database in hand who writes down acts that nobody did, or takes out those that somebody did: the checks see it. */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const [ana, bea] = [await hire(harness, ['product']), await hire(harness, ['product'])]
  for (const who of [ana, bea]) await who.ask(offerings.close, { reason: 'maintenance', kind: 'fund', id: 'gold', cause: 'demand' })
  await ana.ask(offerings.pause, { reason: 'maintenance', kind: 'fund', id: 'balanced', isPaused: 1, cause: 'law' })
})
afterAll(() => harness.stop())

const after = (sql: string) =>
  findingsAfter(harness.app.pool, null, async (client) => {
    for (const table of ['offering_changes', 'house_terms', 'approvals', 'audit_log', 'staff'])
      await client.query(`alter table ${table} disable trigger all`)
    await client.query(sql)
  })

it.each([
  ['another status', `update offering_changes set status = 'open', cause = null where status = 'paused'`, ['AUDIT-1']],
  ['another person', `update offering_changes set staff_id = gen_random_uuid() where status = 'paused'`, ['AUDIT-1']],
  ['a fee that nobody announced', newTerms(), ['AUDIT-1']],
  ['an approval by somebody who is not there', 'update approvals set checker = gen_random_uuid()', ['AUDIT-1']],
  ['a note that was changed', `update audit_log set note = 'other' where sequence = 1`, ['INV-38']],
  ['the last act taken out', 'delete from audit_log where sequence = (select max(sequence) from audit_log)', ['AUDIT-1']],
  ['the first act taken out', 'delete from audit_log where sequence = 1', ['AUDIT-1', 'INV-38']],
] as const)('shows: %s', async (_, sql, findings) => {
  expect(await after('select 1')).toEqual([])
  expect(await after(sql)).toEqual(findings)
})

function newTerms(): string {
  return `insert into house_terms (terms_id, kind, subject, terms, effective_at, reason, at, staff_id, approval_id)
          select gen_random_uuid(), 'withdrawalFee', 'WIRE', '{"share":"0","least":"1"}', at, reason, at, staff_id, approval_id
          from offering_changes where status = 'closed'`
}
