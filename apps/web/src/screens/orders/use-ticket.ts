import type { DataOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { codeOfType, directionOfSide } from '@rueda/contract/codes.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useOfThis } from '../../shared/server/use-of-this.ts'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { useFreshQuote } from '../../shared/live/live.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import type { Detail } from './StockTicket.tsx'
import { leverageWithin, takesLeverage } from '../../shared/orders/margin-market.ts'
import { stepsOf, takesFractions } from './fractions.ts'
import { holdPriceOfStop, stopReference } from './conditions.ts'
import {
  isNothing,
  type Draft,
  type Fault,
  type Opening,
  type Rules,
  draftOf,
  faultOf,
  isForbiddenPrice,
  inputOf,
  quantityOf,
  referencePrice,
} from './ticket.ts'
import { type Preview, type PreviewInput, usePreview } from './use-preview.ts'
import { sumOf } from '../../shared/orders/sizing.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'

export type Sizes = DataOf<typeof positions.sizes>

export type Ticket = Readonly<{
  detail: Detail
  quote: Quote
  draft: Draft
  change: (changes: Partial<Draft>) => void
  forget: () => void
  /** True if the values were typed before this page was left. */
  isKept: boolean
  rules: Rules
  /** The price at which the order would most likely trade. */
  price: string
  /** What there is to buy with, from other wallets too; null for a sale, and while unknown. */
  money: string | null
  /** True where the order itself names the amount that is typed, charges included. */
  namesAmount: boolean
  /** "" while nothing is typed. */
  quantity: string
  fault: Fault | null
  /** The largest order there is money or stock for; null while unknown. */
  most: string | null
  /** The sizes that `most` follows from. */
  sizes: Sizes | null
  input: PreviewInput | null
  /** What `preview` answers. */
  asked: PreviewInput | null
  preview: Preview | null
  /** The server's refusal of the preview. */
  refusal: unknown
  /** The receipt on screen is not yet the one of what is typed. */
  pending: boolean
}>

/** Everything a ticket shows, worked out from what is typed and what the market does. */
export function useTicket(detail: Detail, opening: Opening): Ticket {
  const quote = useFreshQuote(detail)
  const name = ['ticket', detail.code, ...Object.values(opening)].join('.')
  const { value: kept, keep, forget, isKept } = useKeptInVisit<Draft>(name, draftOf(opening))
  // A draft kept by an older build has fewer fields.
  const drafted = { ...draftOf(opening), ...kept }
  const draft = { ...drafted, leverage: leverageWithin(detail, drafted.leverage) }
  const signedIn = useSignedIn()
  const sizes = useSizes(detail, draft, signedIn)
  const market = marketOf(detail.market)
  const whole = { minimum: detail.minCount, step: sizes?.step ?? detail.minCount }
  const fractionStep = takesFractions(market, draft) ? (sizes?.fractionStep ?? null) : null
  const rules: Rules = {
    market,
    ...stepsOf(whole, fractionStep),
    wholeStep: whole.step,
    ticks: detail.ticks,
    bands: detail.bands,
  }
  const price = referencePrice(draft, quote)
  const quantity = quantityOf(draft, price, rules.step)
  const byAmount = fractionStep !== null && draft.unit === 'amount' && draft.side === 'buy'
  const key = { code: detail.stock_code, market, name: detail.name, byAmount }
  const faultIn = (of: Draft): Fault | null => {
    const found = faultOf(of, quantity, rules, stopReference(market, quote))
    // Before a size is typed only a price that no order may have is told.
    return isNothing(quantity) && of.unit === 'quantity' && !isForbiddenPrice(found) ? null : found
  }
  const inputIn = (of: Draft): PreviewInput | null =>
    signedIn && faultIn(of) === null && !isNothing(quantity) ? inputOf(of, quantity, key) : null
  const [fault, input] = [faultIn(draft), inputIn(draft)]
  // Exits that are not written yet change nothing of what the order costs.
  const costed = input ?? inputIn({ ...draft, exits: false })
  const asked = useSettled(costed)
  const preview = usePreview(asked)
  const settled = JSON.stringify(asked) === JSON.stringify(costed)
  return {
    detail,
    quote,
    draft,
    change: (changes) => keep({ ...draft, ...changes }),
    forget,
    isKept,
    rules,
    price,
    quantity: byAmount && costed !== null ? (preview.data?.quantity ?? quantity) : quantity,
    fault,
    most: sizes?.fullWithOthers ?? null,
    money: sizes === undefined || draft.side === 'sell' ? null : sumOf(sizes.available, sizes.elsewhere ?? '0'),
    namesAmount: byAmount,
    sizes: sizes ?? null,
    input,
    asked,
    preview: costed === null || preview.error !== null ? null : (preview.data ?? null),
    refusal: settled ? preview.error : null,
    pending: costed !== null && (!settled || preview.isPlaceholderData || (preview.data === undefined && preview.error === null)),
  }
}

/** The largest order for this side and price. */
function useSizes(detail: Detail, draft: Draft, signedIn: boolean) {
  const price = draft.type === 'stop' && draft.side === 'buy' ? holdPriceOfStop(finish(draft.stop)) : finish(draft.price)
  const limited = (hasLimit(draft.type) || draft.type === 'stop') && !isNothing(price)
  const input = {
    stockCode: detail.stock_code,
    market: marketOf(detail.market),
    direction: directionOfSide[draft.side],
    orderType: codeOfType[limited ? 'limit' : 'market'],
    ...(limited ? { price } : {}),
    ...(takesLeverage(marketOf(detail.market)) ? { leverage: draft.leverage } : {}),
  }
  const asked = useSettled(input)
  return useOfThis(useQuery(query(positions.sizes, asked, { enabled: signedIn, retry: false, placeholderData: keepPreviousData })))
}
