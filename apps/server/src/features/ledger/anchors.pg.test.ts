import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TAMPERED_NOW as NOW, type TamperedBooks, openTamperedBooks } from '../../testing/tampered-books.ts'
import { anchorPath } from '../../anchors/anchor-file.ts'
import { createAnchoring } from './anchors.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'

/** The files of anchors: a faulty file is never taken for an empty one. */
let books: TamperedBooks
let folder: string
let file: string
let step = 100
beforeAll(async () => {
  books = await openTamperedBooks()
})
afterAll(() => books.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-anchor-file-'))
  file = anchorPath(folder, 'heads')
})
afterEach(async () => {
  await books.pool.query('delete from anchor_files')
  rmSync(folder, { recursive: true, force: true })
})

const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n')
const heads = (line = '') =>
  (JSON.parse(line) as { heads: [string, number, string][] }).heads.map(([account, sequence]) => [account, sequence])
const spend = async (accountId: string) => {
  step += 1
  await books.spend(accountId, step)
}
const faults = async () =>
  (await verifyBooks(books.pool, folder, () => 0)).checks.flatMap(({ id, offending }) =>
    offending.map((row) => `${id}: ${'fault' in row ? String(row.fault).replace(file, 'the file') : ''}`),
  )

describe('anchors', () => {
  it('hold every head once, and then those of accounts that changed', async () => {
    const anchoring = createAnchoring(books.pool, folder)
    await anchoring.anchor(NOW)
    expect(heads(lines()[0]).map(([account]) => account)).toEqual(['1', '2', '3'])
    expect(await anchoring.anchor(NOW)).toBeNull()
    await spend('2')
    await anchoring.anchor(NOW)
    expect(heads(lines()[1])).toEqual([['2', expect.any(Number)]])
    expect(lines()).toHaveLength(2)
    expect(await faults()).toEqual([])
  })

  it('read no account that had no entry since the look before', async () => {
    await createAnchoring(books.pool, folder).anchor(NOW)
    const later = createAnchoring(books.pool, folder)
    await later.anchor(NOW + 120_000)
    await later.anchor(NOW + 180_000)
    // A head that was changed without an entry is none: the account's row is not read again.
    const statements: unknown[] = []
    const seen = new Proxy(books.pool, {
      get: (pool, name) =>
        name === 'query'
          ? async (sql: string, values?: unknown[]) => {
              const result = await pool.query(sql, values)
              if (sql.includes('from account_states')) statements.push(result.rowCount)
              return result
            }
          : (Reflect.get(pool, name) as unknown),
    })
    const next = createAnchoring(seen, folder)
    await next.anchor(NOW + 240_000)
    expect(statements).toEqual([0])
  })
})

describe('a run of the checks is not clean', () => {
  beforeEach(async () => {
    await createAnchoring(books.pool, folder).anchor(NOW)
    await spend('1')
    await createAnchoring(books.pool, folder).anchor(NOW)
    expect(await faults()).toEqual([])
  })

  it('over a file that is missing, and no other is begun in its place', async () => {
    rmSync(file)
    expect(await faults()).toEqual(['ANCHORS: the file is missing'])
    await spend('1')
    await expect(createAnchoring(books.pool, folder).anchor(NOW)).rejects.toThrow('ENOENT')
    expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the last anchor could not be written: ENOENT/u)])
  })

  it('over a file that was cut short at the end of a line', async () => {
    const [first = ''] = lines()
    writeFileSync(file, `${first}\n`)
    expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the file is shorter than it was/u)])
    await spend('1')
    await expect(createAnchoring(books.pool, folder).anchor(NOW)).rejects.toThrow('shorter than it was')
  })

  it('over a line that is torn, at the end or in the middle', async () => {
    truncateSync(file, statSync(file).size - 10)
    expect((await faults())[0]).toMatch(/^ANCHORS: the file is shorter than it was/u)
    const whole = lines()[0] ?? ''
    writeFileSync(file, `${whole.slice(0, 40)}\n${whole}\n${whole}\n${whole}\n`)
    expect(await faults()).toEqual(['ANCHORS: a line of the anchors of the chains is torn, at byte 0'])
  })

  it('over what a crash left of a line, which the next anchor takes away and says again', async () => {
    appendFileSync(file, '{"at":17951868')
    expect(await faults()).toEqual(['ANCHORS: the last line of the file is torn'])
    await spend('3')
    await createAnchoring(books.pool, folder).anchor(NOW)
    expect(await faults()).toEqual([])
    expect(lines()).toHaveLength(3)
  })
})

it.skipIf(process.platform !== 'linux')('a disk that is full is told, and every run is red until it can be written to again', async () => {
  mkdirSync(join(folder, 'anchors'))
  symlinkSync('/dev/full', file)
  await expect(createAnchoring(books.pool, folder).anchor(NOW)).rejects.toThrow('ENOSPC')
  expect(await faults()).toEqual([expect.stringMatching(/^ANCHORS: the last anchor could not be written: ENOSPC/u)])
  rmSync(file)
  await createAnchoring(books.pool, folder).anchor(NOW)
  expect(await faults()).toEqual([])
})
