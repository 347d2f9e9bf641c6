import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { useText } from '../../shared/text/text.ts'
import type { RobotTerms } from './RobotDetail.tsx'

type StockChipsProps = Readonly<{
  terms: Pick<RobotTerms, 'stocks' | 'maxStocks'>
  chosen: readonly string[]
  onChoose: (codes: readonly string[]) => void
}>

/** Up to five shares, at least one. */
export function StockChips({ terms: { stocks, maxStocks }, chosen, onChoose }: StockChipsProps) {
  const t = useText('robots')
  const turn = (code: string) => onChoose(chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code])
  return (
    <div className="flex flex-col gap-1.5">
      <ChipRow label={t('stocks')}>
        {stocks.map(({ stockCode, name }) => {
          const isChosen = chosen.includes(stockCode)
          return (
            <Chip
              key={stockCode}
              label={`${stockCode} · ${name}`}
              selected={isChosen}
              disabled={isChosen ? chosen.length === 1 : chosen.length >= maxStocks}
              onPress={() => turn(stockCode)}
            >
              {stockCode} <span className="inline-block max-w-40 truncate align-bottom font-normal">{name}</span>
            </Chip>
          )
        })}
      </ChipRow>
      <p className="num text-meta text-text3">{t('stocks.chosen', { num: String(chosen.length), max: String(maxStocks) })}</p>
    </div>
  )
}
