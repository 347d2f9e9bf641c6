import { reinvestmentFeesOf } from '@rueda/rules/blocks/fees.ts'
import { sizedByAmount } from '@rueda/rules/fractions/by-amount.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import { compose } from '@rueda/rules/ledger/compose.ts'
import type { OrderTerms } from '@rueda/rules/orders/accept.ts'
import { acceptOrder } from '@rueda/rules/orders/accept.ts'
import { isPassing, runIdOf, skipOf } from '@rueda/rules/plans/plan.ts'
import { type Giver, type Occasion, type Pending, pendingRun, placedRun, skippedRun, sourcesOfRun } from '@rueda/rules/plans/run.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { Deciding } from '../../app.ts'
import { type CommandKind, commandKind } from '../../write-path/commands.ts'
import { executedAtOnce } from '../orders/execute-at-once.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { fractionsOff } from '../orders/place.ts'
import { type Missing, oncePerMoment, orderTerms } from '../orders/terms.ts'
import { withBrought } from '../transfers/bring.ts'
import { openPositionsIn } from '../positions/records.ts'
import { planRunsById, plansById } from './records.ts'

/** One purchase of a plan, decided with the order it becomes: neither is ever there without the other. */
export type Running = Readonly<{
  orderId: string
  instrumentId: string
  wallet: WalletType
  occasion: Occasion
  /** Wallets that may give what is missing, where the plan names them, each with the id of its transfer. */
  givers: readonly Giver[]
  /** True for a date that is too long past to buy for. */
  isMissed: boolean
  missing: Missing
}>

type Tools = Pick<Deciding, 'venue' | 'fees' | 'ids' | 'switches'>

const NOTHING: Outcome = { entries: [] }
const termsOf = oncePerMoment<Running, OrderTerms>()

export const runningPlan: CommandKind<Running, true, Tools> = commandKind({
  name: 'plans.run',
  places: true,
  reads: ({ instrumentId, wallet, occasion, givers }: Running) => ({
    wallets: [wallet, ...givers.map(({ from }) => from)],
    records: [openPositionsIn([instrumentId]), plansById([occasion.planId]), planRunsById([runIdOf(occasion.planId, occasion.occasion)])],
  }),
  decide: (app: Tools, running, state, now) => {
    const { occasion, isMissed, orderId } = running
    const pending = pendingRun(state, occasion)
    if (pending === null) return ok({ outcome: NOTHING, data: true as const })
    if (isMissed) return ok({ outcome: skippedRun(pending, occasion, 'missed', now), data: true as const })
    const placed = place(app, running, pending, state, now)
    if (placed.ok) {
      const outcome = compose(placedRun(pending, occasion, orderId, now), placed.value)
      return ok(executedAtOnce(app, { state, outcome, data: true as const, now }))
    }
    // It may be possible at the next look, while its session lasts.
    const outcome = isPassing(placed.refusal) ? NOTHING : skippedRun(pending, occasion, skipOf(placed.refusal), now)
    return ok({ outcome, data: true as const })
  },
})

/** A market order by amount, accepted by the same rules as a customer's own; what is missing comes from the plan's givers with it. */
function place(app: Tools, running: Running, pending: Pending, state: AccountState, now: Instant): Result<Outcome> {
  const { plan, amount } = pending
  const { orderId: id, instrumentId, wallet, missing } = running
  const terms = termsOf(running, now, () => planTerms(app, running, { accountId: state.accountId, missing }, now))
  const number = referenceNumber('S', terms.tradeDate, id)
  const origin = plan.recurring === null ? ('reinvestment' as const) : ('plan' as const)
  const request = { ...MARKET_BUY, id, number, instrumentId, wallet, amount, origin }
  const sized = sizedByAmount(request, terms)
  if (!sized.ok) return sized
  const off = fractionsOff(app, sized.value, terms.instrument)
  if (off !== null) return off
  const decide = (at: AccountState) => acceptOrder(at, sized.value, terms, now)
  const accepted = withBrought(app, { wallet, sources: sourcesOfRun(pending, running.givers) }, { state, now, decide })
  return accepted.ok ? ok(accepted.value.outcome) : accepted
}

export const MARKET_BUY = {
  side: 'buy',
  type: 'market',
  timeInForce: 'DAY',
  limitPrice: null,
  quantity: 0n,
  leverage: 1,
  margin: null,
} as const

type For = Readonly<{ accountId: string; missing: Missing }>

function planTerms(app: Tools, { instrumentId, occasion }: Running, { accountId, missing }: For, now: Instant): OrderTerms {
  const terms = orderTerms(app, { instrumentId, quantity: 0n, accountId }, missing, now)
  const { instrument } = terms
  return occasion.dividend === null || instrument === null ? terms : { ...terms, fees: reinvestmentFeesOf(instrument, 0n) }
}
