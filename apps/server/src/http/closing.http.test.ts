import { accounts } from '@rueda/contract/accounts.ts'
import { ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import { startHarness } from '../testing/harness.ts'
import type { Registered } from './routes.ts'

it('a server that closes finishes what it has begun and takes nothing new', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = async () => {
    begun.resolve()
    await held.promise
    return ok(true)
  }
  const harness = await startHarness({
    features: () => [[{ endpoint: { ...accounts.logout, access: 'public' }, handle: slow }] as unknown as Registered],
  })
  const address = await harness.http.server.listen({ host: '127.0.0.1', port: 0 })
  const ask = () => fetch(`${address}/web/logout`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })

  const running = ask()
  await begun.promise
  const stopped = harness.stop()
  await expect(ask()).rejects.toThrow('fetch failed')
  held.resolve()
  expect(await (await running).json()).toMatchObject({ code: 200, data: true })
  await stopped
})
