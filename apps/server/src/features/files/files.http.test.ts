import { readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/accounts.ts'
import { files } from '@rueda/contract/files.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepFiles } from './jobs.ts'
import { ownFile } from '../../storage/files.ts'
import { signLink } from '../../storage/links.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, composeRole, hire } from '../../testing/staff.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { storedFiles } from '../../testing/stored-files.ts'

let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

async function upload(content: Buffer, token = customer.token): Promise<string> {
  const answer = await harness.send(uploadOf(token, formOf({ content })))
  expect(answer.code).toBe(200)
  return (answer.data as { url: string }).url
}

const get = async (url: string) => {
  const { statusCode, headers, rawPayload } = await harness.http.server.inject({ method: 'GET', url })
  return { statusCode, headers, rawPayload }
}
const linkTo = (url: string, token = customer.token) => harness.ask(files.link, { url }, token)

describe('a picture that is handed in', () => {
  it('gets an address nobody could guess, under the data and beside it for older clients', async () => {
    const answer = await harness.send(uploadOf(customer.token, formOf({ content: await picture() })))
    expect(answer).toMatchObject({ status: 200, code: 200, data: { url: expect.stringMatching(/^\/web\/file\/[0-9a-f-]{36}$/u) } })
    expect((answer as unknown as { url: string }).url).toBe((answer.data as { url: string }).url)
  })

  it('E10 comes back to its owner as pixels alone', async () => {
    const canary = 'ZQ-CANARY-7731'
    const original = await sharp(await picture())
      .withExif({ IFD0: { Artist: canary }, IFD3: { GPSLatitude: '34/1 36/1 0/1', GPSLatitudeRef: 'S' } })
      .jpeg()
      .toBuffer()
    expect(original.includes(canary)).toBe(true)
    const { link } = await linkTo(await upload(original))
    const { rawPayload } = await get(link)
    expect(rawPayload.includes(canary)).toBe(false)
    const { format, exif, icc, xmp, width } = await sharp(rawPayload).metadata()
    expect({ format, exif, icc, xmp, width }).toEqual({ format: 'jpeg', exif: undefined, icc: undefined, xmp: undefined, width: 700 })
  })

  it('lies in the data folder sealed, under a name that says nothing', async () => {
    const url = await upload(await picture())
    const stored = await storedFiles(harness.app.settings.DATA_DIR)
    const { path } = stored.find(({ name }) => url.endsWith(name)) ?? { path: '' }
    const bytes = readFileSync(path)
    expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false)
    expect(bytes.includes('JFIF')).toBe(false)
  })

  it('E17 is opened as a download that can run nothing', async () => {
    const { link } = await linkTo(await upload(await picture()))
    const { statusCode, headers } = await get(link)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="picture.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('is another form of the same picture to nobody but the house: a smaller copy has the same outline', async () => {
    const original = await picture({ of: 'a passport' })
    const smaller = await sharp(original).resize(500).jpeg({ quality: 60 }).toBuffer()
    const prints = await Promise.all(
      [original, smaller].map(async (content) => {
        const url = await upload(content)
        const { rows } = await harness.app.pool.query<{ print: string }>('select print::text from files where file_id = $1', [
          url.slice(-36),
        ])
        return rows[0]?.print ?? ''
      }),
    )
    const apart = [...(prints[0] ?? '')].filter((bit, index) => bit !== prints[1]?.[index]).length
    expect(prints[0]).toHaveLength(256)
    expect(apart).toBeLessThanOrEqual(12)
  })
})

describe('a link', () => {
  it('E16 ends after five minutes', async () => {
    const { link } = await linkTo(await upload(await picture()))
    await harness.pass(5 * MINUTE_MS - 1)
    expect((await get(link)).statusCode).toBe(200)
    await harness.pass(1)
    expect((await get(link)).statusCode).toBe(404)
  })

  it('E16 ends with the session it was made in', async () => {
    const other = await harness.newCustomer()
    const { link } = await linkTo(await upload(await picture(), other.token), other.token)
    expect((await get(link)).statusCode).toBe(200)
    await harness.ask(accounts.logout, {}, other.token)
    expect((await get(link)).statusCode).toBe(404)
  })

  it('E16 opens its own file only, and only as the house made it', async () => {
    const url = await upload(await picture())
    const { link } = await linkTo(await upload(await picture()))
    const [, token = ''] = link.split('?link=')
    const [said = '', signature = ''] = token.split('.')
    const changed = Buffer.from(
      Buffer.from(said, 'base64url')
        .toString()
        .replace(/"expiresAt":\d/u, '"expiresAt":9'),
    ).toString('base64url')
    for (const wrong of ['', '?link=', `?link=${token}`, `?link=${changed}.${signature}`, `?link=${said}`, `?link=${token}.x`]) {
      const answer = await get(`${url}${wrong}`)
      expect([answer.statusCode, JSON.parse(answer.rawPayload.toString()).code], wrong).toEqual([404, codeOf('object.not_found')])
    }
  })

  it('E16 is made for the owner alone: somebody else learns nothing', async () => {
    const url = await upload(await picture())
    const stranger = await harness.newCustomer()
    const missing = url.replace(/.{4}$/u, 'ffff')
    for (const asked of [url, missing, 'https://example.org/x.jpg', '/web/file/../../etc/passwd']) {
      expect(await harness.call(files.link, { url: asked }, stranger.token)).toMatchObject({ code: codeOf('object.not_found') })
    }
  })
})

async function sessionOfStaff({ staffId }: StaffCaller): Promise<Readonly<{ staffId: string; sessionId: string }>> {
  const { rows } = await harness.app.pool.query<{ session_id: string }>(
    'select session_id::text from staff_sessions where staff_id = $1 and ended_at is null',
    [staffId],
  )
  return { staffId, sessionId: rows[0]?.session_id ?? '' }
}

describe('a link that staff were given', () => {
  const ends: Readonly<Record<string, (caller: StaffCaller) => Promise<unknown>>> = {
    'signing out': (caller) => caller.ask(staff.signOut, {}),
    'signing in elsewhere': (caller) => caller.signIn(),
    'being suspended': ({ staffId }) =>
      harness.app.pool.query('update staff set suspended_until = $2 where staff_id = $1', [staffId, 9e12]),
    'a change of a composed role': async () => {
      const roleId = await composeRole(harness, 'Lector', ['ledger.see'])
      const asked = { reason: 'maintenance' as const, roleId, version: 1, powers: ['market.see' as const] }
      for (const admin of [await hire(harness, ['admin']), await hire(harness, ['admin'])]) await admin.ask(composedRoles.change, asked)
      // A link of the same moment counts as given before.
      await harness.pass(1)
    },
    'being shut out': ({ staffId }) => harness.app.pool.query('update staff set disabled_at = 1 where staff_id = $1', [staffId]),
  }
  it.each(Object.keys(ends))('E16 dies with the session it was made in: with %s', async (end) => {
    const url = await upload(await picture())
    const caller = await hire(harness, ['kyc'])
    const viewer = { kind: 'staff', ...(await sessionOfStaff(caller)), reason: 'kyc' } as const
    const givenAt = harness.app.wallClock.now()
    const expiresAt = givenAt + MINUTE_MS
    const link = signLink(harness.app.links, { accountId: customer.accountId, fileId: url.slice(-36), viewer, givenAt, expiresAt })
    expect((await get(link)).statusCode).toBe(200)
    await ends[end]?.(caller)
    expect((await get(link)).statusCode).toBe(404)
  })

  it('E16 is not made by whoever knows what marks documents in the books', async () => {
    const url = await upload(await picture())
    const viewer = { kind: 'staff', ...(await sessionOfStaff(await hire(harness, ['kyc']))), reason: 'kyc' }
    const text = JSON.stringify({
      accountId: customer.accountId,
      fileId: url.slice(-36),
      viewer,
      expiresAt: harness.app.wallClock.now() + MINUTE_MS,
    })
    const signature = harness.app.vault.fingerprint('file link', text).toString('base64url')
    expect((await get(`${url}?link=${Buffer.from(text).toString('base64url')}.${signature}`)).statusCode).toBe(404)
  })
})

it('every opening is written down, and its owner sees by whom and why', async () => {
  const owner = await harness.newCustomer()
  const url = await upload(await picture(), owner.token)
  await get((await linkTo(url, owner.token)).link)
  await harness.pass(1000)
  const givenAt = harness.app.wallClock.now()
  const expiresAt = givenAt + MINUTE_MS
  const { staffId, sessionId } = await sessionOfStaff(await hire(harness, ['kyc']))
  const viewer = { kind: 'staff', staffId, sessionId, reason: 'kyc' } as const
  await get(signLink(harness.app.links, { accountId: owner.accountId, fileId: url.slice(-36), viewer, givenAt, expiresAt }))
  const { list, total } = await harness.ask(files.openings, {}, owner.token)
  expect(total).toBe(2)
  expect(list).toMatchObject([
    { url, by: 'staff', reason: 'kyc' },
    { url, by: 'owner', reason: null },
  ])
})

describe('what nobody needs', () => {
  it('goes after a day, unless something leans on it', async () => {
    const used = await upload(await picture())
    const unused = await upload(await picture())
    const client = await harness.app.pool.connect()
    expect(await ownFile(client, customer.accountId, used)).toMatchObject({ width: 700, height: 700 })
    client.release()
    await harness.pass(DAY_MS + 1)
    await keepFiles(harness.app, harness.app.wallClock.now())
    const { token } = customer
    expect((await harness.call(files.link, { url: used }, token)).code).toBe(200)
    expect((await harness.call(files.link, { url: unused }, token)).code).toBe(codeOf('object.not_found'))
    const names = (await storedFiles(harness.app.settings.DATA_DIR)).map(({ name }) => name)
    expect(names).toContain(used.slice(-36))
    expect(names).not.toContain(unused.slice(-36))
  })

  it('E18 goes after an hour when no row knows of it, as after a crash', async () => {
    const url = await upload(await picture())
    await harness.app.pool.query('delete from files where file_id = $1', [url.slice(-36)])
    const { path = '' } = (await storedFiles(harness.app.settings.DATA_DIR)).find(({ name }) => url.endsWith(name)) ?? {}
    const moment = (at: number) => new Date(at)
    const now = harness.app.wallClock.now()
    utimesSync(path, moment(now), moment(now - HOUR_MS + 1))
    await keepFiles(harness.app, now)
    expect(readdirSync(join(path, '..'))).toContain(url.slice(-36))
    utimesSync(path, moment(now), moment(now - HOUR_MS - 1))
    await keepFiles(harness.app, now)
    expect(readdirSync(join(path, '..'))).not.toContain(url.slice(-36))
  })
})
