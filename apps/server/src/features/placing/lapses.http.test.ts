import { instruments } from '@rueda/contract/admin/instruments.ts'
import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import type { CorporateAction } from '@rueda/rules/corporate/action.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { hire } from '../../testing/staff.ts'

/** Placings that nobody can be sold: off by themselves when their window would open, and by nobody alone. */
let harness: OfferingHarness
beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'placings', from: '2026-11-10T17:00:00Z', funds: '49000' })
})
afterAll(() => harness.end())

const list = async () => (await harness.ask(placings.saleList, {})).list
const named = async (id: string): Promise<PlacingItem | undefined> => (await list()).find((each) => each.id === id)
const upcoming = async (): Promise<PlacingItem> => {
  const found = (await list()).findLast(({ status }) => status === 0)
  if (found === undefined) throw new Error('no placing is to come')
  return found
}
const withdrawalOf = async (id: string) =>
  (await harness.database.pool.query('select approval_id, reason from placing_withdrawals where placing_id = $1', [id])).rows

describe('a placing', () => {
  it('is off where its share splits within its window, though nobody knew when it was announced', async () => {
    const { id, market, stockCode, saleStartTimestamp, saleEndTimestamp } = await upcoming()
    const instrumentId = `${market}:${stockCode}`
    expect(await named(id)).toMatchObject({ status: 0, discountPct: '10.00' })
    const split: CorporateAction = { kind: 'split', instrumentId, exDate: '2026-11-17', newShares: 2n, oldShares: 1n }
    const announced = vi
      .spyOn(harness.app.venue, 'corporateActions')
      .mockImplementation((ids, from, to) =>
        Promise.resolve([split].filter(({ exDate }) => ids.includes(instrumentId) && exDate >= from && exDate <= to)),
      )
    await harness.until(saleStartTimestamp + 6_000)
    expect(await named(id)).toMatchObject({ status: 5, price: null, totalQuantity: null })
    expect(await withdrawalOf(id)).toEqual([{ approval_id: null, reason: 'split' }])
    // It is written down on its day, and then the ledger's checks know why the placing is off.
    await harness.until(saleEndTimestamp + 3 * DAY_MS)
    announced.mockRestore()
    const splits = await harness.database.pool.query(`select ex_date from corporate_actions where kind = 'split' and instrument_id = $1`, [
      instrumentId,
    ])
    expect(splits.rows).toEqual([{ ex_date: split.exDate }])
  })

  it('is off where its share is about to leave the list: nobody is locked into it', async () => {
    const { id, market, stockCode, saleStartTimestamp } = await upcoming()
    await harness.until(saleStartTimestamp - DAY_MS)
    const [ana, bea] = [await hire(harness, ['product']), await hire(harness, ['product'])]
    const [closingFromTimestamp, endTimestamp] = [saleStartTimestamp + 10 * DAY_MS, saleStartTimestamp + 20 * DAY_MS]
    const delisting = { reason: 'maintenance', instrumentId: `${market}:${stockCode}`, closingFromTimestamp, endTimestamp } as const
    expect(await ana.ask(instruments.delist, delisting)).toEqual({ state: 'waiting' })
    expect(await bea.ask(instruments.delist, delisting)).toEqual({ state: 'done' })
    await harness.until(saleStartTimestamp + 6_000)
    expect(await named(id)).toMatchObject({ status: 5, price: null })
    expect(await withdrawalOf(id)).toEqual([{ approval_id: null, reason: 'delisted' }])
  })
})

describe('an operator with the database in hand', () => {
  const after = (change: string, ...values: readonly string[]) => harness.tampered((client) => client.query(change, [...values]))
  const insert = (approval: string, reason: string) =>
    `insert into placing_withdrawals (placing_id, approval_id, reason, withdrawn_at) select id, ${approval}, '${reason}', opens_at from placings where id = $1`

  it('takes no placing back alone, neither without a second person nor in the name of a split', async () => {
    const { id } = await upcoming()
    expect(await after('select $1', id)).toEqual([])
    expect(await after(insert('null', 'maintenance'), id)).toEqual(['OFFERING-1'])
    expect(await after(insert('gen_random_uuid()', 'maintenance'), id)).toEqual(['OFFERING-1'])
    expect(await after(insert('gen_random_uuid()', 'split'), id)).toEqual(['OFFERING-1'])
    expect(await after(insert('null', 'delisted'), id)).toEqual(['OFFERING-1'])
    for (const reason of ['split', 'delisted'])
      expect(await after('update placing_withdrawals set reason = $1 where reason = $2', 'review', reason)).toEqual(['OFFERING-1'])
  })

  it('takes none back for a split that never was, nor for a delisting that nobody announced', async () => {
    const unguarded = (table: string) => `alter table ${table} disable trigger all`
    for (const [table, change] of [
      ['corporate_actions', `delete from corporate_actions where kind = 'split'`],
      ['corporate_actions', `update corporate_actions set ex_date = ex_date + 30 where kind = 'split'`],
      ['placing_withdrawals', `update placing_withdrawals set withdrawn_at = 1 where reason = 'split'`],
      ['delistings', 'delete from delistings'],
      ['delistings', 'update delistings set announced_at = announced_at + 864000000'],
      ['approvals', `update approvals set subject = 'instrument:US:OTHER' where power = 'instruments.delist'`],
      ['trading_stops', 'update trading_stops set lifted_at = 1'],
    ] as const) {
      const found = await harness.tampered(async (client) => {
        await client.query(unguarded(table))
        await client.query(change)
      })
      expect(found, change).toContain('OFFERING-1')
    }
  })
})
