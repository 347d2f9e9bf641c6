import type { WithdrawalQuote } from '@rueda/contract/withdrawals.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { arrivalText } from './arrival.ts'

type ReceiptProps = Readonly<{ quote: WithdrawalQuote; destination?: string | undefined }>

/** The amount, its cost, what arrives, where and when: before anything is sent. */
export function Receipt({ quote, destination }: ReceiptProps) {
  const t = useText('withdrawals')
  const common = useText('common')
  const { language } = useUi()
  const { amount, fee, currency, receiveAmount, receiveCurrency, receiveEstimated, rate, spreadPct } = quote
  const isAbout = receiveEstimated === 1
  const facts = (
    <Facts
      rows={[
        destination === undefined ? null : { label: t('to'), value: destination },
        { label: common('f.amount'), value: <Money value={amount} currency={currency} /> },
        { label: common('f.fee'), value: <Money value={fee} currency={currency} /> },
        rate === null ? null : { label: t('rate'), value: formatNumber(language, rate, { least: 2, most: 8 }) },
        spreadPct === null ? null : { label: t('spread'), value: formatPercent(language, spreadPct, 'plain') },
        {
          label: t(isAbout ? 'receive.about' : 'receive'),
          value: <Money value={receiveAmount} currency={receiveCurrency} />,
          strong: true,
          divided: true,
        },
        { label: t('eta'), value: arrivalText(t, quote.arrivesWithinMs) },
      ]}
    />
  )
  if (!isAbout) return facts
  return (
    <>
      {facts}
      <p className="mt-2 text-meta text-text3">{t('receive.aboutWhy')}</p>
    </>
  )
}
