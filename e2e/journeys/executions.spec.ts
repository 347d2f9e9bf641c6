import { rmSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { orders } from '@rueda/contract/orders.ts'
import { decodeEntry, encodeEntry } from '@rueda/proof/entries.ts'
import { executionHash, executionsHash } from '@rueda/proof/input-chain.ts'
import { type PublishedTape, type TapedExecution, headsOfTape, readTape } from '@rueda/proof/tape.ts'
import { type ServerProcess, newDataFolder, startServerProcess } from '../../tools/server-process.ts'
import { type Customer, practise } from '../customer.ts'
import { keptOnDevice } from '../device.ts'
import { expect, listen, test } from '../journey.ts'
import { type Log, readLog, show } from '../liar.ts'
import { ExecutionPage } from '../pages/execution.ts'
import { TicketPage } from '../pages/ticket.ts'
import { TrustPage } from '../pages/trust.ts'
import { wordsOf } from '../words.ts'

/**
 * `docs/rules/proof.md` P.43: an execution that is checked before its day is over and after it, and what a house that lies about it gets. A
 * server without a seed, which is started again as the day of the order ends.
 */
test.describe.configure({ mode: 'serial' })

const say = wordsOf('es')
const DATE = '2026-11-19'
const INSTRUMENT = 'US:ARDV'
const DURING_THE_DAY = '2026-11-19T20:00:00Z'
const AS_IT_ENDS = '2026-11-20T04:59:50Z'
const BEGIN_MS = 120_000
/** A server that was started again looks for days that are over every minute, and says a tape a minute later or two. */
const SAID_MS = 330_000
const ONE_UNIT = 1n
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

type Memory = Awaited<ReturnType<BrowserContext['storageState']>>
type Device = Readonly<{ context: BrowserContext; page: Page; executionPage: ExecutionPage; trustPage: TrustPage }>

let server: ServerProcess
let dataFolder: string
let customer: Customer
let orderId: string
/** What a device keeps that has seen the truth, and one that has the order's receipt and nothing else. */
let memory: Memory
let withReceipt: Memory
let log: Log
let tape: PublishedTape

const onDevice = (...more: { name: string; value: string }[]): Memory => ({
  cookies: [],
  origins: [{ origin: server.address, localStorage: [...keptOnDevice('es', {}, customer), ...more] }],
})
const tapeAddress = (): string => `${server.address}/trust/tape/${encodeURIComponent(INSTRUMENT)}/${DATE}`

async function device(browser: Browser, storageState: Memory): Promise<Device> {
  const context = await browser.newContext({
    ...{ storageState, baseURL: server.address, viewport: { width: 390, height: 844 }, serviceWorkers: 'block', reducedMotion: 'reduce' },
  })
  const page = await context.newPage()
  return { context, page, executionPage: new ExecutionPage({ page, say }), trustPage: new TrustPage({ page, say }) }
}

const start = (at: string, port: string): Promise<ServerProcess> =>
  startServerProcess({ DATA_DIR: dataFolder, PORT: port, SIM_CLOCK: `scaled:1@${at}` })

test.beforeAll(async () => {
  test.setTimeout(BEGIN_MS)
  dataFolder = newDataFolder('rueda-e2e-executions-')
  server = await start(DURING_THE_DAY, '0')
  customer = await practise(server.address)
})
test.afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(dataFolder, { recursive: true, force: true })
})

test('before its day is over an execution is held to what is signed, and the check says when the rest comes', async ({ browser }) => {
  const { context, page, executionPage, trustPage } = await device(browser, onDevice())
  const complaints = listen(page)
  const ticket = await new TicketPage({ page, say }).openStock('ARDV')
  await ticket.quantity.fill('2')
  const sheet = await ticket.review()
  await sheet.hold('buy')
  await sheet.ends('filled')
  const { list } = await customer.call(orders.list, {})
  orderId = list[0]?.id ?? ''
  await executionPage.visitOrder(orderId)
  await executionPage.checks()
  await executionPage.finds('verdict.early')
  await expect(executionPage.sheet.getByText(say('executions', 'receipt.held', { number: '2' }))).toBeVisible()
  await expect(executionPage.sheet.getByText(say('executions', 'quote.within'))).toBeVisible()
  await expect(trustPage.redBar).toBeHidden()
  expect(complaints.unexpected()).toEqual([])
  memory = await context.storageState()
  await context.close()
})

test('a finished day is run again on the device and gives the same executions', async ({ browser }) => {
  test.setTimeout(SAID_MS)
  await server.end('SIGTERM')
  server = await start(AS_IT_ENDS, new URL(server.address).port)
  const read = async () => readTape(await (await fetch(tapeAddress())).json())
  await expect.poll(async () => (await read())?.entry ?? null, { timeout: SAID_MS, intervals: [2_000] }).not.toBeNull()
  tape = (await read()) ?? tape
  const { context, page, executionPage, trustPage } = await device(browser, memory)
  const complaints = listen(page)
  await executionPage.visitOrder(orderId)
  await executionPage.checks()
  await executionPage.finds('verdict.same')
  await expect(executionPage.sheet.getByText(say('executions', 'receipt.placed', { number: '2' }))).toBeVisible()
  const prices = await executionPage.row('price').allTextContents()
  expect(prices).toHaveLength(3)
  expect(new Set(prices).size).toBe(1)
  await trustPage.visitTrust()
  await trustPage.finds(trustPage.claim('executions'), 'found.executions')
  await expect(trustPage.redBar).toBeHidden()
  expect(complaints.unexpected()).toEqual([])
  memory = await context.storageState()
  withReceipt = onDevice({ name: 'rueda.receipts', value: JSON.stringify(receiptsIn(memory)) })
  log = await readLog(dataFolder)
  await context.close()
})

type Receipts = readonly Readonly<{ orderId?: string }>[]
function receiptsIn({ origins }: Memory): Receipts {
  const kept = origins[0]?.localStorage.find(({ name }) => name === 'rueda.trust')?.value ?? '{}'
  return (JSON.parse(kept) as Readonly<{ receipts: Receipts }>).receipts.filter((each) => each.orderId === orderId)
}

const executionsOf = ({ executions }: PublishedTape): readonly TapedExecution[] =>
  executions.flatMap((each) => ('order' in each ? [each] : []))
const withPrice = (by: bigint): PublishedTape => ({
  ...tape,
  executions: executionsOf(tape).map((each) => ({ ...each, price: String(BigInt(each.price) + by) })),
})

/** The day as if nobody had given the order: everything behind it is numbered anew. */
function withoutOrder(): PublishedTape {
  const [own] = executionsOf(tape)
  const left = tape.inputs.filter((each) => !('record' in each && 'order' in each.record && each.record.order === own?.order))
  const inputs = left.map((each, index) => ('record' in each ? { record: { ...each.record, number: index + 1 } } : each))
  return { ...tape, inputs, executions: [] }
}

/** The log with another word on that day in its place. */
function saying(lie: PublishedTape): Log {
  const heads = headsOfTape(lie) ?? []
  const hash = executionsHash(executionsOf(lie).map((each) => executionHash(each)))
  const said = { number: lie.inputs.length, head: hex(heads.at(-1) ?? new Uint8Array()), executions: hex(hash) }
  const entries = log.entries.map((bytes) => {
    const entry = decodeEntry(bytes)
    const told = entry.ok ? entry.value : null
    return told?.kind === 'tape' && told.instrument === INSTRUMENT && told.date === DATE ? encodeEntry({ ...told, ...said }) : bytes
  })
  return { ...log, entries }
}

const showTape = (page: Page, lie: PublishedTape): Promise<unknown> =>
  page.route(`**/trust/tape/**`, (route) => route.fulfill({ json: { ...lie, state: 'published' } }))

/** Shows the account executions that are dearer by so much. */
const showPrices = (page: Page, by: bigint): Promise<unknown> =>
  page.route('**/web/position/consignList**', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: { list: { fills?: { price: string }[] }[] } }
    for (const fill of envelope.data.list.flatMap(({ fills = [] }) => fills)) {
      const units = BigInt(Math.round(Number(fill.price) * 1e8)) + by
      fill.price = `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`
    }
    await route.fulfill({ json: envelope })
  })

type Lie = Readonly<{
  name: string
  verdict: Parameters<ExecutionPage['finds']>[0]
  why: Parameters<TrustPage['saysWhy']>[0]
  from: () => Memory
  lie: (page: Page) => Promise<unknown>
}>
const LIES: readonly Lie[] = [
  {
    name: 'a tape that does not end in the logged head',
    verdict: 'verdict.tapeChanged',
    why: 'why.tape-changed',
    from: () => memory,
    lie: (page) => showTape(page, withoutOrder()),
  },
  {
    name: 'a price of one unit more on the tape',
    verdict: 'verdict.tapeChanged',
    why: 'why.tape-changed',
    from: () => memory,
    lie: (page) => showTape(page, withPrice(ONE_UNIT)),
  },
  {
    name: 'a price of one unit more in the account',
    verdict: 'verdict.changed',
    why: 'why.execution-changed',
    from: () => memory,
    lie: (page) => showPrices(page, ONE_UNIT),
  },
  {
    name: 'a price of one unit more in account, tape and log',
    verdict: 'verdict.unfounded',
    why: 'why.execution-unfounded',
    from: () => onDevice(),
    lie: async (page) => {
      await show(page, saying(withPrice(ONE_UNIT)))
      await showTape(page, withPrice(ONE_UNIT))
      await showPrices(page, ONE_UNIT)
    },
  },
  {
    name: 'an order that tape and log leave out, on a device with its receipt,',
    verdict: 'verdict.notInTape',
    why: 'why.receipt-not-in-tape',
    from: () => withReceipt,
    lie: async (page) => {
      await show(page, saying(withoutOrder()))
      await showTape(page, withoutOrder())
    },
  },
  {
    name: 'an order that tape and log leave out, on a device without its receipt,',
    verdict: 'verdict.changed',
    why: 'why.execution-changed',
    from: () => onDevice(),
    lie: async (page) => {
      await show(page, saying(withoutOrder()))
      await showTape(page, withoutOrder())
    },
  },
]

for (const { name, verdict, why, from, lie } of LIES) {
  test(`${name} is found, with its evidence`, async ({ browser }) => {
    const { context, page, executionPage, trustPage } = await device(browser, from())
    await lie(page)
    await executionPage.visitOrder(orderId)
    await executionPage.checks()
    await executionPage.finds(verdict)
    await page.keyboard.press('Escape')
    await trustPage.warns()
    const evidence = await trustPage.savesEvidence()
    expect(evidence).toMatchObject({ format: 'rueda/evidence/v1', origin: log.origin, tape: { instrument: INSTRUMENT, date: DATE } })
    await trustPage.saysWhy(why)
    await context.close()
  })
}

test('a tape that is not served, or not all of it, is no lie', async ({ browser }) => {
  const { context, page, executionPage, trustPage } = await device(browser, memory)
  await page.route('**/trust/tape/**', (route) => route.fulfill({ status: 503 }))
  await executionPage.visitOrder(orderId)
  await executionPage.checks()
  await executionPage.finds('verdict.missing')
  await expect(trustPage.redBar).toBeHidden()
  await context.close()
})
