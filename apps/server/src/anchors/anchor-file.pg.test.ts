import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { verifyBooks } from '../features/integrity/verify/verify.ts'
import { anchorPath, keepAnchor } from './anchor-file.ts'
import { outside } from '../testing/outside.ts'

/** The files of anchors: a faulty file is never taken for an empty one. */
let database: Database
let folder: string
let file: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-anchor-file-'))
  file = anchorPath(folder, 'draws')
})
afterEach(async () => {
  await database.pool.query('delete from anchor_files')
  rmSync(folder, { recursive: true, force: true })
})

const NOW = 1_795_186_800_000
const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n')
/** A line that says nothing, because nobody has offered anything. */
const anchor = () => keepAnchor(database.pool, folder, { name: 'draws', line: { at: NOW, draws: [] }, since: NOW })
const faults = async () =>
  (await verifyBooks(database.pool, outside(folder), () => 0)).checks.flatMap(({ id, offending }) =>
    offending.map((row) => `${id}: ${'fault' in row ? String(row.fault).replace(file, 'the file') : ''}`),
  )

describe('a run of the checks is not clean', () => {
  beforeEach(async () => {
    await anchor()
    await anchor()
    expect(await faults()).toEqual([])
  })

  it('over a file that is missing, and no other is begun in its place', async () => {
    rmSync(file)
    expect(await faults()).toEqual(['ANCHORS: the file is missing'])
    await expect(anchor()).rejects.toThrow('ENOENT')
    expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the last anchor could not be written: ENOENT/u)])
  })

  it('over a file that was cut short at the end of a line', async () => {
    const [first = ''] = lines()
    writeFileSync(file, `${first}\n`)
    expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the file is shorter than it was/u)])
    await expect(anchor()).rejects.toThrow('shorter than it was')
  })

  it('over a line that is torn, at the end or in the middle', async () => {
    truncateSync(file, statSync(file).size - 10)
    expect((await faults())[0]).toMatch(/^ANCHORS: the file is shorter than it was/u)
    const whole = lines()[0] ?? ''
    writeFileSync(file, `${whole.slice(0, 20)}\n${whole}\n${whole}\n${whole}\n`)
    expect(await faults()).toEqual(['ANCHORS: a line of the anchors of draws is torn'])
  })

  it('over what a crash left of a line, which the next anchor takes away and says again', async () => {
    appendFileSync(file, '{"at":17951868')
    expect(await faults()).toEqual(['ANCHORS: the last line of the file is torn'])
    await anchor()
    expect(await faults()).toEqual([])
    expect(lines()).toHaveLength(3)
  })
})

it.skipIf(process.platform !== 'linux')('a disk that is full is told, and every run is red until it can be written to again', async () => {
  mkdirSync(join(folder, 'anchors'))
  symlinkSync('/dev/full', file)
  await expect(anchor()).rejects.toThrow('ENOSPC')
  expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the last anchor could not be written: ENOSPC/u)])
  rmSync(file)
  await anchor()
  expect(await faults()).toEqual([])
})
