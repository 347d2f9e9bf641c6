import type { OrderRow } from '@rueda/contract/orders.ts'
import { positions, type Position } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { marketOfAddress } from '../../shared/quotes/instrument.ts'
import { CloseForm } from './CloseForm.tsx'
import { PositionGone } from './PositionGone.tsx'

/** Route `pages/payment/close`: sells a holding or half of it. The address names the position and its instrument. */
export function CloseTicket() {
  const t = useText('orders')
  const page = useQueryOfPage()
  const market = marketOfAddress(page, tradedMarkets)
  const instrument = { stockCode: page['code'] ?? '', market: market ?? 'US' }
  const poll = usePoll('detail')
  const enabled = instrument.stockCode !== '' && market !== null
  const held = useQuery(query(positions.byStock, instrument, { enabled, refetchInterval: poll }))
  const detail = useQuery(query(quotes.detail, instrument, { enabled, refetchInterval: poll }))
  const position = positionOf(held.data, page['id'])
  // The result of the sale is shown after the position has gone.
  const closing = useLastShown(position)
  if (closing !== null && detail.data !== undefined) {
    return (
      <CloseForm
        key={closing.id}
        position={closing}
        gone={position === null}
        exits={exitsOf(held.data?.orders ?? [], closing)}
        detail={detail.data}
        onRefresh={() => void detail.refetch()}
      />
    )
  }
  return (
    <Screen title={t('close.title')}>
      {!enabled || (held.data !== undefined && position === null) ? (
        <PositionGone />
      ) : (
        <Loaded query={held.data === undefined ? held : detail} reason={whyFailed}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  )
}

/** The orders that close the position at a profit or at a loss: they end when it is closed here. */
const exitsOf = (working: readonly OrderRow[], { id, isolatedPosition }: Position): readonly OrderRow[] =>
  working.filter(
    ({ action, positionId, siblingId, parentId }) =>
      action === 1 && (siblingId ?? parentId) !== null && (isolatedPosition === 0 || positionId === id),
  )

type Held = Readonly<{ position: Position | null; positions: readonly Position[] }>

/** Without an id the netted position of the instrument is meant. */
function positionOf(held: Held | undefined, id: string | undefined): Position | null {
  if (held === undefined) return null
  const all = held.position === null ? held.positions : [held.position, ...held.positions]
  return (id === undefined ? all[0] : all.find((one) => one.id === id)) ?? null
}
