import { sourceOfMarket } from '@rueda/contract/codes.ts'
import { tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

const filters = ['all', ...tradedMarkets] as const
type MarketChoice = (typeof filters)[number]

/** Chosen once for all lists of the page; the address keeps it. */
export const useMarketFilter = () => useQueryValue<MarketChoice>('market', filters, 'all')

/** The filter that limits a list on the server to the chosen market. */
export const sourceIn = (choice: MarketChoice) => (choice === 'all' ? {} : { source: sourceOfMarket[choice] })
export const isIn = (choice: MarketChoice, { market }: Readonly<{ market: string }>): boolean => choice === 'all' || market === choice

type MarketFilterProps = Readonly<{ value: MarketChoice; onChange: (market: MarketChoice) => void }>

export function MarketFilter({ value, onChange }: MarketFilterProps) {
  const t = useText('positions')
  const words = useText('market')
  return (
    <ChipRow label={t('filter.label')}>
      {filters.map((market) => (
        <Chip key={market} selected={market === value} onPress={() => onChange(market)}>
          {market === 'all' ? t('filter.all') : words(`market.${market}`)}
        </Chip>
      ))}
    </ChipRow>
  )
}

/** In the place of rows, where the chosen market has none. */
export function NothingInMarket() {
  const t = useText('positions')
  return <p className="py-8 text-center text-meta text-text3">{t('filter.none')}</p>
}
