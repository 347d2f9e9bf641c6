import { contract } from '@rueda/contract/contract.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bad, badNumbers, badTexts, injections } from '../testing/bad-values.ts'
import { type Answer, type Customer, type Harness, requestOf, startHarness } from '../testing/harness.ts'
import { type FieldKind, fieldsOf, kindOf, sampleInput } from '../testing/samples.ts'

let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const endpoints = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

const INVALID = [codeOf('parameter.invalid'), codeOf('parameter.missing'), codeOf('wallet.unknown')] as readonly number[]
const INSIDES = /\bat .+:\d+:\d+|node_modules|\.ts\b|pg_|syntax error|relation "|select |postgres|ZodError/iu

/** Expects of any input: an envelope, no failure of ours, no internals in the text, nobody logged out. */
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
  return harness.send({ ...request, headers: { authorization: customer.token } })
}

const refusedWith = (answer: Answer<unknown>): string => String((answer.data as { field?: unknown } | null)?.field)
const MAX_IN_URL = 100
const isInPath = (endpoint: Endpoint, field: string): boolean => endpoint.path.includes(`{${field}}`)
// In a query or a path every value is well-formed text: null, lists and half characters have no form of their own there.
const travels = (endpoint: Endpoint, field: string, value: unknown): boolean =>
  (endpoint.method === 'POST' && !isInPath(endpoint, field)) ||
  (typeof value === 'string' && value.isWellFormed() && fitsUrl(value, isInPath(endpoint, field)))
const fitsUrl = (value: string, inPath: boolean): boolean => value.length <= MAX_IN_URL && !(inPath && value === '')

type Case = Readonly<{ call: string; endpoint: Endpoint; name: string; kind: FieldKind; wrong: Bad }>

const wrongFor: Readonly<Record<FieldKind, Bad>> = {
  number: badNumbers,
  // The price of a future may lie below zero; minus zero stays no number.
  signed: badNumbers.filter(([what]) => !what.startsWith('A03 negative') && !what.startsWith('A26 negative')),
  text: badTexts,
  other: [],
}

const fields: readonly Case[] = endpoints.flatMap(([call, endpoint]) =>
  Object.entries(fieldsOf(endpoint)).map(([name, field]) => {
    const kind = kindOf(name, field)
    return { call, endpoint, name, kind, wrong: wrongFor[kind].filter(([, value]) => travels(endpoint, name, value)) }
  }),
)

it.each(fields.filter(({ wrong }) => wrong.length > 0))('$call names $name when it is no $kind', async ({ endpoint, name, wrong }) => {
  for (const [what, value] of wrong) {
    const answer = await throwAt(endpoint, name, value)
    expectOrdinary(answer, what)
    expect(INVALID, `${what}: ${answer.code}`).toContain(answer.code)
    expect(refusedWith(answer), what).toBe(name)
  }
})

it.each(fields)('$call answers anything in $name in an ordinary way', async ({ endpoint, name, wrong }) => {
  // What is wrong in this field was thrown at it above, with more expected of the answer.
  const thrown = new Set(wrong)
  for (const bad of [...badNumbers, ...badTexts, ...injections]) {
    const [what, value] = bad
    if (thrown.has(bad) || !travels(endpoint, name, value)) continue
    const isTaken = endpoint.input.safeParse({ ...sampleInput(endpoint), [name]: value }).success
    const answer = await throwAt(endpoint, name, value)
    expectOrdinary(answer, what)
    if (!isTaken) expect(INVALID, `${what}: ${answer.code}`).toContain(answer.code)
  }
})

it.each(endpoints)('%s asks for what is missing', async (_, endpoint) => {
  const sample = sampleInput(endpoint)
  for (const name of Object.keys(sample).filter((field) => !isInPath(endpoint, field))) {
    const { [name]: _left, ...rest } = sample
    const answer = await harness.send({ ...requestOf(endpoint, rest), headers: { authorization: customer.token } })
    expect([answer.code, refusedWith(answer)]).toEqual([codeOf('parameter.missing'), name])
  }
})

const TOO_DEEP = `{"a":${'['.repeat(21)}${']'.repeat(21)}}`
const NOT_ONE_OBJECT = ['{"a":', '', '[]', '"text"', '7', 'null', '{a:1,}', '// note\n{}', TOO_DEEP, '\ufeff{}']
const AMBIGUOUS = ['{"a":1,"a":2}', '{"__proto__":{"polluted":1}}', '{"toString":1}']

it.each(endpoints.filter(([, { method }]) => method === 'POST'))(
  '%s reads one unambiguous JSON object and nothing else',
  async (_, endpoint) => {
    const { url } = requestOf(endpoint, sampleInput(endpoint))
    const headers = { 'authorization': customer.token, 'content-type': 'application/json' }
    for (const payload of [...NOT_ONE_OBJECT, ...AMBIGUOUS]) {
      const answer = await harness.send({ method: 'POST', url: url as string, headers, payload })
      expectOrdinary(answer, payload)
      expect(answer.code, payload).toBe(codeOf('parameter.invalid'))
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  },
)

it.each(endpoints.filter(([, { method }]) => method === 'GET'))('%s reads every parameter once', async (_, endpoint) => {
  const { url, query } = requestOf(endpoint, sampleInput(endpoint))
  const asked = new URLSearchParams(query as Record<string, string>).toString()
  for (const twice of ['twice=1&twice=2', 'list[]=1', '__proto__=1&__proto__=2']) {
    const answer = await harness.send({
      method: 'GET',
      url: `${url as string}?${asked}&${twice}`,
      headers: { authorization: customer.token },
    })
    expectOrdinary(answer, twice)
    expect(answer.code, twice).toBe(codeOf('parameter.invalid'))
  }
})
