import type { FeeRule, MarketFees } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { decimalText, kindKey, rateText, scopeKey } from './fee-words.ts'

type FeeRowsProps = Readonly<{ market: MarketFees; today: string; past: ReactNode }>

/** The fees of trading in one market as they are now; what is to come and what held before is folded away below. */
export function FeeRows({ market, today, past }: FeeRowsProps) {
  const t = useText('fees')
  const rows = market.fees.filter(({ inForce }) => inForce === 1)
  const others = market.fees.filter(({ inForce }) => inForce === 0)
  const isToCome = ({ validFrom }: FeeRule): boolean => validFrom !== null && validFrom > today
  const [later, earlier] = [others.filter(isToCome), others.filter((rule) => !isToCome(rule))]
  const shown = (rules: readonly FeeRule[]): ReactNode =>
    rules.map((rule) => <FeeRow key={`${rule.kind} ${rule.scope} ${rule.validFrom}`} rule={rule} market={market} />)
  return (
    <Card title={t('costs')} rows={rows.length > 0}>
      {rows.length === 0 ? <p className="text-label font-normal text-text2">{t('spreadOnly')}</p> : null}
      {shown(rows)}
      {later.length === 0 ? null : <Folded title={t('commissions.later')}>{shown(later)}</Folded>}
      {earlier.length === 0 && past === null ? null : (
        <Folded title={t('commissions.earlier')}>
          {shown(earlier)}
          {past}
        </Folded>
      )}
    </Card>
  )
}

const Folded = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <details className="group">
    <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2.5 py-2.5 text-label font-normal text-text2 [&::-webkit-details-marker]:hidden">
      {title}
      <ChevronDown aria-hidden size={18} className="flex-none text-text3 transition-transform group-open:rotate-180" />
    </summary>
    {children}
  </details>
)

function FeeRow({ rule, market }: { rule: FeeRule; market: MarketFees }) {
  const t = useText('fees')
  const { language } = useUi()
  const amount = (value: string): string => formatMoney(language, value, market.currency)
  const scope = scopeKey(rule.scope)
  const bounds = [
    rule.sameDayRate === null ? null : t('rate.sameDay', { rate: decimalText(language, rule.sameDayRate) }),
    rule.minimum === null ? null : t('least', { amount: amount(rule.minimum) }),
    rule.maximum === null ? null : t('most', { amount: amount(rule.maximum) }),
  ].filter((bound) => bound !== null)
  return (
    <div className={classes('flex items-start justify-between gap-4 py-3 large:flex-wrap', rule.inForce === 0 && 'text-text3')}>
      <div className="min-w-0">
        <p className="text-label font-medium">{t(kindKey(rule.kind))}</p>
        <p className="text-meta text-text3">
          {[scope === null ? null : t(scope), t(sidesKey(rule))].filter((part) => part !== null).join(' · ')}
        </p>
        <p className="text-meta text-text3">{[setBy(rule, t), validity(rule, t)].filter((part) => part !== null).join(' · ')}</p>
      </div>
      <div className="num flex-none text-right large:flex-auto">
        <p className="text-label font-semibold">{rateText(rule, market, t, language)}</p>
        {bounds.map((bound) => (
          <p key={bound} className="text-meta text-text3">
            {bound}
          </p>
        ))}
      </div>
    </div>
  )
}

function sidesKey({ directions }: FeeRule): 'sides.both' | 'sides.buy' | 'sides.sell' {
  if (directions.length > 1) return 'sides.both'
  return directions[0] === 0 ? 'sides.buy' : 'sides.sell'
}

const setBy = ({ setBy: who }: FeeRule, t: Translate<'fees'>): string => (who === 'house' ? t('setBy.house') : t('setBy.other', { who }))

function validity({ validFrom, inForce }: FeeRule, t: Translate<'fees'>): string | null {
  if (validFrom === null) return inForce === 1 ? null : t('until')
  if (inForce === 1) return t('since', { date: formatDate(validFrom) })
  return t('will', { date: formatDate(validFrom) })
}
