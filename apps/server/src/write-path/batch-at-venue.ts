import { isDeepStrictEqual } from 'node:util'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { ProposedInputs } from '../venue/input-chains.ts'
import type { OrderReport, Proposal, Propose } from '../venue/proposals.ts'
import type { BoundCommand } from './command.ts'

/** A command with the orders that it hands to the venue. */
export type OrdersOfCommand = Readonly<{ command: BoundCommand<unknown>; orders: readonly VenueOrder[] }>

/**
 * A batch's conversation with the venue, over all attempts to write it. The venue is asked once, because it cannot execute an order twice:
 * an attempt that decides the same orders again gets the same reports. What was executed and is not committed in the end never happened,
 * and the venue begins anew.
 */
export class BatchAtVenue {
  readonly #propose: Propose
  readonly #isTrusted: (accountId: string) => boolean
  #proposal: Proposal | null = null
  #decidedAt: Instant | null = null
  readonly #asked = new Map<BoundCommand<unknown>, readonly VenueOrder[]>()
  readonly #reports = new Map<string, OrderReport[]>()
  /** Reports on orders that rested before: the other sides of trades, and what the trades released. */
  readonly #elsewhere: OrderReport[] = []
  readonly #committed = new Set<BoundCommand<unknown>>()
  /** Handed over with the proposal's end, so each proposal has its own. */
  #booked = new Set<string>()

  /** Orders of an account that is not trusted reach the venue after their commit. */
  constructor(propose: Propose, isTrusted: (accountId: string) => boolean = () => true) {
    this.#propose = propose
    this.#isTrusted = isTrusted
  }

  /** The moment that every attempt is decided at; null while the venue has not been asked. */
  get decidedAt(): Instant | null {
    return this.#decidedAt
  }

  /**
   * The venue's reports on the orders of each command; null for orders that this attempt accepts alone: because the other side of a trade of
   * theirs might never be accepted, or because earlier executions of the account are not booked yet, and an account's executions are booked
   * in the venue's order. A command is missing whose orders the venue has not executed.
   */
  async reportsOn(
    asking: readonly OrdersOfCommand[],
    now: Instant,
  ): Promise<ReadonlyMap<BoundCommand<unknown>, readonly OrderReport[] | null>> {
    const trusted = asking.filter(({ command }) => this.#isTrusted(command.accountId))
    if (this.#proposal === null && trusted.length > 0) await this.#ask(trusted, now)
    const known = asking.filter(({ command, orders }) => isDeepStrictEqual(this.#asked.get(command), orders))
    const before = [...this.#committed].flatMap((command) => this.#asked.get(command) ?? [])
    const accepted = new Set([...known.flatMap(({ orders }) => orders), ...before].map(({ orderId }) => orderId))
    const isCertain = (report: OrderReport): boolean => {
      const other = otherOrderOf(report)
      return other === null || !this.#reports.has(other) || accepted.has(other)
    }
    return new Map(
      known.map(({ command, orders }) => {
        const reports = orders.flatMap(({ orderId }) => this.#reports.get(orderId) ?? [])
        return [command, reports.every(isCertain) && !this.#isBehind(command, reports) ? reports : null]
      }),
    )
  }

  /** True while nothing has to be committed before this batch. */
  get isFirst(): boolean {
    return this.#proposal === null || this.#proposal.isFirst()
  }

  /** The inputs of the market's engines that its orders are; null while the venue has not been asked. */
  get inputs(): ProposedInputs | null {
    return this.#proposal?.inputs ?? null
  }

  /** Resolves to false when the venue began anew since it was asked: the attempt is undone, and the next one asks again. */
  async mayCommit(): Promise<boolean> {
    if (this.#proposal === null || (await this.#proposal.mayCommit())) return true
    this.#proposal.failed(new Error('the market began anew before the batch was committed'), this.#booked)
    this.#forget()
    return false
  }

  /** Called for each command that was committed with the orders that the venue has, and those of them whose reports are booked with it. */
  committed(command: BoundCommand<unknown>, booked: readonly string[]): void {
    this.#committed.add(command)
    for (const orderId of booked) this.#booked.add(orderId)
  }

  /** Called when no further attempt is made. */
  end(): void {
    const lost = [...this.#asked.keys()].some((command) => !this.#committed.has(command))
    if (lost) this.#proposal?.failed(new Error('orders that were executed were not committed'), this.#booked)
    else this.#proposal?.committed(this.#booked)
    this.#forget()
  }

  /** True when reports on other orders of the account, which are booked after this batch, were made before one of these. */
  #isBehind({ accountId }: BoundCommand<unknown>, reports: readonly OrderReport[]): boolean {
    const last = reports.at(-1)
    if (this.#proposal === null || last === undefined) return false
    return (
      this.#proposal.isBehind(accountId) || this.#elsewhere.some((each) => each.accountId === accountId && each.sequence < last.sequence)
    )
  }

  async #ask(asking: readonly OrdersOfCommand[], now: Instant): Promise<void> {
    const proposal = await this.#propose(asking.flatMap(({ orders }) => orders))
    if (proposal === null) return
    this.#proposal = proposal
    this.#decidedAt = now
    for (const { command, orders } of asking) {
      this.#asked.set(command, orders)
      for (const { orderId } of orders) this.#reports.set(orderId, [])
    }
    for (const report of proposal.reports) (this.#reports.get(report.orderId) ?? this.#elsewhere).push(report)
  }

  #forget(): void {
    this.#proposal = null
    this.#decidedAt = null
    this.#asked.clear()
    this.#reports.clear()
    this.#elsewhere.length = 0
    this.#committed.clear()
    this.#booked = new Set()
  }
}

const otherOrderOf = (report: OrderReport): string | null =>
  report.kind === 'execution' && report.match !== null ? report.match.otherOrderId : null
