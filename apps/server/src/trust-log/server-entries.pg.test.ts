import { expect, it } from 'vitest'
import { readAll, saidIn } from '../testing/log-reader.ts'
import { logOfTest } from '../testing/started-log.ts'
import { lineOf } from './log.ts'
import { sayLater } from './log-store.ts'
import { sayStart, sayStop } from './server-entries.ts'

/** When the server was there and when it was not, as its public log has it (`docs/rules/proof.md`). */
const HOUR_MS = 3_600_000
const { pool, now, pass, started } = logOfTest()

it('says when it began, when it ended, and the time between', async () => {
  const levers = { version: '0.1.0', engine: 'ab'.repeat(32), settings: { MARKET: 'sim' }, isSeedSet: false, scenario: 'a scenario' }
  const log = await started()
  await sayStart(pool(), levers, now())
  await log.checkpoint()
  const stoppedAt = now()
  await sayStop(pool(), stoppedAt)
  await log.checkpoint()
  pass(HOUR_MS)
  const again = await started()
  await sayStart(pool(), levers, now())
  const crashedAt = (await again.checkpoint())?.at
  pass(HOUR_MS)
  await sayStart(pool(), levers, now())
  await (await started()).checkpoint()
  const said = saidIn((await readAll(await started())).entries)
  expect(said.map(({ kind }) => kind)).toEqual(['key', 'key', 'start', 'stop', 'gap', 'start', 'gap', 'start'])
  expect(said[2]).toMatchObject({
    settings: { MARKET: 'sim' },
    closedDays: [],
    isSeedSet: false,
    scenario: expect.stringMatching(/^[0-9a-f]{64}$/u),
  })
  expect(said[4]).toMatchObject({ from: expect.any(Number), reason: 'stopped' })
  expect(said[6]).toMatchObject({ from: crashedAt, reason: 'crashed' })
})

it('takes an engine that is named before a start for no word of a running server', async () => {
  const levers = { version: '0.1.0', engine: 'ab'.repeat(32), settings: {}, isSeedSet: false, scenario: null }
  const named = (): Promise<unknown> =>
    sayLater(pool(), lineOf({ kind: 'engine', at: now(), engine: 'ab'.repeat(32), firstDate: '2026-11-29', isEmergency: true }), now())
  const log = await started()
  await named()
  pass(1_000)
  await sayStart(pool(), levers, now())
  await log.checkpoint()
  const stoppedAt = now()
  await sayStop(pool(), stoppedAt)
  pass(HOUR_MS)
  await named()
  pass(1_000)
  const startedAt = now()
  await sayStart(pool(), levers, startedAt)
  await (await started()).checkpoint()
  const said = saidIn((await readAll(await started())).entries)
  expect(said.map(({ kind }) => kind)).toEqual(['key', 'key', 'engine', 'start', 'stop', 'engine', 'gap', 'start'])
  expect(said[6]).toMatchObject({ from: stoppedAt, until: startedAt, reason: 'stopped' })
})
