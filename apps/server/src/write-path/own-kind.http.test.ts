import { type AccountState, type Outcome, walletOf } from '@rueda/rules/ledger/account-state.ts'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { eventKind, recordKind } from '@rueda/rules/ledger/record.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { becomeOwner } from '../db/app-role.ts'
import { columnsOf } from '../db/classification.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { classificationWith, kinds } from '../features/all-records.ts'
import { writeArchive } from '../features/security/export-archive.ts'
import { readAccountState } from './read-account-state.ts'
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts'
import { type Customer, type Harness, TEST_MOMENT, ids, startHarness } from '../testing/harness.ts'
import type { BoundCommand } from './command.ts'
import { type Kinds, loadingOf, lookup, storedEvents, storedKind } from './record-kind.ts'
import { type WritePath, createWritePath } from './write-path.ts'

/**
 * An invented product, made of nothing but its own description: savings, into which a customer puts money and from which it
 * comes back. The write path, reading, the classification and the export do not know it.
 */
type Saving = Readonly<{ id: string; accountId: string; name: string; amount: bigint; status: 'open' | 'closed' }>
type SavingEvent = Readonly<{ accountId: string; savingId: string; what: string }>
type PlacedEvent = SavingEvent & Readonly<{ id: string; at: number }>
type SavingRow = Readonly<{ account_id: bigint; id: string; name: string; amount: bigint; status: 'open' | 'closed' }>

const savingKind = recordKind<Saving>({ name: 'saving' })
const savingEventKind = eventKind<SavingEvent, PlacedEvent>('saving event', (event, { id, at }) => ({ ...event, id, at }))

const readSaving = ({ account_id, ...row }: SavingRow): Saving => ({ ...row, accountId: String(account_id) })
const savingsById = lookup(
  'read-savings',
  'select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id) join savings s using (account_id, id)',
  loadingOf(savingKind, readSaving),
)
const savings = storedKind(savingKind, {
  table: 'savings',
  parts: {
    key: [
      ['account_id', 'bigint', (saving) => saving.accountId],
      ['id', 'uuid', (saving) => saving.id],
    ],
    fixed: [['name', 'text', (saving) => saving.name]],
    changing: [
      ['amount', 'bigint', (saving) => saving.amount],
      ['status', 'text', (saving) => saving.status],
    ],
  },
  classes: { personal: 'account_id id name amount status' },
})
const savingEvents = storedEvents(savingEventKind, {
  table: 'saving_events',
  columns: [
    ['account_id', 'bigint', (event) => event.accountId],
    ['id', 'uuid', (event) => event.id],
    ['saving_id', 'uuid', (event) => event.savingId],
    ['what', 'text', (event) => event.what],
    ['at', 'bigint', (event) => event.at],
  ],
  classes: { internal: 'id', personal: 'account_id saving_id what at' },
})
const withSavings: Kinds = { records: [...kinds.records, savings], events: [...kinds.events, savingEvents] }

const TABLES = `
  create table savings (account_id bigint, id uuid, name text not null, amount bigint not null, status text not null, primary key (account_id, id));
  create table saving_events (account_id bigint, id uuid primary key, saving_id uuid not null, what text not null, at bigint not null);
  grant select, insert, update on savings, saving_events to public`

let harness: Harness
let customer: Customer
let proxy: CuttingProxy
let writePath: WritePath
let cutsNext = false
const id = ids.next()

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  const owner = await harness.app.pool.connect()
  await becomeOwner(owner)
  await owner.query(TABLES)
  owner.release(true)
  const isCut = (): boolean => {
    const isNow = cutsNext
    cutsNext = false
    return isNow
  }
  proxy = await startCuttingProxy({ pool: harness.app.pool, isCut, rng: () => 0.3 })
  writePath = createWritePath({ pool: proxy.pool, kinds: withSavings, clock: { now: () => TEST_MOMENT } })
})
afterAll(async () => {
  await writePath.drain()
  await proxy.stop()
  await harness.stop()
})

/** From the dollar wallet to the trading wallet, as a stand-in for where savings would lie. */
const entryOf = (step: number, amount: bigint): Outcome['entries'][number] => ({
  journal: 'J20',
  cause: { kind: 'transfer', id, step },
  lines: transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount }),
  valueDate: '2026-11-18',
})

function put(state: AccountState, step: number, amount: bigint): Result<Readonly<{ outcome: Outcome; data: string }>> {
  if (walletOf(state, 'STOCK').cash < amount) return refuse('wallet.insufficient')
  const before = savingKind.of(state).get(id)
  if (before?.status === 'closed') return refuse('object.not_found')
  const { accountId } = state
  const saving: Saving = before ?? { id, accountId, name: 'A house\tby the "sea"', amount: 0n, status: 'open' }
  const after = { ...saving, amount: saving.amount + amount }
  const event = { accountId, savingId: id, what: before === undefined ? 'opened' : 'grown' }
  const outcome = { entries: [entryOf(step, amount)], records: savingKind.changed(after), events: savingEventKind.happened(event) }
  return ok({ outcome, data: String(after.amount) })
}

const putting = (step: number, amount: bigint, key: string | null = null): BoundCommand<string> => ({
  accountId: customer.accountId,
  idempotency: key === null ? null : { path: '/saving/put', key, bodyHash: String(amount) },
  reads: { wallets: ['STOCK', 'FUTURE'], records: [savingsById([id])] },
  decide: (state) => put(state, step, amount),
})

const stored = async (): Promise<readonly unknown[]> => (await harness.app.pool.query('select name, amount, status from savings')).rows
const told = async (): Promise<readonly string[]> =>
  (await harness.app.pool.query<{ what: string }>('select what from saving_events order by ctid')).rows.map(({ what }) => what)
const cents = async (): Promise<bigint> =>
  walletOf(await readAccountState(harness.app.pool, customer.accountId, { wallets: ['STOCK'] }), 'STOCK').cash

it('a kind of record of its own is inserted, changed, read, refused, found again after a broken commit, classified and exported', async () => {
  const before = await cents()
  expect(await writePath.run(putting(1, 5_000n))).toEqual(ok('5000'))
  expect(await stored()).toEqual([{ name: 'A house\tby the "sea"', amount: 5_000n, status: 'open' }])

  // A change finds what was stored, once, however often its request is repeated.
  const grown = await Promise.all([1, 2, 3].map(() => writePath.run(putting(2, 250n, 'once'))))
  expect(grown).toEqual([ok('5250'), ok('5250'), ok('5250')])
  expect(await told()).toEqual(['opened', 'grown'])

  // A refusal changes nothing.
  expect(await writePath.run(putting(3, 100_000_000_000n))).toMatchObject({ ok: false, refusal: 'wallet.insufficient' })
  expect(await stored()).toMatchObject([{ amount: 5_250n }])
  expect(await cents()).toBe(before - 5_250n)

  // The connection breaks during the commit: it was committed all the same, and is published and answered once.
  const heard: Saving[] = []
  writePath.onCommitted((committed) => void heard.push(...committed.changed(savingKind)))
  cutsNext = true
  expect(await writePath.run(putting(4, 50n))).toEqual(ok('5300'))
  expect(proxy.cuts()).toBe(1)
  expect(heard.map(({ amount }) => amount)).toEqual([5_300n])

  // A server that starts anew reads it as it was left.
  const restarted = createWritePath({ pool: harness.app.pool, kinds: withSavings, clock: { now: () => TEST_MOMENT } })
  expect(await restarted.run(putting(5, 1n))).toEqual(ok('5301'))
  await restarted.drain()
  const state = await readAccountState(harness.app.pool, customer.accountId, { records: [savingsById([id])] })
  expect(savingKind.of(state).get(id)).toMatchObject({ amount: 5_301n, status: 'open' })
  expect(await told()).toEqual(['opened', 'grown', 'grown', 'grown'])

  const classification = classificationWith(withSavings)
  expect(columnsOf(classification, 'saving_events', ['personal'])).toEqual(['account_id', 'saving_id', 'what', 'at'])
  const parts: Uint8Array[] = []
  const asked = { accountId: customer.accountId, exportedAt: TEST_MOMENT, classification }
  await inSnapshot(harness.app.pool, (reader) => writeArchive(harness.app, reader, asked, async (part) => void parts.push(part)))
  const files = unzipSync(Buffer.concat(parts))
  expect(strFromU8(files['savings.csv'] ?? new Uint8Array())).toContain('5301')
  const { tables } = JSON.parse(strFromU8(files['all.json'] ?? new Uint8Array())) as { tables: Record<string, readonly unknown[]> }
  expect(tables['savings']).toMatchObject([{ amount: '5301', name: 'A house\tby the "sea"' }])
  expect(tables['saving_events']).toHaveLength(4)
})

it('a kind that nothing keeps costs its own command, and loses nothing without a word', async () => {
  const before = await cents()
  const lost = writePath.run({
    ...putting(6, 10n),
    decide: (state) => {
      const decided = put(state, 6, 10n)
      const unknown = recordKind<Saving>({ name: 'loan' })
      const loan = { id, accountId: state.accountId, name: 'loan', amount: 1n, status: 'open' as const }
      return decided.ok ? ok({ ...decided.value, outcome: { ...decided.value.outcome, records: unknown.changed(loan) } }) : decided
    },
  })
  const [failed, other] = await Promise.allSettled([lost, writePath.run(putting(7, 20n))])
  expect(failed).toMatchObject({ status: 'rejected', reason: { cause: { message: 'nothing keeps records of the kind loan' } } })
  expect(other).toMatchObject({ value: { ok: true } })
  expect(await cents()).toBe(before - 20n)
})
