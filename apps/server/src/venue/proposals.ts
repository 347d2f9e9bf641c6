import type { VenueEvent, VenueOrder } from '@rueda/exchange/venue.ts'
import type { ProposedInputs } from './input-chains.ts'

/** A report on one order; a session belongs to none. */
export type OrderReport = Exclude<VenueEvent, { kind: 'session' }>

/**
 * What the venue did with orders that are not accepted yet (`docs/rules/orders.md` P.17). It becomes real when the batch that accepts them
 * is committed, with their reports in it; until then nobody hears of it.
 */
export type Proposal = Readonly<{
  reports: readonly OrderReport[]
  /** The inputs of the market's engines that it rests on. */
  inputs: ProposedInputs
  /** True once everything the proposal rests on is committed. */
  isFirst: () => boolean
  /** True while earlier reports on this account are not booked; those of the proposal have to wait behind them. */
  isBehind: (accountId: string) => boolean
  /** Resolves when everything the proposal rests on is committed; to false when the venue has begun anew, and nothing of this is so. */
  mayCommit: () => Promise<boolean>
  /** Ends it: the reports on orders outside of `booked` are handed over to be booked like any other. */
  committed: (booked: ReadonlySet<string>) => void
  /**
   * Ends it: nothing of this happened but the orders in `booked`, and the venue has to begin anew from the open orders. The other sides of
   * trades that are in the ledger are handed over.
   */
  failed: (reason: Error, booked: ReadonlySet<string>) => void
}>

/** Asks the venue for what it does with these orders at once; null while it does not serve, and orders are then submitted once committed. */
export type Propose = (orders: readonly VenueOrder[]) => Promise<Proposal | null>

type Open = {
  settled: boolean
  readonly waiting: (() => void)[]
  readonly onPassed: (() => void)[]
  /** Accounts that it, or what waits behind it, has reports on. */
  readonly accounts: Set<string>
}

type Parts = Readonly<{
  /** Takes reports that no batch has booked. */
  release: (reports: readonly OrderReport[]) => void
  /** True while released reports on this account are not booked. */
  isBooking: (accountId: string) => boolean
  onFailed: (reason: Error) => void
}>

/**
 * One life of the venue speaks in one order: events, quotes and answers that come after a proposal may rest on it, so they wait until it is
 * settled, and a later proposal is not committed before an earlier one.
 */
export class Proposals {
  readonly #parts: Parts
  readonly #open: Open[] = []
  #isOver = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** True when this life of the venue has ended. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Called in the order in which the venue answered. */
  open(events: readonly VenueEvent[], inputs: ProposedInputs = { isCommitted: false }): Proposal {
    const reports = events.filter((event) => event.kind !== 'session')
    const own: Open = { settled: false, waiting: [], onPassed: [], accounts: accountsOf(reports) }
    const before = this.#open.at(-1)
    this.#open.push(own)
    const settle = (): void => {
      own.settled = true
      this.#pass()
    }
    return {
      ...{ reports, inputs },
      isFirst: () => this.#open[0] === own && !this.#isOver,
      isBehind: (accountId) =>
        this.#parts.isBooking(accountId) || this.#open.slice(0, this.#open.indexOf(own)).some(({ accounts }) => accounts.has(accountId)),
      mayCommit: async () => {
        if (before !== undefined) await this.#passing(before)
        return !this.#isOver
      },
      committed: (booked) => {
        inputs.isCommitted = true
        const left = reports.filter(({ orderId }) => !booked.has(orderId))
        own.waiting.unshift(() => this.#parts.release(left))
        settle()
      },
      failed: (reason, booked) => {
        this.end()
        const otherSides = reports.filter((report) => !booked.has(report.orderId) && isOtherSide(report, booked))
        own.waiting.push(() => this.#parts.release(otherSides))
        settle()
        this.#parts.onFailed(reason)
      },
    }
  }

  /** Hands events over once everything proposed until now is committed; never when this life ends before. */
  hear(events: readonly VenueEvent[]): void {
    const reports = events.filter((event) => event.kind !== 'session')
    for (const accountId of accountsOf(reports)) this.#open.at(-1)?.accounts.add(accountId)
    this.afterwards(() => this.#parts.release(reports))
  }

  /** Acts once everything proposed until now is committed; never when this life ends before. */
  afterwards(act: () => void): void {
    const last = this.#open.at(-1)
    if (this.#isOver) return
    if (last === undefined) act()
    else last.waiting.push(act)
  }

  /** Resolves once everything proposed until now is settled, one way or the other. */
  async settled(): Promise<void> {
    const last = this.#open.at(-1)
    if (last !== undefined) await this.#passing(last)
  }

  /** Resolves once everything proposed until now that has reports on this account is settled. */
  async settledOf(accountId: string): Promise<void> {
    const last = this.#open.findLast(({ accounts }) => accounts.has(accountId))
    if (last !== undefined) await this.#passing(last)
  }

  /** Ends this life: what waits never happened. */
  end(): void {
    this.#isOver = true
    for (const { waiting } of this.#open) waiting.length = 0
  }

  #passing(open: Open): Promise<void> {
    if (!this.#open.includes(open)) return Promise.resolve()
    return new Promise((resolve) => {
      open.onPassed.push(resolve)
    })
  }

  #pass(): void {
    for (let first = this.#open[0]; first?.settled === true; first = this.#open[0]) {
      this.#open.shift()
      for (const act of first.waiting) act()
      for (const resolve of first.onPassed) resolve()
    }
  }
}

const accountsOf = (reports: readonly OrderReport[]): Set<string> => new Set(reports.map(({ accountId }) => accountId))

const isOtherSide = (report: OrderReport, booked: ReadonlySet<string>): boolean =>
  report.kind === 'execution' && report.match !== null && booked.has(report.match.otherOrderId)
