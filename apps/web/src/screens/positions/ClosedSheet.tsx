import type { Position } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'
import { MarginDetail } from '../../shared/positions/MarginDetail.tsx'
import { PositionDetail } from '../../shared/positions/PositionDetail.tsx'
import { positionQuoteHref } from '../../shared/positions/position-links.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

/** A position that has ended, or of which a part was sold, in full: what it realised, and which purchases its sales used up, to be saved. */
export function ClosedSheet({ position, onClose }: Readonly<{ position: Position | null; onClose: () => void }>) {
  const t = useText('positions')
  const nameOf = useInstrumentName()
  const shown = useLastShown(position)
  return (
    <Sheet open={position !== null} onClose={onClose} title={shown === null ? '' : nameOf(shown)}>
      {shown === null ? null : (
        <div className="flex flex-col gap-4">
          {shown.isolatedPosition === 1 ? <MarginDetail position={shown} /> : <PositionDetail id={shown.id} />}
          <Button tone="secondary" wide href={positionQuoteHref(shown)}>
            {t('holding.quote')}
          </Button>
        </div>
      )}
    </Sheet>
  )
}
