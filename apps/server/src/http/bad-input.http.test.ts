import { contract } from '@rueda/contract/contract.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { type Answer, type Customer, type Harness, requestOf, startHarness } from '../testing/harness.ts'
import { fieldsOf, kindOf, sampleInput } from '../testing/samples.ts'

let house: Harness
let customer: Customer

beforeAll(async () => {
  house = await startHarness()
  customer = await house.newCustomer()
})
afterAll(() => house.stop())

const endpoints = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

const INVALID = [codeOf('parameter.invalid'), codeOf('parameter.missing')] as readonly number[]
const INSIDES = /\bat .+:\d+:\d+|node_modules|\.ts\b|pg_|syntax error|relation "|select |postgres|ZodError/iu

/** Whatever was sent: an envelope, no failure of ours, nothing of our insides, nobody logged out. */
function expectOrdinary(answer: Answer<unknown>, what: string): void {
  expect(answer.status, what).toBe(200)
  expect(Object.keys(answer), what).toEqual(expect.arrayContaining(['code', 'msg', 'data', 'venue', 'requestId']))
  expect(answer.headers['x-venue'], what).toBe('SIM')
  expect(answer.code, what).not.toBe(codeOf('internal'))
  if (answer.code !== SUCCESS_CODE) expect(`${answer.msg} ${JSON.stringify(answer.data)}`, what).not.toMatch(INSIDES)
}

async function throwAt(endpoint: Endpoint, field: string, value: unknown): Promise<Answer<unknown>> {
  const input = { ...sampleInput(endpoint), [field]: value }
  const request = requestOf(endpoint, input)
  return house.send({ ...request, headers: { authorization: customer.token } })
}

const refusedWith = (answer: Answer<unknown>): string => String((answer.data as { field?: unknown } | null)?.field)
const LONGEST_IN_URL = 100
const isInPath = (endpoint: Endpoint, field: string): boolean => endpoint.path.includes(`{${field}}`)
// In a query or a path every value is well-formed text: null, lists and half characters have no form of their own there.
const travels = (endpoint: Endpoint, field: string, value: unknown): boolean =>
  (endpoint.method === 'POST' && !isInPath(endpoint, field)) ||
  (typeof value === 'string' && value.isWellFormed() && fitsUrl(value, isInPath(endpoint, field)))
const fitsUrl = (value: string, inPath: boolean): boolean => value.length <= LONGEST_IN_URL && !(inPath && value === '')

describe.each(endpoints)('%s', (_, endpoint) => {
  const fields = Object.entries(fieldsOf(endpoint))

  for (const [name, field] of fields) {
    const kind = kindOf(name, field)
    const bad = kind === 'number' ? badNumbers : kind === 'text' ? badTexts : []
    const sent = bad.filter(([, value]) => travels(endpoint, name, value))

    if (sent.length > 0)
      it(`names ${name} when it is no ${kind}`, async () => {
        for (const [what, value] of sent) {
          const answer = await throwAt(endpoint, name, value)
          expectOrdinary(answer, what)
          expect(INVALID, `${what}: ${answer.code}`).toContain(answer.code)
          expect(refusedWith(answer), what).toBe(name)
        }
      })

    it(`answers anything in ${name} in an ordinary way`, async () => {
      for (const [what, value] of [...badNumbers, ...badTexts, ...injections]) {
        if (!travels(endpoint, name, value)) continue
        const isTaken = endpoint.input.safeParse({ ...sampleInput(endpoint), [name]: value }).success
        const answer = await throwAt(endpoint, name, value)
        expectOrdinary(answer, what)
        if (!isTaken) expect(INVALID, `${what}: ${answer.code}`).toContain(answer.code)
      }
    })
  }

  it('asks for what is missing', async () => {
    const sample = sampleInput(endpoint)
    for (const name of Object.keys(sample).filter((field) => !endpoint.path.includes(`{${field}}`))) {
      const { [name]: _left, ...rest } = sample
      const answer = await house.send({ ...requestOf(endpoint, rest), headers: { authorization: customer.token } })
      expect([answer.code, refusedWith(answer)]).toEqual([codeOf('parameter.missing'), name])
    }
  })

  if (endpoint.method === 'POST')
    it('reads one unambiguous JSON object and nothing else', async () => {
      const { url } = requestOf(endpoint, sampleInput(endpoint))
      const deep = `{"a":${'['.repeat(21)}${']'.repeat(21)}}`
      const bodies = [
        '{"a":',
        '',
        '[]',
        '"text"',
        '7',
        'null',
        '{a:1,}',
        '// note\n{}',
        '{"a":1,"a":2}',
        '{"__proto__":{"polluted":1}}',
        '{"toString":1}',
        deep,
        '\ufeff{}',
      ]
      for (const body of bodies) {
        const headers = { 'authorization': customer.token, 'content-type': 'application/json' }
        const answer = await house.send({ method: 'POST', url: url as string, headers, payload: body })
        expectOrdinary(answer, body)
        expect(answer.code, body).toBe(codeOf('parameter.invalid'))
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    })

  if (endpoint.method === 'GET')
    it('reads every parameter once', async () => {
      const { url, query } = requestOf(endpoint, sampleInput(endpoint))
      for (const twice of ['twice=1&twice=2', 'list[]=1', '__proto__=1&__proto__=2']) {
        const asked = new URLSearchParams(query as Record<string, string>).toString()
        const answer = await house.send({
          method: 'GET',
          url: `${url as string}?${asked}&${twice}`,
          headers: { authorization: customer.token },
        })
        expectOrdinary(answer, twice)
        expect(answer.code, twice).toBe(codeOf('parameter.invalid'))
      }
    })
})
