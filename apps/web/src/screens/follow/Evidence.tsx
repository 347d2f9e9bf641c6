import { type FollowAgency, type FollowStrike, follow } from '@rueda/contract/follow.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { DataTable } from '@rueda/ui/lists/DataTable.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { CURRENCY, sumText } from './figures.ts'
import { RuleGloss } from './RuleGloss.tsx'
import { useNameOfId } from '../../shared/quotes/instrument-name.ts'

const STRIKES_SHOWN = 30
const TRADES_SHOWN = 12
const QUANTITY_DIGITS = { least: 0, most: 2 }
const PRICE_DIGITS = { least: 2, most: 5 }

/** What an agency holds and traded, and its rule word for word: everything that its values can be worked out from. */
export function Evidence({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const nameOf = useNameOfId()
  const { language } = useUi()
  const isNew = agency.record.nav.length < 2
  const kind = isNew && agency.backtest !== null ? 'BACKTEST' : 'LIVE_SIM'
  const read = useQuery(query(follow.evidence, { agencyId: agency.id, kind, pageSize: STRIKES_SHOWN }))
  return (
    <Loaded query={read} reason={whyFailed} skeleton={<SkeletonRows rows={4} height={30} />}>
      {({ rule, ruleHash, cash, holdings, strikes }) => (
        <>
          <section className="flex flex-col gap-1.5">
            <SectionHeader title={t('holdings')} />
            <Facts
              rows={[
                ...holdings.map(({ instrumentId, name, weight }) => ({
                  label: nameOf({ instrumentId, name }),
                  value: formatPercent(language, weight, 'plain'),
                })),
                { label: t('holdings.cash'), value: formatMoney(language, cash, CURRENCY), divided: holdings.length > 0 },
              ]}
            />
          </section>
          <Trades strikes={strikes.list} isHypothetical={kind === 'BACKTEST'} />
          <section className="flex flex-col gap-1.5">
            <SectionHeader title={t('rule')} />
            <p className="text-meta text-text2">{t('rule.note')}</p>
            <RuleGloss id={agency.id} />
            <pre lang="en" className="overflow-x-auto rounded-control bg-s2 p-3 text-micro whitespace-pre-wrap text-text2">
              {rule}
            </pre>
            <Facts rows={[{ label: t('rule.hash'), value: <CopyValue value={ruleHash} label={t('rule.hash')} /> }]} />
          </section>
        </>
      )}
    </Loaded>
  )
}

function Trades({ strikes, isHypothetical }: Readonly<{ strikes: readonly FollowStrike[]; isHypothetical: boolean }>) {
  const t = useText('follow')
  const common = useText('common')
  const nameOf = useNameOfId()
  const { language } = useUi()
  const trades = strikes.flatMap(({ date, trades: those }) => those.map((trade) => ({ ...trade, date }))).slice(0, TRADES_SHOWN)
  if (trades.length === 0) return null
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('trades')} action={isHypothetical ? t('backtest') : undefined} />
      <DataTable
        label={t('trades')}
        columns={[t('trades.one'), `${common('f.qty')} · ${common('f.price')}`, t('stat.costs')]}
        rows={trades.map(({ date, instrumentId, name, side, quantity, price, spread, charges }) => [
          <span key="what" className="block whitespace-normal">
            {nameOf({ instrumentId, name })}
            <span className="block whitespace-nowrap text-text3">
              {t(`trades.${side}`)} · {formatDate(date)}
            </span>
          </span>,
          <span key="size">
            {formatNumber(language, quantity, QUANTITY_DIGITS)}
            <span className="block text-text3">{formatNumber(language, price, PRICE_DIGITS)}</span>
          </span>,
          formatMoney(language, sumText(spread, charges), CURRENCY),
        ])}
      />
    </section>
  )
}
