import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { statements } from '@rueda/contract/statements.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../storage/store.ts'
import { type ArchivedHouse, DECEMBER, NOVEMBER, faultsIn, keyOfMonth, oldHouseOn, verified } from '../../testing/archived-house.ts'
import type { Customer } from '../../testing/harness.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { leaveMonth, shrinkMonth } from './leave-month.ts'
import { archiveMonth, archiveMonths } from './jobs.ts'
import { ARCHIVE_LOCK } from './lock.ts'
import { keepFile, statusOf } from './store.ts'
import { writeMonth } from './write-month.ts'

/** What is planted in an archive is found and named, and a crash between any two steps leaves it right. */
let house: ArchivedHouse
const paths = new Map<string, string>()
const pathOf = (month: string): string => paths.get(month) ?? ''

beforeAll(async () => {
  house = await oldHouseOn('2028-03-02')
  await verified(house.harness, 'incremental')
})
afterAll(() => house.harness.stop())

async function asOwner<Value>(act: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await house.harness.app.pool.connect()
  try {
    await client.query('reset role')
    return await act(client)
  } finally {
    client.release(true)
  }
}

const faults = async (scope: 'full' | 'incremental' = 'full') => faultsIn(await verified(house.harness, scope))

const rowsThere = async (): Promise<unknown> => {
  const { rows } = await house.harness.app.pool.query(
    'select (select count(*) from entries) e, (select count(*) from fills) f, (select count(*) from archived_lines) l',
  )
  return rows[0]
}

describe('a crash', () => {
  const now = Date.parse('2028-03-02T19:00:00Z')
  const proofFrom = () => Promise.resolve(null)

  it('in the middle of the writing leaves it to begin anew', async () => {
    const { app } = house.harness
    const files = { ...app.files, put: () => Promise.reject(new Error('killed')) }
    await expect(writeMonth({ ...app, files, proofFrom }, NOVEMBER, now)).rejects.toThrow('killed')
    expect(await statusOf(app.pool, NOVEMBER)).toBe('writing')
    await writeMonth({ ...app, proofFrom }, NOVEMBER, now)
    expect(await statusOf(app.pool, NOVEMBER)).toBe('written')
  })

  it('between the files and their rows does as well', async () => {
    const { app } = house.harness
    await asOwner((client) =>
      client.query(`update archive_months set status = 'writing'; delete from archive_parts; delete from archive_files`),
    )
    await archiveMonth(
      {
        ...app,
        vault: {
          ...app.vault,
          fingerprint: () => {
            throw new Error('killed')
          },
        },
      },
      NOVEMBER,
      now,
    ).catch(() => undefined)
    expect(await statusOf(app.pool, NOVEMBER)).toBe('written')
  })

  it('lets nothing leave of which a part is missing', async () => {
    const { app } = house.harness
    const tamper = (sign: string) =>
      asOwner((client) =>
        client.query(
          `update orders set filled_quantity = filled_quantity ${sign} 1 where account_id = ${house.ana.accountId} and status = 'cancelled'`,
        ),
      )
    const there = await rowsThere()
    await tamper('+')
    await expect(leaveMonth(app, NOVEMBER, now)).rejects.toThrow('would leave a part of it behind')
    await tamper('-')
    expect(await rowsThere()).toEqual(there)
  })

  it('or whatever takes a file away before its month leaves has it written anew', async () => {
    const { app } = house.harness
    rmSync(join(app.settings.DATA_DIR, await keyOfMonth(house.harness, NOVEMBER)))
    await writeMonth({ ...app, proofFrom }, NOVEMBER, now)
    expect(existsSync(join(app.settings.DATA_DIR, await keyOfMonth(house.harness, NOVEMBER)))).toBe(true)
    expect(await statusOf(app.pool, NOVEMBER)).toBe('written')
  })

  it('in the middle of the leaving changes nothing', async () => {
    const { app } = house.harness
    const there = await rowsThere()
    const vault = {
      fingerprint: (kind: string, text: string) => {
        if (kind === 'what left the tables') throw new Error('killed')
        return app.vault.fingerprint(kind, text)
      },
    }
    await expect(leaveMonth({ pool: app.pool, vault }, NOVEMBER, now)).rejects.toThrow('killed')
    expect(await rowsThere()).toEqual(there)
    expect(faultsIn(await verified(house.harness))).toEqual({})
  })

  it('behind it leaves the room to be given back', async () => {
    const { app } = house.harness
    expect(await leaveMonth(app, NOVEMBER, now)).toBe(null)
    expect(await statusOf(app.pool, NOVEMBER)).toBe('left')
    expect(faultsIn(await verified(house.harness))).toEqual({})
    // Whoever began to write it and wakes up only now changes nothing.
    await expect(writeMonth({ ...app, proofFrom }, NOVEMBER, now)).rejects.toThrow('left: write is not allowed')
    const stale = { month: NOVEMBER, number: 2, bytes: 1n, hash: Buffer.alloc(32) }
    await expect(keepFile(app.pool, stale, [])).rejects.toThrow('left, and somebody else wrote it')
    await archiveMonths(app)
    expect([await statusOf(app.pool, NOVEMBER), await statusOf(app.pool, DECEMBER)]).toEqual(['shrunk', 'shrunk'])
    for (const month of [NOVEMBER, DECEMBER]) paths.set(month, join(app.settings.DATA_DIR, await keyOfMonth(house.harness, month)))
    expect(faultsIn(await verified(house.harness))).toEqual({})
  })

  it('waits for whoever is checking, and for whoever reads the month', async () => {
    const { app } = house.harness
    await asOwner(async (client) => {
      await client.query('begin; lock table entries_2026_11 in access share mode')
      await client.query("update archive_months set status = 'left' where month = $1", [NOVEMBER])
      expect(await shrinkMonth(app.pool, NOVEMBER, now)).toBe('others are at work')
      await client.query('rollback')
      await client.query('select pg_advisory_lock_shared($1)', [ARCHIVE_LOCK])
      expect(await leaveMonth(app, NOVEMBER, now)).toBe('others are at work')
    })
  })
})

it('is in order to checks that begin anew without a checkpoint', async () => {
  await asOwner((client) => client.query('delete from verified_accounts; delete from verification_marks'))
  expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
  expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
})

describe('what is planted in a file', () => {
  const during = async (plant: () => void, look: () => Promise<void>): Promise<void> => {
    const kept = [NOVEMBER, DECEMBER].map((month) => readFileSync(pathOf(month)))
    plant()
    try {
      await look()
    } finally {
      for (const [at, month] of [NOVEMBER, DECEMBER].entries()) writeFileSync(pathOf(month), kept[at] ?? '')
    }
  }

  it('a changed byte', () =>
    during(
      () => {
        const bytes = readFileSync(pathOf(NOVEMBER))
        bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100)
        writeFileSync(pathOf(NOVEMBER), bytes)
      },
      async () =>
        expect(await faults()).toEqual({
          'ARCHIVE-1': [
            { month: NOVEMBER, number: 1, fault: 'the file is not the one that was written' },
            { month: NOVEMBER, number: 1, accountId: house.ana.accountId, fault: 'its part does not open' },
          ],
        }),
    ))

  it('a file that is missing, which the incremental checks do not look for', () =>
    during(
      () => rmSync(pathOf(NOVEMBER)),
      async () => {
        expect(await faults()).toEqual({ 'ARCHIVE-1': [{ month: NOVEMBER, number: 1, fault: 'the file is missing' }] })
        expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
      },
    ))

  it('a file of another month', () =>
    during(
      () => writeFileSync(pathOf(NOVEMBER), readFileSync(pathOf(DECEMBER))),
      async () => {
        const found = await faults()
        expect(Object.keys(found)).toEqual(['ARCHIVE-1'])
        expect(found['ARCHIVE-1']).toContainEqual({ month: NOVEMBER, number: 1, fault: 'the file is not the one that was written' })
        expect(found['ARCHIVE-1']).toContainEqual({
          month: NOVEMBER,
          number: 1,
          accountId: house.ana.accountId,
          fault: 'its part does not open',
        })
      },
    ))
})

describe('what is planted in the database', () => {
  const undone = async (change: string, back: string, look: (scope: 'full' | 'incremental') => Promise<void>): Promise<void> => {
    for (const scope of ['incremental', 'full'] as const) {
      await asOwner((client) => client.query(change))
      try {
        await look(scope)
      } finally {
        await asOwner((client) => client.query(back))
      }
    }
    expect(faultsIn(await verified(house.harness))).toEqual({})
  }
  const SOME_DAY = 'select day, account, asset from archived_house_days order by day, account, asset limit 1'
  const finding = (whose: () => Customer, fault: string) => async (scope: 'full' | 'incremental') => {
    const told = { account_id: whose().accountId, month: NOVEMBER, fault }
    expect((await faults(scope))['ARCHIVE-2']).toContainEqual(told)
  }

  it('a month that has left and has no file', () =>
    undone(
      `create table kept_files as select * from archive_files; delete from archive_files where month = '${NOVEMBER}'`,
      `insert into archive_files select * from kept_files on conflict do nothing; drop table kept_files`,
      async (scope) => {
        const told = { month: NOVEMBER, fault: 'it has left the tables, and not all of its files and parts are known' }
        expect(await faults(scope)).toEqual(scope === 'full' ? { 'ARCHIVE-1': [told] } : {})
      },
    ))

  it('another amount in place of what has left', () =>
    undone(
      `update archived_lines set amount = amount + 1 where account = 'U:STOCK:CASH'`,
      `update archived_lines set amount = amount - 1 where account = 'U:STOCK:CASH'`,
      finding(() => house.ana, 'what is kept of it is not as it was sealed'),
    ))

  it('a holding that is said to have left and has not', () =>
    undone(
      `insert into archived_holdings values (${house.bea.accountId}, '${NOVEMBER}', 'US:TEST', 9999999999999)`,
      `delete from archived_holdings where until = 9999999999999`,
      finding(() => house.bea, 'something is kept of it without a seal'),
    ))

  it.each(['archived_house_days', 'archived_house_days, house_days'])('another amount of a day of the brokerage, in %s', (tables) => {
    const by = (amount: string) =>
      tables
        .split(', ')
        .map((table) => `update ${table} set amount = amount ${amount} where (day, account, asset) = (${SOME_DAY})`)
        .join('; ')
    return undone(by('+ 1'), by('- 1'), async (scope) => {
      const found = await faults(scope)
      expect(found['ARCHIVE-2']).toContainEqual({ month: NOVEMBER, fault: 'what is kept of its days is not as it was sealed' })
    })
  })

  it('a word that no month has left, with what is kept of the days taken back', () =>
    undone(
      `create table kept_months as select * from archive_months; create table kept_days as select * from archived_house_days; create table kept_sums as select * from house_days;
       update archive_months set status = 'written';
       update house_days h set amount = h.amount - d.amount from (select day, account, asset, sum(amount) as amount from archived_house_days group by 1, 2, 3) d
         where (h.day, h.account, h.asset) = (d.day, d.account, d.asset);
       delete from house_days where amount = 0; delete from archived_house_days`,
      `update archive_months m set status = k.status from kept_months k where k.month = m.month; insert into archived_house_days select * from kept_days;
       delete from house_days; insert into house_days select * from kept_sums; drop table kept_months, kept_days, kept_sums`,
      async (scope) => {
        const { harness, ana } = house
        expect(await harness.call(wallets.cashFlows, {}, ana.token)).toMatchObject({ code: codeOf('archive.away') })
        expect(harness.problems.splice(0)).toHaveLength(1)
        const fault = 'something is kept in place of its rows, and it is not marked as left'
        expect((await faults(scope))['ARCHIVE-2']).toContainEqual({ month: NOVEMBER, fault })
      },
    ))

  it('rows that were taken out without leaving', () =>
    undone(
      `create table kept_rows as select * from entries_2026_11 where account_id = ${house.bea.accountId} and journal = 'J32';
       alter table entries_2026_11 disable trigger user; delete from entries_2026_11 e using kept_rows k where e.account_id = k.account_id and e.sequence = k.sequence;
       alter table entries_2026_11 enable trigger user`,
      `insert into entries select * from kept_rows; drop table kept_rows`,
      async (scope) => {
        const found = await faults(scope)
        expect(Object.keys(found)).toContain('INV-05')
        expect(Object.keys(found)).toContain('CHECKPOINT')
      },
    ))
})

it('is a named refusal and no empty list while the store cannot be reached, and stops no money', async () => {
  const { harness, ana } = house
  const { list } = await harness.ask(orders.list, { pageSize: 50 }, ana.token)
  const orderId = list.at(-1)?.id ?? ''
  const path = pathOf(NOVEMBER)
  const kept = readFileSync(path)
  rmSync(path)
  const away = { code: codeOf('archive.away') }
  try {
    expect(await harness.call(wallets.cashFlows, {}, ana.token)).toMatchObject(away)
    expect(await harness.call(orders.list, { orderId }, ana.token)).toMatchObject(away)
    expect(await harness.call(statements.one, { month: NOVEMBER }, ana.token)).toMatchObject(away)
    expect((await harness.call(wallets.cashFlows, { startDate: '2028-03-01' }, ana.token)).code).toBe(200)
  } finally {
    writeFileSync(path, kept)
  }
  expect((await harness.call(wallets.cashFlows, {}, ana.token)).code).toBe(200)
  const problems = harness.problems.splice(0)
  expect(problems.every((line) => line.includes('the archive of 2026-11 cannot be read'))).toBe(true)
})

it('is refused as well where what is known of a part is lost, and no shorter list', async () => {
  const { harness, ana } = house
  await asOwner((client) =>
    client.query(
      `create table kept_parts as select * from archive_parts where month = '${NOVEMBER}'; delete from archive_parts where month = '${NOVEMBER}'`,
    ),
  )
  try {
    expect(await harness.call(wallets.cashFlows, {}, ana.token)).toMatchObject({ code: codeOf('archive.away') })
  } finally {
    await asOwner((client) => client.query('insert into archive_parts select * from kept_parts; drop table kept_parts'))
  }
  expect(harness.problems.splice(0)).toHaveLength(1)
})

it('is no fault of the books where the store is away for the checks', async () => {
  const { app } = house.harness
  const files = { ...app.files, get: () => Promise.reject(new StoreUnavailable('away')) }
  const run = verifyBooks(app.pool, { dataFolder: app.settings.DATA_DIR, files }, () => 0, { vault: app.vault })
  await expect(run).rejects.toThrow(StoreUnavailable)
})
