import { addDays } from '../../src/calendar-date.ts'
import { acceptanceOf } from '../../src/orders/at-once.ts'
import { feesOfOrder } from '../../src/blocks/fees.ts'
import type { Instrument } from '../../src/instruments/instrument.ts'
import { feesOf } from '../../src/instruments/terms.ts'
import { type AccountState, type Outcome, post } from '../../src/ledger/account-state.ts'
import type { DollarRate } from '../../src/margin/dollar-rate.ts'
import { isOnMargin } from '../../src/margin/valuation.ts'
import type { Execution } from '../../src/orders/book-execution.ts'
import type { EndReason } from '../../src/orders/order.ts'
import { type Result, refuse } from '../../src/result.ts'
import type { CalendarDate, Instant } from '../../src/time.ts'
import { ratesKept } from '../world/commissions.ts'
import { type Account, keep, openAccount } from './account.ts'
import { quickHash } from './quick-hash.ts'
import { restart } from './restart.ts'
import type { BrokerageRules, Report } from './rules.ts'
import { orderKind } from '../../src/orders/records.ts'

export const VENUE = 'SIM'

/** Market facts for booking an execution: the mark, the dollar's rate (that of shares apart), and the date exits last until. */
export type MarketNow = Readonly<{ mark: bigint; rate: DollarRate; sharesRate: DollarRate | null; exitsEnd: CalendarDate }>
type Decide = (state: AccountState) => Result<Outcome>
type Ending = Readonly<{ reason: EndReason; tradeDate: CalendarDate }>

/**
 * The brokerage in memory: the server's rules and its path from decision to posting, without a database. Jobs, and customers' calls that
 * need more than a decision, live outside this class and go through it.
 */
export class Brokerage {
  readonly accounts = new Map<string, Account>()
  readonly rules: BrokerageRules
  readonly instruments: ReadonlyMap<string, Instrument>
  readonly #answers = new Map<string, Result<Outcome>>()
  #crashes = false

  constructor(rules: BrokerageRules, instruments: readonly Instrument[]) {
    this.rules = rules
    this.instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  }

  open(accountId: string, granted: Outcome, now: Instant): void {
    const account = openAccount(accountId)
    this.accounts.set(accountId, account)
    this.#commit(account, granted, now)
  }

  account(accountId: string): Account {
    const account = this.accounts.get(accountId)
    if (account === undefined) throw new Error(`no account ${accountId}`)
    return account
  }

  /** Decides and commits; a refusal changes nothing. */
  decide(accountId: string, now: Instant, decide: Decide): Result<Outcome> {
    const account = this.account(accountId)
    // A decision that was not committed never happened, so it is made again.
    if (this.#crashes) decide(account.state)
    this.#crashes = false
    const decided = decide(account.state)
    if (decided.ok) this.#commit(account, decided.value, now)
    return decided
  }

  /** A customer's call: a repeated one gets its first answer again; a refused one is decided anew. */
  request(accountId: string, key: string, now: Instant, decide: Decide): Result<Outcome> {
    const request = this.rules.requestKey(accountId, key)
    const known = this.#answers.get(request)
    if (known !== undefined) return known
    const answer = this.decide(accountId, now, decide)
    if (answer.ok) this.#answers.set(request, answer)
    return answer
  }

  /** The next decision is lost before it is committed. */
  crashBeforeCommit(): void {
    this.#crashes = true
  }

  /** Loses everything in memory and reads the account state again from what was written. */
  restart(accountId: string): void {
    const account = this.account(accountId)
    account.state = restart(account, this.rules, (id) => this.instrumentOf(id))
  }

  execute(accountId: string, execution: Execution, market: MarketNow, now: Instant): Result<Outcome> {
    return this.decide(accountId, now, (state) => this.#bookExecution(state, execution, market, now))
  }

  /** Decides an acceptance together with the venue's reports on its orders. */
  atOnce(state: AccountState, accepted: Outcome, reports: readonly Report[], market: MarketNow, now: Instant): Result<Outcome> {
    return this.rules.atOnce(acceptanceOf(state, accepted), reports, (before, report) =>
      'ends' in report ? this.rules.endOrder(before, report.ends, now) : this.#bookExecution(before, report.execution, market, now),
    )
  }

  #bookExecution(
    state: AccountState,
    execution: Execution,
    { mark, rate, sharesRate, exitsEnd }: MarketNow,
    now: Instant,
  ): Result<Outcome> {
    const order = orderKind.of(state).get(execution.orderId)
    if (order === undefined) return refuse('object.not_found')
    const instrument = this.instrumentOf(order.instrumentId)
    const position = `position-${execution.sequence}`
    if (isOnMargin(instrument)) {
      const fees = feesOf(instrument, execution.quantity, ratesKept(instrument.market, order))
      return this.rules.bookMarginExecution(
        state,
        execution,
        { fees, instrument, rate, venue: VENUE, mark, positionNumber: position, exits: exitTerms(instrument, execution, exitsEnd) },
        now,
      )
    }
    const unlocksOn = order.block === null || order.side === 'sell' ? null : addDays(execution.tradeDate, order.block.lockDays)
    const terms = {
      fees: feesOfOrder(instrument, order, ratesKept(instrument.market, order)),
      market: instrument.market,
      venue: VENUE,
      unlocksOn,
      dollarRate: sharesRate,
    }
    const newPosition = { id: position, number: position }
    return this.rules.bookExecution(state, execution, { ...terms, newPosition, exits: exitTerms(instrument, execution, exitsEnd) }, now)
  }

  end(accountId: string, orderId: string, { reason, tradeDate }: Ending, now: Instant): Result<Outcome> {
    return this.decide(accountId, now, (state) => this.rules.endOrder(state, { orderId, reason, tradeDate }, now))
  }

  instrumentOf(id: string): Instrument {
    const instrument = this.instruments.get(id)
    if (instrument === undefined) throw new Error(`no instrument ${id}`)
    return instrument
  }

  #commit(account: Account, outcome: Outcome, now: Instant): void {
    const messages = this.rules.messagesOf(account.state, outcome)
    // The owner cannot lift a freeze that the brokerage has set.
    if (outcome.freezes === true) account.standing.frozenByOwner = false
    keep(account, outcome, post(account.state, outcome, now, quickHash), messages)
  }
}

/** Exits are named after the execution that brings them. */
function exitTerms(instrument: Instrument, { sequence }: Execution, goodTillCancelledEnds: CalendarDate) {
  const named = (kind: string) => ({ id: `${kind}-${sequence}`, number: `${kind}-${sequence}` })
  return { instrument, takeProfit: named('profit'), stopLoss: named('loss'), goodTillCancelledEnds }
}
