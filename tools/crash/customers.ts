import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { suitabilityKey } from '@rueda/rules/suitability/key.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Flight, FlightLog } from './flight-log.ts'

/** Customers who trade in several markets, move money and cancel as fast as they are answered, each with one request at a time. */
export type Customer = Readonly<{ number: number; token: string; working: string[] }>

const FIRST_SERVER_ERROR = 500
const STILL_RUNNING = 1005
const SUCCESS_CODE = 200
export const STOCKS = ['ARDV', 'BRBF', 'CBHB', 'ALQR'] as const

export async function openAccounts(address: string, count: number, log: FlightLog): Promise<Customer[]> {
  const opened: Customer[] = []
  for (let number = 0; number < count; number += 1) {
    const { token } = (await ask(address, null, accounts.practise.path, {})).data as { token: string }
    const customer = { number, token, working: [] }
    await answerQuestions(address, customer)
    for (const [index, flight] of (await openingTransfers(address, customer)).entries())
      await fly(address, customer, { ...flight, key: `o-a${number}-${index}` }, log)
    opened.push(customer)
  }
  return opened
}

/** Answers the questions that come before the first position on margin. */
async function answerQuestions(address: string, { number, token }: Customer): Promise<void> {
  const begun = await ask(address, token, suitability.begin.path, {}, `q-a${number}`)
  const { attemptId, questions } = begun.data as DataOf<typeof suitability.begin>
  const answers = questions.map(({ id }) => suitabilityKey[id])
  await ask(address, token, suitability.answer.path, { attemptId, answers }, `r-a${number}`)
}

/** Moves money for positions on margin, which arrives at once, and pesos, which arrive a minute later even if the server dies. */
async function openingTransfers(address: string, { number, token }: Customer): Promise<readonly Omit<Flight, 'key'>[]> {
  const within = { fromWalletType: 'US_WALLET', toWalletType: 'FOREX', amount: '5000' }
  const pesos = { from: 'US_WALLET', to: 'AR', amount: '2000' }
  const { quoteId } = (await ask(address, token, transfers.quote.path, pesos)).data as { quoteId: string }
  const abroad = { fromWalletType: pesos.from, toWalletType: pesos.to, amount: pesos.amount, quoteId }
  return [within, abroad].map((body) => ({ account: number, path: transfers.create.path, body }))
}

async function fly(address: string, customer: Customer, flight: Flight, log: FlightLog): Promise<Answer> {
  log.sends(flight)
  const answer = await ask(address, customer.token, flight.path, flight.body, flight.key)
  log.hears(flight, answer)
  remember(customer, flight, answer)
  return answer
}

/** The server failed in a way that it does not know itself: never an answer, whatever happens to it. */
export class OwnFault extends Error {}

/** Returns one answer, or throws when the outcome of the request is unknown. */
export async function ask(address: string, token: string | null, path: string, body: object, key?: string): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await fetch(`${address}/web${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, data } = (await response.json()) as Envelope<unknown>
  if (response.status === FIRST_SERVER_ERROR) throw new OwnFault(`${path} was answered with ${response.status}, ${code}`)
  if (response.status > FIRST_SERVER_ERROR || code === STILL_RUNNING) throw new Error(`no answer yet: ${response.status}, ${code}`)
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

/** `cut`: connections that broke under a request. A connection refused before the request is no cut. */
export type Load = Readonly<{ stop: () => Promise<void>; answered: () => number; cut: () => number; ownFaults: () => readonly string[] }>

/**
 * Keeps every customer busy until the server is gone or the load is stopped; `took` hears how long each answer took, in milliseconds. Between an answer
 * and the next request each pauses for up to twice `pauseMs`.
 */
export function startLoad(
  address: string,
  customers: readonly Customer[],
  log: FlightLog,
  cycle: number,
  seed: number,
  took: (ms: number) => void = () => undefined,
  pauseMs = 0,
): Load {
  let running = true
  const stopped = Promise.withResolvers<void>()
  let answered = 0
  let cut = 0
  const ownFaults: string[] = []
  const work = async (customer: Customer): Promise<void> => {
    const draw = drawsOf(seed + cycle * 1009 + customer.number)
    for (let sent = 0; running; sent += 1) {
      if (pauseMs > 0) await Promise.race([sleep(draw(2 * pauseMs), undefined, { ref: false }), stopped.promise])
      if (!running) return
      const flight = nextFlight(customer, draw, `c${cycle}-a${customer.number}-${sent}`)
      try {
        const asked = performance.now()
        await fly(address, customer, flight, log)
        took(performance.now() - asked)
        answered += 1
      } catch (error) {
        // The outcome is unknown; a customer waits for the server to come back before asking again.
        if (isCut(error)) cut += 1
        if (error instanceof OwnFault) ownFaults.push(error.message)
        return
      }
    }
  }
  const all = Promise.all(customers.map(work))
  return {
    answered: () => answered,
    cut: () => cut,
    ownFaults: () => ownFaults,
    stop: async () => {
      running = false
      stopped.resolve()
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

type Doing = (draw: (below: number) => number) => Pick<Flight, 'path' | 'body'>

const anyStock = (draw: (below: number) => number) => ({
  stockCode: STOCKS[draw(STOCKS.length)] ?? STOCKS[0],
  quantity: String(1 + draw(5)),
})
const marketOrder =
  (direction: number): Doing =>
  (draw) => ({
    path: orders.create.path,
    body: { ...anyStock(draw), direction, orderType: MARKET },
  })
const restingOrder: Doing = (draw) => ({
  path: orders.create.path,
  body: { ...anyStock(draw), direction: BUY, orderType: LIMIT, price: '6.00', tif: UNTIL_CANCELLED },
})
const orderAbroad: Doing = () => ({
  path: orders.create.path,
  body: { stockCode: 'ACQB', market: 'AR', direction: BUY, orderType: MARKET, quantity: '1' },
})
const PAIR = { goldCode: 'EURUSD', market: 'FX', leverage: 30, quantity: '0.01' } as const
const onMargin: Doing = (draw) => ({ path: orders.createMargin.path, body: { ...PAIR, direction: draw(2), orderType: MARKET } })
const restingOnMargin: Doing = () => ({
  path: orders.createMargin.path,
  body: { ...PAIR, direction: BUY, orderType: LIMIT, price: '0.80000', tif: UNTIL_CANCELLED },
})
const transfer: Doing = (draw) => {
  const [fromWalletType, toWalletType] = draw(2) === 0 ? ['US_WALLET', 'STOCK'] : ['STOCK', 'US_WALLET']
  return { path: transfers.create.path, body: { fromWalletType, toWalletType, amount: `${1 + draw(9)}.${10 + draw(90)}` } }
}

/** Requests of customers, as often as they stand here. */
const doings: readonly Doing[] = [
  ...[restingOrder, restingOrder, marketOrder(BUY), marketOrder(BUY), marketOrder(SELL)],
  ...[orderAbroad, onMargin, onMargin, restingOnMargin, transfer, transfer],
]
const CANCELS_IN_TEN = 3

function nextFlight(customer: Customer, draw: (below: number) => number, key: string): Flight {
  const flight = { key, account: customer.number }
  const oldest = customer.working[0]
  if (oldest !== undefined && draw(10) < CANCELS_IN_TEN) return { ...flight, path: orders.cancel.path, body: { orderId: oldest } }
  const doing = doings[draw(doings.length)] ?? restingOrder
  return { ...flight, ...doing(draw) }
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
