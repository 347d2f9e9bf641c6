import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useState } from 'react'
import { useFreshQuote } from '../../shared/live/live.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { hasLimit, hasStop } from '@rueda/rules/orders/order.ts'
import type { LotMethod } from '@rueda/rules/positions/lots.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { stopReference } from './conditions.ts'
import { fractionStepOf, stepsOf, wholeSharesOf } from './fractions.ts'
import { type SaleLots, useMissingLots } from './chosen-lots.ts'
import type { Proposal } from './proposal.ts'
import { isMore, isZero } from '../../shared/orders/sizing.ts'
import type { Detail } from './StockTicket.tsx'
import { type Draft, draftOf, faultOf, inputOf, isNothing, referencePrice, validityOf } from './ticket.ts'
import type { Ticket } from './use-ticket.ts'
import { usePreview } from './use-preview.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'

/** Closing is a sale of what is held: the same parts as a ticket, with the position as its limit. */
export type Closing = Ticket &
  Readonly<{
    position: Position
    /** True if exits hold what is being sold; they end with the sale. */
    endsExits: boolean
    /** The quantity that no other order holds; on margin it may wait for a price of its own. */
    free: string
    mayWait: boolean
    /** The lots it sells first; nothing where the account's default holds. */
    lots: SaleLots
    chooseLots: (lots: SaleLots) => void
    /** The rule that holds for it; undefined until the account's default is known. */
    lotMethod: LotMethod | undefined
    /** The shares that lots chosen by hand lack for it; null where nothing is missing. */
    missingLots: string | null
    proposal: () => Proposal
  }>

export function useClosing(held: Position, exits: readonly OrderRow[], detail: Detail): Closing {
  const whole = withExits(held, exits)
  const quote = useFreshQuote(detail)
  const market = marketOf(detail.market)
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf({
      side: closingSideOf(held),
      price: '',
      // A part of a share is sold while the market is open; the whole shares wait for it.
      quantity: quote.tradeStatus === 'OPEN' ? whole.availableQuantity : wholeSharesOf(whole.availableQuantity),
      timeInForce: isOnMargin(market) ? 'GTC' : 'DAY',
    }),
    closes: true,
  }))
  const [lots, chooseLots] = useState<SaleLots>({})
  const waits = waitsForPrice(draft)
  // A close at once frees what exits hold; one more order that waits does not.
  const position = waits ? held : whole
  const rules = {
    market,
    ...stepsOf({ minimum: detail.minCount, step: detail.minCount }, fractionStepOf(market, position.availableQuantity)),
    wholeStep: detail.minCount,
    ticks: detail.ticks,
    bands: detail.bands,
  }
  const quantity = finish(draft.quantity)
  const fault = isNothing(quantity) ? null : faultOf(draft, quantity, rules, stopReference(market, quote))
  const { method, missing } = useMissingLots({ id: whole.id, isOffered: !isOnMargin(market), sale: lots, quantity })
  const enough = !isMore(quantity === '' ? '0' : quantity, position.availableQuantity)
  const key = { code: detail.stock_code, market, name: detail.name }
  const sale = { ...inputOf(draft, quantity, key), action: 1 as const, positionId: position.id }
  const input = fault === null && (enough || waits) && !isNothing(quantity) ? sale : null
  const asked = useSettled(input)
  const preview = usePreview(asked)
  const settled = JSON.stringify(asked) === JSON.stringify(input)
  return {
    position,
    endsExits: !waits && isMore(quantity === '' ? '0' : quantity, held.availableQuantity) && enough,
    free: held.availableQuantity,
    mayWait: isOnMargin(market) && !isZero(held.availableQuantity),
    detail,
    quote,
    draft,
    change: (changes) => setDraft({ ...draft, ...changes }),
    forget: () => undefined,
    isKept: false,
    rules,
    price: referencePrice(draft, quote),
    quantity,
    fault,
    most: position.availableQuantity,
    money: null,
    namesAmount: false,
    sizes: null,
    input,
    asked,
    preview: input === null || preview.error !== null ? null : (preview.data ?? null),
    refusal: settled ? preview.error : null,
    pending: input !== null && (!settled || preview.isPlaceholderData || (preview.data === undefined && preview.error === null)),
    lots,
    chooseLots,
    lotMethod: method,
    missingLots: missing,
    proposal: () => ({
      lots,
      side: closingSideOf(held),
      type: draft.type,
      quantity,
      price: hasLimit(draft.type) ? finish(draft.price) : null,
      trail: draft.type === 'trailing' ? finish(draft.trail) : null,
      takeProfit: null,
      stopLoss: waits && !hasStop(draft.type) ? finish(draft.stopLoss) : null,
      timeInForce: waits ? validityOf(market, draft) : 'DAY',
      ...key,
      decimals: detail.decimals,
      preview: sale,
      positionId: position.id,
    }),
  }
}

/** A stop, a trail, or a stop beside a limit: an order that waits, rather than a close at once. */
export const waitsForPrice = ({ type, exits }: Pick<Draft, 'type' | 'exits'>): boolean => hasStop(type) || (type === 'limit' && exits)

/** A short position is closed by buying. */
const closingSideOf = ({ isolatedPosition, direction }: Position): Draft['side'] =>
  isolatedPosition === 1 && direction === 1 ? 'buy' : 'sell'

/** Adds what exits hold to what can be sold: one of the two holds it for both. */
function withExits(position: Position, exits: readonly OrderRow[]): Position {
  const held = exits.reduce((sum, { holdAmount }) => sum + (parseScaled(holdAmount) ?? 0n), parseScaled(position.availableQuantity) ?? 0n)
  return { ...position, availableQuantity: formatScaled(held) }
}
