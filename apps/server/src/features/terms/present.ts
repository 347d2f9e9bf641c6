import type { WireChannelTerms, WireLimit, WireRailTerms } from '@rueda/contract/admin/terms.ts'
import { formatDecimal } from '@rueda/rules/decimal.ts'
import { type ChannelId, CONFIRMATIONS, channelOf } from '@rueda/rules/deposits/channel.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { LimitName } from '@rueda/rules/terms/limits.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { RailId } from '@rueda/rules/withdrawals/rails.ts'
import type { FullApp } from '../../app.ts'
import { clockOf } from './clock.ts'

const PERCENT_DECIMALS = 6
/** Units of 10^-8 as a per cent, without zeros that say nothing: "0.3". */
const percentText = (share: bigint): string => formatDecimal(share, PERCENT_DECIMALS).replace(/\.?0+$/u, '')

export function presentRailTerms(app: FullApp, id: RailId): WireRailTerms {
  const now = clockOf(app, { kind: 'withdrawalFee', subject: id })
  const { rail } = app.terms.rail(id, now)
  const off = app.switches.off().get(`withdrawals.${id}`)
  return {
    ...{ rail: id, walletType: rail.wallet, pays: rail.pays },
    sharePercent: percentText(rail.fee.share),
    least: formatMinor(rail.fee.least, rail.pays),
    spreadPercent: rail.spread === null ? null : percentText(rail.spread),
    isOff: off === undefined ? 0 : 1,
    sinceTimestamp: off?.since ?? null,
    nowTimestamp: now,
  }
}

export function presentChannelTerms(app: FullApp, id: ChannelId): WireChannelTerms {
  const now = clockOf(app, { kind: 'depositMinimum', subject: id })
  const { currency, rail, wallet, largest, spread } = channelOf(id)
  const creditCurrency = walletCurrencies[wallet]
  return {
    ...{ channelId: id, currency, network: rail.kind === 'crypto' ? rail.network : null, creditCurrency },
    minimum: formatMinor(app.terms.minimum(id, now), creditCurrency),
    largest: formatMinor(largest, currency),
    spreadPercent: percentText(spread),
    confirmations: rail.kind === 'crypto' ? CONFIRMATIONS : null,
    automaticUpTo: rail.kind === 'bank' ? formatMinor(rail.isByRule ? app.terms.limits(now).depositAutomatic : 0n, 'USD') : null,
    account: app.terms.account(id, now),
    isOff: app.switches.off().has(`deposits.${id}`) ? 1 : 0,
    nowTimestamp: now,
  }
}

export function presentLimit(app: FullApp, name: LimitName): WireLimit {
  const now = clockOf(app, { kind: 'moneyLimit', subject: name })
  return { limit: name, amount: formatMinor(app.terms.limits(now)[name], 'USD'), nowTimestamp: now }
}
