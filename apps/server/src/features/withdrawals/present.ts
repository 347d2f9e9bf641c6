import { codeOfPayout, codeOfWithdrawalStatus } from '@rueda/contract/codes.ts'
import type { Withdrawal as WithdrawalRow, WithdrawalQuote, WithdrawalRail } from '@rueda/contract/withdrawals.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Limits } from '@rueda/rules/terms/limits.ts'
import { walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { Usable } from '@rueda/rules/withdrawals/limits.ts'
import { leastFeeOf } from '@rueda/rules/withdrawals/price.ts'
import { approvalsNeeded } from '@rueda/rules/withdrawals/review.ts'
import { type Rail, currencyOfRail, isChain, rails } from '@rueda/rules/withdrawals/rails.ts'
import { type Withdrawal, isEstimated, isHeld } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { MarketOfRail } from './mids.ts'
import type { Quoted, WithdrawalDeps } from './quotes.ts'
import type { Step } from './store.ts'

type Presenting = Pick<WithdrawalDeps, 'terms'>

/** The only place where withdrawals become JSON. */
export function presentWithdrawal({ terms }: Presenting, withdrawal: Withdrawal, steps: readonly Step[]): WithdrawalRow {
  const { id, number, rail, wallet, amount, fee, payout, pays, status } = withdrawal
  const currency = walletCurrencies[wallet]
  return {
    ...{ id, withdrawalNo: number, type: wayOf(withdrawal), rail, walletType: wallet, currency },
    amount: formatMinor(amount, currency),
    fee: formatMinor(fee, currency),
    netAmount: formatMinor(amount - fee, currency),
    receiveAmount: formatMinor(payout, pays),
    receiveCurrency: pays,
    receiveEstimated: isEstimated(withdrawal) ? 1 : 0,
    rate: rateText(withdrawal.rate),
    status: codeOfWithdrawalStatus[status],
    payoutStatus: codeOfPayout[status],
    reason: withdrawal.reason,
    account: withdrawal.destination.label,
    cardId: withdrawal.destination.cardId,
    txHash: withdrawal.reference,
    inQueue: status === 'pending' && withdrawal.queuedAt !== null ? 1 : 0,
    cancellable: status === 'pending' ? 1 : 0,
    expectedTimestamp: isHeld(withdrawal) ? expectedAt(withdrawal, terms.limits(withdrawal.startedAt)) : null,
    createTimeTimestamp: withdrawal.startedAt,
    examineTimeTimestamp: withdrawal.examinedAt,
    sentTimestamp: withdrawal.sentAt,
    timeline: steps.map(({ kind, by, at }) => ({ kind, by, timestamp: at })),
  }
}

function wayOf({ rail, destination }: Withdrawal): WithdrawalRow['type'] {
  if (isChain(rail)) return 'vm'
  if (destination.cardId !== null) return 'bank'
  return rail === 'JPY_BANK' ? 'JPY' : 'other'
}

/** Expected arrival: a person's review takes up to a day, the rules have their time, and the rail its own. */
function expectedAt(withdrawal: Withdrawal, limits: Limits): Instant {
  const { status, rail, startedAt, reviewAt, queuedAt, examinedAt } = withdrawal
  const { arrivesWithinMs } = rails[rail]
  if (status === 'sending' && examinedAt !== null) return examinedAt + arrivesWithinMs
  const isByStaff = queuedAt !== null || approvalsNeeded(withdrawal, limits) > 1
  return (isByStaff ? Math.max(startedAt + DAY_MS, reviewAt) : reviewAt) + arrivesWithinMs
}

const MAX_REVIEW_MS = 5 * MINUTE_MS

/** Presents a quote; a customer without a mailbox is asked for no mailed code. */
export function presentQuote(
  { rail, termsId, limits, market, kept, priced, value, needsCode }: Quoted,
  hasMailbox: boolean,
): WithdrawalQuote {
  const currency = currencyOfRail(rail)
  const isByStaff = approvalsNeeded({ value }, limits) > 1
  return {
    ...{ quoteId: kept?.id ?? null, termsId, rail: rail.id, currency },
    amount: formatMinor(priced.amount, currency),
    fee: formatMinor(priced.fee, currency),
    netAmount: formatMinor(priced.net, currency),
    receiveAmount: formatMinor(priced.payout, rail.pays),
    receiveCurrency: rail.pays,
    receiveEstimated: priced.rate === null ? 0 : 1,
    ...presentRate(rail, market, priced.rate),
    expireTimestamp: kept?.expiresAt ?? null,
    valueUsd: formatMinor(value, 'USD'),
    arrivesWithinMs: (isByStaff ? DAY_MS : MAX_REVIEW_MS) + rail.arrivesWithinMs,
    byStaff: isByStaff ? 1 : 0,
    needsCode: hasMailbox && needsCode ? 1 : 0,
  }
}

export function presentRail(rail: Rail, market: MarketOfRail, { least, most }: Usable, rate: bigint | null): WithdrawalRail {
  const currency = currencyOfRail(rail)
  return {
    ...{ rail: rail.id, walletType: rail.wallet, currency, receiveCurrency: rail.pays },
    ...presentFee(rail, rate),
    feeLeastReceived: formatMinor(rail.fee.least, rail.pays),
    min: formatMinor(least, currency),
    max: formatMinor(most, currency),
    ...presentRate(rail, market, rate),
    arrivesWithinMs: MAX_REVIEW_MS + rail.arrivesWithinMs,
  }
}

/** A fee is flat, or a share of the amount with a minimum. */
export function presentFee(rail: Rail, rate: bigint | null): Pick<WithdrawalRail, 'feeFixed' | 'feeRate' | 'feeMin'> {
  const currency = currencyOfRail(rail)
  const isFlat = rail.fee.share === 0n
  const leastFee = formatMinor(leastFeeOf(rail, rate), currency)
  const none = formatMinor(0n, currency)
  return { feeFixed: isFlat ? leastFee : none, feeRate: formatScaled(rail.fee.share), feeMin: isFlat ? none : leastFee }
}

const presentRate = (rail: Rail, { mids, heardAt }: MarketOfRail, rate: bigint | null) => ({
  rate: rateText(rate),
  mid: rateText(rate === null ? null : mids.payout),
  spreadPct: rail.spread === null ? null : percentText(rail.spread),
  rateTimestamp: rate === null ? null : heardAt,
})

const RATE_DECIMALS = 2
const rateText = (rate: bigint | null): string | null => (rate === null ? null : formatScaled(rate, RATE_DECIMALS))
