import { accounts } from '@rueda/contract/accounts.ts'
import { files } from '@rueda/contract/files.ts'
import { security } from '@rueda/contract/security.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Bus } from './bus/bus.ts'
import { carryingLarge } from './bus/large.ts'
import { createMemoryBus } from './bus/memory-bus.ts'
import { MAX_ANSWER_MS } from './roles/forward-calls.ts'
import { type TestFront, serveTestFronts, startTestFront } from './testing/front.ts'
import { type Customer, type Harness, startHarness } from './testing/harness.ts'
import { formOf, picture, uploadOf } from './testing/pictures.ts'
import { type S3Server, startS3Server } from './testing/s3-server.ts'

/** Files of a brokerage of several machines, in a bucket: whoever is asked has them, and a link that one made opens at every other. */
let bucket: S3Server
let bus: Bus
let core: Harness
let fronts: readonly [TestFront, TestFront]
let stopServing: () => void
let customer: Customer
beforeAll(async () => {
  bucket = await startS3Server()
  bus = carryingLarge(createMemoryBus(() => [0]))
  core = await startHarness({ bus, environment: { STORE_URL: bucket.url } })
  stopServing = serveTestFronts(core, bus, { name: 'core', isLeading: () => true })
  // An export takes a busy machine longer than a test of who answers waits.
  fronts = [await startTestFront(core, bus, MAX_ANSWER_MS), await startTestFront(core, bus, MAX_ANSWER_MS)]
  customer = await core.newCustomer()
})
afterAll(async () => {
  for (const front of fronts) await front.close()
  stopServing()
  await bus.close()
  await core.stop()
  await bucket.stop()
})

type Machine = Pick<TestFront, 'http'>
const get = async ({ http }: Machine, url: string) => http.server.inject({ method: 'GET', url })
const machines = (): readonly Machine[] => [core, ...fronts]
async function upload(): Promise<string> {
  const answer = await fronts[0].send(uploadOf(customer.token, formOf({ content: await picture() })))
  expect(answer.code).toBe(200)
  return (answer.data as { url: string }).url
}

it('a picture that was handed in at one front opens at another, at the core, and after the hour has turned', async () => {
  const url = await upload()
  for (const signing of [core, ...fronts]) {
    const { link } = await signing.ask(files.link, { url }, customer.token)
    for (const each of machines()) {
      const { statusCode, headers } = await get(each, link)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    }
  }
  const { total } = await fronts[1].ask(files.openings, {}, customer.token)
  expect(total).toBe(3 * machines().length)
  await core.pass(HOUR_MS - (core.app.wallClock.now() % HOUR_MS) - MINUTE_MS)
  const { link } = await fronts[1].ask(files.link, { url }, customer.token)
  await core.pass(2 * MINUTE_MS)
  expect((await get(fronts[0], link)).statusCode).toBe(200)
  await core.pass(3 * MINUTE_MS)
  for (const each of machines()) expect((await get(each, link)).statusCode).toBe(404)
})

it("opens nothing of somebody else's, and nothing once its session has ended, wherever that was", async () => {
  const url = await upload()
  const other = await core.newCustomer()
  for (const each of [core, ...fronts]) expect((await each.call(files.link, { url }, other.token)).code).toBe(codeOf('object.not_found'))
  const { link } = await fronts[0].ask(files.link, { url }, customer.token)
  const changed = link.replace(/\/[^/?]+\?/u, '/00000000-0000-7000-8000-000000000000?')
  for (const each of machines()) expect((await get(each, changed)).statusCode).toBe(404)
  expect((await get(fronts[1], link)).statusCode).toBe(200)
  await fronts[0].ask(accounts.logout, {}, customer.token)
  for (const each of machines()) expect((await get(each, link)).statusCode).toBe(404)
  customer = await core.newCustomer()
})

it('an export that was asked for at one front comes from another, whole', async () => {
  await upload()
  await fronts[0].ask(security.verify, { password: customer.password }, customer.token)
  const { link, bytes } = await fronts[0].ask(security.exportData, {}, customer.token)
  const bodies = await Promise.all(machines().map(async (each) => (await get(each, link)).rawPayload))
  for (const body of bodies) {
    expect([body.subarray(0, 2).toString(), body.length]).toEqual(['PK', bytes])
    expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true)
  }
})

it('a bucket that is away is told by name at a front as at the core', async () => {
  const url = await upload()
  const { link } = await fronts[0].ask(files.link, { url }, customer.token)
  await bucket.goAway()
  for (const each of machines()) expect(JSON.parse((await get(each, link)).payload)).toMatchObject({ code: codeOf('storage.away') })
  expect((await fronts[1].send(uploadOf(customer.token, formOf({ content: await picture() })))).code).toBe(codeOf('storage.away'))
  await bucket.comeBack()
  expect((await get(fronts[1], link)).statusCode).toBe(200)
  expect(core.problems.splice(0).length).toBeGreaterThan(0)
})
