import { createHash } from 'node:crypto'
import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { security } from '@rueda/contract/security.ts'
import { statements } from '@rueda/contract/statements.ts'
import { trust } from '@rueda/contract/trust.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { unzipSync } from 'fflate'
import type { Pool } from 'pg'
import type { Bus } from '../bus/bus.ts'
import { makeMonths } from '../db/months.ts'
import { type Verification, type Scope, verifyBooks } from '../features/integrity/verify/verify.ts'
import { settleDue } from '../features/ledger/settle-due.ts'
import { archiveKey } from '../storage/keys.ts'
import { type Customer, type Harness, startHarness } from './harness.ts'
import { openDay } from './open-days.ts'

/**
 * A house whose first months are old enough to leave. Ana bought and sold in November and holds since December; Bea holds since November; Cara bought
 * in November and sold in December; the last that happened to her account is an order that she cancelled. All is settled, and in the public log.
 */
export type ArchivedHouse = Readonly<{ harness: Harness; ana: Customer; bea: Customer; cara: Customer }>
export const NOVEMBER = '2026-11'
export const DECEMBER = '2026-12'
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0 } as const
const LIMIT = { ...BUY, orderType: 1, tif: 1, price: '150.00', quantity: '4' } as const

/** Settings and bus of a house that is one of several processes. */
type Beside = Readonly<{ bus?: Bus; environment?: Readonly<Record<string, string>> }>

async function oldHouse({ environment = {}, ...beside }: Beside): Promise<ArchivedHouse> {
  const harness = await startHarness({ environment: { KEEP_MONTHS: '14', ...environment }, ...beside })
  const { pool, clock, trustLog } = harness.app
  harness.market.volatility = 0
  harness.market.sessions = [openDay('2026-11-18', 0), ...['2026-12-03', '2028-02-02', '2028-03-02'].map((date) => openDay(date))]
  await makeMonths(pool, clock.now())
  await trustLog.open()
  const [ana, bea, cara] = [await harness.newCustomer(), await harness.newCustomer(), await harness.newCustomer()]
  await buy(harness, ana, '5')
  await sellAll(harness, ana)
  await askAndCancel(harness, ana)
  await buy(harness, bea, '7')
  await buy(harness, cara, '3')
  await harness.pass(MINUTE_MS)
  await settleDue(harness.app, 'US', '2026-11-19')
  await trustLog.checkpoint()
  await passTo(harness, '2026-12-03')
  await sellAll(harness, cara)
  await buy(harness, ana, '2')
  await harness.pass(MINUTE_MS)
  await settleDue(harness.app, 'US', '2026-12-04')
  await askAndCancel(harness, cara)
  await trustLog.checkpoint()
  return { harness, ana, bea, cara }
}

/** The same house at a date, with its customers signed in again: sessions end long before a month leaves. */
export async function oldHouseOn(date: string, beside: Beside = {}): Promise<ArchivedHouse> {
  const { harness, ana, bea, cara } = await oldHouse(beside)
  await passTo(harness, date)
  const again = (customer: Customer): Promise<Customer> => signedInAgain(harness, customer)
  return { harness, ana: await again(ana), bea: await again(bea), cara: await again(cara) }
}

async function askAndCancel(harness: Harness, { token }: Customer): Promise<void> {
  const { orderId } = await harness.ask(orders.create, LIMIT, token)
  await harness.ask(orders.cancel, { orderId }, token)
}

export const buy = async (harness: Harness, { token }: Customer, quantity: string): Promise<void> => {
  await harness.ask(orders.create, { ...BUY, quantity }, token)
  await harness.pass(1_000)
}

export async function sellAll(harness: Harness, { token }: Customer): Promise<void> {
  const { list } = await harness.ask(positions.holding, {}, token)
  await harness.ask(positions.close, { id: list[0]?.id ?? '' }, token)
  await harness.pass(1_000)
}

/** Moves every clock to the afternoon of a date; months are made as the server makes them. */
export async function passTo(harness: Harness, date: string): Promise<void> {
  const { pool, clock } = harness.app
  const ms = Date.parse(`${date}T19:00:00Z`) - clock.now()
  if (ms > DAY_MS / 2) await harness.pass(ms)
  await makeMonths(pool, clock.now())
}

export async function signedInAgain(harness: Harness, customer: Customer): Promise<Customer> {
  const { token } = await harness.ask(accounts.login, { username: customer.email, password: customer.password })
  return { ...customer, token }
}

export const verified = (harness: Harness, scope: Scope = 'full', pool: Pool = harness.app.pool): Promise<Verification> => {
  const { settings, files, vault } = harness.app
  return verifyBooks(pool, { dataFolder: settings.DATA_DIR, files }, () => performance.now(), { scope, vault })
}

/** The key of the only file of a month. */
export async function keyOfMonth({ app }: Harness, month: string): Promise<string> {
  const { rows } = await app.pool.query<{ month: string; number: number; hash: Buffer }>(
    'select month, number, hash from archive_files where month = $1',
    [month],
  )
  const [file] = rows
  if (file === undefined || rows.length > 1) throw new Error(`${month} has ${rows.length} files`)
  return archiveKey(file)
}

/** The checks that found something, with what they found. */
export const faultsIn = ({ checks }: Verification): Record<string, readonly object[]> =>
  Object.fromEntries(checks.filter(({ offending }) => offending.length > 0).map(({ id, offending }) => [id, offending]))

/** Every list and paper of a customer, through HTTP. */
export async function everythingOf(
  harness: Pick<Harness, 'ask' | 'call' | 'app' | 'http'>,
  { token, password, accountId }: Customer,
): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {}
  const listed = await harness.ask(orders.list, { pageSize: 50 }, token)
  shown['orders'] = listed
  for (const { id: orderId } of listed.list) {
    shown[`order ${orderId}`] = bare(await harness.call(orders.list, { orderId }, token))
    for (const format of ['json', 'proof', 'pdf'] as const)
      shown[`confirmation ${orderId} ${format}`] = bare(
        await harness.call(statements.confirm, { orderId, format }, token, { language: 'en' }),
      )
  }
  const ever = { startTimestamp: 0, endTimestamp: harness.app.clock.now(), stockCode: 'TEST', market: 'US' } as const
  shown['executions'] = bare(await harness.call(orders.fills, ever, token))
  shown['movements'] = bare(await harness.call(wallets.cashFlows, { pageSize: 50 }, token))
  shown['a page of movements'] = bare(await harness.call(wallets.cashFlows, { pageSize: 2, pageNum: 2 }, token))
  shown['bought in November'] = bare(
    await harness.call(wallets.cashFlows, { bizType: 'BUY', startDate: '2026-11-01', endDate: '2026-11-30' }, token),
  )
  shown['bill'] = bare(await harness.call(wallets.bill, { month: NOVEMBER, walletType: 'STOCK' }, token))
  shown['months'] = bare(await harness.call(statements.months, {}, token))
  for (const month of [NOVEMBER, DECEMBER])
    for (const format of ['json', 'csv', 'pdf', 'proof'] as const)
      shown[`statement ${month} ${format}`] = bare(await harness.call(statements.download, { month, format }, token, { language: 'en' }))
  shown['chain'] = bare(await harness.call(trust.entries, { after: 0 }, token))
  shown['chain, further'] = bare(await harness.call(trust.entries, { after: 3 }, token))
  const { list: closed } = await harness.ask(positions.closed, {}, token)
  const { list: held } = await harness.ask(positions.holding, {}, token)
  for (const { id } of [...closed, ...held]) {
    shown[`lots ${id}`] = bare(await harness.call(positions.lots, { id }, token))
    shown[`derivation ${id}`] = bare(await harness.call(positions.explain, { id, figure: 'realised' }, token))
  }
  shown['overview'] = bare(await harness.call(wallets.overview, {}, token))
  await harness.ask(security.verify, { password }, token)
  await harness.app.pool.query('update accounts set exported_at = null where account_id = $1', [accountId])
  const { link } = await harness.ask(security.exportData, {}, token)
  const files = unzipSync((await harness.http.server.inject({ method: 'GET', url: link })).rawPayload)
  // What says when somebody came in, and that this export was made, is another one each time.
  const own = ['entries', 'fills', 'order_events', 'orders', 'positions', 'share_fills', 'postings'] as const
  for (const name of own)
    if (files[`${name}.csv`] !== undefined) shown[`exported ${name}`] = hashed(files[`${name}.csv`] ?? new Uint8Array())
  return shown
}

/** An answer without what each has of its own: a paper says when it was drawn. */
const bare = ({ code, data }: Readonly<{ code: unknown; data: unknown }>): unknown => {
  const { mediaType, content } = (data ?? {}) as Readonly<{ mediaType?: string; content?: string }>
  if (mediaType !== 'application/pdf' || content === undefined) return { code, data }
  const drawn = Buffer.from(content, 'base64').toString('latin1')
  return { code, pdf: hashed(Buffer.from(drawn.replaceAll(/\(D:\d{14}Z\)|\/ID \[[^\]]*\]/gu, ''), 'latin1')) }
}
const hashed = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
