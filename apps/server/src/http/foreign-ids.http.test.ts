import { accounts } from '@rueda/contract/accounts.ts'
import { alerts } from '@rueda/contract/alerts.ts'
import { contract } from '@rueda/contract/contract.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { mining } from '@rueda/contract/mining.ts'
import { orders } from '@rueda/contract/orders.ts'
import { support } from '@rueda/contract/support.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { fieldsOf, sampleInput } from '../testing/samples.ts'
import { SHARE } from '../testing/fake-venue.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer } from '../testing/withdrawals.ts'

/**
 * Another customer's things answer as if they were not there (`docs/rules/reliability.md` B-32): every call that takes an
 * id is given one of each kind that another customer has, and answers word for word what it answers to an id that nobody
 * has.
 */
let harness: Harness
let stranger: Customer
let owner: Customer
let ids: readonly string[]

const NOBODYS = '0199aaaa-0000-7000-8000-00000000beef'
const takesId = (field: { safeParse: (value: unknown) => { success: boolean } }): boolean =>
  field.safeParse(NOBODYS).success && !field.safeParse('TEST').success && !field.safeParse('1').success

const calls = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Endpoint>).flatMap(([name, endpoint]) =>
    Object.entries(fieldsOf(endpoint))
      .filter(([, field]) => takesId(field))
      .map(([field]) => ({ name: `${feature}.${name}`, field, endpoint })),
  ),
)

beforeAll(async () => {
  harness = await startHarness()
  owner = await newWithdrawer(harness)
  stranger = await newWithdrawer(harness)
  const cardId = await addUsableCard(harness, owner, ADDRESS)
  const buy = { stockCode: SHARE.code, direction: 0, orderType: 0, quantity: '5' } as const
  await harness.ask(orders.create, buy, owner.token)
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '100' }, owner.token)
  await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '50' }, owner.token)
  await harness.ask(alerts.save, { stockCode: SHARE.code, kind: 'above', level: '1000' }, owner.token)
  await harness.ask(support.send, { topic: 'other', text: 'Hola' }, owner.token)
  await harness.ask(complaints.file, { text: 'Nadie me responde' }, owner.token)
  await harness.ask(mining.start, {}, owner.token)
  // The usual list has one id for everybody; this one is the owner's alone.
  const instruments = [{ stockCode: SHARE.code, market: 'US' as const }]
  await harness.ask(watchlist.create, { name: 'Energía', instruments }, owner.token)
  const going = { walletType: 'US_WALLET', type: 'vm', cardId, amount: '50', payPassword: PAY_PASSWORD } as const
  await harness.ask(withdrawals.apply, going, owner.token)
  await harness.ask(accounts.sendCode, { email: owner.email, type: 'withdraw' }, owner.token)
  ids = await oneOfEachKind(owner)
})
afterAll(() => harness.stop())

/** Returns an id from every column of ids in every table whose rows have an owner. */
async function oneOfEachKind({ accountId }: Customer): Promise<readonly string[]> {
  const { pool } = harness.app
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.columns own on own.table_schema = c.table_schema and own.table_name = c.table_name and own.column_name = 'account_id'
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = current_schema() and c.data_type = 'uuid' order by 1, 2`,
  )
  const found = new Set<string>()
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ id: string }>(
      `select ${column}::text as id from ${table} where account_id = $1 and ${column} is not null order by 1 desc limit 1`,
      [accountId],
    )
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}

/** Input that takes a call as far as its id. */
const REAL = {
  payPassword: PAY_PASSWORD,
  stockCode: SHARE.code,
  amount: '50',
  level: '1000',
  quantity: '1',
  address: ADDRESS.address,
  network: ADDRESS.network,
}

async function answerTo(endpoint: Endpoint, field: string, id: string, { token } = stranger): Promise<unknown> {
  const real = Object.fromEntries(Object.entries(REAL).filter(([name]) => name in fieldsOf(endpoint)))
  const { status, code, msg, data } = await harness.call(endpoint, { ...sampleInput(endpoint), ...real, [field]: id }, token)
  // The id itself may be repeated in the answer, and moments are those of the answer.
  return JSON.parse(
    JSON.stringify({ status, code, msg, data })
      .replaceAll(id, 'the id')
      .replaceAll(/"\w*[tT]imestamp":\d+/gu, '"timestamp":0'),
  )
}

it('somebody has one of at least ten kinds of things, and many calls take an id', () => {
  expect(ids.length).toBeGreaterThan(10)
  expect(calls.length).toBeGreaterThan(20)
})

describe('what is somebody else’s is as if it were not there', () => {
  it.each(calls)('$name: $field', async ({ endpoint, field }) => {
    const missing = await answerTo(endpoint, field, NOBODYS)
    for (const id of ids) expect(await answerTo(endpoint, field, id), id).toEqual(missing)
  })
})

it('and nothing of it has changed', async () => {
  expect(await oneOfEachKind(owner)).toEqual(ids)
  const { list } = await harness.ask(alerts.list, {}, owner.token)
  expect(list).toHaveLength(1)
  expect(await harness.ask(withdrawals.detail, {}, owner.token)).toMatchObject({ list: [{ status: 1 }] })
})

/** The session that asks is one of the ids. */
const ends: Endpoint = accounts.revokeSession

/** The others need more than an id: a position on margin, a quote, a passkey. They are tried with their features. */
const MIN_TOLD = 19

it('to its owner it is there: these calls tell an own id from one that nobody has', async () => {
  const told = new Set<string>()
  for (const { name, field, endpoint } of calls.toSorted((one, other) => Number(one.endpoint === ends) - Number(other.endpoint === ends))) {
    const missing = JSON.stringify(await answerTo(endpoint, field, NOBODYS, owner))
    for (const id of ids) if (JSON.stringify(await answerTo(endpoint, field, id, owner)) !== missing) told.add(`${name}.${field}`)
  }
  expect(told.size).toBeGreaterThanOrEqual(MIN_TOLD)
})
