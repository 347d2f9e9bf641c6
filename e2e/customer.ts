import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { type User } from '@rueda/contract/accounts.ts'
import type { DataOf, Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { type Position, positions } from '@rueda/contract/positions.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { suitabilityKey } from '@rueda/rules/suitability/key.ts'

/** A customer who calls the server directly, for steps a journey needs and is not about. */
export type Customer = Readonly<{
  token: string
  user: User
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<DataOf<E>>
}>

const SUCCESS_CODE = 200
export const PASSWORD = 'wheel-of-fortune'
let sent = 0

/** Opens a practice account. */
export const practise = async (address: string): Promise<Customer> => customerOf(address, await ask(address, null, accounts.practise, {}))

/** Opens an account of one's own, whose papers are taken; it has accepted the terms unless it is not to. */
export async function openAccount(address: string, agreed = true): Promise<Customer> {
  const email = `${crypto.randomUUID()}@correo.test`
  const code = await codeFor(address, null, email, 'register')
  return customerOf(
    address,
    await ask(address, null, accounts.register, { email, password: PASSWORD, code, ...(agreed && { agreements: await readAll(address) }) }),
  )
}

const customerOf = (address: string, { token, user }: DataOf<typeof accounts.practise>): Customer => ({
  token,
  user,
  call: (endpoint, input) => ask(address, token, endpoint, input),
})

/** The newest terms, as somebody who registers reads them. */
const readAll = async (address: string) =>
  (await ask(address, null, agreements.list, {})).map(({ kind, version, language, hash }) => ({ kind, version, language, hash }))

/** Answers the questions that come before the first position on margin. */
export async function passSuitability({ call }: Pick<Customer, 'call'>): Promise<void> {
  const { attemptId, questions } = await call(suitability.begin, {})
  await call(suitability.answer, { attemptId, answers: questions.map(({ id }) => suitabilityKey[id]) })
}

/** The mailed code, which such a server answers with. */
export async function codeFor(
  address: string,
  token: string | null,
  email: string,
  type: InputOf<typeof accounts.sendCode>['type'],
): Promise<string> {
  return (await ask(address, token, accounts.sendCode, { email, type })).devCode ?? ''
}

export async function ask<E extends Endpoint>(address: string, token: string | null, endpoint: E, input: InputOf<E>): Promise<DataOf<E>> {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: token }),
    ...(endpoint.idempotent ? { 'idempotency-key': `journey-${process.pid}-${(sent += 1)}` } : {}),
  }
  const search = new URLSearchParams(Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]))
  const answer =
    endpoint.method === 'GET'
      ? await fetch(`${address}/web${endpoint.path}?${search.toString()}`, { headers })
      : await fetch(`${address}/web${endpoint.path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const { code, msg, data } = (await answer.json()) as Envelope<unknown>
  if (code !== SUCCESS_CODE) throw new Error(`${endpoint.path} was refused with ${code}: ${msg}`)
  return data as DataOf<E>
}

/** Buys at the market and gives the position once it is booked. */
export async function hold(customer: Customer, stockCode: string, quantity: string): Promise<Position> {
  await customer.call(orders.create, { stockCode, direction: 0, orderType: 0, quantity })
  for (;;) {
    const { position } = await customer.call(positions.byStock, { stockCode })
    if (position?.quantity === quantity) return position
  }
}

/** Leaves an order in the book, far below the market. */
export const rest = (customer: Customer, stockCode: string, price: string, quantity: string) =>
  customer.call(orders.create, { stockCode, direction: 0, orderType: 1, price, quantity, tif: 1 })

export type Member = Readonly<{ email: string; password: string }>

/** Opens an account with a password, as its owner would, code and all. */
export async function register(address: string, email: string): Promise<Member> {
  const code = await codeFor(address, null, email, 'register')
  await ask(address, null, accounts.register, { email, password: PASSWORD, code, agreements: await readAll(address) })
  return { email, password: PASSWORD }
}
