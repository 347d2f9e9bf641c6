import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import { hashOfPlacing } from '@rueda/rules/placing/allot.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { createDrawAnchoring, drawAnchor } from '../subscriptions/anchors.ts'

/** An operator with the whole database in hand who wants another allotment: what was published first is remembered outside of it. */
let harness: OfferingHarness
let placing: PlacingItem
/** Of the server itself, whose own look at what was published is every minute. */
let folder: string
beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'placings', from: '2026-11-10T17:00:00Z', funds: '49000' })
  folder = harness.app.settings.DATA_DIR
  const anchoring = createDrawAnchoring(harness.database.pool, folder)
  const anchor = () => anchoring.anchor(harness.app.clock.now())
  await anchor()
  const announced = await shown()
  await harness.until(announced.saleStartTimestamp + 6_000)
  placing = await shown()
  await anchor()
  for (const count of [1, 2, 3]) await apply(count)
  await harness.until(placing.saleEndTimestamp + 10_000)
  await anchor()
})
afterAll(() => harness.end())

async function shown(): Promise<PlacingItem> {
  const [first] = (await harness.ask(placings.saleList, {})).list.toSorted((a, b) => a.saleStartTimestamp - b.saleStartTimestamp)
  if (first === undefined) throw new Error('no placing is announced')
  return first
}
async function apply(lots: number): Promise<void> {
  const { token } = await harness.funded()
  const terms = { id: placing.id, quantity: String(lots * Number(placing.lotSize)), price: placing.price ?? '' }
  await harness.ask(placings.create, terms, token)
}
const changed = (change: string) => (client: PoolClient) => client.query(`update placings set ${change} where id = $1`, [placing.id])

type Row = Readonly<{ number: string; lots: number; at: bigint }>
/** The list of the close without the first of it, and everything of the placing that follows from the list. */
async function withoutFirst(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Row>('select number, lots, at from placing_applications where placing_id = $1 order by at, number', [
    placing.id,
  ])
  const [first, ...others] = rows
  for (const table of ['placing_results', 'placing_applications'])
    await client.query(`delete from ${table} where placing_id = $1 and number = $2`, [placing.id, first?.number])
  await client.query('update placing_results set rank = rank - 1 where placing_id = $1', [placing.id])
  const listHash = hashOfPlacing(others.map(({ at, ...row }) => ({ ...row, at: Number(at) })))
  await client.query('update placings set list_hash = $2 where id = $1', [placing.id, listHash])
}

describe('what was published of a placing', () => {
  it('is remembered outside of the database: its announcement, its terms and its list', async () => {
    expect(await harness.tampered(() => Promise.resolve(), folder)).toEqual([])
    for (const change of ['closes_on = closes_on - 1', 'quota = quota + 1', `name = name || '.'`]) {
      expect(await harness.tampered(changed(change)), change).toEqual([])
      expect(await harness.tampered(changed(change), folder), change).toEqual(['INV-31f'])
    }
    // The books have another list, and gave what that one gives.
    expect(await harness.tampered(withoutFirst)).toEqual(['INV-31g', 'INV-31h'])
    expect(await harness.tampered(withoutFirst, folder)).toEqual(['INV-31f', 'INV-31g', 'INV-31h'])
    const gone = (client: PoolClient) => client.query(`delete from placings where status = 'announced'`)
    expect(await harness.tampered(gone, folder)).toEqual(['INV-31f'])
    expect(await harness.tampered((client) => client.query('update ipos set quota = quota + 1'), folder)).toEqual(['INV-31c'])
  })
})

it('stands in the same file as the lines from before placings were written there', () => {
  const line = { at: 1, draws: [{ id: placing.id, announced: '0 US:TEST', listHash: null }] }
  expect(drawAnchor.parse(line).draws).toEqual([{ ...line.draws[0], kind: 'ipo', terms: null }])
})
