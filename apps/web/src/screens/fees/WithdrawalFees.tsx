import type { WithdrawalFee } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalText } from './fee-words.ts'

/** The fees of withdrawals, one row for each rail. */
export function WithdrawalFees({ withdrawals }: { withdrawals: readonly WithdrawalFee[] }) {
  const t = useText('fees')
  return (
    <Card title={t('withdrawals.title')} rows>
      {withdrawals.map((fee) => (
        <Way key={fee.rail} fee={fee} />
      ))}
      <p className="py-2.5 text-meta text-text3">{t('withdrawals.why')}</p>
    </Card>
  )
}

const NOTHING = '0'

function Way({ fee: { rail, pays, rate, least, spread } }: { fee: WithdrawalFee }) {
  const t = useText('fees')
  const { language } = useUi()
  const amount = formatMoney(language, least, pays)
  const percent = (share: string): string => t('rate.percent', { rate: decimalText(language, share) })
  return (
    <div className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="text-label font-medium">{wayText(t, rail, pays)}</p>
        {spread === null ? null : <p className="text-meta text-text3">{t('withdrawals.spread', { rate: percent(spread) })}</p>}
      </div>
      <div className="num flex-none text-right">
        <p className="text-label font-semibold">{rate === NOTHING ? amount : percent(rate)}</p>
        {rate === NOTHING ? null : <p className="text-meta text-text3">{t('least', { amount })}</p>}
      </div>
    </div>
  )
}

/** A chain's own name, which is the same in every language; the banks have words. */
function wayText(t: ReturnType<typeof useText<'fees'>>, rail: string, pays: string): string {
  switch (rail) {
    case 'ARS_BANK':
      return t('withdrawals.ars')
    case 'JPY_BANK':
      return t('withdrawals.jpy')
    case 'WIRE':
      return t('withdrawals.wire')
    default:
      return rail === pays ? pays : `${pays} · ${rail}`
  }
}
