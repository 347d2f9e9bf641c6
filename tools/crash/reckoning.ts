import { isDeepStrictEqual } from 'node:util'
import { orders } from '@rueda/contract/orders.ts'
import { join } from 'node:path'
import { root } from '../root.ts'
import { run } from '../run.ts'
import { type Customer, ask, remember, repeat } from './customers.ts'
import type { Answer, Flight, FlightLog } from './flight-log.ts'

/** What a crash must not do. Each fault is a sentence; none is what the house stands for. */
export type Reckoning = Readonly<{
  resolved: number
  /** Of those: orders that had been placed before the restart, so that only their answer was lost. */
  silent: number
  promises: number
  faults: readonly string[]
}>

const SUCCESS_CODE = 200
const CANCELLED = 2
const ENDED = new Set([1, CANCELLED])

/** After a restart: asks for every unknown by its key, holds the house to every promise, and counts the orders. */
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
    faults.push(...countFaults(customer, own, await allOrders(address, customer)))
  })
  return { resolved: unknown.length, silent, promises: promised.length, faults }
}

const placedBefore = (moment: number, { path }: Flight, { code, data }: Answer): boolean =>
  path === orders.create.path && code === SUCCESS_CODE && (data as { createTimeTimestamp: number }).createTimeTimestamp < moment

/** The answer to a repetition is the first answer, word for word. */
async function brokenPromise(address: string, customer: Customer, flight: Flight, answer: Answer): Promise<string[]> {
  const again = await repeat(address, customer, flight)
  if (isDeepStrictEqual(again, answer)) return []
  return [`${flight.path} ${flight.key} was answered with ${JSON.stringify(answer)} and is now ${JSON.stringify(again)}`]
}

type Row = Readonly<{ id: string; status: number }>

/** Every promised order is there once, every order there was promised, and what was cancelled stays ended. */
function countFaults({ number }: Customer, promised: readonly (readonly [Flight, Answer])[], rows: readonly Row[]): string[] {
  const ids = promised.filter(([{ path }]) => path === orders.create.path).map(([, { data }]) => (data as { orderId: string }).orderId)
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

const PAGE_SIZE = 100

async function allOrders(address: string, { token }: Customer): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { data } = await ask(address, token, orders.list.path, { pageNum, pageSize: PAGE_SIZE })
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

const inParallel = async (customers: readonly Customer[], work: (customer: Customer) => Promise<void>): Promise<void> =>
  void (await Promise.all(customers.map(work)))
