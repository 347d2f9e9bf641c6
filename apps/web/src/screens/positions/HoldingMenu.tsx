import type { Position } from '@rueda/contract/positions.ts'
import { ListRow } from '@rueda/ui/ListRow.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { ArrowDownToLine, ArrowUpFromLine, ChartLine, Layers, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { useGo } from '../../app/go.ts'
import { useText } from '../../app/text.ts'
import { MarginDetail } from './MarginDetail.tsx'
import { PositionDetail } from './PositionDetail.tsx'
import { buyMoreQuery, closeQuery, quoteQuery } from './position-links.ts'

type HoldingMenuProps = Readonly<{ position: Position | null; onClose: () => void; onAddMargin: (position: Position) => void }>

/** What can be done with a holding. */
export function HoldingMenu({ position, onClose, onAddMargin }: HoldingMenuProps) {
  const t = useText('positions')
  const go = useGo()
  // The sheet keeps its words while it slides away.
  const [shown, setShown] = useState(position)
  const [inFull, setInFull] = useState(false)
  if (position !== null && position !== shown) {
    setShown(position)
    setInFull(false)
  }
  const back = inFull ? () => setInFull(false) : undefined
  return (
    <Sheet open={position !== null} onClose={onClose} onBack={back} title={shown?.name ?? ''}>
      {shown === null ? null : inFull ? (
        <Detail position={shown} />
      ) : (
        <div className="divide-y divide-line">
          <ListRow icon={ArrowUpFromLine} label={t('holding.close')} onPress={() => go('pages/payment/close', closeQuery(shown))} />
          {shown.isolatedPosition === 1 ? (
            <ListRow icon={ShieldPlus} label={t('margin.add')} onPress={() => onAddMargin(shown)} />
          ) : (
            <ListRow icon={ArrowDownToLine} label={t('holding.more')} onPress={() => go('pages/payment/stock', buyMoreQuery(shown))} />
          )}
          <ListRow icon={Layers} label={t('holding.detail')} onPress={() => setInFull(true)} />
          <ListRow icon={ChartLine} label={t('holding.quote')} onPress={() => go('pages/quote/stock', quoteQuery(shown))} />
        </div>
      )}
    </Sheet>
  )
}

const Detail = ({ position }: { position: Position }) =>
  position.isolatedPosition === 1 ? <MarginDetail position={position} /> : <PositionDetail id={position.id} />
