import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { createMemoryBus } from './bus/memory-bus.ts'
import { archiveMonths } from './features/archive/jobs.ts'
import { statusOf } from './features/archive/store.ts'
import { MAX_ANSWER_MS } from './roles/forward-calls.ts'
import { type ArchivedHouse, NOVEMBER, everythingOf, faultsIn, oldHouseOn, verified } from './testing/archived-house.ts'
import { type TestFront, serveTestFronts, startTestFront } from './testing/front.ts'
import { type S3Server, startS3Server } from './testing/s3-server.ts'

/** Months that have left for a bucket, read by a front that has met none of their customers. */
let bucket: S3Server
let bus: Bus
let house: ArchivedHouse
let front: TestFront
let stopServing: () => void

beforeAll(async () => {
  bucket = await startS3Server()
  bus = carryingLarge(createMemoryBus(() => [0]))
  house = await oldHouseOn('2028-03-02', { bus, environment: { STORE_URL: bucket.url } })
  stopServing = serveTestFronts(house.harness, bus, { name: 'core', isLeading: () => true })
  front = await startTestFront(house.harness, bus, MAX_ANSWER_MS)
})
afterAll(async () => {
  await front.close()
  stopServing()
  await bus.close()
  await house.harness.stop()
  await bucket.stop()
})

it('shows everything as the core did before they left', async () => {
  const { harness, ana, bea, cara } = house
  const before = []
  for (const customer of [ana, bea, cara]) before.push(await everythingOf(harness, customer))
  await verified(harness, 'incremental')
  await archiveMonths(harness.app)
  expect(await statusOf(harness.app.pool, NOVEMBER)).toBe('shrunk')
  for (const [at, customer] of [ana, bea, cara].entries()) expect(await everythingOf(front, customer)).toEqual(before[at])
  expect(faultsIn(await verified(harness))).toEqual({})
})

it('says so while the bucket is away, and goes on with what lies in the tables', async () => {
  await bucket.stop()
  expect(await front.call(wallets.cashFlows, {}, house.ana.token)).toMatchObject({ code: codeOf('archive.away') })
  expect((await front.call(wallets.overview, {}, house.ana.token)).code).toBe(200)
  expect(house.harness.problems.splice(0).every((line) => line.includes('cannot be read'))).toBe(true)
})
