import { type ComingTerms, terms } from '@rueda/contract/terms.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { channelOf } from '@rueda/rules/deposits/channel.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { ok } from '@rueda/rules/result.ts'
import { type TermsChange, comingAfter } from '@rueda/rules/terms/terms.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { rails } from '@rueda/rules/withdrawals/rails.ts'
import type { FullApp } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { clockOf } from './clock.ts'

/** Announced terms that are not in force yet, for everybody to see. */
export const termsRoutes = (app: Pick<FullApp, 'terms' | 'clock' | 'wallClock'>): Registered =>
  routes(terms, {
    coming: () => ok(comingAfter(app.terms.changes(), (change) => clockOf(app, change)).map(present)),
  })

function present(change: TermsChange): ComingTerms {
  const { kind, subject, effectiveAt } = change
  const row = { kind, subject, feeRate: null, feeLeast: null, minimum: null, limit: null, effectiveTimestamp: effectiveAt }
  if (change.kind === 'withdrawalFee') {
    const { pays } = rails[change.subject]
    return { ...row, feeRate: formatScaled(change.fee.share), feeLeast: formatMinor(change.fee.least, pays), currency: pays }
  }
  if (change.kind === 'moneyLimit') return { ...row, limit: formatMinor(change.limit, 'USD'), currency: 'USD' }
  const currency = walletCurrencies[channelOf(change.subject).wallet]
  return { ...row, minimum: change.kind === 'depositMinimum' ? formatMinor(change.minimum, currency) : null, currency }
}
