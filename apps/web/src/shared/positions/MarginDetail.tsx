import { type Position, positions } from '@rueda/contract/positions.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import type { MarginFigure } from '@rueda/rules/margin/derive-margin.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useExplained } from '../figures/use-explained.tsx'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { TopUpState } from './TopUpState.tsx'

type Shown = Readonly<{ position: Position }>

/** A position on margin in full: its margin and liquidation price, or how it ended; its result and costs. */
export const MarginDetail = ({ position }: Shown) =>
  position.status === 0 ? <OpenDetail position={position} /> : <EndedDetail position={position} />

function OpenDetail({ position }: Shown) {
  const t = useText('positions')
  const { language } = useUi()
  const { currency, decimals } = position
  const own = (value: string | null) => <Money own value={value} currency={currency} />
  const explained = useExplained()
  const row = (figure: MarginFigure, fact: Fact) => explained(figure, query(positions.explain, { id: position.id, figure }), fact)
  return (
    <Facts
      rows={[
        { label: t('detail.quantity'), value: formatQuantity(language, position.quantity) },
        { label: t('detail.average'), value: formatPrice(language, position.avgPrice, decimals) },
        row('value', { label: t('margin.notional'), value: own(position.marketValue) }),
        row('equity', { label: t('margin.equity'), value: own(position.equity), strong: true, divided: true }),
        { label: t('margin.now'), value: own(position.margin) },
        { label: t('margin.maintenance'), value: own(position.maintMargin) },
        position.marginRatio === null
          ? { label: t('margin.ratio'), value: '—' }
          : row('marginRatio', { label: t('margin.ratio'), value: formatPercent(language, position.marginRatio, 'plain') }),
        row('liquidation', {
          label: t('margin.liquidation'),
          value: formatPrice(language, position.liquidationPrice, decimals),
          strong: true,
        }),
        { label: t('topUp.title'), value: <TopUpState position={position} /> },
        row('today', { label: t('detail.today'), value: <Result position={position} value={position.todayProfit} />, divided: true }),
        row('floating', { label: t('floating'), value: <Result position={position} value={position.profit} percent={position.zdf} /> }),
        ...useBooked(position),
      ]}
    />
  )
}

function EndedDetail({ position }: Shown) {
  const t = useText('positions')
  const { language } = useUi()
  const price = (value: string | null) => formatPrice(language, value, position.decimals)
  return (
    <Facts
      rows={[
        { label: t('closed.quantity'), value: formatQuantity(language, position.closedQuantity) },
        { label: t('closed.opened'), value: price(position.openPrice) },
        { label: t('closed.closed'), value: price(position.closePrice) },
        position.closeReason !== null && { label: t('closed.why'), value: t(`closed.${position.closeReason}`) },
        ...useBooked(position),
      ]}
    />
  )
}

/** Amounts booked on the position, open or ended. */
function useBooked(position: Position): Fact[] {
  const t = useText('positions')
  return [
    { label: t('detail.realised'), value: <Result position={position} value={position.sellProfit} />, divided: position.status !== 0 },
    { label: t('margin.swap'), value: <Result position={position} value={position.swap} /> },
    { label: t('margin.charges'), value: <Money own value={position.handlingFee} currency={position.currency} /> },
  ]
}

const Result = ({ position, value, percent = null }: Shown & Readonly<{ value: string | null; percent?: string | null }>) => (
  <Change own absolute={value} percent={percent} currency={position.currency} />
)
