import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Idempotency } from '../http/handler.ts'
import { noteCarriedOut } from '../db/carried-out.ts'
import type { BoundCommand, Decision, Reads } from './command.ts'
import type { RunTogether, WritePath } from './write-path.ts'

/** A value that another thread or process can be handed: nothing in it acts. */
export type Data =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Data[]
  | ReadonlyMap<string, Data>
  | Readonly<{ [field: string]: Data }>

/** One change of one customer's account, as data: the decider of its kind gets the arguments. */
export type Command<Given> = Readonly<{
  accountId: string
  /** Null for commands of the server itself, which recognise a repetition by their cause. */
  idempotency: Idempotency | null
  arguments: Given
}>

/**
 * One kind of command. What it decides on is its arguments, its customer's account state, the moment, and what the server that decides knows of
 * the market and the brokerage's terms: so a command can be decided elsewhere than where it was asked for.
 */
export interface CommandKind<Given, Answer, Tools> {
  readonly name: string
  /** True for a kind with placements. None of its account is decided after it in the same batch. */
  readonly places?: true
  /**
   * True for a kind by which a customer gets out: it has a transaction kept for it, so that it does not stand behind the crowd that gets in.
   * Commands of its own account that came earlier are still decided earlier.
   */
  readonly goesFirst?: true
  reads(given: Given): Reads
  /** It may run again when its transaction has to be repeated, so it has no effects of its own. */
  decide(tools: Tools, given: Given, state: AccountState, now: Instant): Result<Decision<Answer>>
}

/** Describes a kind, whose arguments are checked to be data. */
export const commandKind = <Given extends Data, Answer, Tools>(
  kind: CommandKind<Given, Answer, Tools>,
): CommandKind<Given, Answer, Tools> => kind

/** Deciders of every kind (`features/all-commands.ts`). */
export type CommandKinds<Tools> = readonly CommandKind<never, unknown, Tools>[]

/** The only way for a feature to change money: by the kind of the change and its arguments. */
export interface Commands<Tools> {
  run<Given, Answer>(kind: CommandKind<Given, Answer, Tools>, command: Command<Given>): Promise<Result<Answer>>
  /** Runs commands of one account in their order and in one transaction, up to the first that fails (`WritePath.runTogether`). */
  runTogether<Given, Answer>(kind: CommandKind<Given, Answer, Tools>, commands: readonly Command<Given>[]): Promise<RunTogether<Answer>>
  /** Whether this process decides the commands of an account; otherwise another one does, with turns of its own. */
  isWrittenHere(accountId: string): boolean
}

/** Hands a command to where it is decided, and the answer back. */
export type HandOver = <Value>(value: Value) => Value

/** Has commands decided by the process that writes their account, by the names of their kinds. */
export interface CommandsElsewhere {
  run(name: string, command: Command<unknown>): Promise<Result<unknown>>
  runTogether(name: string, commands: readonly Command<unknown>[]): Promise<RunTogether<unknown>>
}

/** Returns where the commands of an account are decided; null for here. */
export type WrittenElsewhere = (accountId: string) => CommandsElsewhere | null

type Options<Tools> = Readonly<{
  writePath: Pick<WritePath, 'run' | 'runTogether'>
  kinds: CommandKinds<Tools>
  /** What deciders know of the running server; asked for at each decision. */
  tools: () => Tools
  /** Within one process a command goes as it is; the tests copy it, as a thread of its own would. */
  handOver?: HandOver | undefined
  elsewhere?: WrittenElsewhere | undefined
}>

/** Binds a command to the decider of its kind, by its name. */
export type BindCommand = (name: string, command: Command<unknown>) => BoundCommand<unknown>

export function bindingTo<Tools>({ kinds, tools }: Pick<Options<Tools>, 'kinds' | 'tools'>): BindCommand {
  const deciders = new Map<string, CommandKind<unknown, unknown, Tools>>()
  for (const kind of kinds) {
    if (deciders.has(kind.name)) throw new Error(`two kinds of command are called ${kind.name}`)
    deciders.set(kind.name, kind as CommandKind<unknown, unknown, Tools>)
  }
  return (name, { accountId, idempotency, arguments: given }) => {
    const decider = deciders.get(name)
    if (decider === undefined) throw new Error(`no decider is registered for commands of the kind ${name}`)
    const decide = (state: AccountState, now: Instant) => decider.decide(tools(), given, state, now)
    const reads = decider.reads(given)
    const { places, goesFirst } = decider
    return { accountId, idempotency, reads, decide, ...(places && { places }), ...(goesFirst && { goesFirst }) }
  }
}

const allHere: WrittenElsewhere = () => null

export function createCommands<Tools>(options: Options<Tools>): Commands<Tools> {
  const { writePath, handOver = (value) => value, elsewhere = allHere } = options
  const bind = bindingTo(options)
  const bound = (name: string, command: Command<unknown>): BoundCommand<unknown> => bind(name, handOver(command))
  return {
    async run<Given, Answer>({ name }: CommandKind<Given, Answer, Tools>, command: Command<Given>) {
      const there = elsewhere(command.accountId)
      const result = await (there === null ? writePath.run(bound(name, command)) : there.run(name, command))
      if (result.ok && command.idempotency !== null) noteCarriedOut()
      return handOver(result) as Result<Answer>
    },
    async runTogether<Given, Answer>({ name }: CommandKind<Given, Answer, Tools>, commands: readonly Command<Given>[]) {
      const [first] = commands
      const there = first === undefined ? null : elsewhere(first.accountId)
      const ran =
        there === null ? writePath.runTogether(commands.map((command) => bound(name, command))) : there.runTogether(name, commands)
      const { results, failure } = await ran
      if (first?.idempotency && results.some(({ ok }) => ok)) noteCarriedOut()
      return { results: handOver(results) as readonly Result<Answer>[], failure }
    },
    isWrittenHere: (accountId) => elsewhere(accountId) === null,
  }
}
