import { approvals } from '@rueda/contract/admin/approvals.ts'
import { ledger } from '@rueda/contract/admin/ledger.ts'
import { messages } from '@rueda/contract/messages.ts'
import { powers } from '@rueda/contract/powers.ts'
import { statements } from '@rueda/contract/statements.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { ok } from '@rueda/rules/result.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendAudit } from '../../admin/audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { carryOutReversals } from './reversals.ts'

/** Linked reversals (`docs/rules/back-office.md` BO-02) on the example of practice money that was granted by mistake. */
let harness: Harness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['cashier'])
  bea = await hire(harness, ['cashier'])
})
afterEach(() => harness.stop())

const why = { reason: 'correction' as const, note: 'granted twice' }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const entriesOf = async () => (await ana.ask(ledger.ofAccount, { ...why, accountId: customer.accountId })).list
/** The grant (J98, 1) and its half that was placed in the STOCK wallet (J20, 2). */
const entryOf = async (journal: string) => {
  const found = (await entriesOf()).find((entry) => entry.journal === journal)
  if (found === undefined) throw new Error(`no ${journal}`)
  return found
}
async function reversing(journal = 'J98') {
  const { accountId, sequence, hash } = await entryOf(journal)
  return { ...why, accountId, sequence, hash, evidence: 'ticket 4711: paid by the referral job as well' }
}
/** Puts the whole grant back to its first wallet. */
const moveBack = () =>
  harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'US_WALLET', amount: '50000' }, customer.token)
const cashOf = async () => {
  const { rows } = await harness.app.pool.query<{ cash: bigint }>(`select cash from wallets where account_id = $1 and type = 'US_WALLET'`, [
    customer.accountId,
  ])
  return rows[0]?.cash
}

describe('a reversal', () => {
  it('waits for another person, who asks for exactly the same; then it is booked, once', async () => {
    await moveBack()
    const asked = await reversing()
    expect(await ana.ask(ledger.reverse, asked)).toEqual({ state: 'waiting' })
    expect(await cashOf()).toBe(10_000_000n)
    expect(await ana.call(ledger.reverse, asked)).toMatchObject(refused('approval.same_person'))
    expect(await bea.call(ledger.reverse, { ...asked, evidence: 'something else' })).toMatchObject(refused('approval.changed'))
    const about = { kind: 'entry', journal: 'J98', lines: expect.arrayContaining([expect.objectContaining({ amount: '100000.00' })]) }
    expect(await bea.ask(approvals.list, {})).toMatchObject([{ power: 'ledger.reverse', payload: asked, canApprove: 1, about }])
    expect(await bea.ask(ledger.reverse, asked)).toEqual({ state: 'done' })
    expect(await cashOf()).toBe(0n)
    const grant = await entryOf('J98')
    const [newest] = await entriesOf()
    expect(newest).toMatchObject({ journal: 'J99', reversalOf: grant.sequence, isVerified: 1, isBalanced: 1, causeKind: 'reversal' })
    expect(grant.reversedBy).toBe(newest?.sequence)
    expect(newest?.lines).toEqual([
      { account: 'H:PROMO:USD', asset: 'USD', debit: null, credit: '100000.00', balanceAfter: null },
      { account: 'U:US_WALLET:CASH', asset: 'USD', debit: '100000.00', credit: null, balanceAfter: '0.00' },
    ])
    for (const each of [ana, bea]) expect(await each.call(ledger.reverse, asked)).toMatchObject(refused('entry.reversed_already'))
    expect(await carryOutReversals(harness.app, harness.app.wallClock.now())).toEqual([])
    await expectSoundBooks(harness.app.pool)
  })

  it('is told to its customer: a message, the corrections of the statement, and what staff did', async () => {
    await moveBack()
    const asked = await reversing()
    await ana.ask(ledger.reverse, asked)
    await bea.ask(ledger.reverse, asked)
    const { list } = await harness.ask(messages.list, {}, customer.token)
    expect(list.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Corrección: salieron .*100\.000,00/u))
    const acts = await harness.ask(powers.acts, {}, customer.token)
    expect(acts.list.filter(({ power }) => power === 'ledger.reverse')).toHaveLength(2)
    const { corrections } = await harness.ask(statements.one, { month: '2026-11' }, customer.token)
    expect(corrections.map(({ bizType, amount }) => [bizType, amount])).toEqual([['REVERSAL', '-100000.00']])
  })

  it('never takes a balance below zero, not even when the money went while it waited', async () => {
    expect(await ana.call(ledger.reverse, await reversing())).toMatchObject(refused('entry.not_covered'))
    await moveBack()
    const asked = await reversing()
    await ana.ask(ledger.reverse, asked)
    await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '0.01' }, customer.token)
    expect(await bea.call(ledger.reverse, asked)).toMatchObject(refused('entry.not_covered'))
    expect(await cashOf()).toBe(9_999_999n)
  })

  it('is refused for good where the money went between the approval and the booking, and can be asked for anew', async () => {
    await moveBack()
    const asked = await reversing()
    await ana.ask(ledger.reverse, asked)
    const { commands } = harness.app
    // The second person has approved; the customer's transfer overtakes the booking.
    const overtaking = {
      ...harness.app,
      commands: {
        ...commands,
        run: async (...booking: Parameters<typeof commands.run>) => {
          await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '0.01' }, customer.token)
          return commands.run(...booking)
        },
      },
    } as typeof harness.app
    await approveWithout(asked)
    expect(await carryOutReversals(overtaking, harness.app.wallClock.now())).toMatchObject([{ refused: { refusal: 'entry.not_covered' } }])
    expect(await carryOutReversals(harness.app, harness.app.wallClock.now())).toEqual([])
    await moveBackACent()
    expect(await ana.ask(ledger.reverse, asked)).toEqual({ state: 'waiting' })
    await expectSoundBooks(harness.app.pool)
  })

  it('is refused where the kind has another way back or is a result, and for what is not there', async () => {
    const asked = await reversing('J20')
    expect(await ana.call(ledger.reverse, asked)).toMatchObject({ ...refused('entry.irreversible'), data: { why: 'dedicatedFlow' } })
    expect(await ana.call(ledger.reverse, { ...asked, sequence: 999 })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(ledger.reverse, { ...(await reversing()), hash: 'f'.repeat(64) })).toMatchObject(refused('parameter.invalid'))
  })

  it('lapses after a day', async () => {
    await moveBack()
    const asked = await reversing()
    await ana.ask(ledger.reverse, asked)
    await harness.pass(24 * HOUR_MS + 1)
    await bea.signIn()
    expect(await bea.ask(ledger.reverse, asked)).toEqual({ state: 'waiting' })
    expect(await cashOf()).toBe(10_000_000n)
  })

  it('that was wrong is taken back itself', async () => {
    await moveBack()
    const asked = await reversing()
    await ana.ask(ledger.reverse, asked)
    await bea.ask(ledger.reverse, asked)
    const again = await reversing('J99')
    await bea.ask(ledger.reverse, again)
    await ana.ask(ledger.reverse, again)
    expect(await cashOf()).toBe(10_000_000n)
    await expectSoundBooks(harness.app.pool)
  })
})

/** The second person's approval, without the booking that follows it: the server stopped in between. */
async function approveWithout(asked: Awaited<ReturnType<typeof reversing>>): Promise<void> {
  const { pool } = harness.app
  await pool.query(
    `update approvals set checker = $1, checker_person = $2, checker_verified_at = made_at, checked_hash = payload_hash, decided_at = made_at, decision = 'approved'
     where power = 'ledger.reverse' and decision is null`,
    [bea.staffId, bea.personId],
  )
  const { rows } = await pool.query<{ approval_id: string; at: bigint; subject: string }>(
    `select approval_id::text, decided_at as at, subject from approvals where power = 'ledger.reverse' and decision = 'approved'`,
  )
  for (const { approval_id: approvalId, at, subject } of rows)
    await inTransaction(pool, async (client) => {
      await appendAudit(client, {
        ...{ at: Number(at), staffId: bea.staffId, role: 'cashier', power: 'ledger.reverse', requestId: approvalId, address: '::1' },
        ...{ accountId: asked.accountId, subject, reason: asked.reason, note: asked.note, approvalId },
      })
      return ok(true)
    })
  await pool.query(
    `insert into reversals (account_id, approval_id, sequence, reason, evidence, decided_at)
     select account_id, approval_id, $1, $2, $3, decided_at from approvals where power = 'ledger.reverse' and decision = 'approved'`,
    [asked.sequence, asked.reason, asked.evidence],
  )
}
const moveBackACent = () =>
  harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'US_WALLET', amount: '0.01' }, customer.token)

describe('the books say when somebody corrected them alone', () => {
  const forge = (kind: string, amounts = `array(select -a from unnest(amounts) a)`) =>
    `insert into entries select account_id, 9, 'J99', '${kind}', '1', 0, at, value_date, accounts, assets, ${amounts}, balances_after, sequence, hash, hash
     from entries where account_id = ${customer.accountId} and sequence = 1`

  const cases: readonly (readonly [what: string, finding: string, ...tampering: string[]])[] = [
    ...(['reversal', 'withdrawal', 'order'] as const).map(
      (kind) => [`out of nowhere, said to be of a ${kind}`, 'REVERSAL-1', kind] as const,
    ),
    ['not the exact inverse', 'INV-07', 'unlike'],
    ['a second of the same entry', 'INV-07', 'second'],
    ['of an entry that is not there', 'INV-07', 'nothing'],
  ]

  it('whatever is wrong with it', async () => {
    for (const [what, finding, kind = ''] of cases) expect(await findingsOf(forgeries[kind]?.() ?? [forge(kind)]), what).toContain(finding)
    expect(await findingsOf([])).toEqual([])
  })

  const findingsOf = (forged: readonly string[]): Promise<string[]> =>
    findingsAfter(harness.app.pool, null, async (client) => {
      for (const statement of forged) await client.query(statement)
    })

  const forgeries: Readonly<Record<string, () => readonly string[]>> = {
    unlike: () => [forge('reversal', 'amounts')],
    second: () => [
      `do $$ declare index text; begin
         for index in select indexname from pg_indexes where indexname like 'entries_%reversal_of%' loop execute 'drop index ' || index; end loop;
       end $$`,
      forge('reversal'),
      forge('reversal').replace(', 9,', ', 10,').replace(`'1', 0`, `'2', 0`),
    ],
    nothing: () => [forge('reversal').replace('balances_after, sequence', 'balances_after, 77')],
  }

  it('the database takes none that two persons did not ask for', async () => {
    await expect(harness.app.pool.query(forge('reversal'))).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('takes two persons'),
    })
  })
})
