import type { Market } from '@rueda/contract/codes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { OrderTicket } from './OrderTicket.tsx'
import { TicketSkeleton, openingOf } from './StockTicket.tsx'
import { useTypingStartsSize } from './use-typing-starts-size.ts'

type DockedTicketProps = Readonly<{ stockCode: string; market: Market }>

/** The ticket as a pane for the instrument in view. The address may still name a side and a price, as a link to the ticket does. */
export function DockedTicket({ stockCode, market }: DockedTicketProps) {
  const ui = useUi()
  const opening = openingOf(useQueryOfPage())
  const poll = usePoll('detail')
  const detail = useQuery(query(quotes.detail, { stockCode, market }, { retry: false, refetchInterval: poll }))
  useTypingStartsSize()
  return (
    <UiProvider value={{ ...ui, docked: true }}>
      <Loaded
        query={detail}
        reason={whyFailed}
        skeleton={
          <div className="p-edge">
            <TicketSkeleton />
          </div>
        }
      >
        {(data) => (
          <OrderTicket
            key={`${data.code} ${JSON.stringify(opening)}`}
            detail={data}
            opening={opening}
            onRefresh={() => void detail.refetch()}
          />
        )}
      </Loaded>
    </UiProvider>
  )
}
