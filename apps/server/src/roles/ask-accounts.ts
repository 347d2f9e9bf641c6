import { randomUUID } from 'node:crypto'
import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import type { Result } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer, OutcomeUnknown } from '../bus/bus.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { MACHINE_CLOCK } from '../venue/clock.ts'
import { CommandFault } from '../write-path/batch.ts'
import type { Command, CommandsElsewhere, WrittenElsewhere } from '../write-path/commands.ts'
import type { RunTogether } from '../write-path/write-path.ts'
import type { AsOf, CommandsReply, CommandsRequest } from './accounts-messages.ts'
import { askCore } from './ask-core.ts'
import { subjects } from './subjects.ts'

/** A process that has died is replaced within five seconds. */
const MAX_ANSWER_MS = 10 * SECOND_MS

type Parts = Readonly<{
  bus: Bus
  /** How many ranges there are; none where the core writes all accounts. */
  ranges: () => number
  /** The one that is written here; null for none of them. */
  own: () => number | null
  leadership: () => bigint
  asOf: () => AsOf | null
  /** Called when the accounts of a range have changed elsewhere. */
  onAnswered: (accountId: string) => void
}>

/** Has the commands of an account carried out by the process that writes its range. */
export function askAccounts(parts: Parts): WrittenElsewhere {
  return (accountId) => {
    const ranges = parts.ranges()
    if (ranges === 0) return null
    const range = rangeOfAccount(accountId, ranges)
    return range === parts.own() ? null : commandsOf(range, parts)
  }
}

function commandsOf(range: number, { bus, leadership, asOf, onAnswered }: Parts): CommandsElsewhere {
  const ask = async (kind: string, commands: readonly Command<unknown>[], isTogether: boolean): Promise<RunTogether<unknown>> => {
    const asked: CommandsRequest = {
      ...{ id: randomUUID(), notAfter: MACHINE_CLOCK.now() + MAX_ANSWER_MS, leadership: leadership(), asOf: asOf() },
      ...{ kind, commands, isTogether },
    }
    let isRepeated = false
    const answer = await askCore(bus, {
      subject: subjects.commandsOf(range),
      body: packed(asked),
      withinMs: MAX_ANSWER_MS,
      // What a customer asked without a key is handed over once, whichever process then dies with it.
      isHarmlessTwice: commands.every(({ idempotency }) => idempotency === null || idempotency.key !== null),
      changes: true,
      onUnanswered: () => void (isRepeated = true),
    })
    const { results, failure } = unpacked<CommandsReply>(answer)
    const [first] = commands
    if (first !== undefined) onAnswered(first.accountId)
    // What failed behind an attempt that nobody answered may have been carried out by the process that then died.
    const told = failure === null ? null : { ...failure, isUnknown: failure.isUnknown === true || (isRepeated && !failure.isFault) }
    return { results, failure: told === null ? null : failureOf(told, commands[results.length]) }
  }
  return {
    async run(kind, command): Promise<Result<unknown>> {
      const { results, failure } = await ask(kind, [command], false)
      const [result] = results
      if (result === undefined) throw failure ?? new Error('a command was answered without a result')
      return result
    },
    runTogether: (kind, commands) =>
      ask(kind, commands, true).catch((error: unknown) => {
        if (error instanceof NoAnswer) return { results: [], failure: error }
        throw error
      }),
  }
}

/** A fault of the command itself would repeat; anything else may be tried again. */
const failureOf = (
  { isFault, isUnknown = false, reason }: NonNullable<CommandsReply['failure']>,
  command: Command<unknown> | undefined,
): Error =>
  isUnknown
    ? new OutcomeUnknown(reason)
    : isFault && command !== undefined
      ? new CommandFault({ accountId: command.accountId }, new Error(reason))
      : new NoAnswer(reason)
