import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '../testing/s3-server.ts'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { openFolderStore } from './folder-store.ts'
import { moveFiles } from './move-files.ts'
import { expectFilesMoved, expectStoreWorks, openStore } from './open-store.ts'
import { openS3Store } from './s3-store.ts'
import { readStoreUrl } from './store-url.ts'

/** The start looks at the bucket before it relies on it, and files of the folder are brought there whole. */
const vault = createVault(newKeyring())
let server: S3Server
let folder: string
beforeEach(async () => {
  server = await startS3Server()
  folder = mkdtempSync(join(tmpdir(), 'rueda-open-store-'))
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})
const bucket = () => openS3Store(server.address, { pauseMs: 1 })

it('reads the address of a bucket, with the signs of its secret, a folder and another region, and nothing else', () => {
  const whole = {
    endpoint: 'https://s3.example:9000',
    bucket: 'rueda',
    prefix: '',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'a/b@c+d',
  }
  expect(readStoreUrl('s3://key:a%2Fb%40c+d@s3.example:9000/rueda')).toEqual(whole)
  expect(readStoreUrl('s3://key:a%2Fb%40c+d@s3.example:9000/rueda/house-1/?region=eu-west-3&tls=0')).toEqual({
    ...whole,
    endpoint: 'http://s3.example:9000',
    prefix: 'house-1/',
    region: 'eu-west-3',
  })
  const wrong = [
    ...[
      '',
      'rueda',
      'https://key:secret@s3.example/rueda',
      's3://s3.example/rueda',
      's3://key@s3.example/rueda',
      's3://key:secret@s3.example',
    ],
    ...[
      's3://key:secret@s3.example/',
      's3://key:secret@s3.example/Rueda',
      's3://key:secret@s3.example/ru',
      's3://key:secret@s3.example/rueda/../x/..',
    ],
    ...[
      's3://key:secret@s3.example/rueda//x',
      's3://key:secret@s3.example/rueda?tls=no',
      's3://key:secret@s3.example/rueda?regin=eu',
      's3://key:%zz@s3.example/rueda',
    ],
  ]
  for (const given of wrong) expect(readStoreUrl(given), given).toBeNull()
})

it('takes a bucket that it can write, read and clear, and leaves only its own name there', async () => {
  await expectStoreWorks(bucket(), vault, true)
  expect([...server.objects.keys()]).toEqual(['owner'])
  await expectStoreWorks(bucket(), vault, true)
  await expectStoreWorks(bucket(), vault, false)
})

it('refuses a bucket that only reads, one that is away, and one of a brokerage with other keys', async () => {
  server.failing(({ method }) => (method === 'PUT' ? { kind: 'error', status: 403, code: 'AccessDenied' } : null))
  await expect(expectStoreWorks(bucket(), vault, true)).rejects.toThrow('refuses the key: AccessDenied')
  server.failing(({ method }) => (method === 'DELETE' ? { kind: 'error', status: 403, code: 'AccessDenied' } : null))
  await expect(expectStoreWorks(bucket(), vault, true)).rejects.toThrow('refuses the key: AccessDenied')
  server.failing(null)
  await expect(expectStoreWorks(bucket(), vault, false)).rejects.toThrow('No core has begun on the store')
  await expectStoreWorks(bucket(), vault, true)
  const others = createVault(newKeyring())
  for (const mayWrite of [true, false])
    await expect(expectStoreWorks(bucket(), others, mayWrite)).rejects.toThrow('belongs to a brokerage with other keys')
  await server.goAway()
  await expect(expectStoreWorks(bucket(), vault, true)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('cannot be reached'),
  })
  await server.comeBack()
})

it('does not start on a bucket while files lie in the folder, and moves them there without writing over any', async () => {
  const left = openFolderStore(folder)
  mkdirSync(join(folder, 'trust'))
  writeFileSync(join(folder, 'trust', 'restored'), 'the word that a restore left')
  await expectFilesMoved(bucket(), folder)
  const [picture, tile] = ['files/ab/one', 'trust/1/tile/0/000']
  for (const key of [picture, tile]) {
    await left.put([{ key, bytes: Buffer.from(key) }])
    await expect(expectFilesMoved(bucket(), folder)).rejects.toThrow('npm run move-files')
    await expectFilesMoved(left, folder)
    await left.remove(key)
  }
  await left.put([picture, tile].map((key) => ({ key, bytes: Buffer.from(key) })))
  await bucket().put([
    { key: picture, bytes: Buffer.from('of another time') },
    { key: tile, bytes: Buffer.from(tile) },
  ])
  expect(await moveFiles(left, bucket())).toEqual({ moved: 0, bytes: 0, wereThere: 1, differ: [picture] })
  expect((await left.get(picture))?.toString()).toBe(picture)
  expect(server.objects.get(picture)?.bytes.toString()).toBe('of another time')
  await bucket().remove(picture)
  expect(await moveFiles(left, bucket())).toMatchObject({ moved: 1, differ: [] })
  expect(server.objects.get(picture)?.bytes.toString()).toBe(picture)
  await expectFilesMoved(bucket(), folder)
  expect((await left.get('trust/restored'))?.toString()).toBe('the word that a restore left')
})

it('a file that does not arrive as it was sent stays where it is', async () => {
  const left = openFolderStore(folder)
  await left.put([{ key: 'files/ab/one', bytes: Buffer.from('whole') }])
  const forgetful = { ...bucket(), put: () => Promise.resolve() }
  await expect(moveFiles(left, forgetful)).rejects.toThrow('is not in the store as it was brought there')
  expect((await left.get('files/ab/one'))?.toString()).toBe('whole')
})

it('opens the same store anew from its place, as another thread does', async () => {
  await bucket().put([{ key: 'trust/1/checkpoint', bytes: Buffer.from('here') }])
  expect((await openStore(structuredClone(bucket().place)).get('trust/1/checkpoint'))?.toString()).toBe('here')
})
