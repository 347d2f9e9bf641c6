import type { Withdrawal } from '@rueda/contract/withdrawals.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import type { ReactNode } from 'react'
import { useText } from '../../shared/text/text.ts'
import { SupportLink } from '../../shared/support/SupportLink.tsx'
import { CancelWithdrawal } from './CancelWithdrawal.tsx'
import { statusOf, stepsOf } from '../../shared/withdrawals/withdrawal-status.ts'

/** One withdrawal: the amount that arrives, its state, and its past and coming steps. */
export function WithdrawalFacts({ withdrawal, children }: Readonly<{ withdrawal: Withdrawal; children?: ReactNode }>) {
  const t = useText('withdrawals')
  const common = useText('common')
  const { amount, fee, currency, receiveAmount, receiveCurrency, receiveEstimated, rate } = withdrawal
  const { account, withdrawalNo, txHash, reason, expectedTimestamp } = withdrawal
  const { language } = useUi()
  const eta =
    expectedTimestamp === null ? '' : t(withdrawal.inQueue === 1 ? 'eta.staff' : 'eta.at', { at: formatDeadline(expectedTimestamp) })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <span className="num text-total">
          {receiveEstimated === 1 ? '≈ ' : null}
          <Money value={receiveAmount} currency={receiveCurrency} own />
        </span>
        <StatusPill status={statusOf(t, withdrawal)} />
      </div>
      {receiveEstimated === 1 && expectedTimestamp !== null ? <p className="text-meta text-text3">{t('receive.aboutWhy')}</p> : null}
      {reason === null ? null : (
        <InlineMessage tone="danger" action={<SupportLink topic="withdrawal" record={`withdrawal:${withdrawal.id}`} />}>
          {t(`reason.${reason}`)}
        </InlineMessage>
      )}
      <Timeline steps={stepsOf(t, withdrawal, eta)} />
      <Facts
        rows={[
          { label: t('to'), value: account },
          { label: common('f.amount'), value: <Money value={amount} currency={currency} own /> },
          { label: common('f.fee'), value: <Money value={fee} currency={currency} own /> },
          rate === null || receiveEstimated === 1 ? null : { label: t('rate'), value: formatNumber(language, rate, { least: 2, most: 8 }) },
          { label: common('f.reference'), value: <CopyValue value={withdrawalNo} label={common('f.reference')} /> },
          txHash === null ? null : { label: t('payout'), value: <CopyValue value={txHash} label={t('payout')} /> },
        ]}
      />
      {withdrawal.cancellable === 1 ? <CancelWithdrawal withdrawal={withdrawal} /> : null}
      {children}
    </div>
  )
}
