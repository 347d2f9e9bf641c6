import { ledger } from '@rueda/contract/admin/ledger.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { orders } from '@rueda/contract/orders.ts'
import { powers } from '@rueda/contract/powers.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Staff } from '../../admin/handler.ts'
import { closeHouseDays } from './house-days.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { MAX_ENTRIES, exportLedger } from './export.ts'
import { ledgerPage } from './pages.ts'
import { NUMBERED } from './store.ts'

/** The ledger as staff read it: two customers, one of whom has traded on two days. */
let harness: Harness
let customer: Customer
let cashier: StaffCaller
let orderNo: string
const why = { reason: 'review' as const }
const PROMOTION = 'H:PROMO:USD'

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  const buy = { stockCode: SHARE.code, direction: 0, orderType: 0, quantity: '5' } as const
  orderNo = (await harness.ask(orders.create, buy, customer.token)).orderNo
  // It rests, and its money is held.
  await harness.ask(orders.create, { ...buy, orderType: 1, tif: 1, price: '150.00' }, customer.token)
  await harness.pass(3 * DAY_MS)
  await harness.newCustomer()
  await harness.ask(orders.create, { ...buy, quantity: '2' }, customer.token)
  // The trade's results are booked before anybody reads.
  await harness.pass(1_000)
  cashier = await hire(harness, ['cashier'])
})
afterAll(() => harness.stop())

const listed = async (filter: object = {}) => (await cashier.ask(ledger.list, filter)).list

it('shows every entry with its lines, balanced, and in its place in the chain', async () => {
  const list = await listed()
  const { rows } = await harness.app.pool.query<{ count: bigint }>('select count(*) from entries')
  expect(list).toHaveLength(Number(rows[0]?.count))
  expect(list.every(({ isBalanced, isVerified }) => isBalanced === 1 && isVerified === 1)).toBe(true)
  expect(list.map(({ timestamp }) => timestamp)).toEqual(list.map(({ timestamp }) => timestamp).toSorted((a, b) => b - a))
  expect(list.find(({ journal }) => journal === 'J30')).toMatchObject({
    causeKind: 'order',
    reversalBar: 'hold',
    lines: [
      { account: 'U:STOCK:CASH', credit: null },
      { account: 'U:STOCK:HOLD', debit: null },
    ],
  })
})

it('leafs through all of it by its keys, each entry once, whatever the size of a page', async () => {
  for (const accountId of [null, customer.accountId]) {
    const whole = await ledgerPage(harness.app.pool, { accountId }, undefined, 500)
    for (const size of [1, 3, 7]) {
      const found: string[] = []
      let after: string | undefined
      do {
        const { list, next } = await ledgerPage(harness.app.pool, { accountId }, after, size)
        found.push(...list.map(({ hash }) => hash))
        after = next ?? undefined
      } while (after !== undefined)
      expect(found).toEqual(whole.list.map(({ hash }) => hash))
    }
  }
})

it('finds by account, its beginning, asset, journal, time, and what a customer knows a thing by', async () => {
  expect((await listed({ account: PROMOTION })).every(({ journal }) => journal === 'J98')).toBe(true)
  expect((await listed({ account: 'H:FEE' })).map(({ journal }) => journal)).toEqual(['J32', 'J32'])
  expect(await listed({ account: 'H:FE' })).toEqual([])
  expect((await listed({ asset: SHARE.id })).map(({ journal }) => journal)).toEqual(['J32', 'J32'])
  const [first] = await listed({ journal: 'J98' })
  if (first === undefined) throw new Error('nobody was granted anything')
  expect(await listed({ journal: 'J98', from: first.timestamp })).toEqual([first])
  expect((await listed({ journal: 'J98', until: first.timestamp })).length).toBe(1)
  const ofOrder = await listed({ reference: orderNo })
  expect(ofOrder.map(({ causeNumber, journal }) => [causeNumber, journal])).toEqual([[orderNo, 'J32']])
  expect(new Set(ofOrder.map(({ causeNumber }) => causeNumber))).toEqual(new Set([orderNo]))
  expect(await listed({ reference: `${first.accountId}-${first.sequence}` })).toEqual([first])
  expect(await listed({ reference: 'nothing' })).toEqual([])
})

it('gives an account of the house its balance after every line, and the same once its days are closed', async () => {
  const balances = async () =>
    (await listed({ account: PROMOTION })).map(({ lines }) => lines.find(({ account }) => account === PROMOTION)?.balanceAfter)
  expect(await balances()).toEqual(['-200000.00', '-100000.00'])
  await harness.pass(2 * DAY_MS)
  await cashier.signIn()
  await closeHouseDays(harness.app.pool, harness.app.clock.now())
  await closeHouseDays(harness.app.pool, harness.app.clock.now())
  const { rows } = await harness.app.pool.query('select amount from house_days where account = $1 order by day', [PROMOTION])
  expect(rows).toEqual([{ amount: -10_000_000n }, { amount: -10_000_000n }])
  expect(await balances()).toEqual(['-200000.00', '-100000.00'])
  await expectSoundBooks(harness.app.pool)
})

it('opens one customer’s entries for a reason that the customer sees, and nobody’s for a number that is nobody’s', async () => {
  const { list } = await cashier.ask(ledger.ofAccount, { ...why, accountId: customer.accountId })
  expect(new Set(list.map(({ accountId }) => accountId))).toEqual(new Set([customer.accountId]))
  const [newest] = (await harness.ask(powers.acts, {}, customer.token)).list
  expect(newest).toMatchObject({ power: 'ledger.open', reason: 'review' })
  for (const accountId of ['0', 'x', '-1', '1 or 1=1'])
    expect((await cashier.call(ledger.ofAccount, { ...why, accountId })).code).toBe(1002)
})

it('is taken away only with a mark on every line, masked and in the audit log', async () => {
  const { content, entries, isCut } = await cashier.ask(ledger.export, { ...why, accountId: customer.accountId })
  expect(isCut).toBe(0)
  const lines = content
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(lines.slice(3).every((line) => line.at(-1)?.includes(`<${cashier.email}>`))).toBe(true)
  expect(lines.slice(3).every(([, account]) => account === `•••${customer.accountId.slice(-3)}`)).toBe(true)
  for (const secret of [customer.email, orderNo, `,${customer.accountId},`]) expect(content).not.toContain(secret)
  const risk = await hire(harness, ['risk'])
  const [kept] = (await risk.ask(audit.list, { power: 'ledger.export' })).list
  expect(kept).toMatchObject({ staffId: cashier.staffId, accountId: customer.accountId, after: { entries } })
})

it('is taken away by the auditor too, whose copy is marked, masked and logged all the same, and who changes nothing', async () => {
  const auditor = await hire(harness, ['auditor'])
  const { content, entries } = await auditor.ask(ledger.export, why)
  const lines = content.trimEnd().split('\r\n').slice(3)
  expect(lines.length).toBeGreaterThanOrEqual(entries)
  expect(lines.every((line) => line.includes(`<${auditor.email}>`) && /,•••\d{3},/u.test(line))).toBe(true)
  const [kept] = (await auditor.ask(audit.list, { power: 'ledger.export' })).list
  expect(kept).toMatchObject({ staffId: auditor.staffId, role: 'auditor', reason: 'review', after: { entries } })
  expect(await (await hire(harness, ['support'])).call(ledger.export, why)).toMatchObject({ code: codeOf('staff.role_missing') })
})

it('holds no more than five thousand entries, and says that there are more', async () => {
  const taken = { staff: { name: 'Ana', email: 'ana@example.org' } as Staff, requestId: 'r', now: 0 }
  const whole = await exportLedger(harness.app.pool, { accountId: null }, taken)
  const cut = await exportLedger(harness.app.pool, { accountId: null }, taken, 2)
  expect([whole.isCut, cut.isCut, cut.entries]).toEqual([0, 1, 2])
  expect(cut.content).toContain('The newest 2 entries; there are more.')
  expect(MAX_ENTRIES).toBe(5_000)
})

it('finds a number by an index, however many orders there are', async () => {
  const client = await harness.app.pool.connect()
  try {
    await client.query('begin')
    // A table as small as a test's is scanned faster than any index; a large one needs an index.
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${NUMBERED}`, [orderNo])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    for (const index of ['orders_numbers', 'transfers_numbers', 'deposits_numbers', 'withdrawals_numbers']) expect(plan).toContain(index)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('shows an entry that was changed behind the server’s back', async () => {
  const client = await harness.app.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local role none')
    await client.query('alter table entries disable trigger all')
    await client.query(`update entries set cause_id = 'forged' where journal = 'J98' and account_id = $1`, [customer.accountId])
    const { list } = await ledgerPage(client, { accountId: customer.accountId }, undefined, 500)
    expect(list.filter(({ isVerified }) => isVerified === 0).map(({ causeId }) => causeId)).toEqual(['forged'])
  } finally {
    await client.query('rollback')
    client.release(true)
  }
})
