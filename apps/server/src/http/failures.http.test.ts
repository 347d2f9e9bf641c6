import { accounts } from '@rueda/contract/accounts.ts'
import { ok } from '@rueda/rules/result.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../testing/harness.ts'
import type { Handler } from './handler.ts'
import type { Registered } from './routes.ts'

let harness: Harness
let answer: Handler<typeof accounts.appVersion>

beforeAll(async () => {
  const one = { endpoint: accounts.appVersion, handle: (request: Parameters<typeof answer>[0]) => answer(request) }
  harness = await startHarness({ features: () => [[one] as unknown as Registered] })
})
afterAll(() => harness.stop())

const INTERNAL = { status: 500, code: 9000, data: null, venue: 'SIM' }
const ask = () => harness.call(accounts.appVersion, {})

it('an answer that does not fit the contract is not sent, and is logged', async () => {
  answer = () => ok({ version: 1, secret: 'x' } as never)
  expect(await ask()).toMatchObject(INTERNAL)
  const [logged] = harness.problems.splice(0)
  expect(logged).toContain('an answer does not fit the contract')
  expect(logged).toContain('version')
})

it('what is in no contract is left out of the answer', async () => {
  const whole = {
    version: '1',
    minVersion: '1',
    downloadUrl: '',
    forceUpdate: 0,
    notes: '',
    moneyMode: 'sim',
    venue: 'SIM',
    practiceAccounts: 1,
    passwordMinLength: 6,
    passwordMaxLength: 20,
    tabOrder: 'trade-watchlist',
    framedHosts: [] as string[],
    scenario: null,
  } as const
  answer = () => ok({ ...whole, passwordHash: '$argon2id$' })
  expect((await ask()).data).toEqual(whole)
})

it('a bug of ours says nothing of our insides, and its request id finds it in the log', async () => {
  answer = () => {
    throw new Error('relation "accounts" at /srv/app/store.ts:7')
  }
  const failed = await ask()
  expect(failed).toMatchObject(INTERNAL)
  expect(JSON.stringify(failed)).not.toContain('store.ts')
  const [logged] = harness.problems.splice(0)
  expect(logged).toContain(failed.requestId)
})

it.each(['57P01', '53300', '08006', 'ECONNREFUSED'])('a database that is away (%s) is maintenance, to be tried again', async (code) => {
  answer = () => Promise.reject(Object.assign(new Error('away'), { code }))
  const failed = await ask()
  expect(failed).toMatchObject({ status: 503, code: 1007, data: null })
  expect(failed.headers['retry-after']).toBe('1')
  expect(harness.problems.splice(0)).toHaveLength(1)
})

it.each([
  [416, 'range'],
  [412, 'if-match'],
])('a part of a file that cannot be sent is refused with %s, by the name of its header', async (statusCode, field) => {
  answer = () => Promise.reject(Object.assign(new Error('not this part'), { statusCode }))
  const failed = await ask()
  expect(failed).toMatchObject({ status: statusCode, code: 1000, data: { field } })
})
