import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { date, decimal, email, month, positiveDecimal, text } from './fields.ts'
import { clientFrame } from './push.ts'
import { namedShapes, shapeText } from './testing/shape-text.ts'

/**
 * The wire is locked: a change of any path, field or shape shows here as a readable difference, to be
 * accepted on purpose. Clients of the last release are out there.
 */
describe('the wire', () => {
  it.each(Object.entries(contract))('%s', (_, group) => {
    const shown = Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => shapeOf(name, endpoint))
    expect(shown.join('\n\n')).toMatchSnapshot()
  })

  it('named shapes', () => expect(namedShapes(allEndpoints().map(({ data }) => data))).toMatchSnapshot())

  it('push frames of the client', () => expect(shapeText(clientFrame, 'input')).toMatchSnapshot())

  it('has each method and path once', () => {
    const paths = Object.values(contract).flatMap((group) =>
      Object.values(group as Record<string, Endpoint>).map(({ method, path }) => `${method} ${path}`),
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('asks for identity and the transaction password where money leaves, credit is given or a permission is', () => {
    const levels = Object.fromEntries(allEndpoints().map(({ path, access }) => [path, access]))
    const asked = (paths: readonly string[]) => paths.flatMap((path) => levels[path] ?? [])
    expect(asked(PROTECTED_CALLS).filter((access) => access !== 'protected')).toEqual([])
    expect(asked(IDENTIFIED_CALLS).filter((access) => access !== 'identified')).toEqual([])
  })

  it('has the transaction password in the input of every protected call and of no other', () => {
    const takes = ({ input }: Endpoint) => input instanceof z.ZodObject && 'payPassword' in input.shape
    const own = new Set(['/settingPayPassword', '/updatePayPassword'])
    const wrong = allEndpoints().filter((each) => takes(each) !== (each.access === 'protected') && !own.has(each.path))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('asks for the terms in force in every call that takes something, and says of every other that it does not', () => {
    const customers = allEndpoints().filter(({ path, idempotent }) => idempotent && !NEVER_UNDER_TERMS.includes(path))
    expect(customers.filter(({ refusals }) => !refusals.includes('agreement.required')).map(({ path }) => path)).toEqual([])
    const never = allEndpoints().filter(({ path }) => NEVER_UNDER_TERMS.includes(path))
    expect(never.filter(({ refusals }) => refusals.includes('agreement.required')).map(({ path }) => path)).toEqual([])
    expect(never).toHaveLength(NEVER_UNDER_TERMS.length)
  })

  it('takes an idempotency key wherever money moves', () => {
    const money = [contract.orders.create, contract.orders.cancel, contract.positions.close]
    expect(money.every(({ idempotent }) => idempotent)).toBe(true)
    const taken = new Set(allEndpoints().flatMap(({ path, idempotent }) => (idempotent ? [path] : [])))
    expect(IDEMPOTENT_CALLS.filter((path) => !taken.has(path))).toEqual([])
  })
})

/** Calls that move or change something and neither open a position nor take a product (`docs/rules/agreements.md` P.20). */
const NEVER_UNDER_TERMS: readonly string[] = [
  '/register',
  '/watchlist/create',
  '/position/cancelOrder',
  '/position/flatPosition',
  '/position/chooseLots',
  '/position/addPositionMargin',
  '/position/autoTopUp',
  '/updateReal',
  '/userCenter/apply/service',
  '/suitability/begin',
  '/suitability/answer',
  '/service/send',
  '/complaint/file',
  '/wallet/transfer',
  '/wallet/cancelTransfer',
  '/UserAccount/addCardNo',
  '/UserAccount/UpdateCardNo',
  '/withdrawal/withdrawal-apply',
  '/withdrawal/other-withdrawal-apply',
  '/withdrawal/cancel',
  '/recharge/create',
  '/recharge/simulate',
  '/recharge/simulateRecall',
  '/practice/begin',
  '/user_fund_orders/cancel',
  '/userFollowInvest/cancel',
  '/userFollowInvest/end',
  '/userFollowInvest/limit',
  '/assist/cancelAssist',
  '/assist/repaymentLoans',
  '/mining/start',
  '/mining/share',
  '/robot/stop',
  '/NewShares/cancel',
  '/placing_order/cancel',
]

/** Those of the calls here that the rules mark with I (`docs/rules/api.md` 0.4). */
const IDEMPOTENT_CALLS = [
  '/register',
  '/updateReal',
  '/wallet/transfer',
  '/wallet/cancelTransfer',
  '/withdrawal/withdrawal-apply',
  '/withdrawal/other-withdrawal-apply',
  '/withdrawal/cancel',
  '/UserAccount/addCardNo',
  '/UserAccount/UpdateCardNo',
  '/recharge/create',
  '/userCenter/apply/service',
]

/** Calls that the specification marks with T, and of those with K the ones where simulated money needs identity too. */
const PROTECTED_CALLS = [
  '/withdrawal/withdrawal-apply',
  '/withdrawal/other-withdrawal-apply',
  '/UserAccount/UpdateCardNo',
  '/UserAccount/addCardNo',
  '/UserAccount/delete-card',
  '/assist/saveAssist',
  '/userFollowInvest/add',
]
const IDENTIFIED_CALLS = ['/userCenter/apply/service']

const shapeOf = (name: string, endpoint: Endpoint): string =>
  [
    `${name}: ${endpoint.method} ${endpoint.path} · ${endpoint.access}${endpoint.idempotent ? ' · idempotent' : ''}${endpoint.stepUp ? ' · step-up' : ''}`,
    `takes ${shapeText(endpoint.input, 'input')}`,
    `gives ${shapeText(endpoint.data, 'output')}`,
    `may refuse ${endpoint.refusals.length === 0 ? 'nothing of its own' : endpoint.refusals.join(', ')}`,
  ].join('\n')

describe('input fields', () => {
  const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

  it.each(['1', '0.01', '12.5', 7, 0.5])('%j is an amount', (value) => expect(accepts(positiveDecimal(2), value)).toBe(true))

  it.each([
    0,
    -0,
    '-0.01',
    '0.001',
    '1e2',
    Number.POSITIVE_INFINITY,
    1e-7,
    'NaN',
    '0x10',
    '1_000',
    '+5',
    ' 5 ',
    '5\n',
    '1.000',
    '1,00',
    '１',
    '.5',
    '5.',
    '00012',
    true,
    [],
    [5],
    {},
    null,
  ])('%j is not (reliability 10.A)', (value) => expect(accepts(positiveDecimal(2), value)).toBe(false))

  it.each(['', '   ', 'a\u0000b', 'a\u001b[31m', 'a\r\nb', '\ud800', 'a\u202eb', 'a\u200db', 'a\u0301\u0301\u0301\u0301\u0301\u0301'])(
    '%j is no text (reliability 10.B)',
    (value) => expect(accepts(text(), value)).toBe(false),
  )

  it('trims text and keeps emoji exactly', () => expect(text().parse('  Ñandú 🦤  ')).toBe('Ñandú 🦤'))

  it('reads case and composition twins of an address as one', () =>
    expect(email.parse('JOSE\u0301@Example.org')).toBe(email.parse('josé@example.org')))

  it('dates are calendar dates; decimals in answers are text', () => {
    expect(accepts(date, '2026-11-20')).toBe(true)
    expect(accepts(date, '2026-13-20')).toBe(false)
    expect(accepts(date, '2024-02-29')).toBe(true)
    expect(accepts(date, '2026-02-29')).toBe(false)
    expect(accepts(date, '9999-12-31')).toBe(false)
    expect(accepts(month, '9999-12')).toBe(false)
    expect(accepts(decimal, 1)).toBe(false)
  })
})
