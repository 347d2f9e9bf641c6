import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { ReactNode } from 'react'
import { useText } from '../text/text.ts'
import type { PositionInFull } from './lots-export.ts'

type InFull = Readonly<{ full: PositionInFull }>

/** The rest of each purchase that is still held, with its value now. */
export function LotList({ full: { position, lots } }: InFull) {
  const t = useText('positions')
  const { language } = useUi()
  if (lots.length === 0) return null
  return (
    <Section title={t('lots.title')} why={t('lots.why')}>
      {lots.map((lot, at) => (
        <RecordRow
          key={at}
          title={t('lots.at', {
            quantity: formatQuantity(language, lot.quantity),
            price: formatPrice(language, lot.avgPrice, position.decimals),
          })}
          meta={lot.reinvested === 1 ? `${formatDate(lot.acquiredDate)} · ${t('lots.reinvested')}` : formatDate(lot.acquiredDate)}
          amount={<Money value={lot.marketValue} currency={position.currency} own />}
          trailing={<Change own absolute={lot.profit} currency={position.currency} />}
        />
      ))}
    </Section>
  )
}

/** Dividends paid or to be paid, always with the tax withheld. */
export function DividendList({ full: { position, dividends } }: InFull) {
  const t = useText('positions')
  const { language, text, hidesAmounts } = useUi()
  if (dividends.length === 0) return null
  const money = (value: string) => (hidesAmounts ? text.amountHidden : formatMoney(language, value, position.currency))
  return (
    <Section title={t('dividends.title')}>
      {dividends.map((dividend) => (
        <RecordRow
          key={dividend.exDate}
          title={t(dividend.status === 1 ? 'dividends.paidOn' : 'dividends.dueOn', { date: formatDate(dividend.payDate) })}
          meta={
            <>
              {t('dividends.held', { quantity: formatQuantity(language, dividend.quantity), date: formatDate(dividend.exDate) })}
              <br />
              {t('dividends.lessTax', { gross: money(dividend.grossAmount), tax: money(dividend.tax) })}
            </>
          }
          amount={<Money value={dividend.netAmount} currency={position.currency} own />}
        />
      ))}
    </Section>
  )
}

/** The part of each purchase that was sold, as a tax return asks for it. */
export function DisposalList({ full: { position, disposals, lotProfit } }: InFull) {
  const t = useText('positions')
  const { language } = useUi()
  if (disposals.length === 0) return null
  const change = (value: string) => <Change own absolute={value} currency={position.currency} />
  return (
    <Section title={t('lots.sold')} action={change(lotProfit)}>
      {disposals.map((disposal, at) => (
        <RecordRow
          key={at}
          title={t('lots.soldOf', { quantity: formatQuantity(language, disposal.quantity) })}
          meta={
            <>
              {`${formatDate(disposal.acquiredDate)} → ${formatDate(disposal.disposedDate)}`}
              {disposal.boughtBackDate === null ? null : (
                <span className="block">{t('lots.boughtBack', { date: formatDate(disposal.boughtBackDate) })}</span>
              )}
            </>
          }
          amount={<Money value={disposal.proceeds} currency={position.currency} own />}
          trailing={change(disposal.profit)}
        />
      ))}
    </Section>
  )
}

type SectionProps = Readonly<{ title: string; why?: string; action?: ReactNode; children: ReactNode }>

function Section({ title, why, action, children }: SectionProps) {
  return (
    <section>
      <SectionHeader title={title} action={action} />
      {why === undefined ? null : <p className="text-meta text-text3">{why}</p>}
      <div className="divide-y divide-line">{children}</div>
    </section>
  )
}
