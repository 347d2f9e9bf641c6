import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { ids } from '../../../testing/harness.ts'
import { MAX_SHOWN } from './findings.ts'
import { type IntegrityRuns, createIntegrityRuns } from './runs.ts'
import type { Verification } from './verify.ts'

/** What is told of a look, and when it takes a second one; what the looks find is given. */
let database: Database
let looks: (Verification | Error)[]
let taken: number
let told: string[]
let runs: IntegrityRuns
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())
beforeEach(() => {
  ;[looks, taken, told] = [[], 0, []]
  const verify = async (): Promise<Verification> => {
    const look = looks[taken]
    taken += 1
    if (look === undefined || look instanceof Error) throw look ?? new Error('one look too many')
    return look
  }
  const log = pino({ level: 'error' }, { write: (line: string) => void told.push(line) })
  runs = createIntegrityRuns({ pool: database.pool, ids, log, verifier: { verify, stop: () => Promise.resolve() } })
})

const ONE_SIDED = 'INV-21b'
const side = (sequence: number) => ({ account_id: '7', order_id: 'o', sequence })
const look = (found: Readonly<Record<string, readonly object[]>>): Verification => {
  const checks = [ONE_SIDED, 'INV-09', 'CHECKPOINT'].map((id) => ({
    ...{ id, says: id, repeats: [], offending: found[id] ?? [], milliseconds: 1 },
  }))
  return { checks, entries: 1, accounts: 1, clean: Object.keys(found).length === 0 }
}

describe('one side of a trade between customers', () => {
  it('whose other side comes a moment later is no fault', async () => {
    looks = [look({ [ONE_SIDED]: [side(1)] }), look({})]
    expect((await runs.run('incremental', 0)).clean).toBe(true)
    expect([taken, told]).toEqual([2, []])
  })

  it('and then one of another trade, as where two customers trade on and on, is none either', async () => {
    looks = [look({ [ONE_SIDED]: [side(1)] }), look({ [ONE_SIDED]: [side(2)] })]
    expect((await runs.run('incremental', 0)).clean).toBe(true)
  })

  it('that is still alone is a fault', async () => {
    looks = [look({ [ONE_SIDED]: [side(1)] }), look({ [ONE_SIDED]: [side(1), side(2)] })]
    const { clean, checks } = await runs.run('incremental', 0)
    expect([clean, checks.map(({ bad }) => bad), told.length]).toEqual([false, [1, 0, 0], 1])
  })

  it('is a fault where there are more of them than a look shows, and where no second look was possible', async () => {
    looks = [look({ [ONE_SIDED]: Array.from({ length: MAX_SHOWN }, (_, at) => side(at)) })]
    expect((await runs.run('incremental', 0)).clean).toBe(false)
    looks.push(look({ [ONE_SIDED]: [side(1)] }), new Error('the verifying process ended'))
    expect((await runs.run('incremental', 0)).clean).toBe(false)
    expect(told).toHaveLength(2)
  })

  it('does not hide what the second look finds beside it', async () => {
    looks = [look({ [ONE_SIDED]: [side(1)] }), look({ 'INV-09': [{ account_id: '9' }] })]
    expect((await runs.run('incremental', 0)).clean).toBe(false)
  })
})

it('every other fault is told at once, also one that the look itself has mended', async () => {
  looks = [look({ CHECKPOINT: [{ fault: 'not as it was written' }], [ONE_SIDED]: [side(1)] })]
  expect((await runs.run('incremental', 0)).clean).toBe(false)
  expect([taken, told.length]).toEqual([1, 1])
})

it('a run that is stopped between its looks keeps what it has found', async () => {
  looks = [look({ [ONE_SIDED]: [side(1)] })]
  const running = runs.run('full', 0)
  await expect.poll(() => taken).toBe(1)
  await runs.stop()
  expect((await running).clean).toBe(false)
  expect(taken).toBe(1)
})
