import { accounts } from '@rueda/contract/accounts.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Flight, FlightLog } from './flight-log.ts'

/** Customers who place and cancel orders as fast as they are answered, each one after the other of its own. */
export type Customer = Readonly<{ number: number; token: string; working: string[] }>

const FIRST_SERVER_ERROR = 500
const STILL_RUNNING = 1005
const SUCCESS_CODE = 200
const STOCKS = ['ARDV', 'BRBF', 'CBHB', 'ALQR'] as const

export async function openAccounts(address: string, count: number): Promise<Customer[]> {
  const opened: Customer[] = []
  for (let number = 0; number < count; number += 1) {
    const { token } = (await ask(address, null, accounts.practise.path, {})).data as { token: string }
    opened.push({ number, token, working: [] })
  }
  return opened
}

/** One answer, or an exception when nobody knows what became of the request. */
export async function ask(address: string, token: string | null, path: string, body: object, key?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await fetch(`${address}/web${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, data } = (await response.json()) as Envelope<unknown>
  if (response.status >= FIRST_SERVER_ERROR || code === STILL_RUNNING) throw new Error(`no answer yet: ${response.status}, ${code}`)
  return { code, data }
}

/** Numbers that look random and are the same for a seed. */
export function drawsOf(seed: number): (below: number) => number {
  // Seeds beside each other begin far apart.
  let state = Math.imul(seed + 1, 0x9e_37_79_b1) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** `cut`: connections that broke under a request. A door that was already shut when the request came is no cut. */
export type Load = Readonly<{ stop: () => Promise<void>; answered: () => number; cut: () => number }>

/** Keeps every customer busy until the server is gone or the load is told to stop. */
export function startLoad(address: string, customers: readonly Customer[], log: FlightLog, cycle: number, seed: number): Load {
  let running = true
  let answered = 0
  let cut = 0
  const work = async (customer: Customer): Promise<void> => {
    const draw = drawsOf(seed + cycle * 1009 + customer.number)
    for (let sent = 0; running; sent += 1) {
      const flight = nextFlight(customer, draw, `c${cycle}-a${customer.number}-${sent}`)
      log.sends(flight)
      try {
        const answer = await ask(address, customer.token, flight.path, flight.body, flight.key)
        log.hears(flight, answer)
        answered += 1
        remember(customer, flight, answer)
      } catch (error) {
        // Nobody knows; a customer waits for the server to come back before asking again.
        if (isCut(error)) cut += 1
        return
      }
    }
  }
  const all = Promise.all(customers.map(work))
  return {
    answered: () => answered,
    cut: () => cut,
    stop: async () => {
      running = false
      await all
    },
  }
}

function isCut(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && !('code' in cause && cause.code === 'ECONNREFUSED')
}

const BUY = 0
const SELL = 1
const MARKET = 0
const LIMIT = 1
const UNTIL_CANCELLED = 1

function nextFlight(customer: Customer, draw: (below: number) => number, key: string): Flight {
  const flight = { key, account: customer.number }
  const oldest = customer.working[0]
  const choice = draw(10)
  if (choice < 3 && oldest !== undefined) return { ...flight, path: orders.cancel.path, body: { orderId: oldest } }
  const stockCode = STOCKS[draw(STOCKS.length)] ?? STOCKS[0]
  const quantity = String(1 + draw(5))
  if (choice < 6)
    return {
      ...flight,
      path: orders.create.path,
      body: { stockCode, direction: BUY, orderType: LIMIT, price: '6.00', quantity, tif: UNTIL_CANCELLED },
    }
  return { ...flight, path: orders.create.path, body: { stockCode, direction: choice < 8 ? BUY : SELL, orderType: MARKET, quantity } }
}

export function remember({ working }: Customer, { path, body }: Flight, { code, data }: Answer): void {
  if (path === orders.cancel.path) {
    const at = working.indexOf(String(body['orderId']))
    if (at >= 0) working.splice(at, 1)
  } else if (code === SUCCESS_CODE && body['orderType'] === LIMIT) {
    working.push((data as { orderId: string }).orderId)
  }
}

const RETRY_MS = 50
const ATTEMPTS = 100

/** Repeats a request with its own key until it is answered. */
export async function repeat(address: string, { token }: Customer, { path, body, key }: Flight): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(address, token, path, body, key)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await sleep(RETRY_MS)
    }
  }
}
