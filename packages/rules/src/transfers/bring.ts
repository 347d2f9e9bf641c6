import { divide, least } from '../decimal.ts'
import { type AccountState, type Outcome, foresee, walletOf } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type Currency, minorDigits } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { type WalletType, availableOf } from '../wallets/wallet.ts'
import { type Source, givable, giversTo, shared } from './sources.ts'
import { startTransfer } from './start.ts'

/** What an order may take from other wallets (`docs/rules/transfers.md` P.18); each source with the id and number of its transfer. */
export type Bringing = Readonly<{
  to: WalletType
  sources: readonly (Source & Readonly<{ id: string; number: string }>)[]
  valueDate: CalendarDate
}>

/** Percent of a hold that a market order may be brought beside what is missing. */
const HEADROOM_PERCENT = 1n
const PERCENT = 100n

type Lacking = Readonly<{ missing: bigint; hold: bigint; currency: Currency }>

/** What is missing and one percent of the hold, in whole units: the market moves on until the order is decided. */
export function withHeadroom({ missing, hold, currency }: Lacking): bigint {
  const unit = 10n ** BigInt(minorDigits[currency])
  return divide(missing + (hold * HEADROOM_PERCENT) / PERCENT, unit, 'UP') * unit
}

/** An order's acceptance, or whatever else is decided with money that is brought. */
export type Decided = Readonly<{ outcome: Outcome }>
type Decide<Order extends Decided> = (state: AccountState) => Result<Order>

/**
 * Decides an order on the account as it is once the money it lacks has come, as one decision: exactly what is missing is moved, from the
 * sources in their order and no more than each may give, and nothing where nothing is missing or the order is refused.
 */
export function bringFirst<Order extends Decided>(
  state: AccountState,
  bringing: Bringing,
  decide: Decide<Order>,
  now: Instant,
): Result<Order> {
  const wrong = wrongSource(bringing)
  if (wrong !== null) return wrong
  const { to } = bringing
  // A wallet that has less by now gives what it has.
  const sources = bringing.sources.map((source) => ({ ...source, most: least(source.most, givable(state.wallets, source.from)) }))
  const most = sources.reduce((sum, source) => sum + source.most, 0n)
  if (most === 0n) return decide(state)
  const richest = moved(state, { ...bringing, sources: shared(sources, most) }, now)
  // Where nothing may move the order stands alone, and is refused in the order of its own checks.
  if (!richest.ok) return decide(state)
  const tried = decide(richest.value.state)
  if (!tried.ok) return tried
  const missing = most - least(most, availableOf(walletOf(foresee(richest.value.state, tried.value.outcome), to)))
  if (missing === 0n) return decide(state)
  const exact = moved(state, { ...bringing, sources: shared(sources, missing) }, now)
  if (!exact.ok) return exact
  const decided = decide(exact.value.state)
  return decided.ok ? ok({ ...decided.value, outcome: compose(exact.value.outcome, decided.value.outcome) }) : decided
}

/** Each giver once, and none but those that may give. */
function wrongSource({ to, sources }: Bringing): Refusal | null {
  const givers = giversTo(to)
  const isWrong = sources.some(({ from }, index) => !givers.includes(from) || sources.findIndex((other) => other.from === from) !== index)
  return isWrong ? refuse('parameter.invalid', { field: 'bring' }) : null
}

type Moved = Readonly<{ state: AccountState; outcome: Outcome }>

function moved(state: AccountState, { to, sources, valueDate }: Bringing, now: Instant): Result<Moved> {
  let whole: Moved = { state, outcome: { entries: [] } }
  for (const { from, most, id, number } of sources) {
    const started = startTransfer(whole.state, { id, number, from, to, amount: most, quoteId: null, quote: null, valueDate }, now)
    if (!started.ok) return started
    const { outcome } = started.value
    whole = { state: foresee(whole.state, outcome), outcome: compose(whole.outcome, outcome) }
  }
  return ok(whole)
}
