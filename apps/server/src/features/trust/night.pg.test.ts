import { liabilityId } from '@rueda/proof/account-key.ts'
import { REAL_CLOCK, SIMULATED_MARKET } from '@rueda/proof/entries.ts'
import { type OwnParts, verifyOwnParts } from '@rueda/proof/sum-tree.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { machineRandom } from '../../ids.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openManyAccounts } from '../../testing/many-accounts.ts'
import { openHeadKey } from '../../trust-log/account-keys.ts'
import { newKeyring } from '../../vault/keyring.ts'
import { createVault } from '../../vault/vault.ts'
import { createFindings } from '../integrity/verify/findings.ts'
import { verifyLiabilities } from '../integrity/verify/liabilities-again.ts'
import type { Snapshots } from '../integrity/verify/snapshots.ts'
import { liabilitiesOf, ownLiability } from './liability.ts'
import { readNights } from './liability-store.ts'
import { sayLiabilities } from './night.ts'

/** What a house of many accounts says by night that it owes (`docs/rules/proof.md` P.24), as an owner and as the checks of the ledger find it. */
/** More than fit into one statement of rows or of tiles, so that every boundary is crossed. */
const ACCOUNTS = 5_000
const FIRST_NIGHT = '2026-11-18'
const BEGAN = Date.UTC(2026, 10, 1)
const vault = createVault(newKeyring())
let database: Database
let now = Date.UTC(2026, 10, 19, 5)

beforeAll(async () => {
  database = await createTestDatabase()
  await openManyAccounts(database.pool, { accounts: ACCOUNTS, at: BEGAN })
  await night(FIRST_NIGHT)
})
afterAll(() => database.stop())

function night(date: string): Promise<void> {
  now = Math.max(now + DAY_MS, Date.parse(`${addDays(date, 1)}T05:00:00Z`))
  const clock = { now: () => now }
  return sayLiabilities({ pool: database.pool, clock, wallClock: clock, vault, random: machineRandom, trustLog: { keyOf } }, date)
}

/** The key that a first log has the heads of an account under. */
const keyOf = (account: string, sealed: Uint8Array) => openHeadKey({ vault }, { log: 1, origin: '' }, account, sealed)

/** What an account is owed, by `openManyAccounts`. */
const owed = (account: number) => ({ USD: BigInt(account) * 100n, ...(account % 3 === 0 ? { 'US:TEST': 5n } : {}) }) as const

async function ownParts(account: number, date: string): Promise<readonly (readonly [OwnParts, Parameters<typeof verifyOwnParts>[1]])[]> {
  const own = await ownLiability(database.pool, String(account), date)
  const said = await liabilitiesOf(database.pool, date)
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from account_keys where account_id = $1', [account])
  const key = keyOf(String(account), rows[0]?.sealed ?? Buffer.alloc(0))
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
  const balances = new Map<string, bigint>(Object.entries(owed(account)))
  return (own?.assets ?? []).map(({ asset, leaves, parts }) => {
    const total = said?.liabilities.find((each) => each.asset === asset)
    if (own === null || total === undefined) throw new Error(`${asset} was not said`)
    const places = parts.map(({ index, amount, path }) => ({
      index,
      sums: [BigInt(amount)],
      path: path.map(({ sum, hash }) => ({ sums: [BigInt(sum)], hash: bytes(hash) })),
    }))
    const books = { account: own.accountNumber, sequence: own.sequence, head: bytes(own.head), balances: [balances.get(asset) ?? 0n] }
    return [
      { key, date, ...books, size: leaves, parts: places },
      { sums: [BigInt(total.total)], hash: bytes(total.root) },
    ] as const
  })
}

/** A statement that fails leaves what was tampered with as it is, as another snapshot would. */
async function askedAside(client: Pick<PoolClient, 'query'>, sql: string, values: unknown[]) {
  if (!('release' in client)) return client.query(sql, values)
  await client.query('savepoint before')
  try {
    return await client.query(sql, values)
  } catch (error) {
    await client.query('rollback to before')
    throw error
  }
}

/** What the checks of a night's statement find, on a connection of one's own. */
async function offendingOf(client: Pick<PoolClient, 'query'>, date: string) {
  const findings = createFindings(() => 0)
  const snapshots: Snapshots = {
    ...{ renew: async () => undefined, end: async () => undefined, generation: () => 1, together: (read) => read() },
    query: (sql, values = []) => askedAside(client, sql, [...values]),
  }
  const checkpoint = { key: Buffer.alloc(0), fault: null, read: async () => new Map(), keep: async () => undefined }
  const marks = { mark: async () => addDays(date, -1), keepMark: async () => undefined }
  await verifyLiabilities({ snapshots, findings }, { ...checkpoint, ...marks })
  return findings.all().filter(({ offending }) => offending.length > 0)
}
const findingsOf = async (client: Pick<PoolClient, 'query'>, date: string): Promise<readonly string[]> =>
  (await offendingOf(client, date)).map(({ id }) => id)

/** Tampers with every guard switched off, looks, and undoes it. */
async function findingsAfter(date: string, tamper: (client: PoolClient) => Promise<unknown>): Promise<readonly string[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local role none')
    await client.query('alter table liability_parts drop constraint liability_is_never_negative')
    await client.query('alter table liability_nights drop constraint liability_night_is_over')
    for (const table of [
      'liability_nights',
      'liability_totals',
      'liability_held',
      'liability_accounts',
      'liability_parts',
      'liability_nodes',
    ])
      await client.query(`alter table ${table} disable trigger all`)
    await tamper(client)
    return await findingsOf(client, date)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a night of five thousand accounts', () => {
  it('says per asset what the accounts are owed together, once, and is what the ledger owes', async () => {
    const total = (BigInt(ACCOUNTS) * BigInt(ACCOUNTS + 1) * 100n) / 2n
    const holders = Math.floor(ACCOUNTS / 3)
    const said = await liabilitiesOf(database.pool, FIRST_NIGHT)
    expect(said?.liabilities).toMatchObject([
      { asset: 'US:TEST', total: String(holders * 5), leaves: holders * 4, entry: null },
      { asset: 'USD', total: String(total), leaves: ACCOUNTS * 4, entry: null },
    ])
    await night(FIRST_NIGHT)
    expect(await liabilitiesOf(database.pool, FIRST_NIGHT)).toEqual(said)
    const { rows } = await database.pool.query<{ entry: string }>('select entry from trust_waiting order by id')
    expect(rows.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject([
      ...(said?.liabilities ?? []).map(({ asset, root, total: sum, leaves }) => ({
        ...{ kind: 'liabilities', date: FIRST_NIGHT, asset, root, total: sum, leaves },
      })),
      { kind: 'held', date: FIRST_NIGHT, assets: 2, places: said?.held ?? [] },
    ])
    expect(await findingsOf(database.pool as never, FIRST_NIGHT)).toEqual([])
  })

  it.each([1, 2, 3, 2_499, ACCOUNTS - 1, ACCOUNTS])('account %i finds its whole balance in it', async (account) => {
    const own = await ownParts(account, FIRST_NIGHT)
    expect(own).toHaveLength(Object.keys(owed(account)).length)
    for (const [parts, root] of own) expect(verifyOwnParts(parts, root)).toMatchObject({ ok: true })
  })

  it('the parts of an account do not stand together, and nobody else finds them', async () => {
    const [[parts, root] = []] = await ownParts(ACCOUNTS, FIRST_NIGHT)
    if (parts === undefined || root === undefined) throw new Error('nothing was said')
    const places = parts.parts.map(({ index }) => index).toSorted((one, other) => one - other)
    expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBeGreaterThan(4)
    expect(verifyOwnParts({ ...parts, account: String(ACCOUNTS - 1) }, root)).toMatchObject({ ok: false, fault: 'not-included' })
    expect(liabilityId(parts.key, FIRST_NIGHT, 0)).not.toEqual(liabilityId(parts.key, addDays(FIRST_NIGHT, 1), 0))
  })
})

/** A log that says of its server that its market follows the real clock. */
const STARTED = `
  insert into trust_logs (log, origin, size, edge, begun_at) values (9, 'house.invalid/trust/log', 0, '', 1);
  insert into trust_entries (log, entry_index, kind, entry) values (9, 0, 'start', '${JSON.stringify({ at: 1, settings: { MARKET: SIMULATED_MARKET, SIM_CLOCK: REAL_CLOCK } })}')`
const NEWEST = `(select max(date) from liability_totals where date < '2099-01-01')`
const TO_COME = Date.UTC(2099, 0, 3, 5)
/** The rows of the newest night as those of a day to come. */
function copied(table: string): string {
  return `insert into liability_${table} select (jsonb_populate_record(t, '{"date":"2099-01-02"}')).* from liability_${table} t where date = ${NEWEST}`
}

/** All of the newest night as one of a day to come, said at a moment of the real clock. */
const nightToCome = (at: number): string => `
  ${STARTED};
  insert into liability_nights (date, at, market_at, says_held) values ('2099-01-02', ${at}, ${TO_COME}, true);
  ${['totals', 'held', 'accounts', 'parts', 'nodes'].map(copied).join(';')};
  insert into trust_waiting (entry, at) select jsonb_set(jsonb_set(entry::jsonb, '{date}', '"2099-01-02"'), '{at}', '${at}')::text, 1
  from trust_waiting where entry::jsonb ->> 'date' = ${NEWEST}::text`

describe('a night that is wrong', () => {
  it('shows a wrong sum, to its owner and to the checks', async () => {
    const date = addDays(FIRST_NIGHT, 1)
    await database.pool.query('update wallets set cash = cash - 1 where account_id = 7')
    await night(date)
    await database.pool.query('update wallets set cash = cash + 1 where account_id = 7')
    const [[parts, root] = []] = await ownParts(7, date)
    if (parts === undefined || root === undefined) throw new Error('nothing was said')
    expect(verifyOwnParts(parts, root)).toMatchObject({ ok: false, fault: 'wrong-balance' })
    expect(await findingsOf(database.pool as never, date)).toEqual(['LIABILITY-1'])
  })

  it('shows an account that was left out, to its owner and to the checks', async () => {
    const date = addDays(FIRST_NIGHT, 2)
    const [chain] = (await database.pool.query<{ sequence: bigint }>('select sequence from account_states where account_id = 8')).rows
    await database.pool.query('update account_states set sequence = 0 where account_id = 8')
    await database.pool.query('update wallets set cash = 0 where account_id = 8')
    await night(date)
    await database.pool.query('update account_states set sequence = $1 where account_id = 8', [chain?.sequence])
    await database.pool.query('update wallets set cash = 800 where account_id = 8')
    expect(await ownLiability(database.pool, '8', date)).toBeNull()
    const [found] = await offendingOf(database.pool as never, date)
    expect(found?.id).toBe('LIABILITY-1')
    expect(found?.offending).toContainEqual({ account_id: 8n, date, what: 'left out', off_by: null })
  })

  it('cannot be said with a balance below zero, and shows one that was put into it', async () => {
    const date = addDays(FIRST_NIGHT, 3)
    await night(date)
    expect(await findingsOf(database.pool as never, date)).toEqual([])
    const negative = `update liability_parts set amounts = array[-900, 0, 0, 0]::bigint[] where account_id = 9 and asset = 'USD' and date = '${date}'`
    await expect(database.pool.query(negative)).rejects.toMatchObject({ code: '42501' })
    expect(
      await findingsAfter(date, async (client) => {
        await client.query(negative)
        await client.query(`update liability_totals set total = total - 1800 where asset = 'USD' and date = '${date}'`)
      }),
    ).toEqual(['LIABILITY-1', 'LIABILITY-2', 'LIABILITY-3'])
  })

  it.each([
    ['a total', `update liability_totals set total = total + 1 where asset = 'USD'`, ['LIABILITY-2', 'LIABILITY-3']],
    ['a root', `update liability_totals set root = sha256(root) where asset = 'USD'`, ['LIABILITY-2', 'LIABILITY-3']],
    [
      'a node above the leaves',
      `update liability_nodes set nodes = overlay(nodes placing '\\x00'::bytea from 40) where asset = 'USD' and level = 3 and tile = 2`,
      ['LIABILITY-2'],
    ],
    [
      'two accounts with one place',
      `update liability_parts set places[1] = places[2] where account_id = 9 and asset = 'USD'`,
      ['LIABILITY-2'],
    ],
    ['a chain that is older than it was', `update liability_accounts set sequence = sequence - 1 where account_id = 9`, ['LIABILITY-1']],
    [
      'what the bank held',
      `update liability_held set amount = amount + 1 where date = (select max(date) from liability_nights)`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    [
      'what the bank held, left out',
      `delete from liability_held where date = (select max(date) from liability_nights)`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    [
      'a chain that held something, made up',
      `insert into liability_held select max(date), 'H:CHAIN:BTC:BTC', 'BTC', 5 from liability_nights`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    ['a night that says nothing of the bank any more', `update liability_nights set says_held = date = '${FIRST_NIGHT}'`, ['LIABILITY-4']],
    [
      'what the bank held, made up in two that end each other,',
      `insert into liability_held select max(date), p.place, p.asset, p.amount from liability_nights,
       (values ('H:BANK:USD X', 'USD', 9::bigint), ('H:BANK:USD', 'X USD', -9::bigint)) p (place, asset, amount) group by 2, 3, 4`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    ['the moment of a night', `update liability_nights set at = 1`, ['LIABILITY-3']],
    [
      'what the bank held, beside a night that is no day,',
      `alter table liability_nights drop constraint liability_night_is_a_day;
       insert into liability_nights (date, at, market_at, says_held) values ('infinity', 1, 1, true);
       update liability_held set amount = amount + 1 where date = (select max(date) from liability_nights where isfinite(date))`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    ['every night that says nothing of the bank', `update liability_nights set says_held = false`, ['LIABILITY-4']],
    [
      'every night that says nothing of the bank, and has no sums of it',
      `with gone as (delete from liability_held) update liability_nights set says_held = false, at = extract(epoch from now() + interval '1 hour')::bigint * 1000`,
      ['LIABILITY-3', 'LIABILITY-4'],
    ],
    [
      'an account that was left out, and the moment of every night with it,',
      `delete from liability_accounts where account_id = 7; delete from liability_parts where account_id = 7; update liability_nights set market_at = 0`,
      ['LIABILITY-1', 'LIABILITY-2'],
    ],
    [
      'the chain of an account in a night,',
      `delete from liability_accounts where account_id = 7; update liability_nights set market_at = 0`,
      ['LIABILITY-1'],
    ],
    [
      'a part, beside a night that is made up to stand behind all others,',
      `insert into liability_nights (date, at, market_at, says_held) values ('2100-01-01', 1, 1, true);
       update liability_parts set amounts[1] = amounts[1] + 1 where account_id = 7 and date = (select max(date) from liability_totals)`,
      ['LIABILITY-1', 'LIABILITY-2', 'LIABILITY-3'],
    ],
    [
      'what the bank held, beside such a night with a moment of its own,',
      `insert into liability_nights (date, at, market_at, says_held) values ('2100-01-01', 1, ${Date.UTC(2100, 0, 2, 5)}, false);
       update liability_held set amount = amount + 1 where date = (select max(date) from liability_totals)`,
      ['LIABILITY-1', 'LIABILITY-3', 'LIABILITY-4'],
    ],
    ['a moment from which no time can be taken,', `update liability_nights set market_at = ${-(2n ** 63n)}`, ['LIABILITY-1']],
    ['what waits for the log, as no text of it,', `insert into trust_waiting (entry, at) values ('no json', 1)`, ['LIABILITY-3']],
    [
      'what is held, other than the log says,',
      `update trust_waiting set entry = replace(entry, '"assets":2', '"assets":3')`,
      ['LIABILITY-3'],
    ],
    [
      'what is held, left out of the log for one night,',
      `delete from trust_waiting where entry like '%"held"%' and entry like '%' || (select max(date)::text from liability_nights) || '%'`,
      ['LIABILITY-3'],
    ],
    ['all ways of all nights', 'delete from liability_parts; delete from liability_accounts; delete from liability_nodes', ['LIABILITY-1']],
    [
      'what the bank held, in a night without sums that no log has,',
      `insert into liability_nights (date, at, market_at, says_held) select max(date) + 1, max(at) + ${DAY_MS}, max(market_at) + ${DAY_MS}, true from liability_nights;
       insert into liability_held select max(date), 'H:BANK:EUR', 'EUR', 5 from liability_nights`,
      ['LIABILITY-1', 'LIABILITY-3'],
    ],
    [
      'what the bank held, in a night before all others,',
      `insert into liability_nights (date, at, market_at, says_held) values ('2026-01-05', 1, ${Date.UTC(2026, 0, 6, 5)}, false);
       insert into liability_held values ('2026-01-05', 'H:BANK:EUR', 'EUR', 5)`,
      ['LIABILITY-3'],
    ],
    [
      'the day of a night, which was over only at its end,',
      `update liability_nights set market_at = extract(epoch from (date::timestamp at time zone 'America/New_York')) * 1000 where date = (select max(date) from liability_nights)`,
      ['LIABILITY-1'],
    ],
    [
      'the moment of a night by the market, in a log that says that its clock is the real one,',
      `${STARTED}; update liability_nights set market_at = market_at + ${2 * HOUR_MS} where date = (select max(date) from liability_nights)`,
      ['LIABILITY-1'],
    ],
    ['a whole night of a day to come, which the log has too,', nightToCome(TO_COME), ['LIABILITY-1']],
    ['a whole night of a day to come, at a moment before the log began,', nightToCome(0), ['LIABILITY-1']],
    [
      'a night of long ago that is said behind the newer ones,',
      `insert into liability_nights (date, at, market_at, says_held) values ('2026-01-05', 1, ${Date.UTC(2026, 0, 6, 5)}, true);
       insert into liability_held values ('2026-01-05', 'H:BANK:EUR', 'EUR', 5);
       insert into trust_waiting (entry, at) values ('{"kind":"held","at":1,"date":"2026-01-05","assets":0,"places":[{"place":"H:BANK:EUR","asset":"EUR","amount":"5"}]}', 1)`,
      ['LIABILITY-3'],
    ],
    [
      'a night of long ago of which nothing was said at all,',
      `insert into liability_nights (date, at, market_at, says_held) values ('2026-11-10', 1, ${Date.UTC(2026, 10, 11, 5)}, false)`,
      ['LIABILITY-3'],
    ],
    [
      'the sums that wait for the log, as numbers where it takes text,',
      `update trust_waiting set entry = regexp_replace(entry, '"total":"(\\d+)"', '"total":\\1')`,
      ['LIABILITY-3'],
    ],
    ['an entry that says something else', `delete from trust_waiting where entry like '%USD%'`, ['LIABILITY-3']],
  ])('shows %s that was changed afterwards', async (_, sql, found) => {
    const date = addDays(FIRST_NIGHT, 4)
    await night(date)
    expect(await findingsOf(database.pool as never, date)).toEqual([])
    expect(await findingsAfter(date, (client) => client.query(sql))).toEqual(found)
  })
})

it('a market that plays what was recorded has the time of its tape, and no night of it is of another one', async () => {
  const date = addDays(FIRST_NIGHT, 5)
  await night(date)
  const recorded = STARTED.replace('sim', 'replay')
  expect(recorded).not.toBe(STARTED)
  const apart = `update liability_nights set market_at = market_at + ${2 * HOUR_MS} where date = '${date}'`
  expect(await findingsAfter(date, (client) => client.query(`${recorded}; ${apart}`))).toEqual([])
})

it('ways are kept for ninety days, and what was said for ever', async () => {
  const date = addDays(FIRST_NIGHT, 90)
  await expect(database.pool.query(`delete from liability_parts where date = '${FIRST_NIGHT}'`)).rejects.toMatchObject({ code: '42501' })
  await night(date)
  expect(await ownLiability(database.pool, '9', FIRST_NIGHT)).toBeNull()
  expect(await ownLiability(database.pool, '9', addDays(FIRST_NIGHT, 1))).not.toBeNull()
  expect((await liabilitiesOf(database.pool, FIRST_NIGHT))?.liabilities).toHaveLength(2)
  await expect(database.pool.query('delete from liability_totals')).rejects.toMatchObject({ code: '42501' })
})

it('a night that is made up of a day to come ends nobody’s ways, and one that is not over is refused', async () => {
  const date = addDays(FIRST_NIGHT, 91)
  await database.pool.query(`insert into liability_nights (date, at, market_at, says_held) values ('2099-01-01', 1, ${TO_COME}, false)`)
  await night(date)
  expect(await ownLiability(database.pool, '9', addDays(FIRST_NIGHT, 2))).not.toBeNull()
  await expect(database.pool.query(`delete from liability_parts where date = '${date}'`)).rejects.toMatchObject({ code: '42501' })
  const early = `insert into liability_nights (date, at, market_at, says_held) values ('2099-01-03', 1, ${TO_COME}, false)`
  await expect(database.pool.query(early)).rejects.toMatchObject({ constraint: 'liability_night_is_over' })
})

it('says beside what is owed what the bank holds, which every fifth paid in', async () => {
  const fifths = ACCOUNTS / 5
  const paidIn = (100 * 5 * fifths * (fifths + 1)) / 2
  expect((await liabilitiesOf(database.pool, FIRST_NIGHT))?.held).toEqual([{ place: 'H:BANK:USD', asset: 'USD', amount: String(paidIn) }])
  expect((await readNights(database.pool)).at(-1)).toBe(FIRST_NIGHT)
})
