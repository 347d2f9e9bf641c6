import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IpoFairness, type IpoItem, subscriptions } from '@rueda/contract/subscriptions.ts'
import { canonicalList, drawShares, hashOfText } from '@rueda/rules/subscriptions/draw.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../testing/harness.ts'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { createDrawAnchoring } from './anchors.ts'

/** An operator with the whole database in hand who wants another result of a draw: the checks and the customer's own program see it. */
let harness: OfferingHarness
let ipo: IpoItem
beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'new shares', from: '2026-11-20T17:00:00Z', funds: '40000' })
  ipo = (await harness.ask(subscriptions.newStock, {})).filter(({ status }) => status === 1).at(-1) as IpoItem
  const lots = [1, 2, 3]
  for (const count of lots) await apply(await harness.funded(), count)
  const left = await apply(await harness.funded(), 1)
  await harness.ask(subscriptions.cancel, { id: left.orderId }, left.token)
  await harness.until(ipo.purchaseEndDate + 10_000)
})
afterAll(() => harness.end())

async function apply({ token }: Customer, lots: number): Promise<{ orderId: string; token: string }> {
  const quantity = String(lots * Number(ipo.lotSize))
  const { orderId } = await harness.ask(subscriptions.create, { agreeProspectus: 1, id: ipo.id, quantity }, token)
  return { orderId, token }
}
const proofOf = () => harness.ask(subscriptions.fairness, { id: ipo.id })
const after: OfferingHarness['tampered'] = (tamper, folder) => harness.tampered(tamper, folder)

type Row = Readonly<{ number: string; lots: number }>

/** The list of the close with its fingerprint, as somebody would like it to be. */
async function publish(client: PoolClient, rows: readonly Row[]): Promise<void> {
  await client.query('delete from ipo_applications where ipo_id = $1', [ipo.id])
  const insert = 'insert into ipo_applications (ipo_id, number, lots) select $1, * from unnest($2::text[], $3::integer[])'
  await client.query(insert, [ipo.id, rows.map(({ number }) => number), rows.map(({ lots }) => lots)])
  await client.query('update ipos set list_hash = $2 where id = $1', [ipo.id, hashOfText(canonicalList(rows))])
}

/** The same draw with another public value, and everything that follows from it. */
function drawnWith(proof: IpoFairness, entropy: string): IpoFairness {
  const { seed, results } = drawShares({ applications: proof.list, quota: proof.quota, secret: proof.S ?? '', entropy })
  return {
    ...proof,
    ...{ E: entropy, seed, keys: results.map(({ number, key, rank }) => ({ number, key, rank })) },
    allotments: results.map(({ number, allotted }) => ({ number, lots: allotted })),
  }
}

/** What the program says that customers run on the answer of the fairness call. */
function said(proof: IpoFairness): Readonly<Record<string, string>> {
  const input = JSON.stringify({ data: proof })
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', proof.verifyCode], { input, encoding: 'utf8' })
  expect(stderr).toBe('')
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  )
}

describe('the list of the close', () => {
  it('is what the books had at the close: nobody is left out, nobody is made up, and nobody asked for something else', async () => {
    const { list } = await proofOf()
    expect(list.map(({ lots }) => lots).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    expect(await after((client) => publish(client, list))).toEqual([])
    expect(await after((client) => publish(client, list.slice(1)))).toEqual(['INV-31e'])
    expect(await after((client) => publish(client, [...list, { number: 'S-NOBODY', lots: 5 }]))).toEqual(['INV-31e'])
    expect(
      await after((client) =>
        publish(
          client,
          list.map((row) => ({ ...row, lots: row.lots + 1 })),
        ),
      ),
    ).toEqual(['INV-31e'])
  })
})

const ENGINES = 'trust/engines'

describe('what was published', () => {
  it('is remembered outside of the database, whatever is rewritten in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rueda-draws-'))
    try {
      // The checks look there for the engines that the log names, too.
      cpSync(join(harness.app.settings.DATA_DIR, ENGINES), join(folder, ENGINES), { recursive: true })
      const anchoring = createDrawAnchoring(harness.database.pool, folder)
      await anchoring.anchor(harness.app.clock.now())
      await anchoring.anchor(harness.app.clock.now() + 60_000)
      const { list } = await proofOf()
      expect(await after(() => Promise.resolve(), folder)).toEqual([])
      const commitment = (client: PoolClient) => client.query(`update ipos set commitment = repeat('0', 64) where id = $1`, [ipo.id])
      expect(await after(commitment, folder)).toEqual(['INV-31c'])
      expect(await after(commitment)).toEqual([])
      for (const change of ['quota = quota + 1', `beacon_url = 'https://beacon.example', beacon_round = 7`, 'draws_at = draws_at + 1'])
        expect(await after((client) => client.query(`update ipos set ${change} where id = $1`, [ipo.id]), folder)).toEqual(['INV-31c'])
      // The books have another list then, too.
      expect(await after((client) => publish(client, list.slice(1)), folder)).toEqual(['INV-31c', 'INV-31e'])
      const gone = (client: PoolClient) =>
        client.query('delete from ipos where id = (select id from ipos where number = (select max(number) from ipos))')
      expect(await after(gone, folder)).toEqual(['INV-31c'])
      const alone = `insert into ipo_withdrawals (ipo_id, approval_id, reason, withdrawn_at) values ($1, gen_random_uuid(), 'maintenance', 1)`
      expect(await after((client) => client.query(alone, [ipo.id]), folder)).toEqual(['OFFERING-1'])
      rmSync(join(folder, 'anchors', 'draws.jsonl'))
      expect(await after(() => Promise.resolve(), folder)).toEqual(['ANCHORS'])
    } finally {
      await harness.database.pool.query('delete from anchor_files')
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the draw', () => {
  it('cannot be steered by a public value that was chosen when the list was known', async () => {
    await harness.until(ipo.drawDate + 10_000)
    const proof = await proofOf()
    expect(await after(() => Promise.resolve())).toEqual([])
    expect(said(proof)).toEqual({ 'public value': 'true', 'commitment': 'true', 'list': 'true', 'result': 'true' })
    const steered = drawnWith(proof, 'chosen after the list')
    expect(said(steered)).toEqual({ 'public value': 'false', 'commitment': 'true', 'list': 'true', 'result': 'true' })
    const findings = await after(async (client) => {
      await client.query('update ipos set entropy = $2 where id = $1', [ipo.id, steered.E])
      for (const { number, key, rank } of steered.keys)
        await client.query('update ipo_results set key = $3, rank = $4 where ipo_id = $1 and number = $2', [ipo.id, number, key, rank])
    })
    expect(findings).toEqual(['INV-31c'])
  })
})
