import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'

let database: Database
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.stop())

const changes = ['entries', 'fills', 'order_events', 'deposit_arrivals', 'robot_values'].flatMap((table) => [
  `update ${table} set account_id = account_id`,
  `delete from ${table}`,
  // With whatever points at it: a corrected entry is pointed at, and that alone would refuse it.
  `truncate ${table} cascade`,
])

/** Statements run one after the other in a transaction that is taken back. */
async function attempt(statements: readonly string[]): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const AS_OWNER = 'set local role none'
const ONE_OF_EACH = [
  `insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after, previous_hash, hash)
   values (1, 1, 'J20', 'transfer', 'one', 0, 0, '2026-11-20', '{a,b}', '{USD,USD}', '{-1,1}', '{null,null}', '', '')`,
  `insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting, trade_date, settlement_date, at)
   values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', 1, 'US:ARDV', 'buy', 1, 1, 1, 0, 0, 0, false, '2026-11-20', '2026-11-21', 0)`,
  `insert into deposit_arrivals (account_id, id, channel, amount, reference, at) values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', 'BTC', 1, 'hash', 0)`,
  `insert into order_events (account_id, order_id, kind, at) values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', 'ended', 0)`,
  `insert into robot_values (account_id, rental_id, date, value) values (1, '01a1fc02-aa90-7acd-970c-f2fc2d00044b', '2026-11-20', 1)`,
]

describe('what happened is append-only', () => {
  it('the running server has a role of its own', async () => {
    const { rows } = await database.pool.query('select current_user as name')
    expect(rows).toEqual([{ name: 'rueda_app' }])
  })

  it.each(changes)('%s: the server has no right to it', async (change) => {
    await expect(attempt([change])).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('permission denied') })
  })

  it.each(changes)('%s: a trigger refuses it to the owner too', async (change) => {
    await expect(attempt([AS_OWNER, ...ONE_OF_EACH, change])).rejects.toMatchObject({
      code: '42501',
      message: expect.stringContaining('is append-only'),
    })
  })

  it('the server may not touch what says which migrations were applied', async () => {
    await expect(attempt(['delete from schema_migrations'])).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the key that the chain of an account covers', () => {
  const opened = "insert into account_states (account_id, key_commitment) values (1, decode(repeat('ab', 32), 'hex'))"

  it.each(["decode(repeat('cd', 32), 'hex')", 'null'])('is never %s afterwards, not by the owner either', async (value) => {
    const change = `update account_states set key_commitment = ${value} where account_id = 1`
    await expect(attempt([AS_OWNER, opened, change])).rejects.toMatchObject({
      code: '42501',
      message: 'the key of account 1 is fixed: UPDATE refused',
    })
  })

  it('comes once, and is not in the way of other changes', async () => {
    const later = "update account_states set key_commitment = decode(repeat('ab', 32), 'hex'), version = version + 1 where account_id = 1"
    await attempt(['insert into account_states (account_id) values (1)', later, later, 'update account_states set version = 9'])
  })
})

describe('an entry', () => {
  it.each([
    ['that is not balanced', `'{a,b}', '{USD,USD}', '{-1,2}'`, 'entry_is_balanced'],
    ['that is balanced over two assets only together', `'{a,b}', '{USD,EUR}', '{-1,1}'`, 'entry_is_balanced'],
    ['of four lines with one asset off', `'{a,b,c,d}', '{USD,USD,EUR,EUR}', '{-1,1,5,-4}'`, 'entry_is_balanced'],
    ['with a line of zero', `'{a,b,c}', '{USD,USD,USD}', '{-1,1,0}'`, 'entry_has_no_zero_line'],
    ['with a single line', `'{a}', '{USD}', '{1}'`, 'entry_has_lines'],
  ])('%s is refused', async (_, lines, constraint) => {
    const insert = `insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after, previous_hash, hash)
      values (1, 1, 'J20', 'transfer', 'one', 0, 0, '2026-11-20', ${lines}, array_fill(null::bigint, array[cardinality(${lines.split(', ')[0]}::text[])]), '', '')`
    await expect(attempt([insert])).rejects.toMatchObject({ constraint })
  })

  it.each([
    ['of half of the terms of an execution', '2, 1, null', 'entry_terms_are_whole'],
    ['with terms that its hash does not cover', '1, 1, 1', 'entry_terms_are_whole'],
    ['of a format that there is not', '3, null, null', 'entry_has_a_known_format'],
  ])('%s is refused', async (_, terms, constraint) => {
    const insert = `insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after, previous_hash, hash,
        hash_version, price, quantity, executed_at, trade_date, settlement_date, resting)
      values (1, 1, 'J32', 'order', 'one', 0, 0, '2026-11-20', '{a,b}', '{USD,USD}', '{-1,1}', '{null,null}', '', '', ${terms}, 1, '2026-11-20', '2026-11-21', false)`
    await expect(attempt([insert])).rejects.toMatchObject({ constraint })
  })
})
