import type { Browser, BrowserContext, Page } from '@playwright/test'
import { trust } from '@rueda/contract/trust.ts'
import { encodeEntry } from '@rueda/proof/entries.ts'
import { headLabel } from '@rueda/proof/account-key.ts'
import { headEntry } from '@rueda/proof/head.ts'
import { rewriteChain } from '../../apps/server/src/testing/tamper.ts'
import type { ServerProcess } from '../../tools/server-process.ts'
import { type Customer, hold, practise, rest } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { expect, listen, test } from '../journey.ts'
import { type Log, answerWith, changePrices, readLog, show, swapAccountKey, tamper } from '../liar.ts'
import { type OwnServer, ownServer } from '../own-server.ts'
import { SupportPage } from '../pages/support.ts'
import { TrustPage } from '../pages/trust.ts'
import { wordsOf } from '../words.ts'

/**
 * `docs/rules/proof.md` P.30: a device that saw the truth once, before an operator who lies with everything an operator has: the database, the
 * files, and the key that the log is signed with. One server for all lies, and a device for each.
 */
test.describe.configure({ mode: 'serial' })

const say = wordsOf('es')
const OTHER_SECRET = new Uint8Array(32).fill(9)
const OTHER_KEY = new Uint8Array(32).fill(8)
const BEGIN_MS = 90_000

type Memory = Awaited<ReturnType<BrowserContext['storageState']>>
type Device = Readonly<{ page: Page; trustPage: TrustPage; memory: () => Promise<Memory> }>

let own: OwnServer
let server: ServerProcess
let customer: Customer
/** What a device keeps that has seen the truth. */
let memory: Memory
let log: Log
/** The account's key and a sequence whose head is in the log. */
let key: Uint8Array
let logged: number

async function device(browser: Browser, storageState: Memory): Promise<Device> {
  const context = await browser.newContext({
    storageState,
    baseURL: server.address,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  return { page, trustPage: new TrustPage({ page, say }), memory: () => context.storageState() }
}

const signedIn = (): Memory => ({ cookies: [], origins: [{ origin: server.address, localStorage: keptOnDevice('es', {}, customer) }] })
/** The size of the log that a device believes. */
function sizeIn({ origins }: Memory): number {
  const text = origins[0]?.localStorage.find(({ name }) => name === 'rueda.trust')?.value ?? '{}'
  return (JSON.parse(text) as { log?: { size: number } }).log?.size ?? 0
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

test.beforeAll(async () => {
  test.setTimeout(BEGIN_MS)
  own = ownServer()
  server = await own.start()
  customer = await practise(server.address)
  await hold(customer, 'ARDV', '3')
})
test.afterAll(async () => {
  await server.end('SIGKILL')
  own.forget()
})

test('a house that tells the truth is believed, over a restart, and the whole account is computed anew', async ({ browser }) => {
  test.slow()
  const { page, trustPage, memory: kept } = await device(browser, signedIn())
  const complaints = listen(page)
  await trustPage.visitTrust()
  // A checkpoint comes every minute.
  await trustPage.finds(trustPage.claim('history'), 'found.history.waiting', 'found.history.fine')
  for (const name of ['liabilities', 'acts', 'powers', 'clock', 'draws', 'days', 'uptime'] as const) await trustPage.checks(name)
  await trustPage.finds(trustPage.claim('liabilities'), 'found.liabilities.none')
  await trustPage.finds(trustPage.claim('uptime'), 'found.uptime')
  await trustPage.finds(trustPage.claim('acts'), 'found.acts.none')
  await trustPage.finds(trustPage.claim('powers'), 'found.powers')
  await trustPage.finds(trustPage.claim('clock'), 'found.clock.none')
  await trustPage.finds(trustPage.claim('draws'), 'found.draws.none')
  await trustPage.finds(trustPage.claim('days'), 'found.days', 'found.days.none')
  await trustPage.checksAccount()
  await trustPage.finds(trustPage.account, 'found.account.unlogged', 'found.account')
  expect(complaints.unexpected()).toEqual([])

  // A server that ends signs what waits; what comes after it is the same log.
  await page.goto('about:blank')
  await server.end('SIGTERM')
  server = await own.start(new URL(server.address).port)
  await trustPage.visitTrust()
  await trustPage.finds(trustPage.claim('history'), 'found.history.fine')
  await trustPage.checksAccount()
  await trustPage.finds(trustPage.account, 'found.account')
  await expect(trustPage.content.getByText(say('trust', 'lever.engine'))).toBeVisible()
  await expect(trustPage.redBar).toBeHidden()

  // What is changed later has to be in the log by then.
  const newest = async () => (await customer.call(trust.receipts, {})).receipts.at(-1)?.entry ?? null
  await expect.poll(newest, { timeout: BEGIN_MS }).not.toBeNull()

  memory = await kept()
  const whole = await readLog(own.dataFolder)
  // As much of it as the device has seen.
  log = { ...whole, entries: whole.entries.slice(0, sizeIn(memory)) }
  const receipts = await customer.call(trust.receipts, {})
  key = bytesOf(receipts.key)
  logged = receipts.receipts.find(({ entry }) => entry !== null)?.sequence ?? 0
  await page.context().close()
})

const changed = encodeEntry({ kind: 'alive', at: 1 })
/** Lies about the log, which everybody is shown. */
const LIES: readonly Readonly<{ name: string; why: Parameters<TrustPage['saysWhy']>[0]; lie: () => Log }>[] = [
  { name: 'two trees of one size', why: 'why.two-trees', lie: () => ({ ...log, entries: log.entries.with(1, changed) }) },
  {
    name: 'an entry changed and everything behind it computed anew',
    why: 'why.log-rewritten',
    lie: () => ({ ...log, entries: [...log.entries.with(1, changed), changed] }),
  },
  { name: 'another key', why: 'why.unknown-key', lie: () => ({ ...log, secretKey: OTHER_SECRET }) },
  {
    name: 'one label twice',
    why: 'why.label-twice',
    lie: () => ({ ...log, entries: [...log.entries, headEntry(key, { sequence: logged, head: OTHER_SECRET })] }),
  },
]

for (const { name, why, lie } of LIES) {
  test(`${name} is a red bar with its evidence`, async ({ browser }) => {
    const { page, trustPage } = await device(browser, memory)
    await show(page, lie())
    await trustPage.open('')
    await trustPage.warns()
    const evidence = await trustPage.savesEvidence()
    expect(evidence).toMatchObject({ format: 'rueda/evidence/v1', origin: log.origin })
    expect(JSON.stringify(evidence)).not.toContain(Buffer.from(key).toString('hex'))
    await trustPage.saysWhy(why)
    await page.context().close()
  })
}

test('an older checkpoint is looked at twice; the bar is over every page, stays over a reload and a sign-out, and goes when accepted', async ({
  browser,
}) => {
  const { page, trustPage } = await device(browser, memory)
  await page.clock.install()
  await show(page, log, 4)
  await trustPage.visitTrust()
  await trustPage.finds(trustPage.claim('history'), 'found.history.suspicious')
  await expect(trustPage.redBar).toBeHidden()
  await page.clock.fastForward('00:30')
  await trustPage.warns()
  await page.evaluate(() => localStorage.removeItem('rueda.session'))
  await page.reload()
  await trustPage.warns()
  await page.setViewportSize({ width: 1440, height: 900 })
  await trustPage.open('pages/quote/stock?code=ARDV&market=US&source=0')
  await trustPage.warns()
  await trustPage.saysWhy('why.older-checkpoint')
  await trustPage.accepts()
  await trustPage.visitTrust()
  await trustPage.says(say('trust', 'accepted', { acceptedAt: '' }).slice(0, 3))
  await page.context().close()
})

test('a head that no checkpoint covers is an amber line after ten minutes, and none when it is covered', async ({ browser }) => {
  await rest(customer, 'ARDV', '30', '1')
  const { page, trustPage } = await device(browser, memory)
  await page.clock.install()
  await show(page, log)
  await trustPage.visitTrust()
  await trustPage.finds(trustPage.claim('history'), 'found.history.waiting')
  await expect(trustPage.amberLine).toBeHidden()
  await page.clock.fastForward('10:30')
  await expect(trustPage.amberLine).toBeVisible()
  await expect(trustPage.redBar).toBeHidden()
  await page.context().close()
})

test('the price of an execution, changed with everything behind it computed anew, is a red bar, and is in no log', async ({ browser }) => {
  test.slow()
  const change = (by: bigint) => tamper(own.dataFolder, (client) => changePrices(client, customer.user.id, by))
  await change(-1_000_000n)
  const seen = await device(browser, memory)
  await seen.trustPage.open('')
  await seen.trustPage.warns()
  await seen.trustPage.saysWhy('why.history-changed')
  // A device that never saw the truth finds everything as it should be, up to the log.
  const fresh = await device(browser, signedIn())
  await fresh.trustPage.visitTrust()
  await fresh.trustPage.checksAccount()
  await fresh.trustPage.finds(fresh.trustPage.account, 'found.account.log')
  await change(1_000_000n)
  for (const { page } of [seen, fresh]) await page.context().close()
})

test('every command has its receipt, which the device holds to the log and the customer can save', async ({ browser }) => {
  const { page, trustPage } = await device(browser, memory)
  const support = new SupportPage({ page, say })
  await support.visitSupport()
  await support.writes('¿Me leen?')
  await trustPage.visitTrust()
  await trustPage.checks('history')
  const receipt = await trustPage.savesReceipt()
  expect(receipt).toMatchObject({ format: 'rueda/receipt/v1', receipt: { origin: log.origin, batch: { key: `${log.origin}/receipts` } } })
  expect(receipt['command']).toBe((receipt['receipt'] as { command: string }).command)
  await expect(trustPage.redBar).toBeHidden()
  await page.context().close()
})

test('a receipt signed by another key, and one for an entry that is never booked, are red bars', async ({ browser }) => {
  const first = await device(browser, memory)
  await answerWith(first.page, log.origin, OTHER_SECRET, () => ({}))
  const asks = async ({ page, trustPage }: Device, text: string): Promise<void> => {
    const support = new SupportPage({ page, say })
    await support.visitSupport()
    await support.writes(text)
    await trustPage.visitTrust()
    await trustPage.checks('history')
  }
  await asks(first, 'Con otra clave')
  await first.trustPage.warns()
  const evidence = await first.trustPage.savesEvidence()
  expect(evidence).toMatchObject({ contradiction: 'receipt-not-signed', receipts: [{ receipt: { origin: log.origin } }] })
  await first.trustPage.saysWhy('why.receipt-not-signed')
  await first.page.context().close()

  const second = await device(browser, memory)
  await second.page.clock.install()
  await answerWith(second.page, log.origin, log.receiptSecretKey, ({ sequence }) => ({
    ...{ sequence: sequence + 1, head: Buffer.from(OTHER_SECRET).toString('hex') },
    label: Buffer.from(headLabel(key, sequence + 1)).toString('hex'),
  }))
  await asks(second, 'Nunca asentado')
  await second.trustPage.finds(second.trustPage.claim('history'), 'found.history.suspicious')
  await second.page.clock.fastForward('00:30')
  await second.trustPage.warns()
  await second.trustPage.saysWhy('why.receipt-cut')
  await second.page.context().close()
})

test('another key of the account, its history cut, and its entries changed are red bars', async ({ browser }) => {
  test.slow()
  const accountId = customer.user.id
  const swap = (to: Uint8Array) => tamper(own.dataFolder, (client, vault) => swapAccountKey(client, vault, accountId, to))
  await swap(OTHER_KEY)
  const first = await device(browser, memory)
  await first.trustPage.open('')
  await first.trustPage.warns()
  await first.trustPage.saysWhy('why.account-key-changed')
  await first.trustPage.visitTrust()
  await first.trustPage.checksAccount()
  await first.trustPage.finds(first.trustPage.account, 'found.account.key')
  await swap(key)

  await tamper(own.dataFolder, (client) =>
    rewriteChain(client, accountId, (entry) => ({ ...entry, cause: { ...entry.cause, id: `${entry.cause.id}0` } })),
  )
  const second = await device(browser, memory)
  await second.trustPage.open('')
  await second.trustPage.warns()
  await second.trustPage.saysWhy('why.history-changed')

  await tamper(own.dataFolder, async (client) => {
    await client.query('delete from entries where account_id = $1 and sequence > 1', [accountId])
    await client.query(
      `update account_states s set sequence = 1, head = e.hash from entries e where s.account_id = $1 and e.account_id = $1 and e.sequence = 1`,
      [accountId],
    )
  })
  const third = await device(browser, memory)
  await third.page.clock.install()
  await third.trustPage.visitTrust()
  await third.trustPage.finds(third.trustPage.claim('history'), 'found.history.suspicious')
  await third.page.clock.fastForward('00:30')
  await third.trustPage.warns()
  await third.trustPage.saysWhy('why.history-cut')
})
