import type { Market } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { shareMarkets } from '@rueda/rules/markets/markets.ts'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { asApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { marketOfAddress } from '../../shared/quotes/instrument.ts'
import { OrderTicket } from './OrderTicket.tsx'
import { type Opening, orderTypes } from './ticket.ts'
import { timesInForce } from '../../shared/orders/time-in-force.ts'

export type Detail = DataOf<typeof quotes.detail>

/** Route `pages/payment/stock`: a ticket for one stock. The address names the stock and the side. */
export const StockTicket = () => <InstrumentTicket markets={shareMarkets} />

/** The same ticket for every market; what differs is in the market's terms. */
export function InstrumentTicket({ markets }: Readonly<{ markets: readonly [Market, ...Market[]] }>) {
  const page = useQueryOfPage()
  const code = page['code'] ?? ''
  const market = marketOfAddress(page, markets)
  const missing = code === '' || market === null
  const poll = usePoll('detail')
  const asked = { stockCode: code, market: market ?? markets[0] }
  const detail = useQuery(query(quotes.detail, asked, { enabled: !missing, retry: false, refetchInterval: poll }))
  if (missing || (detail.error !== null && asApiError(detail.error).is('instrument.unknown'))) return <UnknownInstrument />
  if (detail.data !== undefined) {
    const opening = openingOf(page)
    // Another address opens another ticket, with its own draft.
    return (
      <OrderTicket
        key={`${detail.data.code} ${JSON.stringify(opening)}`}
        detail={detail.data}
        opening={opening}
        onRefresh={() => void detail.refetch()}
      />
    )
  }
  return (
    <Screen title={code}>
      <Loaded query={detail} reason={whyFailed} skeleton={<TicketSkeleton />}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

const DECIMAL = /^-?\d{1,12}(\.\d{1,8})?$/
const decimalOr = (text: string | undefined, otherwise: string): string => (text !== undefined && DECIMAL.test(text) ? text : otherwise)

export function openingOf(page: Readonly<Record<string, string | undefined>>): Opening {
  return {
    side: page['direction'] === '1' ? 'sell' : 'buy',
    price: decimalOr(page['price'], ''),
    quantity: decimalOr(page['quantity'], ''),
    timeInForce: timesInForce.find((one) => one === page['validity']) ?? 'DAY',
    ...repeatedOf(page),
  }
}

const repeatedFields = ['stop', 'trail', 'takeProfit', 'stopLoss'] as const

/** The values of a repeated order beside its price. */
function repeatedOf(page: Readonly<Record<string, string | undefined>>): Partial<Opening> {
  const type = orderTypes.find((one) => one === page['type'])
  const leverage = Number(page['leverage'])
  return {
    ...(type === undefined ? {} : { type }),
    ...(Number.isSafeInteger(leverage) && leverage > 0 ? { leverage } : {}),
    ...Object.fromEntries(repeatedFields.map((field) => [field, decimalOr(page[field], '')]).filter(([, text]) => text !== '')),
  }
}

function UnknownInstrument() {
  const t = useText('orders')
  return (
    <Screen title={t('detail.title')}>
      <EmptyState icon={SearchX} text={t('missing')} action={<Button href={hrefTo('pages/market/index')}>{t('toMarket')}</Button>} />
    </Screen>
  )
}

export const TicketSkeleton = () => (
  <div className="flex flex-col gap-3">
    <Skeleton height={40} />
    <Skeleton height={44} />
    <Skeleton height={84} />
    <Skeleton height={150} />
  </div>
)
