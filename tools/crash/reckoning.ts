import { isDeepStrictEqual } from 'node:util'
import { codeOfTransferStatus } from '@rueda/contract/codes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../root.ts'
import { run } from '../run.ts'
import { type Customer, ask, remember, repeat } from './customers.ts'
import type { Answer, Flight, FlightLog } from './flight-log.ts'

/** Result of the check after a crash. Each fault is a sentence; without one the server has kept its promise. */
export type Reckoning = Readonly<{
  resolved: number
  /** Of those: orders and transfers that had been taken before the restart, so that only their answer was lost. */
  silent: number
  promises: number
  faults: readonly string[]
}>

const SUCCESS_CODE = 200
const CANCELLED = 2
const ENDED = new Set([1, CANCELLED])

/** Repeats every unanswered request by its key after a restart, checks every promise of the server, and counts the orders. */
export async function reckon(
  address: string,
  customers: readonly Customer[],
  log: FlightLog,
  since: ReadonlySet<string>,
): Promise<Reckoning> {
  const unknown = log.unknown()
  const restarted = Date.now()
  let silent = 0
  await inParallel(customers, async (customer) => {
    for (const flight of unknown.filter(({ account }) => account === customer.number)) {
      const answer = await repeat(address, customer, flight)
      log.hears(flight, answer)
      if (placedBefore(restarted, flight, answer)) silent += 1
      remember(customer, flight, answer)
    }
  })
  const promised = log.promised()
  const faults: string[] = []
  await inParallel(customers, async (customer) => {
    const own = promised.filter(([{ account }]) => account === customer.number)
    for (const [flight, answer] of own.filter(([{ key }]) => !since.has(key)))
      faults.push(...(await brokenPromise(address, customer, flight, answer)))
    faults.push(...orderFaults(customer, own, await allOf<Order>(address, customer, orders.list.path)))
    faults.push(...transferFaults(customer, own, await transfersOnceArrived(address, customer)))
  })
  return { resolved: unknown.length, silent, promises: promised.length, faults }
}

const ordering: ReadonlySet<string> = new Set([orders.create.path, orders.createMargin.path])
const taking: ReadonlySet<string> = new Set([...ordering, transfers.create.path])

const placedBefore = (moment: number, { path }: Flight, { code, data }: Answer): boolean =>
  taking.has(path) && code === SUCCESS_CODE && (data as { createTimeTimestamp: number }).createTimeTimestamp < moment

/** The answer to a repetition is the first answer, word for word. */
async function brokenPromise(address: string, customer: Customer, flight: Flight, answer: Answer): Promise<string[]> {
  const again = await repeat(address, customer, flight)
  if (isDeepStrictEqual(again, answer)) return []
  return [`${flight.path} ${flight.key} was answered with ${JSON.stringify(answer)} and is now ${JSON.stringify(again)}`]
}

type Order = Readonly<{ id: string; status: number }>
type Promised = readonly (readonly [Flight, Answer])[]

/** Every promised order is there once, every order there was promised, and what was cancelled stays ended. */
function orderFaults({ number }: Customer, promised: Promised, rows: readonly Order[]): string[] {
  const ids = promised.filter(([{ path }]) => ordering.has(path)).map(([, { data }]) => (data as { orderId: string }).orderId)
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  const cancelled = promised.filter(([{ path }]) => path === orders.cancel.path).map(([{ body }]) => String(body['orderId']))
  return [
    ...ids.filter((id) => !statusOf.has(id)).map((id) => `account ${number} lost order ${id}`),
    ...rows
      .filter(({ id }) => !ids.includes(id))
      .map(({ id }) => `account ${number} has order ${id}, which nobody asked for twice or at all`),
    ...(new Set(ids).size === ids.length ? [] : [`account ${number} was given one order for two requests`]),
    ...(statusOf.size === rows.length ? [] : [`account ${number} has an order twice`]),
    ...cancelled
      .filter((id) => !ENDED.has(statusOf.get(id) ?? -1))
      .map((id) => `account ${number} has order ${id} at work after it was cancelled`),
  ]
}

type Transfer = Readonly<{ transferId: string; status: number; settleTimestamp: number | null }>
const ON_ITS_WAY = codeOfTransferStatus.pending
const ARRIVED = codeOfTransferStatus.done
/** What is due arrives soon after a restart; how soon, depends on the machine. What never arrives is found. */
const ARRIVAL_PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 500

/** The customer's transfers, once those due by now have arrived or the patience is over; `late` are those that have not. */
async function transfersOnceArrived(address: string, customer: Customer): Promise<Readonly<{ rows: Transfer[]; late: Transfer[] }>> {
  const asked = Date.now()
  for (;;) {
    const rows = await allOf<Transfer>(address, customer, transfers.list.path)
    const late = rows.filter(({ status, settleTimestamp }) => status === ON_ITS_WAY && (settleTimestamp ?? 0) < asked)
    if (late.length === 0 || Date.now() - asked > ARRIVAL_PATIENCE_MS) return { rows, late }
    await sleep(LOOK_AGAIN_MS)
  }
}

/** Every promised transfer is there once and no other, and what was due has arrived. */
function transferFaults(
  { number }: Customer,
  promised: Promised,
  { rows, late }: Readonly<{ rows: readonly Transfer[]; late: readonly Transfer[] }>,
): string[] {
  const ids = promised
    .filter(([{ path }]) => path === transfers.create.path)
    .map(([, { data }]) => (data as { transferId: string }).transferId)
  const known = new Map(rows.map((row) => [row.transferId, row]))
  return [
    ...ids.filter((id) => !known.has(id)).map((id) => `account ${number} lost transfer ${id}`),
    ...rows
      .filter(({ transferId }) => !ids.includes(transferId))
      .map(({ transferId }) => `account ${number} has transfer ${transferId}, which nobody asked for twice or at all`),
    ...(known.size === rows.length ? [] : [`account ${number} has a transfer twice`]),
    ...rows
      .filter((row) => (row.status !== ON_ITS_WAY && row.status !== ARRIVED) || late.includes(row))
      .map(({ transferId, status }) => `account ${number} has transfer ${transferId} in status ${status}`),
  ]
}

const PAGE_SIZE = 100

async function allOf<Row>(address: string, { token }: Customer, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { data } = await readAgain(() => ask(address, token, path, { pageNum, pageSize: PAGE_SIZE }))
    const page = data as { list: Row[]; pages: number }
    rows.push(...page.list)
    if (pageNum >= page.pages) return rows
  }
}

/** `npm run verify` beside the running server. */
export async function verify(dataFolder: string): Promise<string[]> {
  const { code, output } = await run(process.execPath, [join(root, 'apps', 'server', 'src', 'verify.ts')], {
    env: { DATA_DIR: dataFolder },
  })
  return code === 0 ? [] : [`the books are not in order:\n${output}`]
}

/** A server that everybody asks at once turns some away for a moment. */
async function readAgain<Value>(read: () => Promise<Value>): Promise<Value> {
  const until = Date.now() + ARRIVAL_PATIENCE_MS
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

/** As many at a time as a server answers without turning anybody away. */
const MAX_AT_A_TIME = 48

async function inParallel(customers: readonly Customer[], work: (customer: Customer) => Promise<void>): Promise<void> {
  const left = [...customers]
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: MAX_AT_A_TIME }, worker))
}
