import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { withdrawals } from '@rueda/contract/withdrawals.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type WalletType, withdrawableOf } from '@rueda/rules/wallets/wallet.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { LIMIT_MONTH_MS, leftInDollars, usableAmount } from '@rueda/rules/withdrawals/limits.ts'
import { rateOf } from '@rueda/rules/withdrawals/price.ts'
import { type RailId, currencyOfRail, railIds } from '@rueda/rules/withdrawals/rails.ts'
import { arePayoutsHeld } from '../integrity/lights.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { marketOf } from './mids.ts'
import { presentFee, presentRail } from './present.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { standingOf, type Standing, type WayFilter } from './store.ts'
import { withdrawalsSince } from './records.ts'
import { withdrawalKind } from '@rueda/rules/withdrawals/records.ts'

type Asked = Readonly<{ accountId: string; walletType: WalletType; type: WayFilter; rail: RailId | undefined }>
type UsableRow = DataOf<typeof withdrawals.usable>

/** Computes the amount that can leave a wallet over a rail at this moment, or the obstacle. */
export async function usableNow(app: WithdrawalDeps, { accountId, walletType, type, rail: asked }: Asked): Promise<Result<UsableRow>> {
  const { rail } = app.terms.rail(asked ?? railOfWay(walletType, type), app.wallClock.now())
  if (rail.wallet !== walletType) return refuse('parameter.invalid', { field: 'walletType' })
  const market = marketOf(app, rail)
  if (!market.ok) return market
  const now = app.wallClock.now()
  const state = await readAccountState(app.pool, accountId, { wallets: [walletType], records: [withdrawalsSince(now - LIMIT_MONTH_MS)] })
  const currency = currencyOfRail(rail)
  const rate = rateOf(rail, market.value.mids.payout)
  const limits = app.terms.limits(now)
  const left = leftInDollars(withdrawalKind.of(state).values(), now, limits)
  const usable = usableAmount({
    rail,
    withdrawable: withdrawableOf(walletOf(state, walletType)),
    left,
    limits,
    dollarMid: market.value.mids.dollar,
    rate,
  })
  const isOff = app.switches.off().has(`withdrawals.${rail.id}`)
  const blocked = blockOf(await standingOf(app.pool, accountId), { isPaused: await arePayoutsHeld(app.pool, now), isOff, now })
  return ok({
    usable: formatMinor(usable.usable, currency),
    min: formatMinor(usable.least, currency),
    max: formatMinor(usable.most, currency),
    dailyLeft: formatMinor(usable.dayLeft, currency),
    monthlyLeft: formatMinor(usable.monthLeft, currency),
    ...presentFee(rail, rate),
    currency,
    ...blocked,
  })
}

function railOfWay(wallet: WalletType, way: WayFilter): RailId {
  if (way === 'vm') return 'TRC20'
  if (way === 'JPY') return 'JPY_BANK'
  return way === 'bank' && wallet === 'BALANCE' ? 'ARS_BANK' : 'WIRE'
}

/** Refusal that an application would get, checked in the same order. */
type Moment = Readonly<{ isPaused: boolean; isOff: boolean; now: Instant }>

function blockOf(standing: Standing, { isPaused, isOff, now }: Moment): Pick<UsableRow, 'reasonBlocked' | 'blockedUntilTimestamp'> {
  const { isFrozen, isIdentified, hasPayPassword, coolingUntil } = standing
  const blocked = (reasonBlocked: string, until: Instant | null = null) => ({ reasonBlocked, blockedUntilTimestamp: until })
  if (isFrozen) return blocked('account.frozen')
  if (!isIdentified) return blocked('kyc.required')
  if (coolingUntil !== null && coolingUntil > now) return blocked('security.cooling_off', coolingUntil)
  if (!hasPayPassword) return blocked('pay_password.missing')
  if (isOff) return blocked('withdrawal.rail_closed')
  return isPaused ? blocked('maintenance') : { reasonBlocked: null, blockedUntilTimestamp: null }
}

/** Every rail that is open now; one whose market has no rate is left out. */
export function railsNow(app: WithdrawalDeps): DataOf<typeof withdrawals.rails> {
  return railIds.flatMap((id) => {
    const { rail } = app.terms.rail(id, app.wallClock.now())
    const market = marketOf(app, rail)
    if (!market.ok) return []
    const { mids } = market.value
    const rate = rateOf(rail, mids.payout)
    const holding = app.terms.limits(app.wallClock.now())
    const limits = usableAmount({
      rail,
      withdrawable: 0n,
      left: { day: holding.withdrawalDay, month: holding.withdrawalMonth },
      limits: holding,
      dollarMid: mids.dollar,
      rate,
    })
    return [presentRail(rail, market.value, limits, rate)]
  })
}
