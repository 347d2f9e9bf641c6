import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import { type Bus, OutcomeUnknown, type Stop } from '../bus/bus.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'
import { packed, unpacked } from '../bus/parcel.ts'
import { MACHINE_CLOCK } from '../venue/clock.ts'
import { CommandFault } from '../write-path/batch.ts'
import type { BoundCommand } from '../write-path/command.ts'
import type { BindCommand } from '../write-path/commands.ts'
import type { RunTogether, WritePath } from '../write-path/write-path.ts'
import type { CommandsReply, CommandsRequest, DecisionsAnnounced } from './accounts-messages.ts'
import { createAnsweredOnce } from './answered-once.ts'
import { followDecisions } from './follow-decisions.ts'
import type { Following } from './follow-market.ts'
import { expectLeading } from './leading.ts'
import { subjects } from './subjects.ts'
import type { CoreChannel } from './core-channel.ts'

type Parts = Readonly<{
  bus: Bus
  range: number
  writePath: Pick<WritePath, 'run' | 'runTogether'>
  bind: BindCommand
  following: Pick<Following, 'leading' | 'upTo' | 'look'>
  channel: Pick<CoreChannel, 'leadership' | 'begun' | 'flushed'>
  /** Reads anew what staff have decided. */
  readDecided: () => Promise<unknown>
  isSure: () => boolean
  /** Carries a request out, with what has to happen before and after it here. */
  around?: (asked: CommandsRequest, run: () => Promise<RunTogether<unknown>>) => Promise<RunTogether<unknown>>
}>

/**
 * Carries out commands of the accounts of a range, asked by the core or by a process of another range: each message once, knowing at least what whoever
 * asked knew, and in the leadership that it was asked in. It is answered when the market has heard of what followed.
 */
export function answerCommands({ bus, range, writePath, bind, following, channel, readDecided, isSure, around = atOnce }: Parts): Stop {
  const once = createAnsweredOnce()
  const decisions = followDecisions(readDecided)
  const knowing = async ({ leadership, asOf }: CommandsRequest): Promise<void> => {
    if (following.leading().leadership < leadership) following.look()
    if (asOf !== null) {
      await following.upTo({ core: asOf.core, number: asOf.market })
      await decisions.upTo(asOf)
    }
    await channel.begun()
    if (channel.leadership() !== leadership) throw new Error('another core leads')
  }

  /** A core that another one has replaced may not have anything booked any more. */
  const inLeadership = (command: BoundCommand<unknown>, leadership: bigint): BoundCommand<unknown> => ({
    ...command,
    decide: (state, now) => {
      if (channel.leadership() !== leadership) throw new Error('another core leads')
      return command.decide(state, now)
    },
  })

  const ran = async ({ kind, commands, isTogether, leadership }: CommandsRequest): Promise<RunTogether<unknown>> => {
    const bound = commands.map((command) => inLeadership(bind(kind, command), leadership))
    const [only] = bound
    if (isTogether || only === undefined) return writePath.runTogether(bound)
    return writePath.run(only).then(
      (result) => ({ results: [result], failure: null }),
      (failure: unknown) => ({ results: [], failure: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
  }

  const stopReading = bus.answer(subjects.decisionsOf(range), async (bytes) => {
    await decisions.upTo(unpacked<DecisionsAnnounced>(bytes))
    return packed(null)
  })
  const stopAnswering = bus.answer(subjects.commandsOf(range), async (bytes) => {
    const asked = unpacked<CommandsRequest>(bytes)
    expectLeading(isSure)
    if (MACHINE_CLOCK.now() > asked.notAfter) throw new Error('nobody waits for these commands any more')
    const { ranges } = following.leading()
    if (asked.commands.some(({ accountId }) => rangeOfAccount(accountId, ranges) !== range))
      throw new Error(`an account is not in range ${range} of ${ranges}`)
    return once(asked.id, async () => {
      await knowing(asked)
      const { results, failure } = await around(asked, () => ran(asked))
      await channel.flushed()
      const told =
        failure === null ? null : { isFault: failure instanceof CommandFault, isUnknown: isUnknown(failure), reason: reasonOf(failure) }
      return packed({ results, failure: told } satisfies CommandsReply)
    })
  })
  return () => {
    stopReading()
    stopAnswering()
  }
}

const atOnce: NonNullable<Parts['around']> = (_, run) => run()

/** Whether it may have been committed all the same. */
const isUnknown = (failure: Error): boolean => failure instanceof UnknownOutcome || failure instanceof OutcomeUnknown

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? `${message}: ${cause.message}` : message)
