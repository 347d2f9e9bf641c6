import type { Position } from '@rueda/contract/positions.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { ArrowDownToLine, ArrowUpFromLine, ChartLine, Layers, RefreshCcwDot, ShieldPlus } from 'lucide-react'
import { useState } from 'react'
import { useGo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { quotePathOf } from '../quotes/instrument.ts'
import { AddMargin } from './AddMargin.tsx'
import { AutoTopUp } from './AutoTopUp.tsx'
import { MarginDetail } from './MarginDetail.tsx'
import { TopUpState } from './TopUpState.tsx'
import { PositionDetail } from './PositionDetail.tsx'
import { buyMoreQuery, closeQuery, quoteQuery } from './position-links.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

/** The pages of a holding's one sheet: the menu, or the page chosen there. */
type Page = 'menu' | 'detail' | 'margin' | 'topUp'

/** The actions for a holding. */
export function HoldingMenu({ position, onClose }: Readonly<{ position: Position | null; onClose: () => void }>) {
  const t = useText('positions')
  const nameOf = useInstrumentName()
  const go = useGo()
  const shown = useLastShown(position)
  const [chosen, choose] = useState<Readonly<{ of: Position | null; page: Page }>>({ of: shown, page: 'menu' })
  // Another holding begins with its menu.
  if (chosen.of !== shown) choose({ of: shown, page: 'menu' })
  const { page } = chosen
  const setPage = (next: Page) => choose({ of: shown, page: next })
  const back = page === 'menu' ? undefined : () => setPage('menu')
  return (
    <Sheet open={position !== null} onClose={onClose} onBack={back} title={shown === null ? '' : nameOf(shown)}>
      {shown === null ? null : page === 'detail' ? (
        <Detail position={shown} />
      ) : page === 'margin' ? (
        <AddMargin position={shown} onClose={onClose} />
      ) : page === 'topUp' ? (
        <AutoTopUp position={shown} onClose={onClose} />
      ) : (
        <div className="divide-y divide-line">
          <ListRow icon={ArrowUpFromLine} label={t('holding.close')} onPress={() => go('pages/payment/close', closeQuery(shown))} />
          {shown.isolatedPosition === 1 ? (
            <>
              <ListRow icon={ShieldPlus} label={t('margin.add')} onPress={() => setPage('margin')} />
              <ListRow
                icon={RefreshCcwDot}
                label={t('topUp.title')}
                trailing={<TopUpState position={shown} />}
                onPress={() => setPage('topUp')}
              />
            </>
          ) : (
            <ListRow icon={ArrowDownToLine} label={t('holding.more')} onPress={() => go('pages/payment/stock', buyMoreQuery(shown))} />
          )}
          <ListRow icon={Layers} label={t('holding.detail')} onPress={() => setPage('detail')} />
          <ListRow icon={ChartLine} label={t('holding.quote')} onPress={() => go(quotePathOf(shown), quoteQuery(shown))} />
        </div>
      )}
    </Sheet>
  )
}

const Detail = ({ position }: { position: Position }) =>
  position.isolatedPosition === 1 ? <MarginDetail position={position} /> : <PositionDetail id={position.id} />
