import { SCALE, divide, formatScaled } from '../decimal.ts'
import type { MarketName } from '../instruments/instrument.ts'
import { marketTermsOf } from '../instruments/terms.ts'
import { house, walletAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { mergeLines, transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { type Currency, notional } from '../money.ts'
import type { CalendarDate } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Dividend, actionId } from './action.ts'
import { messageKind } from '../messages/records.ts'

/**
 * A dividend due to a holder of shares at the close before the ex-date, purchases that had not settled included
 * (`docs/rules/corporate-actions.md` D.9). Entitlements are recorded on the ex-date and paid three weeks later.
 */
export type Entitlement = Readonly<{
  accountId: string
  actionId: string
  instrumentId: string
  /** The position that was open at that close. */
  positionId: string
  quantity: bigint
  /** In minor units. */
  gross: bigint
  tax: bigint
  currency: Currency
  exDate: CalendarDate
  payDate: CalendarDate
}>

export function withholdingRate(market: MarketName, claimsTreaty: boolean): bigint {
  const withholding = marketTermsOf(market)?.withholding ?? null
  if (withholding === null) return 0n
  return claimsTreaty ? withholding.treaty : withholding.usual
}

export type Holder = Readonly<{ accountId: string; positionId: string; quantity: bigint; claimsTreaty: boolean }>

/** Null for a holding so small that its dividend is less than half of the smallest coin. */
export function entitlementOf(holder: Holder, dividend: Dividend, market: MarketName, currency: Currency): Entitlement | null {
  const { accountId, positionId, quantity } = holder
  // A part of a share is rounded to the even cent (`docs/rules/fractions.md` P.5).
  const gross = notional(dividend.amount, quantity, currency, quantity % SCALE === 0n ? 'HALF_UP' : 'HALF_EVEN')
  if (gross <= 0n) return null
  const tax = divide(gross * withholdingRate(market, holder.claimsTreaty), SCALE, 'HALF_UP')
  const { instrumentId, exDate, payDate } = dividend
  return { accountId, actionId: actionId(dividend), instrumentId, positionId, quantity, gross, tax, currency, exDate, payDate }
}

export const netOf = ({ gross, tax }: Pick<Entitlement, 'gross' | 'tax'>): bigint => gross - tax

/** J96: on the pay date the dividend arrives, less the tax that is withheld. */
export function payDividend(entitlement: Entitlement, venue: string, wallet: WalletType): Outcome {
  const { currency: asset, instrumentId, quantity, gross, tax } = entitlement
  const cash = walletAccount(wallet, 'CASH')
  return {
    entries: [
      {
        journal: 'J96',
        cause: { kind: 'dividend', id: entitlement.actionId, step: 0 },
        lines: mergeLines([
          ...transfer({ from: house.market(venue, asset), to: cash, asset, amount: gross }),
          ...transfer({ from: cash, to: house.tax('DIV', asset), asset, amount: tax }),
        ]),
        valueDate: entitlement.payDate,
      },
    ],
    events: messageKind.happened({
      template: 'dividend.paid',
      facts: {
        instrument: instrumentId,
        quantity: formatScaled(quantity),
        gross: moneyFact(gross, asset),
        tax: moneyFact(tax, asset),
        net: moneyFact(netOf(entitlement), asset),
      },
      link: `instrument:${instrumentId}`,
    }),
  }
}
