import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { contract } from '@rueda/contract/contract.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFeatures } from '../features/all.ts'
import { type Harness, requestOf, startHarness } from '../testing/harness.ts'
import { sampleInput } from '../testing/samples.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const endpoints = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
const NOBODYS_TOKEN = 'A'.repeat(43)
const badTokens = [
  '',
  'x',
  `Basic ${NOBODYS_TOKEN}`,
  NOBODYS_TOKEN,
  `Bearer ${NOBODYS_TOKEN}`,
  "' or 1=1 --",
  'A'.repeat(10_000),
  `${NOBODYS_TOKEN}, ${NOBODYS_TOKEN}`,
]

describe.each(endpoints.filter(([, endpoint]) => endpoint.access !== 'public'))('%s', (_, endpoint) => {
  it('F13 answers 401 without a token', async () => {
    const answer = await harness.send(requestOf(endpoint, sampleInput(endpoint)))
    expect(answer).toMatchObject({ status: 401, code: 401, data: null, venue: 'SIM' })
  })

  it('F13 answers 401 to a token that nobody has', async () => {
    for (const token of badTokens) {
      const answer = await harness.send({ ...requestOf(endpoint, sampleInput(endpoint)), headers: { authorization: token } })
      expect(answer, token.slice(0, 50)).toMatchObject({ status: 401, code: 401, data: null })
    }
  })

  it('answers 401 before it looks at the input', async () => {
    const { method, url } = requestOf(endpoint, sampleInput(endpoint))
    const answer = await harness.send({ method: method as 'GET', url: url as string })
    expect(answer).toMatchObject({ status: 401 })
  })

  it('F16 takes a token from nowhere but the header', async () => {
    const { token } = await harness.newCustomer()
    const request = requestOf(endpoint, sampleInput(endpoint))
    const headers = { cookie: `token=${token}; authorization=${token}` }
    const answer = await harness.send({
      ...request,
      query: { ...(request.query as Record<string, string>), token, authorization: token },
      headers,
    })
    expect(answer).toMatchObject({ status: 401 })
  })
})

describe.each(endpoints.filter(([, endpoint]) => endpoint.access === 'public'))('%s', (_, endpoint) => {
  it('is open to everybody, with a dead token too', async () => {
    for (const headers of [{}, { authorization: NOBODYS_TOKEN }]) {
      const answer = await harness.send({ ...requestOf(endpoint, sampleInput(endpoint)), headers })
      expect(answer.status).toBe(200)
    }
  })
})

it('F14 a token that was logged out opens nothing any more', async () => {
  const { token } = await harness.newCustomer()
  await harness.ask(accounts.logout, {}, token)
  for (const [name, endpoint] of endpoints.filter(([, { access }]) => access !== 'public')) {
    const answer = await harness.send({ ...requestOf(endpoint, sampleInput(endpoint)), headers: { authorization: token } })
    expect(answer.status, name).toBe(401)
  }
})

it('every endpoint of the contract is served', async () => {
  const served = new Set(allFeatures(harness.app).flatMap((routes) => routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)))
  expect(endpoints.filter(([, endpoint]) => !served.has(`${endpoint.method} ${endpoint.path}`)).map(([name]) => name)).toEqual([])
})
