import { ok } from '@rueda/rules/result.ts'
import { expect, expectTypeOf, it, test } from 'vitest'
import { allCommands } from '../features/all-commands.ts'
import type { BoundCommand } from './command.ts'
import { type Data, commandKind, createCommands } from './commands.ts'
import type { RunTogether } from './write-path.ts'

type Adding = Readonly<{ cents: bigint }>
const adding = commandKind({
  name: 'savings.add',
  reads: (_adding: Adding) => ({ wallets: ['STOCK'] }),
  decide: ({ rate }: Readonly<{ rate: bigint }>, { cents }) => ok({ outcome: { entries: [] }, data: cents * rate }),
})
const unregistered = commandKind({ ...adding, name: 'savings.forgotten' })

/** A write path that decides at once and saves nothing. */
const decidesAtOnce = {
  run: <Answer>({ decide }: BoundCommand<Answer>) => {
    const decided = decide({} as never, 0)
    return Promise.resolve(decided.ok ? ok(decided.value.data) : decided)
  },
  runTogether: async <Answer>(commands: readonly BoundCommand<Answer>[]): Promise<RunTogether<Answer>> => ({
    results: await Promise.all(commands.map(decidesAtOnce.run)),
    failure: null,
  }),
}
const asked = (cents: bigint) => ({ accountId: '1', idempotency: null, arguments: { cents } })

it('a command is decided by its name and a copy of its arguments, with what is known where it is decided', async () => {
  const handedOver: unknown[] = []
  const copied = <Value>(value: Value): Value => {
    handedOver.push(value)
    return structuredClone(value)
  }
  const commands = createCommands({ writePath: decidesAtOnce, kinds: [adding], tools: () => ({ rate: 3n }), handOver: copied })
  expect(await commands.run(adding, asked(2n))).toEqual(ok(6n))
  expect(await commands.runTogether(adding, [asked(1n), asked(2n)])).toEqual({ results: [ok(3n), ok(6n)], failure: null })
  expect(handedOver).toEqual([asked(2n), ok(6n), asked(1n), asked(2n), [ok(3n), ok(6n)]])
})

it('what carries a function cannot be handed over', async () => {
  const commands = createCommands({ writePath: decidesAtOnce, kinds: [adding], tools: () => ({ rate: 3n }), handOver: structuredClone })
  expectTypeOf<Adding>().toExtend<Data>()
  expectTypeOf<Readonly<{ parse: () => bigint }>>().not.toExtend<Data>()
  await expect(commands.run(adding, { ...asked(2n), parse: () => 2n } as never)).rejects.toThrow('could not be cloned')
})

it('a kind that is not registered, or has the name of another, is a fault of the program', async () => {
  const commands = createCommands({ writePath: decidesAtOnce, kinds: [adding], tools: () => ({ rate: 3n }) })
  await expect(commands.run(unregistered, asked(2n))).rejects.toThrow('no decider is registered for commands of the kind savings.forgotten')
  expect(() => createCommands({ writePath: decidesAtOnce, kinds: [adding, adding], tools: () => ({ rate: 3n }) })).toThrow('savings.add')
})

test('every kind of the house has a name of its feature', () => {
  for (const { name } of allCommands) expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/u)
  expect(new Set(allCommands.map(({ name }) => name)).size).toBe(allCommands.length)
})
