import type { QuantityIncrease, VenueOrder } from '@rueda/exchange/venue.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { Result } from '@rueda/rules/result.ts'
import type { Question } from '../venue/messages.ts'
import type { Command } from '../write-path/commands.ts'

/**
 * What the core and the processes that write accounts say to each other. The core leads in an epoch, which every batch of an account is held
 * against, so that all of this is of one epoch: what was said to the core before is with its successor already, by the books.
 */

/** What a decision may follow from and its process keeps in memory: the changes of the market, and what staff have decided. */
export type AsOf = Readonly<{ core: string; market: number; decided: number }>

/** Commands of one account, to be carried out by the process that writes it. */
export type CommandsAsked = Readonly<{
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
export type CommandsAnswered = Readonly<{
  results: readonly Result<unknown>[]
  failure: Readonly<{ isFault: boolean; reason: string }> | null
}>

/** A process that writes a range of accounts, in the epoch that it holds it in. */
export type Speaker = Readonly<{ from: string; range: number; epoch: bigint; leadership: bigint }>

export type OrderChange = Extract<Question, { about: 'cancel' | 'reduce' }>

/** What follows from a commit for the market and the core, in the order of the commits, and changes of orders at the market. */
export type Told =
  | Readonly<{ kind: 'submit'; orders: readonly VenueOrder[] }>
  | Readonly<{ kind: 'grow'; increases: readonly QuantityIncrease[] }>
  | Readonly<{ kind: 'positions'; changed: readonly MarginPosition[] }>
  | Readonly<{ kind: 'change'; change: OrderChange }>

export type Telling = Speaker & Readonly<{ first: number; told: readonly Told[] }>
/** The number of the last that the core has heard. */
export type HeardUpTo = Readonly<{ heard: number }>
export type OutcomeAsked = Speaker & Readonly<{ number: number }>
export type Outcome = Readonly<{ failed: string | null }>
export type LifeTold = Readonly<{ life: number }>
