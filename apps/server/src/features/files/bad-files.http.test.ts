import { deflateSync } from 'node:zlib'
import { codeOf } from '@rueda/rules/refusals.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { storedFiles } from '../../testing/stored-files.ts'

/** The classes of bad files (`docs/rules/bad-input.md` 10.E): each is refused by name or made harmless, and leaves nothing behind. */
let harness: Harness
let customer: Customer
let good: Buffer
beforeAll(async () => {
  harness = await startHarness({ environment: { UPLOAD_MB: '1' } })
  customer = await harness.newCustomer()
  good = await picture()
})
afterAll(() => harness.stop())

const TOO_LARGE = codeOf('file.too_large')
const TYPE = codeOf('file.type')
const INVALID = codeOf('parameter.invalid')
const MISSING = codeOf('parameter.missing')

const send = (form: Buffer) => harness.send(uploadOf(customer.token, form))
const sendFile = (content: Uint8Array | string, rest: Readonly<{ fileName?: string; type?: string }> = {}) =>
  send(formOf({ content, ...rest }))

const MEBIBYTE = 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="https://example.org/x"/></svg>'
const HTML = '<!doctype html><script>alert(1)</script>'
const PDF = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'
const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
const HEIC = Buffer.from('000000186674797068656963000000006d6966316865696300', 'hex')
const ZIP = Buffer.from('504b0304140000000800', 'hex')
const TAR = Buffer.concat([Buffer.from('link\0'.padEnd(257, '\0')), Buffer.from('ustar\x0000'), Buffer.alloc(500)])

async function animated(): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
}
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const header = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width)
  content.writeUInt32BE(height, 4)
  content.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', content)
}
const bomb = Buffer.concat([
  PNG,
  header(20_000, 20_000),
  chunk('IDAT', deflateSync(Buffer.alloc(MEBIBYTE))),
  chunk('IEND', Buffer.alloc(0)),
])
const textBomb = Buffer.concat([
  PNG,
  header(64, 64),
  chunk('zTXt', Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(Buffer.alloc(200 * MEBIBYTE))])),
  chunk('IDAT', deflateSync(Buffer.alloc(10))),
])
const apng = Buffer.concat([
  PNG,
  header(64, 64),
  chunk('acTL', Buffer.alloc(8)),
  chunk('IDAT', deflateSync(Buffer.alloc(64 * 193))),
  chunk('IEND', Buffer.alloc(0)),
])
const endlessGif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(500_000, 0x2c)])

const notPictures: readonly (readonly [string, Uint8Array | string])[] = [
  ['E04 a drawing with a script', SVG],
  ['E05 a page', HTML],
  ['E05 a PDF with a script', PDF],
  ['E05 HEIC', HEIC],
  ['E05 an animated PNG', apng],
  ['E07 a pixel bomb', bomb],
  ['E08 a bomb in a comment', textBomb],
  ['E09 an endless GIF', endlessGif],
  ['E14 the EICAR sample', EICAR],
  ['E19 an archive', ZIP],
  ['E19 an archive with a link in it', TAR],
]

describe('a file that is no picture', () => {
  it.each(notPictures)('%s is refused by what is in it', async (_, content) => {
    for (const rest of [{}, { fileName: 'photo.png', type: 'image/png' }]) {
      expect(await sendFile(content, rest)).toMatchObject({ status: 200, code: TYPE, data: { field: 'file' } })
    }
  })

  it('E05 an animation is refused', async () => {
    expect((await sendFile(await animated())).code).toBe(TYPE)
  })

  it('E07 a bomb takes no memory', async () => {
    const before = process.memoryUsage().rss
    for (let times = 0; times < 10; times += 1) await sendFile(bomb)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEBIBYTE)
  })

  it.each([0.9, 0.5, 0.1, 0.01])('E09 a picture of which %d is there is refused', async (part) => {
    expect((await sendFile(good.subarray(0, Math.floor(good.length * part)))).code).toBe(TYPE)
  })

  it('E09 a picture with rubbish in its middle is refused or drawn, and never fails us', async () => {
    const { token } = await harness.newCustomer()
    for (let at = 200; at < good.length - 50; at += Math.ceil(good.length / 20)) {
      const spoilt = Buffer.from(good)
      spoilt.fill(0xff, at, at + 40)
      expect([200, TYPE]).toContain((await harness.send(uploadOf(token, formOf({ content: spoilt })))).code)
    }
  })

  it.each(['application/x-msdownload', 'text/html', 'application/pdf', 'image/../x', 'multipart/mixed; boundary=x'])(
    'E13 a part that calls itself %s is refused',
    async (type) => {
      expect((await sendFile(good, { type })).code).toBe(TYPE)
    },
  )
})

describe('a form that is not one file', () => {
  it.each([
    ['no file', formOf(), MISSING],
    ['an empty file', formOf({ content: '' }), INVALID],
    ['a field in place of the file', formOf({ content: 'text', fileName: null }), MISSING],
    ['a file of another name', formOf({ content: 'x', name: 'picture' }), INVALID],
    ['a file named after the insides of objects', formOf({ content: 'x', name: '__proto__' }), INVALID],
    ['two files', formOf({ content: 'x' }, { content: 'y' }), INVALID],
    [
      'ten thousand parts',
      formOf(...Array.from({ length: 10_000 }, (_, index) => ({ content: '1', name: `f${index}`, fileName: null }))),
      INVALID,
    ],
    ['no end', formOf({ content: 'x'.repeat(1_000) }).subarray(0, 900), INVALID],
    ['no boundary in it', Buffer.from('nothing of a form'), INVALID],
    ['nothing', Buffer.alloc(0), MISSING],
  ])('E02 E12 %s', async (_, form, code) => {
    const answer = await send(form)
    expect(answer).toMatchObject({ status: 200, code, data: { field: 'file' } })
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(300)}`,
    'multipart/mixed; boundary=x',
    'text/plain',
  ])('E12 %s is no way to send one', async (type) => {
    const answer = await harness.send({
      ...uploadOf(customer.token, formOf({ content: good })),
      headers: { 'authorization': customer.token, 'content-type': type },
    })
    expect([INVALID, MISSING]).toContain(answer.code)
    expect([200, 415]).toContain(answer.status)
  })

  it('E03 a body of JSON brings no file', async () => {
    const request = { method: 'POST', url: '/web/file/upload', headers: { authorization: customer.token }, payload: { file: 'x' } } as const
    expect(await harness.send(request)).toMatchObject({ status: 200, code: MISSING, data: { field: 'file' } })
  })

  it('a form is taken by this call and no other', async () => {
    const answer = await harness.send({ ...uploadOf(customer.token, formOf({ content: good })), url: '/web/api/user/info' })
    expect(answer).toMatchObject({ status: 415, code: INVALID })
  })
})

describe('too much', () => {
  it('E01 a file above the limit is refused with the limit in the words', async () => {
    for (const more of [1, MEBIBYTE, 6 * MEBIBYTE]) {
      const content = Buffer.concat([good, Buffer.alloc(MEBIBYTE + more - good.length)])
      const answer = await sendFile(content)
      expect(answer).toMatchObject({ status: 200, code: TOO_LARGE, data: { num: 1 } })
      expect(answer.msg).toContain('1 MB')
    }
  })

  it('E15 a customer has room for fifty', async () => {
    const { token, accountId } = await harness.newCustomer()
    await harness.app.pool.query(
      `insert into files (account_id, file_id, bytes, width, height, print, contrast, uploaded_at)
       select $1, gen_random_uuid(), 10, 1, 1, repeat('0', 256)::bit(256), 9, 0 from generate_series(1, 49)`,
      [accountId],
    )
    expect((await harness.send(uploadOf(token, formOf({ content: good })))).code).toBe(200)
    expect(await harness.send(uploadOf(token, formOf({ content: good })))).toMatchObject({ code: codeOf('file.quota'), data: { num: 50 } })
  })
})

describe('what is harmless once drawn anew', () => {
  it.each(['../../x', '/etc/passwd', 'a\u202egpj.exe', 'CON', 'x'.repeat(4_096), '%0d%0aSet-Cookie: a=b', 'photo.svg'])(
    'E03 E11 a picture called %j',
    async (fileName) => {
      const { token } = await harness.newCustomer()
      const answer = await harness.send(uploadOf(token, formOf({ content: good, fileName, type: 'image/png' })))
      expect(answer.data).toEqual({
        url: expect.stringMatching(/^\/web\/file\/[0-9a-f-]{36}$/u),
      })
    },
  )

  it.each([
    ['an archive', ZIP],
    ['a page', Buffer.from(HTML)],
    ['a program', Buffer.from('<?php system($_GET[0]) ?>')],
  ])('E06 a picture with %s behind it', async (_, behind) => {
    const { token } = await harness.newCustomer()
    const answer = await harness.send(uploadOf(token, formOf({ content: Buffer.concat([good, behind]) })))
    expect(answer.code).toBe(200)
  })
})

it('E16 without a session nothing is taken, and nothing is read of it', async () => {
  expect(await harness.send(uploadOf('A'.repeat(43), formOf({ content: good })))).toMatchObject({ status: 401 })
})

it('E18 what was refused left nothing behind', async () => {
  const { rows } = await harness.app.pool.query<{ file_id: string }>('select file_id::text from files where bytes > 10')
  const known = rows.map((row) => row.file_id).toSorted()
  expect((await storedFiles(harness.app.settings.DATA_DIR)).map(({ name }) => name).toSorted()).toEqual(known)
})
