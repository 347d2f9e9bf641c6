import { Card } from '@rueda/ui/layout/Card.tsx'
import { RangeBar } from '@rueda/ui/quotes/RangeBar.tsx'
import { type Stat, StatGrid } from '@rueda/ui/lists/StatGrid.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact, formatMoney, formatNumber, formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { ReactNode } from 'react'
import { type Translate, useText } from '../../shared/text/text.ts'
import { PositionRows } from '../../shared/positions/PositionRows.tsx'
import { PositionCard } from './PositionCard.tsx'
import type { Held } from './quote-parts.tsx'
import { hasDayLimits } from './day-limits.ts'
import { type QuoteDetail, isIndex, showsTrades } from '../../shared/quotes/instrument.ts'

/** `terms`: what one unit of it is, where that is more than a share. */
type SummaryTabProps = Readonly<{ detail: QuoteDetail; held: Held | undefined; terms?: ReactNode }>

/** The holding, the day in figures, the price within its year, and the rules of trading it. */
export function SummaryTab({ detail, held, terms }: SummaryTabProps) {
  const t = useText('quotes')
  const position = held?.position ?? null
  const onMargin = held?.positions ?? []
  return (
    <>
      {position === null ? null : <PositionCard position={position} quote={detail} />}
      {onMargin.length === 0 ? null : <PositionRows list={onMargin} title={t('position.title')} />}
      {terms}
      <Card>
        <QuoteStats detail={detail} />
        <YearRange detail={detail} />
      </Card>
      {isIndex(detail) ? null : <TradingRules detail={detail} />}
    </>
  )
}

/** Figures a market does not have are left out. */
export function QuoteStats({ detail, columns = 2 }: Readonly<{ detail: QuoteDetail; columns?: 2 | 3 }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const price = (value: string) => formatPrice(language, value, detail.decimals)
  const known = (label: string, value: string | null, write: (value: string) => string): Stat | null =>
    value === null || Number(value) === 0 ? null : { label, value: write(value) }
  const compact = (value: string) => formatCompact(language, value)
  return (
    <StatGrid
      columns={columns}
      stats={[
        { label: t('stat.open'), value: price(detail.open) },
        { label: t('stat.previousClose'), value: price(detail.preClose) },
        { label: t('stat.high'), value: price(detail.high) },
        { label: t('stat.low'), value: price(detail.low) },
        ...(showsTrades(detail)
          ? [known(t('stat.volume'), detail.volume, compact), known(t('stat.turnover'), detail.turnover, compact)]
          : []),
        known(t('stat.marketCap'), detail.marketCap, compact),
        known(t('stat.pe'), detail.pe, (value) => formatNumber(language, value, { least: 1, most: 2 })),
        known(t('stat.eps'), detail.eps, (value) => formatMoney(language, value, detail.currency)),
        known(t('stat.dividendYield'), detail.dividendYield, (value) => formatPercent(language, value, 'plain')),
        known(t('stat.beta'), detail.beta, (value) => formatNumber(language, value, { least: 2 })),
      ]}
    />
  )
}

export function YearRange({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  if (detail.week52Low === null || detail.week52High === null) return null
  return (
    <div className="pt-2">
      <RangeBar
        label={t('stat.year')}
        low={lower(detail.week52Low, detail.low)}
        high={higher(detail.week52High, detail.high)}
        value={detail.price_nominal}
        decimals={detail.decimals}
      />
    </div>
  )
}

/** The running day is part of the year: its prices move, and the year's are read once. */
const lower = (year: string, day: string): string => (Number(day) > 0 && Number(day) < Number(year) ? day : year)
const higher = (year: string, day: string): string => (Number(day) > Number(year) ? day : year)

/** The server's own sentences about hours, settlement and cost. */
function TradingRules({ detail }: { detail: QuoteDetail }) {
  const t = useText('quotes')
  const { language } = useUi()
  const rules = [
    { label: t('rule.session'), value: detail.sessionText },
    { label: t('rule.settlement'), value: detail.settlementText },
    { label: t('rule.fee'), value: detail.feeText },
    { label: t('rule.size'), value: sizeText(detail, t, language) },
    detail.bands === null || hasDayLimits(detail)
      ? null
      : {
          label: t('rule.bands'),
          value: bandsText(detail.bands, detail, t, language),
        },
  ].filter((rule) => rule !== null && rule.value !== '')
  if (rules.length === 0) return null
  return (
    <Card title={t('rules')}>
      <dl className="flex flex-col gap-2.5">
        {rules.map((rule) =>
          rule === null ? null : (
            <div key={rule.label} className="flex flex-col gap-0.5">
              <dt className="text-micro text-text3">{rule.label}</dt>
              <dd className="text-meta text-text2">{rule.value}</dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  )
}

/** "Desde 1; un lote son 1.000. El precio va de a 0,05 TWD.": what an order's quantity and price are multiples of. */
function sizeText({ minCount, lotSize, tickSize, currency }: QuoteDetail, t: Translate<'quotes'>, language: Language): string {
  const tick = t('rule.tick', { tick: formatQuantity(language, tickSize), currency })
  const [least, lot] = [formatQuantity(language, minCount), formatQuantity(language, lotSize)]
  return `${Number(lotSize) > Number(minCount) ? t('rule.lots', { least, lot }) : t('rule.steps', { least })} ${tick}`
}

/** The price limits of today; if one side has none, the other alone. */
function bandsText(
  { up, down }: NonNullable<QuoteDetail['bands']>,
  { decimals }: Pick<QuoteDetail, 'decimals'>,
  t: Translate<'quotes'>,
  language: Language,
): string {
  const low = formatPrice(language, down ?? undefined, decimals)
  return up === null ? t('rule.bandsFrom', { low }) : t('rule.bandsValue', { low, high: formatPrice(language, up, decimals) })
}
