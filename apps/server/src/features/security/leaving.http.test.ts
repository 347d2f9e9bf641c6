import { readFileSync, writeFileSync } from 'node:fs'
import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { security } from '@rueda/contract/security.ts'
import { notes } from '@rueda/contract/notes.ts'
import { type WireDeskLayout, layouts } from '@rueda/contract/layouts.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_SIZES } from '@rueda/rules/layouts/desk.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXPORT_PATH } from '../../storage/exports.ts'
import { keepFiles } from '../files/jobs.ts'
import { type Customer, type Harness, register, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { storedFiles } from '../../testing/stored-files.ts'
import { newKeyring } from '../../vault/keyring.ts'
import { createVault } from '../../vault/vault.ts'

/** Taking one's data along, and leaving for good. */
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
})

const RESTING = { stockCode: 'TEST', direction: 0, orderType: 1, price: '150.00', quantity: '10', tif: 1 } as const
const exportOf = (who = customer) => harness.call(security.exportData, {}, who.token)

const get = (url: string) => harness.http.server.inject({ method: 'GET', url })

type All = Readonly<{ accountId: string; venue: string; tables: Record<string, Record<string, unknown>[]> }>
type Taken = Readonly<{ names: string[]; all: All; text: string; csv: (name: string) => string; bytesOf: (name: string) => Uint8Array }>
async function filesOf(who = customer): Promise<Taken> {
  const { link } = await harness.ask(security.exportData, {}, who.token)
  const files = unzipSync((await get(link)).rawPayload)
  const bytesOf = (name: string) => files[name] ?? new Uint8Array()
  const csv = (name: string) => strFromU8(bytesOf(name))
  const text = csv('all.json')
  return { names: Object.keys(files), all: JSON.parse(text) as All, text, csv, bytesOf }
}

describe('the export', () => {
  it('holds one’s own rows of every table, sealed ones opened, as JSON and as CSV', async () => {
    await passIdentity(harness, customer.accountId, 'Ana Pérez')
    await harness.ask(orders.create, RESTING, customer.token)
    await harness.ask(watchlist.create, { name: 'Energía', instruments: [{ stockCode: 'TEST' }] }, customer.token)
    await harness.ask(notes.save, { stockCode: 'TEST', timestamp: 0, price: '1', text: 'Piso' }, customer.token)
    const desk: WireDeskLayout = { railOpen: 1, list: null, ...USUAL_SIZES, pinned: null, hiddenColumns: [] }
    await harness.ask(layouts.keepDesk, desk, customer.token)
    const { all, names, csv } = await filesOf()
    expect(all).toMatchObject({ accountId: customer.accountId, venue: 'SIM' })
    expect(all.tables['accounts']).toMatchObject([{ email: customer.email, nickname: customer.email.split('@')[0] }])
    expect(all.tables['kyc_cases']).toMatchObject([{ person: { firstName: 'Ana', lastName: 'Pérez' } }])
    expect(all.tables['orders']).toMatchObject([{ instrument_id: 'US:TEST', status: 'working' }])
    const [list] = all.tables['watchlists'] ?? []
    expect(list).toMatchObject({ name: 'Energía' })
    expect(all.tables['watchlist']).toMatchObject([{ list_id: list?.['list_id'], instrument_id: 'US:TEST' }])
    expect(all.tables['chart_notes']).toMatchObject([{ instrument_id: 'US:TEST', text: 'Piso' }])
    expect(all.tables['desk_layouts']).toMatchObject([{ layout: desk }])
    expect(all.tables['entries']?.length).toBeGreaterThan(0)
    expect(names.filter((name) => name.endsWith('.csv'))).toHaveLength(Object.keys(all.tables).length)
    expect(csv('orders.csv')).toContain('US:TEST')
  })

  it('holds the pictures that were handed in, and nobody else’s', async () => {
    const upload = async ({ token }: Customer) =>
      (await harness.send(uploadOf(token, formOf({ content: await picture() })))).data as { url: string }
    const { url } = await upload(customer)
    await upload(await harness.newCustomer())
    const { names, bytesOf } = await filesOf()
    const pictures = names.filter((name) => name.startsWith('files/'))
    expect(pictures).toEqual([`files/${url.split('/').at(-1) ?? ''}.jpg`])
    expect(bytesOf(pictures[0] ?? '').subarray(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8))
  })

  it('holds nothing of anybody else, and no secret of one’s own', async () => {
    const other = await harness.newCustomer()
    const { text } = await filesOf()
    expect(text).not.toContain(other.accountId)
    expect(text).not.toContain(other.email)
    expect(text).not.toMatch(/argon2|password_hash|token_hash/u)
  })

  it('comes by a link that lives a quarter of an hour, is the owner’s alone and dies with the session', async () => {
    const { link, bytes, expireTimestamp } = await harness.ask(security.exportData, {}, customer.token)
    expect(expireTimestamp).toBe(harness.app.wallClock.now() + 15 * MINUTE_MS)
    for (let time = 0; time < 2; time += 1) {
      const { statusCode, headers, rawPayload } = await get(link)
      expect([statusCode, rawPayload.length]).toEqual([200, bytes])
      expect(headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="rueda-${customer.accountId}.zip"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
    }
    const [path = '', ticket = ''] = link.split('?ticket=')
    const other = await harness.ask(security.exportData, {}, (await harness.newCustomer()).token)
    const [said = '', signature = ''] = ticket.split('.')
    const longer = Buffer.from(
      Buffer.from(said, 'base64url')
        .toString()
        .replace(/"expiresAt":\d/u, '"expiresAt":9'),
    ).toString('base64url')
    const wrong = [path, `${path}?ticket=`, `${path}?ticket=${other.link.split('?ticket=')[1]}`, `${path}?ticket=${longer}.${signature}`]
    for (const url of [...wrong, `${EXPORT_PATH}/x?ticket=${ticket}`, `${path}?ticket=${ticket}.x`, `${path}?link=${ticket}`])
      expect((await get(url)).statusCode, url).toBe(404)
    await harness.pass(15 * MINUTE_MS - 1)
    expect((await get(link)).statusCode).toBe(200)
    await harness.pass(1)
    expect((await get(link)).statusCode).toBe(404)

    await harness.ask(security.verify, { password: customer.password }, customer.token)
    const again = await harness.ask(security.exportData, {}, customer.token)
    await harness.ask(accounts.logout, {}, customer.token)
    expect((await get(again.link)).statusCode).toBe(404)
  })

  it('is not there any more once the key it was sealed with is destroyed', async () => {
    const { link } = await harness.ask(security.exportData, {}, customer.token)
    const exportId = link.slice(EXPORT_PATH.length + 1, link.indexOf('?'))
    const path = (await storedFiles(harness.app.settings.DATA_DIR)).find((stored) => stored.path.endsWith(exportId))?.path ?? ''
    const place = { accountId: customer.accountId, field: 'export' }
    writeFileSync(path, createVault(newKeyring()).seal(place, Buffer.from('PK')))
    const { statusCode, payload } = await get(link)
    expect([statusCode, JSON.parse(payload)]).toMatchObject([404, { code: 1002 }])
  })

  it('lies sealed among the files, and is gone within two hours', async () => {
    await harness.ask(security.exportData, {}, customer.token)
    const stored = await storedFiles(harness.app.settings.DATA_DIR)
    expect(stored.length).toBeGreaterThan(0)
    // A zip begins with "PK", and its list of files holds their names as they are.
    for (const { path } of stored) expect(readFileSync(path).includes('orders.csv')).toBe(false)
    await keepFiles(harness.app, Date.now() + 2 * HOUR_MS)
    expect(await storedFiles(harness.app.settings.DATA_DIR)).toEqual([])
  })

  it('is there for a frozen account, asks for a fresh proof, and comes once in ten minutes', async () => {
    await harness.ask(security.freeze, {}, customer.token)
    expect(await exportOf()).toMatchObject({ code: 200 })
    expect(await exportOf()).toMatchObject({ code: 1003 })
    await harness.pass(10 * MINUTE_MS)
    expect(await exportOf()).toMatchObject({ code: 2022 })
    await harness.ask(security.verify, { password: customer.password }, customer.token)
    expect(await exportOf()).toMatchObject({ code: 200 })
  })
})

describe('closing an account', () => {
  const close = (leaveMoney: 0 | 1, who = customer) => harness.call(security.close, { leaveMoney }, who.token)

  it('waits until nothing is under way, and until the money is gone or left behind', async () => {
    const { orderId } = await harness.ask(orders.create, RESTING, customer.token)
    expect(await close(1)).toMatchObject({ status: 200, code: 2026 })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await close(0)).toMatchObject({ status: 200, code: 2027 })
    expect(await close(1)).toMatchObject({ code: 200, data: true })
  })

  it('ends every session and every way in; the address is free, and kept only sealed', async () => {
    const phone = await harness.ask(accounts.login, { username: customer.email, password: customer.password })
    await close(1)
    for (const token of [customer.token, phone.token]) expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 401 })
    for (const username of [customer.email, customer.accountId])
      expect(await harness.call(accounts.login, { username, password: customer.password })).toMatchObject({ code: 2000 })
    const { rows } = await harness.app.pool.query<{ row: string }>('select a::text as row from accounts a where account_id = $1', [
      customer.accountId,
    ])
    expect(rows[0]?.row).not.toContain(customer.email)
    await harness.pass(MINUTE_MS)
    expect((await register(harness, customer.email)).accountId).not.toBe(customer.accountId)
  })

  it('asks for a fresh proof of who is there', async () => {
    await harness.pass(5 * MINUTE_MS)
    expect(await close(1)).toMatchObject({ code: 2022 })
  })
})
