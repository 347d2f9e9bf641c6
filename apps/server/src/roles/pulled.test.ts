import { ok } from '@rueda/rules/result.ts'
import { expect, it } from 'vitest'
import { CommandFault } from '../write-path/batch.ts'
import type { BoundCommand } from '../write-path/command.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import type { WritePath } from '../write-path/write-path.ts'
import { createPulling } from './pulled.ts'

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

it('a call that took an order off commits in the leadership that it did so in, or not at all', async () => {
  let leadership = 1n
  const pulling = createPulling(() => leadership)
  const run = pulling.bound(writePath(() => undefined))
  await pulling.acting(async () => {
    pulling.pulled()
    expect(await run(command)).toEqual(ok('done'))
    leadership = 2n
    await expect(run(command)).rejects.toBeInstanceOf(LeadershipOver)
    // The order stands in the market again, and what follows goes by the books.
    expect(await run(command)).toEqual(ok('done'))
  })
})

it('nor where another core takes over while it is being decided', async () => {
  let leadership = 1n
  const pulling = createPulling(() => leadership)
  const run = pulling.bound(writePath(() => (leadership = 2n)))
  await pulling.acting(async () => {
    pulling.pulled()
    await expect(run(command)).rejects.toBeInstanceOf(LeadershipOver)
  })
})

it('calls that took nothing off go on under any core', async () => {
  let leadership = 1n
  const pulling = createPulling(() => leadership)
  const run = pulling.bound(writePath(() => (leadership = 2n)))
  expect(await pulling.acting(() => run(command))).toEqual(ok('done'))
  expect(await run(command)).toEqual(ok('done'))
})
