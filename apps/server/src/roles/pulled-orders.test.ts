import { ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import { CommandFault } from '../write-path/batch.ts'
import type { BoundCommand } from '../write-path/command.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import type { WritePath } from '../write-path/write-path.ts'
import { createPulledOrders } from './pulled-orders.ts'

const command: BoundCommand<string> = {
  accountId: '1',
  idempotency: null,
  reads: {},
  decide: () => ok({ outcome: { entries: [] }, data: 'done' }),
}

/** Decides a moment later, as a batch does. */
const writePath = (meanwhile: () => void): Pick<WritePath, 'run'> => ({
  run: async ({ decide, accountId }) => {
    await Promise.resolve()
    meanwhile()
    try {
      const decided = decide({} as never, 0)
      return decided.ok ? ok(decided.value.data) : decided
    } catch (error) {
      throw new CommandFault({ accountId }, error)
    }
  },
})

it('a call that pulled an order commits under the same leadership, or not at all', async () => {
  let leadership = 1n
  const pulledOrders = createPulledOrders(() => leadership)
  const run = pulledOrders.checked(writePath(() => undefined))
  await pulledOrders.runCall(async () => {
    pulledOrders.note()
    expect(await run(command)).toEqual(ok('done'))
    leadership = 2n
    await expect(run(command)).rejects.toBeInstanceOf(LeadershipOver)
    // The order has been restored, so the rest of the call goes by the database.
    expect(await run(command)).toEqual(ok('done'))
  })
})

it('nor where another core takes over while it is being decided', async () => {
  let leadership = 1n
  const pulledOrders = createPulledOrders(() => leadership)
  const run = pulledOrders.checked(writePath(() => (leadership = 2n)))
  await pulledOrders.runCall(async () => {
    pulledOrders.note()
    await expect(run(command)).rejects.toBeInstanceOf(LeadershipOver)
  })
})

it('calls that pulled nothing go on under any core', async () => {
  let leadership = 1n
  const pulledOrders = createPulledOrders(() => leadership)
  const run = pulledOrders.checked(writePath(() => (leadership = 2n)))
  expect(await pulledOrders.runCall(() => run(command))).toEqual(ok('done'))
  expect(await run(command)).toEqual(ok('done'))
})
