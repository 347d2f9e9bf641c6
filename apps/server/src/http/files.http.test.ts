import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressFiles } from '../../../../tools/compress.ts'
import { addBrowserApps } from './files.ts'

/** The built app leaves compressed, as the build wrote it, to every browser that takes it so. */
const SCRIPT = `const words = ${JSON.stringify('the same words '.repeat(200))}\n`
const PAGE = `<!doctype html><title>Rueda</title>${'<p>the same words</p>'.repeat(100)}`
const SMALL = 'small'

const folder = mkdtempSync(join(tmpdir(), 'rueda-app-'))
const server: FastifyInstance = Fastify()
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'verifier.html'), PAGE)
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets', 'small-1a2b.js'), SMALL)
  await compressFiles(folder)
  await addBrowserApps(server, [{ folder, prefix: '/' }])
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, encodings: string) => server.inject({ url, headers: { 'accept-encoding': encodings } })

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('sends a script and the first page as %s', async (encoding, decompress) => {
  for (const [url, content] of [
    ['/assets/app-1a2b.js', SCRIPT],
    ['/', PAGE],
  ] as const) {
    const answer = await get(url, encoding)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'vary': 'accept-encoding' })
    expect(decompress(answer.rawPayload).toString()).toBe(content)
  }
})

it('prefers the smaller one', async () => {
  expect((await get('/assets/app-1a2b.js', 'gzip, deflate, br')).headers['content-encoding']).toBe('br')
})

it('sends a file as it is to whoever takes nothing else, and one that is too small to gain', async () => {
  for (const answer of [await get('/assets/app-1a2b.js', 'identity'), await get('/assets/small-1a2b.js', 'br')])
    expect(answer.headers['content-encoding']).toBeUndefined()
})

it('keeps a script for good and asks for the first page each time, compressed or not', async () => {
  expect((await get('/assets/app-1a2b.js', 'br')).headers['cache-control']).toContain('immutable')
  expect((await get('/', 'br')).headers['cache-control']).toBe('no-cache')
})

it('hands out the verifier to be kept, compressed or not, and no other page', async () => {
  for (const encoding of ['br', 'identity'])
    expect((await get('/verifier.html', encoding)).headers['content-disposition']).toBe('attachment; filename="verifier.html"')
  expect((await get('/', 'br')).headers['content-disposition']).toBeUndefined()
})

it('sends what was built anew while it runs, and no other name', async () => {
  const draft = mkdtempSync(join(tmpdir(), 'rueda-app-'))
  cpSync(folder, draft, { recursive: true })
  writeFileSync(join(draft, 'assets', 'app-3c4d.js'), SMALL)
  rmSync(folder, { recursive: true })
  renameSync(draft, folder)
  expect((await get('/assets/app-3c4d.js', 'identity')).body).toBe(SMALL)
  for (const url of [
    '/assets/App-1a2b.js',
    '/assets/',
    '/assets',
    '/assets/nothing.js',
    '/..%2findex.html',
    '/assets/..%2findex.html',
    '/%00',
  ])
    expect((await get(url, 'identity')).statusCode, url).toBe(404)
})

it('sends what was copied over it with a new first page', async () => {
  writeFileSync(join(folder, 'assets', 'app-5e6f.js'), SMALL)
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 1000))
  expect((await get('/assets/app-5e6f.js', 'identity')).body).toBe(SMALL)
})

it('looks into no folder for a name that the same build does not have', async () => {
  writeFileSync(join(folder, 'assets', 'app-7a8b.js'), SMALL)
  expect((await get('/assets/app-7a8b.js', 'identity')).statusCode).toBe(404)
})

it('answers a question about a file without its content', async () => {
  for (const url of ['/', '/assets/app-1a2b.js']) {
    const answer = await server.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'identity' } })
    expect(answer, url).toMatchObject({ statusCode: 200, body: '' })
    expect(Number(answer.headers['content-length']), url).toBeGreaterThan(0)
  }
})

it('keeps the mark of the build to itself', async () => {
  writeFileSync(join(folder, '.sources'), 'mark')
  expect((await get('/.sources', 'identity')).statusCode).toBe(404)
})

it('finds nothing, and fails at nothing, while its folder is away', async () => {
  const other = mkdtempSync(join(tmpdir(), 'rueda-app-'))
  writeFileSync(join(other, 'index.html'), PAGE)
  const bare = Fastify()
  await addBrowserApps(bare, [{ folder: other, prefix: '/' }])
  rmSync(other, { recursive: true })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => bare.inject(`/assets/nothing-${index}.js`)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
})

it('opens without an app that has been built', async () => {
  const bare = Fastify()
  await addBrowserApps(bare, [{ folder: join(folder, 'nothing'), prefix: '/' }])
  expect((await bare.inject('/')).statusCode).toBe(404)
})
