import { type Position, positions } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MarginLine } from '../../shared/positions/MarginLine.tsx'
import { closeQuery } from '../../shared/positions/position-links.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import type { Detail } from './StockTicket.tsx'

export const ticketActions = ['open', 'close'] as const
export type TicketAction = (typeof ticketActions)[number]

type ActionSegmentProps = Readonly<{ value: TicketAction; onChange: (action: TicketAction) => void }>

/** The choice to open a contract or to close one that is held. */
export function ActionSegment({ value, onChange }: ActionSegmentProps) {
  const t = useText('orders')
  return (
    <SegmentedControl<TicketAction>
      label={t('action.label')}
      value={value}
      onChange={onChange}
      options={ticketActions.map((action) => ({ value: action, label: t(`action.${action}`) }))}
    />
  )
}

/** Every order that opened has made a position of its own: which of them is to be closed. */
export function CloseChoice({ detail, onOpen }: Readonly<{ detail: Detail; onOpen: () => void }>) {
  const t = useText('orders')
  const signedIn = useSignedIn()
  const held = useQuery({
    ...query(positions.byStock, { stockCode: detail.stock_code, market: marketOf(detail.market) }),
    enabled: signedIn,
  })
  const nothing = (
    <EmptyState
      icon={Layers}
      text={t('action.none')}
      action={
        <Button tone="secondary" onPress={onOpen}>
          {t('action.open')}
        </Button>
      }
    />
  )
  if (!signedIn) return nothing
  return (
    <Loaded query={held} reason={whyFailed} skeleton={<Skeleton height={72} className="rounded-card" />}>
      {({ positions: open }) =>
        open.length === 0 ? (
          nothing
        ) : (
          <Card title={t('action.choose')}>
            {open.map((position) => (
              <Choice key={position.id} position={position} />
            ))}
          </Card>
        )
      }
    </Loaded>
  )
}

function Choice({ position }: { position: Position }) {
  const { language } = useUi()
  const { quantity, avgPrice, decimals, profit, currency } = position
  return (
    <ListRow
      href={hrefTo('pages/payment/close', closeQuery(position))}
      label={`${formatQuantity(language, quantity)} × ${formatPrice(language, avgPrice, decimals)}`}
      detail={<MarginLine position={position} />}
      trailing={<Change own absolute={profit} currency={currency} />}
    />
  )
}
