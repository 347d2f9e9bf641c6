import { randomBytes, randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { type Socket, connect } from 'node:net'
import { accounts } from '@rueda/contract/accounts.ts'
import { files } from '@rueda/contract/files.ts'
import { orders } from '@rueda/contract/orders.ts'
import { security } from '@rueda/contract/security.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import sharp from 'sharp'
import WebSocket from 'ws'
import { fileUrl } from '../storage/files.ts'
import { socketBounds } from '../push/limits.ts'
import { PUSH_PATH, registerPush } from '../push/register.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { formOf, uploadOf } from '../testing/pictures.ts'

/**
 * A hostile client at one address beside a customer at another. Every flood is refused as too much, the client holds no more
 * than its share, and the customer logs in and trades. `npm run bench flood` does it for long and measures.
 */
const FLOODER = '127.0.0.66'
let harness: Harness
let port: number
let customer: Customer
let hostile: Customer
let customers = 0
const sockets: Socket[] = []
const pushSockets: WebSocket[] = []

beforeAll(async () => {
  harness = await startHarness({
    environment: { RATE_LIMITS: 'on' },
    extensions: ({ hub }) => [(server) => registerPush(server, { hub, publicUrl: null, label: 'SIM' })],
  })
  port = Number(new URL(await harness.http.server.listen({ host: '127.0.0.1', port: 0 })).port)
  customer = await harness.newCustomer()
  hostile = await harness.newCustomer()
})
afterAll(() => harness.stop())
beforeEach(() => (customers += 1))
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const socket of pushSockets.splice(0)) socket.terminate()
  // Nothing of a flood is left behind.
  await expect.poll(held, { timeout: 10_000 }).toEqual({ uploads: 0, downloads: 0, history: 0, market: 0, reads: 0 })
})

const held = () => {
  const { uploads, downloads, history, market, reads } = harness.app.bounds
  return {
    uploads: uploads.taken(),
    downloads: downloads.taken(),
    history: history.taken(),
    market: market.taken(),
    reads: reads.taken(),
  }
}

type Asked = Readonly<{ path: string; from: string; method?: 'GET' | 'POST'; token?: string; body?: unknown }>
type Answered = Readonly<{ status: number; code: number; data: unknown }>

function ask({ path, from, method = 'POST', token, body = {} }: Asked): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const headers = {
    ...(token === undefined ? {} : { authorization: token }),
    ...(method === 'POST' ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
  }
  const sent = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false }, (answer: IncomingMessage) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (data: string) => (text += data))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ...(JSON.parse(text) as { code: number; data: unknown }) }))
  })
  sent.on('error', reject)
  sent.end(method === 'POST' ? JSON.stringify(body) : undefined)
  return promise
}

async function line(text: string): Promise<() => string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: FLOODER })
  sockets.push(socket)
  let heard = ''
  socket.setEncoding('latin1').on('data', (data: string) => (heard += data))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(text)
  return () => heard
}

const lines = (count: number, text: string) => Promise.all(Array.from({ length: count }, () => line(text)))
const countOf = (heard: readonly (() => string)[], text: string): number => heard.filter((each) => each().includes(text)).length
const TOO_MANY = '"code":1003'

/** Logs a customer in meanwhile and places an order, at an address of their own. */
async function expectCustomerServed(): Promise<void> {
  const from = `127.0.1.${customers}`
  const { email, password } = customer
  const login = await ask({ path: `/web${accounts.login.path}`, from, body: { username: email, password } })
  expect(login).toMatchObject({ status: 200, code: 200 })
  const { token } = login.data as { token: string }
  const body = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '150', quantity: '1' }
  const placed = await ask({ path: `/web${orders.create.path}`, from, token, body })
  expect(placed).toMatchObject({ status: 200, code: 200 })
  const { orderId } = placed.data as { orderId: string }
  expect(await ask({ path: `/web${orders.cancel.path}`, from, token, body: { orderId } })).toMatchObject({ status: 200, code: 200 })
}

it('uploads that never end, on every connection', async () => {
  const head = `POST /web/file/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${hostile.token}\r\n`
  const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n--x\r\n'
  const heard = await lines(150, head + form)
  await expect.poll(() => countOf(heard, TOO_MANY), { timeout: 20_000 }).toBeGreaterThanOrEqual(148)
  expect(held().uploads).toBeLessThanOrEqual(2)
  await expectCustomerServed()
})

it('bodies that never end, on every connection', async () => {
  const heard = await lines(
    300,
    'POST /web/getEmailCode HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
  )
  await expect.poll(() => countOf(heard, TOO_MANY), { timeout: 20_000 }).toBeGreaterThan(0)
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(300 - harness.app.bounds.connectionsPerAddress)
  await expectCustomerServed()
})

it('guests by the hundred, each with two hundred subscriptions', async () => {
  let refused = 0
  let open = 0
  for (let count = 0; count < 200; count += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${PUSH_PATH}`, { origin: `http://127.0.0.1:${port}`, localAddress: FLOODER })
    pushSockets.push(socket)
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'auth' }))
      for (const type of ['1m', '5m', '15m', '30m', '60m', 'day', 'week'])
        socket.send(JSON.stringify({ op: 'sub', ch: 'kline', args: [`US:TEST,${type}`] }))
      open += 1
    })
    socket.on('close', () => (refused += 1))
    socket.on('error', () => undefined)
  }
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(200 - socketBounds.guestsPerAddress)
  expect(open - refused).toBeLessThanOrEqual(socketBounds.guestsPerAddress)
  await expectCustomerServed()
})

it('downloads that nobody reads, of exports and of files', async () => {
  const { token } = await harness.newCustomer()
  for (let count = 0; count < 3; count += 1)
    expect(await harness.send(uploadOf(token, formOf({ content: await noise() })))).toMatchObject({ code: 200 })
  const { link } = await harness.ask(security.exportData, {}, token)
  const { rows } = await harness.app.pool.query<{ file_id: string }>('select file_id::text from files limit 1')
  const file = await harness.ask(files.link, { url: fileUrl(rows[0]?.file_id ?? '') }, token)
  for (const path of [link, file.link]) {
    await lines(20, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    for (const socket of sockets) socket.pause()
  }
  await expect.poll(() => held().downloads, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(held().downloads).toBeLessThanOrEqual(8)
  await expectCustomerServed()
})

/** A picture of several megabytes, more than a connection takes in before anybody reads. */
const noise = (): Promise<Buffer> =>
  sharp(randomBytes(NOISE_EDGE * NOISE_EDGE * 3), { raw: { width: NOISE_EDGE, height: NOISE_EDGE, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
const NOISE_EDGE = 1_500

it('practice accounts by the minute', async () => {
  const before = await countOfAccounts()
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask({ path: `/web${accounts.practise.path}`, from: FLOODER })))
  const opened = answers.filter(({ code }) => code === 200).length
  expect(answers.filter(({ code }) => code === 1003)).toHaveLength(60 - opened)
  expect(opened).toBeLessThanOrEqual(10)
  expect((await countOfAccounts()) - before).toBe(opened)
  await expectCustomerServed()
})

const countOfAccounts = async (): Promise<number> => {
  const { rows } = await harness.app.pool.query<{ count: bigint }>('select count(*) as count from accounts')
  return Number(rows[0]?.count)
}

it('reads that take long leave the database to the others', async () => {
  const locking = await harness.app.pool.connect()
  await locking.query('begin; lock table watchlist in access exclusive mode')
  const read: Asked = { method: 'GET', path: `/web${watchlist.list.path}`, from: FLOODER, token: hostile.token }
  const flood = Promise.all(Array.from({ length: 40 }, () => ask(read)))
  try {
    await expect.poll(() => held().reads).toBeGreaterThan(0)
    await expectCustomerServed()
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  expect((await flood).filter(({ code }) => code !== 200 && code !== 1003)).toEqual([])
})

it('charts, bills and statements, all at once', async () => {
  const kline = (index: number): Asked => ({
    method: 'GET',
    path: `/web/m_ft/kline?stockCode=TEST&market=US&type=1m&limit=${index + 1}`,
    from: FLOODER,
  })
  const months: Asked = { method: 'GET', path: '/web/statement/months', from: FLOODER, token: hostile.token }
  const bill: Asked = { path: '/web/wallet/getWalletBill', from: FLOODER, token: hostile.token, body: {} }
  let most = 0
  const look = setInterval(() => (most = Math.max(most, held().history, held().market)), 1)
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, index) => [kline(index), months, bill])
      .flat()
      .map(ask),
  )
  await expectCustomerServed()
  const answers = await flood
  clearInterval(look)
  expect(answers.filter(({ code }) => code === 1003).length).toBeGreaterThan(0)
  expect(answers.filter(({ code }) => code !== 200 && code !== 1003)).toEqual([])
  expect(most).toBeLessThanOrEqual(3)
})
