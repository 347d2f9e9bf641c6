import { orders } from '@rueda/contract/orders.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Bus, OutcomeUnknown } from '../bus/bus.ts'
import { MAX_PART_BYTES, carryingLarge } from '../bus/large.ts'
import { createMemoryBus } from '../bus/memory-bus.ts'
import { packed } from '../bus/parcel.ts'
import { inTransaction } from '../db/transaction.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'
import { refusalOfFailure } from '../http/failures.ts'
import type { Route } from '../http/routes.ts'
import { answerCommands } from './answer-commands.ts'
import { askAccounts } from './ask-accounts.ts'
import { askCore } from './ask-core.ts'
import { forwardCalls } from './forward-calls.ts'
import { subjects } from './subjects.ts'

/** What may have been done is never told as refused. */
const PATIENCE_MS = 2_000
const NOT_KNOWN = 'outcome.unknown'
let bus: Bus
beforeEach(() => {
  bus = createMemoryBus()
})
afterEach(() => bus.close())

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error,
  )

it('a call that was heard once, and then not begun by a successor', async () => {
  let heard = 0
  bus.answer(subjects.call, async () => {
    heard += 1
    if (heard === 1) throw new Error('died behind the commit')
    return packed({ answer: refuse('maintenance'), keptDevice: null })
  })
  const [route] = forwardCalls([{ endpoint: orders.create, sharing: null, handle: () => expect.unreachable() } as unknown as Route], {
    ...{ bus, isAnsweredHere: () => false, onAnswered: () => undefined },
    answerWithinMs: PATIENCE_MS,
  })
  const asked = { input: {}, caller: { accountId: '1' }, language: 'en', idempotency: { path: '/x', key: 'one', bodyHash: 'h' } }
  const failure = await failureOf(Promise.resolve(route?.handle(asked as never)))
  expect(heard).toBe(2)
  expect(refusalOfFailure(failure).refusal).toBe(NOT_KNOWN)
})

it('a commit of which nobody knows, told by the process that writes the account', async () => {
  const unknown = new UnknownOutcome(new Error('Connection terminated unexpectedly'))
  answerCommands({
    ...{ bus, range: 0, bind: (_kind: string, command: object) => ({ ...command, reads: {}, decide: () => null }) as never },
    writePath: { run: () => Promise.reject(unknown), runTogether: async () => ({ results: [], failure: unknown }) },
    following: { leading: () => ({ leadership: 1n, ranges: 1, core: 'core' }), upTo: async () => undefined, look: () => undefined },
    channel: { leadership: () => 1n, begun: async () => undefined, flushed: async () => undefined },
    ...{ readDecided: async () => undefined, isSure: () => true },
  })
  const asking = { bus, ranges: () => 1, own: () => null, leadership: () => 1n, asOf: () => null, onAnswered: () => undefined }
  const there = askAccounts(asking)('1')
  if (there === null) throw new Error('no process writes the account')
  const command = { accountId: '1', idempotency: { path: '/x', key: 'one', bodyHash: 'h' }, arguments: {} } as never
  expect(refusalOfFailure(await failureOf(there.run('wallets.any', command))).refusal).toBe(NOT_KNOWN)
  expect(refusalOfFailure(unknown).refusal).toBe(NOT_KNOWN)
})

it('a command that fails at a successor after an attempt that was not answered', async () => {
  let heard = 0
  bus.answer(subjects.commandsOf(0), async () => {
    heard += 1
    if (heard === 1) throw new Error('died behind the commit')
    return packed({ results: [], failure: { isFault: false, reason: 'another core leads' } })
  })
  const asking = { bus, ranges: () => 1, own: () => null, leadership: () => 1n, asOf: () => null, onAnswered: () => undefined }
  const command = { accountId: '1', idempotency: { path: '/x', key: 'one', bodyHash: 'h' }, arguments: {} } as never
  const run = askAccounts(asking)('1')?.run('wallets.any', command) ?? expect.unreachable()
  expect(refusalOfFailure(await failureOf(run)).refusal).toBe(NOT_KNOWN)
  expect(heard).toBe(2)
})

it.each([
  [new Error('Connection terminated unexpectedly'), NOT_KNOWN],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), NOT_KNOWN],
  [Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }), NOT_KNOWN],
  [Object.assign(new DatabaseError('terminating connection', 0, 'error'), { code: '57P01' }), NOT_KNOWN],
  [Object.assign(new DatabaseError('a constraint', 0, 'error'), { code: '23505' }), 'internal'],
])('a transaction whose commit fails with "%s"', async (reason, refusal) => {
  const query = (text: string): Promise<object> => (text === 'commit' ? Promise.reject(reason) : Promise.resolve({ rows: [] }))
  const pool = { connect: async () => ({ query, release: () => undefined }) }
  const failure = await failureOf(inTransaction(pool as never, async () => ok(1)))
  expect(refusalOfFailure(failure).refusal).toBe(refusal)
})

it('a long answer of which the rest is gone is not asked for again where that is not harmless', async () => {
  const large = carryingLarge(bus)
  let done = 0
  const stop = large.answer('command', async () => {
    done += 1
    stop()
    return new Uint8Array(MAX_PART_BYTES + 1)
  })
  const question = { subject: 'command', body: packed(1), withinMs: PATIENCE_MS, isHarmlessTwice: false, changes: true }
  expect(await failureOf(askCore(large, question))).toBeInstanceOf(OutcomeUnknown)
  expect(done).toBe(1)
})
