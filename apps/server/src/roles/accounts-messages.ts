import type { QuantityIncrease, VenueOrder } from '@rueda/exchange/venue.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Question } from '../venue/messages.ts'
import type { Command } from '../write-path/commands.ts'

/**
 * Messages between the core and the processes that write accounts. All of them are of one leadership, whose epoch every batch of an account is held
 * against: a new core has read everything that was committed under the one before from the database.
 */

/** The state that a decision must at least know: the changes of the market, and the decisions of staff, both kept in memory. */
export type AsOf = Readonly<{ core: string; market: number; decided: number }>

/** How much staff have decided by now. */
export type DecisionsAnnounced = Pick<AsOf, 'core' | 'decided'>

/** Commands of one account, to be carried out by the process that writes it. */
export type CommandsRequest = Readonly<{
  /** The same for every copy of the message. */
  id: string
  /** The moment by the machine's clock after which nobody waits for them any more: they are not begun then. */
  notAfter: number
  leadership: bigint
  /** What whoever asks knew; null where it is another process that writes accounts. */
  asOf: AsOf | null
  kind: string
  commands: readonly Command<unknown>[]
  /** In one transaction up to the first that fails; otherwise there is one. */
  isTogether: boolean
}>

/** The results of the commands before the first that failed, and what is to be known of that one. */
export type CommandsReply = Readonly<{
  results: readonly Result<unknown>[]
  failure: Readonly<{ isFault: boolean; isUnknown?: boolean; reason: string }> | null
}>

/** A process that writes a range of accounts, in the epoch that it holds it in. */
export type Sender = Readonly<{ from: string; range: number; epoch: bigint; leadership: bigint }>

export type OrderChange = Extract<Question, { about: 'cancel' | 'reduce' }>

/** Consequences of a commit for the market and the core, in the order of the commits, and changes of orders at the market. */
export type CoreMessage =
  | Readonly<{ kind: 'submit'; orders: readonly VenueOrder[] }>
  | Readonly<{ kind: 'grow'; increases: readonly QuantityIncrease[] }>
  | Readonly<{ kind: 'positions'; changed: readonly MarginPosition[] }>
  | Readonly<{ kind: 'change'; change: OrderChange }>

/** Messages in their order, numbered from `first`. */
export type CoreMessages = Sender & Readonly<{ first: number; messages: readonly CoreMessage[] }>
/** The number of the last that the core has processed. */
export type Acknowledged = Readonly<{ upTo: number }>
export type OutcomeRequest = Sender & Readonly<{ number: number }>
export type Outcome = Readonly<{ failed: string | null }>
export type MarketLife = Readonly<{ life: number }>
