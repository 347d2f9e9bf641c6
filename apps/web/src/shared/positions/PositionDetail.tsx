import { positions } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { HoldingFigure } from '@rueda/rules/positions/derive-holding.ts'
import { useQuery } from '@tanstack/react-query'
import { useExplained } from '../figures/use-explained.tsx'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { whyFailed } from '../failures/why-failed.ts'
import { useSaveFile } from '../lists/use-save-file.ts'
import { ReinvestRow } from '../plans/ReinvestRow.tsx'
import { LotDefault } from './LotDefault.tsx'
import { DividendList, DisposalList, LotList } from './PositionLots.tsx'
import { type PositionInFull, lotsCsv, lotsJson } from './lots-export.ts'

/** One position in full: its result with the dividends apart, and the lots behind it. */
export function PositionDetail({ id }: { id: string }) {
  const full = useQuery(query(positions.lots, { id }))
  return (
    <Loaded query={full} reason={whyFailed}>
      {(data) => (
        <div className="flex flex-col gap-4">
          <Result full={data} />
          <InDollars full={data} />
          <LotList full={data} />
          {data.position.status === 0 ? <LotDefault /> : null}
          <DividendList full={data} />
          <ReinvestRow position={data.position} />
          <DisposalList full={data} />
          <Export full={data} />
        </div>
      )}
    </Loaded>
  )
}

function Result({ full }: { full: PositionInFull }) {
  const t = useText('positions')
  const { language } = useUi()
  const { position, dividendsPaid, dividendsDue, totalProfit } = full
  const { currency, id } = position
  const isOpen = position.status === 0
  const explained = useExplained()
  const row = (figure: HoldingFigure, fact: Fact) => explained(figure, query(positions.explain, { id, figure }), fact)
  const change = (value: string | null, percent: string | null = null) => (
    <Change own absolute={value} percent={percent} currency={currency} />
  )
  return (
    <Facts
      rows={[
        isOpen && { label: t('detail.quantity'), value: formatQuantity(language, position.quantity) },
        isOpen
          ? row('averageCost', { label: t('detail.averageCost'), value: formatPrice(language, position.avgPrice, position.decimals) })
          : { label: t('detail.averageCost'), value: formatPrice(language, position.avgPrice, position.decimals) },
        isOpen && row('cost', { label: t('detail.cost'), value: <Money value={position.costAmount} currency={currency} own /> }),
        isOpen && row('value', { label: t('detail.value'), value: <Money value={position.marketValue} currency={currency} own /> }),
        isOpen && row('today', { label: t('detail.today'), value: change(position.todayProfit), divided: true }),
        isOpen && row('floating', { label: t('floating'), value: change(position.profit, position.zdf) }),
        row('realised', { label: t('detail.realised'), value: change(position.sellProfit) }),
        { label: t('detail.dividendsPaid'), value: <Money value={dividendsPaid} currency={currency} own /> },
        row('totalResult', { label: t('detail.total'), value: change(totalProfit), strong: true, divided: true }),
        Number(dividendsDue) > 0 && { label: t('detail.dividendsDue'), value: <Money value={dividendsDue} currency={currency} own /> },
      ]}
    />
  )
}

/** What the price and what the exchange rate brought, where a holding is in another currency. */
function InDollars({ full: { inDollars, position } }: { full: PositionInFull }) {
  const t = useText('positions')
  const { language } = useUi()
  if (inDollars === null) return null
  const change = (value: string) => <Change own absolute={value} currency="USD" />
  return (
    <section>
      <SectionHeader title={t('own.title')} />
      <Facts
        rows={[
          { label: t('own.cost'), value: <Money value={inDollars.cost} currency="USD" own /> },
          { label: t('own.value'), value: <Money value={inDollars.value} currency="USD" own /> },
          { label: t('own.price'), value: change(inDollars.priceResult), divided: true },
          { label: t('own.exchange'), value: change(inDollars.exchangeResult) },
          { label: t('own.total'), value: change(inDollars.total), strong: true, divided: true },
          { label: t('own.rate'), value: formatMoney(language, inDollars.unitsForDollar, position.currency) },
        ]}
      />
      <p className="text-meta text-text3">{t('own.why')}</p>
    </section>
  )
}

function Export({ full }: { full: PositionInFull }) {
  const t = useText('positions')
  const name = `rueda-${full.position.stockCode}`
  const columns = [
    t('export.kind'),
    t('export.code'),
    t('export.acquired'),
    t('export.disposed'),
    t('detail.quantity'),
    t('detail.cost'),
    t('export.proceeds'),
    t('export.result'),
    t('export.currency'),
    t('export.boughtBack'),
  ]
  const saveFile = useSaveFile()
  const words = { mark: t('export.mark'), columns, lot: t('lots.title'), sold: t('lots.sold') }
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <Button tone="secondary" onPress={() => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', lotsCsv(full, words))}>
        {t('export.csv')}
      </Button>
      <Button tone="secondary" onPress={() => saveFile(`${name}.json`, 'application/json', lotsJson(full))}>
        {t('export.json')}
      </Button>
    </div>
  )
}
