import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/admin/accounts.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anchorPath } from '../../anchors/anchor-file.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { createAuditAnchoring, verifyAudit } from './anchors.ts'
import { MAX_ROWS, exportAudit } from './export.ts'
import type { Staff } from '../../admin/handler.ts'

let harness: Harness
let ana: StaffCaller
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-audit-'))
  harness = await startHarness({ environment: { DATA_DIR: folder } })
  ana = await hire(harness, ['admin', 'auditor'])
  for (const name of ['one', 'two', 'three']) {
    const { staffId } = await hire(harness, ['support'])
    await ana.ask(staff.disable, { staffId, reason: 'security', note: `case ${name}` })
  }
})
afterEach(async () => {
  await harness.stop()
  rmSync(folder, { recursive: true })
})

/** Behind the server's back: as the owner of the database, with the triggers off. */
async function tamper(statement: string): Promise<void> {
  const client = await harness.app.pool.connect()
  try {
    await client.query('reset role')
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(statement)
  } finally {
    client.release(true)
  }
}

describe('the audit log', () => {
  it('says who did what in which role, why, from where, and by which request', async () => {
    const { list, total } = await ana.ask(audit.list, {})
    expect(total).toBe(3)
    expect(list[0]).toMatchObject({
      sequence: 3,
      staffId: ana.staffId,
      role: 'admin',
      power: 'staff.disable',
      reason: 'security',
      note: 'case three',
      subject: expect.stringMatching(/^staff:/u),
      after: { state: 'disabled' },
      address: '127.0.0.1',
      accountId: null,
    })
  })

  it('is taken away by the auditor, marked on every line, without account numbers and notes, and that too is in it', async () => {
    const { accountId } = await harness.newCustomer()
    await ana.ask(accounts.open, { accountId, reason: 'review', note: 'Looks odd' })
    const { content, entries, isCut } = await ana.ask(audit.export, { reason: 'review' })
    const lines = content.trimEnd().split('\r\n')
    expect([entries, isCut]).toEqual([lines.length - 3, 0])
    expect(lines.slice(3).every((line) => line.includes(`<${ana.email}>`))).toBe(true)
    for (const secret of [accountId, 'Looks odd', 'case one']) expect(content).not.toContain(secret)
    expect(content).toContain(`accounts.open,•••${accountId.slice(-3)},`)
    const [kept] = (await ana.ask(audit.list, { power: 'audit.export' })).list
    expect(kept).toMatchObject({ staffId: ana.staffId, role: 'auditor', after: { entries } })
    const { list } = await ana.ask(audit.list, {})
    const [first] = list
    const rows = list.slice(0, 1).map((row) => ({ ...row, subject: `entry:${accountId}:4` }))
    const cut = exportAudit(rows, list.length, {
      staff: { name: '=1+1', email: 'x@example.org' } as Staff,
      requestId: 'r',
      now: 0,
    })
    expect([cut.isCut, cut.content.split('\r\n')[1]]).toEqual([1, 'The newest 1 rows; there are more.'])
    expect(cut.content).toContain(first?.hash)
    expect(cut.content).not.toMatch(/,=/u)
    expect(cut.content).toContain(`,entry:•••${accountId.slice(-3)}:4,`)
    expect(MAX_ROWS).toBe(5_000)
  })

  it('verifies whole', async () => {
    expect(await ana.ask(audit.verify, {})).toMatchObject({ rows: 3, broken: null })
  })

  it.each(['update audit_log set reason = reason', 'delete from audit_log', 'truncate audit_log'])('%s: nobody may', async (statement) => {
    await expect(harness.app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it.each([
    [
      'a changed reason',
      `update audit_log set reason = 'legalOrder' where sequence = 2`,
      { sequence: 2, fault: 'its content does not give its hash' },
    ],
    ['a changed note', `update audit_log set note = null where sequence = 1`, { sequence: 1, fault: 'its content does not give its hash' }],
    [
      'another person',
      `update audit_log set staff_id = (select min(staff_id::text)::uuid from staff where staff_id <> audit_log.staff_id) where sequence = 3`,
      { sequence: 3, fault: 'its content does not give its hash' },
    ],
    ['a row taken out', 'delete from audit_log where sequence = 2', { sequence: 3, fault: 'follows row 1' }],
    [
      'a broken chain',
      `update audit_log set previous_hash = decode(repeat('00', 32), 'hex') where sequence = 2`,
      { sequence: 2, fault: 'does not continue the chain' },
    ],
  ])('shows %s', async (_, statement, broken) => {
    await tamper(statement)
    expect(await ana.ask(audit.verify, {})).toMatchObject({ broken })
  })

  it('shows a tail that was cut, by the anchor outside of the database', async () => {
    await createAuditAnchoring(harness.app.pool, folder).anchor(harness.app.wallClock.now())
    expect(await verifyAudit(harness.app.pool, folder)).toMatchObject({ anchors: 1, broken: null })
    await tamper('delete from audit_log where sequence = 3')
    expect(await ana.ask(audit.verify, {})).toMatchObject({ broken: { sequence: 3, fault: 'an anchored row is gone' } })
  })

  it('is not said to be whole over anchors that are missing, torn, or could not be written', async () => {
    const anchor = () => createAuditAnchoring(harness.app.pool, folder).anchor(harness.app.wallClock.now())
    const fault = async () => (await verifyAudit(harness.app.pool, folder)).broken?.fault
    await anchor()
    const file = anchorPath(folder, 'audit')
    const whole = readFileSync(file, 'utf8')
    rmSync(file)
    expect(await fault()).toMatch(/is missing$/u)
    writeFileSync(file, whole.slice(0, -9))
    expect(await fault()).toMatch(/is shorter than it was/u)
    writeFileSync(file, `${whole}{"at":1`)
    expect(await fault()).toMatch(/is torn$/u)
    writeFileSync(file, `{"at":1\n${whole}`)
    expect(await fault()).toMatch(/is torn$/u)
    await harness.app.pool.query(`update anchor_files set failure = 'ENOSPC: no space left on device' where name = 'audit'`)
    expect(await fault()).toMatch(/could not be written: ENOSPC/u)
  })
})
