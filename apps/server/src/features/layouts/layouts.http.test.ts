import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { SIZE_LIMITS, USUAL_SIZES } from '@rueda/rules/layouts/desk.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** Goal: another computer finds the desk as it was left, and nobody else's (`docs/rules/layouts.md` P.1). */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const usual = { railOpen: 0, list: null, ...USUAL_SIZES, pinned: null, hiddenColumns: [] } as const
const arranged = {
  ...{ railOpen: 1, list: 'holdings', listWidth: 360, ticketWidth: 400, tablesHeight: 320 },
  pinned: { stockCode: 'ARDV', market: 'US' },
  hiddenColumns: [{ table: 'positions', columns: ['today', 'value'] }],
} as const
const deskOf = ({ token }: Customer) => harness.ask(layouts.desk, {}, token)
const keep = ({ token }: Customer, layout: object) => harness.call(layouts.keepDesk, layout as WireDeskLayout, token)

describe('the layout of a desk', () => {
  it('is nobody’s until it is kept, then its account’s alone', async () => {
    const [ana, bea] = [await harness.newCustomer(), await harness.newCustomer()]
    expect(await deskOf(ana)).toBeNull()
    expect(await keep(ana, arranged)).toMatchObject({ code: 200, data: true })
    expect(await deskOf(ana)).toEqual(arranged)
    expect(await deskOf(bea)).toBeNull()
  })

  it('is the one that was kept last', async () => {
    const ana = await harness.newCustomer()
    await keep(ana, arranged)
    await keep(ana, usual)
    expect(await deskOf(ana)).toEqual(usual)
  })

  it('keeps no field that nobody knows', async () => {
    const ana = await harness.newCustomer()
    await keep(ana, { ...usual, colour: 'red', pinned: { stockCode: 'ARDV', market: 'US', note: 'x' } })
    const { rows } = await harness.app.pool.query('select layout from desk_layouts where account_id = $1', [ana.accountId])
    expect(rows).toEqual([{ layout: { ...usual, pinned: { stockCode: 'ARDV', market: 'US' } } }])
  })

  it.each([
    ['a pane wider than panes are', { listWidth: SIZE_LIMITS.listWidth.most + 1 }],
    ['a pane with a part of a pixel', { tablesHeight: 200.5 }],
    ['a list that there is none of', { list: 'orders' }],
    ['an instrument of a market that there is none of', { pinned: { stockCode: 'ARDV', market: 'XX' } }],
    ['a column with a script for a name', { hiddenColumns: [{ table: 'positions', columns: ['<script>'] }] }],
    ['more columns than tables have', { hiddenColumns: [{ table: 'positions', columns: Array.from({ length: 17 }, () => 'today') }] }],
    ['more tables than there are', { hiddenColumns: Array.from({ length: 17 }, () => ({ table: 'positions', columns: [] })) }],
  ])('%s is refused, and what was kept stays', async (_, odd) => {
    const ana = await harness.newCustomer()
    await keep(ana, arranged)
    expect(await keep(ana, { ...usual, ...odd })).toMatchObject({ code: codeOf('parameter.invalid') })
    expect(await deskOf(ana)).toEqual(arranged)
  })

  it('fits into its record however much is chosen', async () => {
    const ana = await harness.newCustomer()
    const name = 'n'.repeat(12)
    const most = Array.from({ length: 16 }, () => ({ table: name, columns: Array.from({ length: 16 }, () => name) }))
    expect(await keep(ana, { ...arranged, hiddenColumns: most })).toMatchObject({ code: 200 })
  })

  it('that a later version no longer understands is none', async () => {
    const ana = await harness.newCustomer()
    await keep(ana, usual)
    await harness.app.pool.query(`update desk_layouts set layout = '{"railOpen": 7}' where account_id = $1`, [ana.accountId])
    expect(await deskOf(ana)).toBeNull()
  })
})
