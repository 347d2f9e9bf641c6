import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fundMargin, fundWallet } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/**
 * In every market an order with two mistakes is refused for the one that is checked first (rule book A.5): each market lists its possible
 * mistakes in that order, and every pair of them is sent.
 */
let harness: Harness
let customer: Customer
let open: Harness['market']['sessions']

beforeAll(async () => {
  harness = await startHarness()
  open = harness.market.sessions
})
afterAll(() => harness.stop())

type Body = Readonly<Record<string, unknown>>
type State = 'frozen' | 'closed' | 'halted'
/** A mistake in the request, or in the customer and the market it reaches. */
type Mistake = Readonly<{ code: number; says: string; change?: Body; state?: State }>
type Case = Readonly<{ endpoint: 'create' | 'createMargin' | 'createInTaiwan'; body: Body; mistakes: readonly Mistake[] }>

const frozen: Mistake = { code: 2018, says: 'the account is frozen', state: 'frozen' }
const unknown: Mistake = { code: 3000, says: 'nobody knows the instrument', change: { stockCode: 'NOPE', goldCode: 'NOPE' } }
const closed: Mistake = { code: 3001, says: 'at once, while the market is closed', state: 'closed', change: { tif: 2 } }
const halted: Mistake = { code: 3002, says: 'it is halted', state: 'halted' }
const tooFew = (quantity: string): Mistake => ({ code: 3004, says: 'less than the least', change: { quantity } })
const uneven = (quantity: string): Mistake => ({ code: 3005, says: 'not a multiple of the step', change: { quantity } })
const offTick = (price: string): Mistake => ({ code: 3006, says: 'between two ticks', change: { orderType: 1, price } })
const outside = (price: string): Mistake => ({ code: 3007, says: 'outside of the band', change: { orderType: 1, price } })
const notOffered = (change: Body): Mistake => ({ code: 3008, says: 'a type the market does not take', change })
const leverage = (times: number): Mistake => ({ code: 3012, says: 'more leverage than there is', change: { leverage: times } })
const tooLarge = (quantity: string): Mistake => ({ code: 3015, says: 'larger than an order may be', change: { quantity } })
const unpaid = (quantity: string): Mistake => ({ code: 3009, says: 'more than there is money for', change: { quantity } })
const unheld = (quantity: string): Mistake => ({ code: 3010, says: 'more than is held', change: { direction: 1, quantity } })

const limit = { direction: 0, orderType: 1 } as const
const cases: Readonly<Record<string, Case>> = {
  US: {
    endpoint: 'create',
    body: { ...limit, stockCode: 'TEST', price: '182.37', quantity: '1' },
    mistakes: [
      ...[frozen, unknown, closed, halted, tooFew('0.001'), uneven('1.0000001'), offTick('182.375'), outside('273.56')],
      ...[notOffered({ orderType: 0, tif: 4 }), leverage(2), tooLarge('3000'), unpaid('275')],
    ],
  },
  AR: {
    endpoint: 'create',
    body: { ...limit, stockCode: 'LPAM', market: 'AR', price: '7450', quantity: '1' },
    mistakes: [
      ...[frozen, unknown, closed, halted, tooFew('0.5'), uneven('1.5'), offTick('7452'), outside('8570')],
      ...[notOffered({ tif: 4 }), leverage(2), tooLarge('200000'), unpaid('1000')],
    ],
  },
  TW: {
    endpoint: 'createInTaiwan',
    body: { ...limit, stockCode: '8301', price: '611', quantity: '1000' },
    mistakes: [
      ...[frozen, unknown, closed, halted, tooFew('0.5'), uneven('1.5'), offTick('612.5'), outside('673')],
      ...[notOffered({ tif: 1 }), leverage(2), tooLarge('100000'), unpaid('9000')],
    ],
  },
  FUT: {
    endpoint: 'createMargin',
    body: { ...limit, goldCode: 'SES-2026Z', market: 'FUT', price: '5010.25', quantity: '1' },
    mistakes: [
      ...[frozen, unknown, closed, halted, tooFew('0.5'), uneven('1.5'), offTick('5010.30'), outside('5500.00')],
      ...[notOffered({ tif: 4 }), leverage(2), tooLarge('200'), unpaid('2')],
    ],
  },
  FX: {
    endpoint: 'createMargin',
    body: { ...limit, goldCode: 'EURUSD', market: 'FX', price: '1.08450', quantity: '1', leverage: 30 },
    mistakes: [
      ...[frozen, unknown, closed, halted, tooFew('0.001'), uneven('1.005'), offTick('1.084505'), outside('1.70000')],
      ...[notOffered({ tif: 4 }), leverage(50), tooLarge('60'), unpaid('2')],
    ],
  },
}

async function newCustomer(): Promise<Customer> {
  const made = await harness.newCustomer()
  const { writePath } = harness
  await fundWallet(writePath, made.accountId, 'AR', 400_000_000n)
  await fundWallet(writePath, made.accountId, 'TW', 3_000_000n)
  await fundMargin(writePath, made.accountId, 'FUTURE', 2_000_000n)
  await fundMargin(writePath, made.accountId, 'FOREX', 500_000n)
  return made
}

/** Puts the market and the customer into the states of these mistakes; of two sessions the one that is checked first counts. */
async function arrange(states: readonly (State | undefined)[]): Promise<void> {
  const phase = states.includes('closed') ? 'CLOSED' : states.includes('halted') ? 'HALT' : null
  harness.market.sessions = phase === null ? open : open.map((session) => ({ ...session, phase, matching: false }))
  const frozenAt = states.includes('frozen') ? 1 : null
  await harness.app.pool.query('update account_states set frozen_at = $2 where account_id = $1', [customer.accountId, frozenAt])
  await harness.pass(250)
}

const send = (endpoint: Case['endpoint'], body: Body) =>
  harness.call(orders[endpoint], body as InputOf<typeof orders.create>, customer.token)

describe.each(Object.entries(cases))('an order in %s', (_, { endpoint, body, mistakes }) => {
  beforeEach(async () => {
    customer = await newCustomer()
  })

  it('without a mistake is accepted', async () => {
    await arrange([])
    expect(await send(endpoint, body)).toMatchObject({ status: 200, code: 200 })
  })

  it('of what is not held is refused with 3010 where it is paid in full', async () => {
    if (endpoint === 'createMargin') return
    await arrange([])
    expect(await send(endpoint, { ...body, ...unheld('1000').change })).toMatchObject({ status: 200, code: unheld('1').code })
  })

  it.each(mistakes.map((mistake, place) => ({ ...mistake, later: mistakes.slice(place + 1) })))(
    '$says: $code, whatever is wrong beside it',
    async ({ code, change = {}, state, later }) => {
      const { wallets: before } = await harness.ask(wallets.all, {}, customer.token)
      for (const other of [{}, ...later] as readonly Partial<Mistake>[]) {
        await arrange([state, other.state])
        const answer = await send(endpoint, { ...body, ...other.change, ...change })
        expect({ ...answer, beside: other.says }).toMatchObject({ status: 200, code, beside: other.says })
      }
      await arrange([])
      expect((await harness.ask(orders.list, {}, customer.token)).total).toBe(0)
      expect((await harness.ask(wallets.all, {}, customer.token)).wallets).toEqual(before)
    },
  )

  it('with everything wrong at once is refused for what is looked at first, and with that mended for the next', async () => {
    for (const [place, { code }] of mistakes.entries()) {
      const wrong = mistakes.slice(place)
      await arrange(wrong.map(({ state }) => state))
      const changes = wrong.toReversed().map(({ change = {} }) => change)
      expect(await send(endpoint, Object.assign({}, body, ...changes) as Body)).toMatchObject({ status: 200, code })
    }
  })
})

describe('an index', () => {
  it.each([{}, { quantity: '0.5' }, { price: '182.375' }, { leverage: 9 }, { tif: 2 }])(
    'cannot be ordered: 3003, with %j as well',
    async (change) => {
      customer = await newCustomer()
      await arrange([])
      const body = { ...limit, stockCode: 'TEST500', market: 'IDX', price: '182.37', quantity: '1', ...change }
      expect(await send('create', body)).toMatchObject({ status: 200, code: 3003 })
    },
  )
})
