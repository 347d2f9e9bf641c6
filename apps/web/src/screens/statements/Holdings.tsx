import type { Statement } from '@rueda/contract/statements.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useText } from '../../shared/text/text.ts'
import { TableOrList } from './TableOrList.tsx'

type Holding = Statement['holdings'][number]
const sums = ['opening', 'in', 'out', 'closing'] as const
const keyOf = ({ kind, market, stockCode }: Holding): string => `${kind} ${market} ${stockCode}`

/** Shares and units of a month, each in its own: on a desk a table, on a phone and on paper one under the other. */
export function Holdings({ holdings }: Readonly<{ holdings: readonly Holding[] }>) {
  const t = useText('statements')
  if (holdings.length === 0) {
    return (
      <Card title={t('holdings')}>
        <p className="text-meta text-text3">{t('holdings.none')}</p>
      </Card>
    )
  }
  return <TableOrList table={<HoldingTable holdings={holdings} />} list={<HoldingList holdings={holdings} />} />
}

function useHoldingName(): (holding: Holding) => string {
  const nameOf = useInstrumentName()
  const funds = useText('funds')
  const follow = useText('follow')
  return (holding) => {
    if (holding.kind === 'shares') return `${nameOf(holding)} (${holding.stockCode})`
    const say = (holding.kind === 'fund' ? funds : follow) as (key: string) => string
    return say(`name.${holding.stockCode}`)
  }
}

function HoldingTable({ holdings }: Readonly<{ holdings: readonly Holding[] }>) {
  const t = useText('statements')
  const { language } = useUi()
  const nameOf = useHoldingName()
  const columns: readonly TableColumn<Holding>[] = [
    { key: 'instrument', label: t('confirmation.instrument'), words: true, sortBy: nameOf, cell: nameOf },
    ...sums.map((key): TableColumn<Holding> => ({
      key,
      label: t(key),
      sortBy: (row) => Number(row[key]),
      cell: (row) => formatQuantity(language, row[key]),
    })),
  ]
  return (
    <section>
      <h3 className="pb-2 text-label">{t('holdings')}</h3>
      <TableCard>
        <SortableTable label={t('holdings')} columns={columns} rows={holdings} keyOf={keyOf} even />
      </TableCard>
    </section>
  )
}

function HoldingList({ holdings }: Readonly<{ holdings: readonly Holding[] }>) {
  const t = useText('statements')
  const { language } = useUi()
  const nameOf = useHoldingName()
  return (
    <Card title={t('holdings')}>
      <div className="flex flex-col gap-3">
        {holdings.map((holding) => (
          <section key={keyOf(holding)} aria-label={nameOf(holding)}>
            <h3 className="text-label">{nameOf(holding)}</h3>
            <Facts
              rows={sums.map((key) => ({
                label: t(key),
                value: formatQuantity(language, holding[key]),
                ...(key === 'closing' ? { strong: true, divided: true } : {}),
              }))}
            />
          </section>
        ))}
      </div>
    </Card>
  )
}
