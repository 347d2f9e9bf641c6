import { orders } from '@rueda/contract/orders.ts'
import { type PublicLiabilities, trust } from '@rueda/contract/trust.ts'
import { headEntry } from '@rueda/proof/head.ts'
import { leafHash } from '@rueda/proof/merkle.ts'
import { parsePolicy } from '@rueda/proof/policy.ts'
import { verifyTlogProof } from '@rueda/proof/tlog-proof.ts'
import { verifyOwnParts } from '@rueda/proof/sum-tree.ts'
import { commandHash } from '@rueda/proof/command.ts'
import { verifyReceipt } from '@rueda/proof/receipt.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { type Entry, canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { sayStart, sayStop } from '../../trust-log/server-entries.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { findingsAfter, rewriteChain } from '../../testing/tamper.ts'
import { makeMissingKeys } from '../../trust-log/account-keys.ts'
import { accountKeyPlace } from '../../vault/sealed-columns.ts'
import type { PoolClient } from 'pg'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { sayLiabilities } from './night.ts'
import { entryOf } from '@rueda/contract/chain-entry.ts'

/** What an owner checks an account with, and what everybody reads of the log (`docs/rules/proof.md`). */
let harness: Harness
let ana: Customer
let bruno: Customer
beforeAll(async () => {
  harness = await startHarness()
  harness.market.asks = [['100.00', 100_000]]
  await harness.app.trustLog.open()
  ana = await harness.newCustomer()
  bruno = await harness.newCustomer()
})
afterAll(() => harness.stop())

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const address = async (path: string) => {
  const { statusCode, headers, rawPayload } = await harness.http.server.inject({ url: path })
  return { statusCode, headers, body: rawPayload }
}
/** The policy of somebody who believes this log's key and asks no witness. */
async function policy() {
  const { keys } = JSON.parse((await address('/trust/keys')).body.toString()) as { keys: string[] }
  const parsed = parsePolicy(`log ${keys[0] ?? ''}\nquorum none\n`)
  if (!parsed.ok) throw new Error(parsed.fault)
  return parsed.value
}

it('an account finds each of its logged heads in the log, and nobody else knows them for its own', async () => {
  await harness.app.trustLog.checkpoint()
  await harness.ask(
    orders.create,
    { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '90.00', quantity: '2', tif: 1 },
    ana.token,
  )
  const before = await harness.ask(trust.receipts, {}, ana.token)
  expect(before.receipts.at(-1)).toMatchObject({ entry: null })
  await harness.app.trustLog.checkpoint()
  const { key, receipts, origin } = await harness.ask(trust.receipts, {}, ana.token)
  expect(origin).toBe(harness.app.trustLog.origin())
  expect(receipts.map(({ entry }) => entry)).toEqual([expect.any(Number), expect.any(Number)])
  for (const { sequence, head, entry } of receipts) {
    const proven = await harness.ask(trust.proof, { sequence }, ana.token)
    expect(proven).toMatchObject({ sequence, head, entry })
    const leaf = leafHash(headEntry(bytes(key), { sequence, head: bytes(head) }))
    expect(verifyTlogProof(proven.proof, leaf, await policy())).toMatchObject({ ok: true, value: { index: entry } })
    const foreign = leafHash(headEntry(bytes((await harness.ask(trust.receipts, {}, bruno.token)).key), { sequence, head: bytes(head) }))
    expect(verifyTlogProof(proven.proof, foreign, await policy())).toMatchObject({ ok: false, fault: 'not-included' })
  }
  expect((await harness.ask(trust.receipts, { after: receipts[0]?.sequence ?? 0 }, ana.token)).receipts).toEqual(receipts.slice(1))
})

it('every command is answered with a receipt, a refused one too, that names it and where the chain was', async () => {
  const { receiptKeys, policy } = JSON.parse((await address('/trust/keys')).body.toString()) as {
    receiptKeys: string[]
    policy: string | null
  }
  expect(policy).toBeNull()
  const keys = receiptKeys.map(parseVerifierKey).flatMap((key) => (key.ok ? [key.value] : []))
  const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '80.00', tif: 1 } as const
  for (const [quantity, key] of [
    ['1', 'receipt-1'],
    ['100000000', 'receipt-2'],
  ] as const) {
    const body = { ...order, quantity }
    const { receipt } = await harness.call(orders.create, body, ana.token, { 'idempotency-key': key })
    const { head } = await harness.ask(trust.entries, {}, ana.token)
    const read = verifyReceipt(receipt, keys)
    expect(read).toMatchObject({ ok: true, value: { sequence: head.sequence, head: head.hash, origin: harness.app.trustLog.origin() } })
    expect(receipt?.command).toBe(commandHash({ path: orders.create.path, key, body }))
    expect(verifyReceipt({ ...receipt, sequence: head.sequence + 1 }, keys)).toMatchObject({ ok: false })
  }
  expect((await harness.call(trust.receipts, {}, ana.token)).receipt).toBeUndefined()
})

it('receipts asked for at once are signed at once, each for its own account', async () => {
  const [one, other] = await Promise.all([ana, bruno].map(({ accountId }) => harness.app.receipts.of(accountId, 'ab'.repeat(32))))
  expect(one?.batch).toMatchObject({ index: 0, size: 2, signature: other?.batch.signature })
  expect(one?.label).not.toBe(other?.label)
  expect(await harness.app.receipts.of('999', 'ab'.repeat(32))).toBeNull()
})

it('what is refused before it is decided has a receipt too, and one broken key costs nobody else theirs', async () => {
  const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '80.00', quantity: '-1', tif: 1 } as const
  expect(await harness.call(orders.create, order, ana.token)).toMatchObject({ code: 1000, receipt: { sequence: expect.any(Number) } })
  const clara = await harness.newCustomer()
  const { rows } = await harness.app.pool.query<{ sealed: Buffer }>('select sealed from account_keys where account_id = $1', [
    clara.accountId,
  ])
  await harness.app.pool.query("update account_keys set sealed = decode(repeat('00', 120), 'hex') where account_id = $1", [clara.accountId])
  const asked = [ana, clara].map(({ accountId }) => harness.app.receipts.of(accountId, 'cd'.repeat(32)))
  expect(await Promise.all(asked)).toEqual([expect.objectContaining({ command: 'cd'.repeat(32) }), null])
  expect(harness.problems.splice(0)).toHaveLength(1)
  await harness.app.pool.query('update account_keys set sealed = $2 where account_id = $1', [clara.accountId, rows[0]?.sealed])
})

it('nobody waits long for a receipt', async () => {
  const client = await harness.app.pool.connect()
  await client.query('begin')
  await client.query('lock table account_keys')
  expect(await harness.app.receipts.of(ana.accountId, 'ef'.repeat(32))).toBeNull()
  await client.query('rollback')
  client.release()
})

it('the clock of uptime counts the gaps that the log has said, for anybody', async () => {
  const { app } = harness
  const levers = { version: '0.1.0', engine: 'ab'.repeat(32), settings: {}, isSeedSet: false, scenario: null }
  expect(await harness.ask(trust.uptime, {})).toMatchObject({ upTenThousandths: 10_000, startedTimestamp: null, gaps: [] })
  await sayStart(app.pool, levers, app.wallClock.now())
  await app.trustLog.checkpoint()
  await harness.pass(9 * HOUR_MS)
  await sayStop(app.pool, app.wallClock.now())
  await app.trustLog.checkpoint()
  const stoppedAt = app.wallClock.now()
  await harness.pass(HOUR_MS)
  await sayStart(app.pool, levers, app.wallClock.now())
  await app.trustLog.checkpoint()
  const { upTenThousandths, downMs, gaps, startedTimestamp } = await harness.ask(trust.uptime, {})
  expect(gaps[0]).toEqual({ fromTimestamp: stoppedAt, untilTimestamp: stoppedAt + HOUR_MS, reason: 'stopped', entry: expect.any(Number) })
  expect({ downMs, startedTimestamp }).toEqual({ downMs: HOUR_MS, startedTimestamp: stoppedAt + HOUR_MS })
  expect(upTenThousandths).toBe(9_000)
})

it('a head is not proven before a checkpoint has it, nor behind the last', async () => {
  const { head } = await harness.ask(trust.entries, {}, bruno.token)
  expect(await harness.call(trust.proof, { sequence: head.sequence + 1 }, bruno.token)).toMatchObject({ code: 1002 })
})

it('entries have everything that their hash covers, the key and the terms of executions too, and lead to the head', async () => {
  await harness.ask(
    orders.create,
    { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '110.00', quantity: '3', tif: 1 },
    ana.token,
  )
  const { list, head } = await harness.ask(trust.entries, {}, ana.token)
  const { key } = await harness.ask(trust.receipts, {}, ana.token)
  const commitment = createHash('sha256').update(bytes(key)).digest('hex')
  expect([...new Set(list.map(({ keyCommitment }) => keyCommitment))]).toEqual([commitment])
  const fills = await harness.ask(orders.fills, { stockCode: 'TEST' }, ana.token)
  const covered = list.flatMap(({ cause, execution }) => (execution === null ? [] : [{ cause, execution }]))
  expect(covered).toEqual(
    fills.map(({ orderId, sequence, tradeTimestamp }) => ({
      cause: { kind: 'order', id: orderId, step: sequence },
      execution: expect.objectContaining({
        price: '10000000000',
        quantity: '300000000',
        timestamp: tradeTimestamp,
        isResting: 0,
        match: null,
      }),
    })),
  )
  let previous = '0'.repeat(64)
  for (const entry of list) {
    expect(entry.previousHash).toBe(previous)
    previous = createHash('sha256')
      .update(canonicalEntry(entryOf(entry)))
      .digest('hex')
    expect(entry.hash).toBe(previous)
  }
  expect(head).toEqual({ sequence: list.length, hash: previous })
  expect((await harness.ask(trust.entries, { after: list.length - 1 }, ana.token)).list).toEqual(list.slice(-1))
})

it('everybody reads the log without a session, tiles for ever and the checkpoint anew', async () => {
  const checkpoint = await address('/trust/log/checkpoint')
  expect(checkpoint).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-cache', 'access-control-allow-origin': '*' } })
  const [, size = ''] = checkpoint.body.toString().split('\n')
  expect(await address(`/trust/log/tile/0/000.p/${size}`)).toMatchObject({
    statusCode: 200,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  })
  for (const path of ['tile/0/001', 'tile/0/000.p/0', 'tile/9999/000', '..%2f..%2fsecrets', 'checkpoint/']) {
    expect(await address(`/trust/log/${path}`)).toMatchObject({ statusCode: 404 })
  }
})

it('the checks see a head that no entry has, one that was left out, and a log behind its checkpoints', async () => {
  await harness.app.trustLog.checkpoint()
  const after = (sql: string) =>
    findingsAfter(harness.app.pool, null, async (client) => {
      for (const table of ['trust_heads', 'trust_checkpoints', 'trust_entries'])
        await client.query(`alter table ${table} disable trigger all`)
      await client.query(sql)
    })
  expect(await after('select 1')).toEqual([])
  expect(
    await after("update trust_heads set head = decode(repeat('ab', 32), 'hex') where sequence = (select min(sequence) from trust_heads)"),
  ).toEqual(['TRUST-1'])
  expect(await after('delete from trust_heads where sequence = (select max(sequence) from trust_heads)')).toEqual(['TRUST-3'])
  expect(await after('update account_keys set logged_sequence = 0')).toEqual(['TRUST-3'])
  expect(await after('delete from trust_checkpoints where size = (select max(size) from trust_checkpoints)')).toEqual(['TRUST-2'])
  expect(await after('update trust_entries set entry_index = entry_index + 100000')).toEqual(['TRUST-2'])
  expect(await after('update trust_logs set ended_at = 1')).toEqual(['TRUST-2'])
})

it('the checks see a chain without its key, terms that are not those of the execution, and another key', async () => {
  const { pool, vault } = harness.app
  const { accountId } = ana
  const after = (tampering: (client: PoolClient) => Promise<unknown>) =>
    findingsAfter(
      pool,
      null,
      async (client) => {
        for (const table of ['fills', 'account_states', 'trust_heads']) await client.query(`alter table ${table} disable trigger all`)
        // What the log has of the account would show it too.
        await client.query('delete from trust_heads')
        await client.query('update account_keys set logged_sequence = 0')
        await tampering(client)
      },
      { vault },
    )
  const own = (sql: string) => after((client) => client.query(sql, [accountId]))
  expect(await after((client) => rewriteChain(client, accountId, (entry) => entry))).toEqual([])
  const newest = (await harness.ask(trust.entries, {}, ana.token)).list.findLast(({ execution }) => execution === null)
  const withoutKey = (entry: Entry): Entry => (entry.sequence === newest?.sequence ? { ...entry, keyCommitment: null } : entry)
  expect(await after((client) => rewriteChain(client, accountId, withoutKey))).toEqual(['CHAIN-1'])

  expect(await own('update fills set at = at + 1 where account_id = $1')).toEqual(['CHAIN-2'])
  expect(await own('update fills set resting = not resting where account_id = $1')).toEqual(['CHAIN-2'])
  const cheaper = ({ execution, ...entry }: Entry): Entry =>
    execution === undefined ? entry : { ...entry, execution: { ...execution, price: execution.price - 1n } }
  expect(await after((client) => rewriteChain(client, accountId, cheaper))).toEqual(['CHAIN-2'])
  expect(await own('update entries set price = price - 1 where account_id = $1')).toEqual(['CHAIN-2', 'INV-06'])
  expect(await own('update entries set resting = not resting where account_id = $1')).toEqual(['CHAIN-2', 'INV-06'])

  const other = new Uint8Array(32).fill(8)
  const commitment = createHash('sha256').update(other).digest()
  const seal = (client: PoolClient) =>
    client.query('update account_keys set sealed = $2 where account_id = $1', [accountId, vault.seal(accountKeyPlace(accountId), other)])
  const commit = (client: PoolClient) =>
    client.query('update account_states set key_commitment = $2 where account_id = $1', [accountId, commitment])
  expect(await after(seal)).toEqual(['TRUST-4'])
  expect(await after(commit)).toEqual(['INV-06', 'TRUST-4'])
  expect(await after(async (client) => [await seal(client), await commit(client)])).toEqual(['INV-06'])
  expect(await own("update account_keys set sealed = decode(repeat('00', 120), 'hex') where account_id = $1")).toEqual(['TRUST-4'])
  expect(await own('delete from account_keys where account_id = $1')).toEqual(['TRUST-4'])
})

it('an account whose key is lost gets no other one, and keeps its chain', async () => {
  const { app } = harness
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('delete from account_keys where account_id = $1', [bruno.accountId])
  await makeMissingKeys(client, app, 0)
  const { rows } = await client.query('select from account_keys where account_id = $1', [bruno.accountId])
  await client.query('rollback')
  client.release()
  expect(rows).toEqual([])
})

it('a night says what everybody is owed, and an owner finds the own parts in it up to the log', async () => {
  await harness.ask(
    orders.create,
    { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '110.00', quantity: '4', tif: 1 },
    ana.token,
  )
  await harness.pass(1_000)
  await sayLiabilities(harness.app, '2026-11-18')
  await sayLiabilities(harness.app, '2026-11-18')
  const liabilities = async (date: string) => JSON.parse((await address(`/trust/liabilities/${date}`)).body.toString()) as PublicLiabilities
  expect((await liabilities('2026-11-18')).liabilities.map(({ entry }) => entry)).toEqual([null, null])
  await harness.app.trustLog.checkpoint()
  const { list } = await harness.ask(trust.entries, {}, ana.token)
  const own = await harness.ask(trust.liability, {}, ana.token)
  expect(await harness.ask(trust.liability, { date: '2026-11-18' }, ana.token)).toEqual(own)
  expect(own).toMatchObject({ date: '2026-11-18', sequence: list.length, head: list.at(-1)?.hash })
  const said = await liabilities('2026-11-18')
  const { key } = await harness.ask(trust.receipts, {}, ana.token)
  const balances = new Map<string, bigint>()
  for (const { account, asset, amount } of list.flatMap(({ lines }) => lines))
    if (account.startsWith('U:')) balances.set(asset, (balances.get(asset) ?? 0n) + BigInt(amount))
  expect(own.assets.map(({ asset }) => asset)).toEqual([...balances.keys()].toSorted())
  for (const { asset, parts, ...total } of own.assets) {
    expect(said.liabilities).toContainEqual({ asset, ...total })
    const path = (nodes: (typeof parts)[number]['path']) => nodes.map(({ sum, hash }) => ({ sums: [BigInt(sum)], hash: bytes(hash) }))
    const checked = {
      ...{ key: bytes(key), date: own.date, account: own.accountNumber, sequence: own.sequence, head: bytes(own.head), size: total.leaves },
      balances: [balances.get(asset) ?? 0n],
      parts: parts.map(({ index, amount, path: nodes }) => ({ index, sums: [BigInt(amount)], path: path(nodes) })),
    }
    expect(verifyOwnParts(checked, { sums: [BigInt(total.total)], hash: bytes(total.root) })).toMatchObject({ ok: true })
    const logged = (
      await harness.app.pool.query<{ entry: string }>('select entry from trust_entries where entry_index = $1', [total.entry])
    ).rows
    expect(JSON.parse(logged[0]?.entry ?? '')).toMatchObject({
      kind: 'liabilities',
      date: own.date,
      asset,
      root: total.root,
      total: total.total,
    })
  }
  await expectSoundBooks(harness.app.pool)
  for (const date of ['2026-11-17', '2026-02-30', 'today'])
    expect(await address(`/trust/liabilities/${date}`)).toMatchObject({ statusCode: 404 })
  expect(await harness.call(trust.liability, { date: '2026-11-17' }, ana.token)).toMatchObject({ code: 1002 })
})
