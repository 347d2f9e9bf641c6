import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import { useState } from 'react'
import { type Translate, useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useHeld } from '../../shared/forms/use-held.ts'
import { opensWith } from './conditions.ts'
import { Emphasised } from '../../shared/text/Emphasised.tsx'
import { useWorstText } from './FractionNote.tsx'
import { marginCloseRows, marginRows } from './MarginTerms.tsx'
import { OrderWarnings } from './OrderWarnings.tsx'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { availableRows, costRows } from './Receipt.tsx'
import { distanceFrom, hasMoved, isAtLimit } from './prices.ts'
import type { Proposal } from './proposal.ts'
import { pluralOf, sizeText } from '../../shared/orders/size-text.ts'
import { type Side, marketPrice } from './ticket.ts'
import { type ExplainOrder, useExplainOrder } from './use-explain-order.ts'
import { type Preview, usePreview } from './use-preview.ts'
import type { Confirmed } from './use-send.ts'
import { useStalePrice } from './use-stale-price.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

type OrderReviewProps = Readonly<{
  proposal: Proposal
  quote: Quote
  pending: boolean
  onConfirm: (shown: Confirmed) => void
  onRefresh: () => void
}>

/** The order in a sentence, its costs, and the hold that sends it. */
export function OrderReview({ proposal, quote, pending, onConfirm, onRefresh }: OrderReviewProps) {
  const t = useText('orders')
  const followed = {
    preview: usePreview(proposal.preview),
    guard: usePriceGuard(proposal, quote),
    market: marketPrice(proposal.side, quote),
  }
  const { preview, guard, market } = useHeld(followed, pending)
  const refresh = () => {
    guard.accept()
    onRefresh()
    void preview.refetch()
  }
  if (preview.error !== null) {
    return <Retry reason={whyFailed(preview.error)} busy={preview.isFetching} onRetry={refresh} />
  }
  const { data } = preview
  if (data === undefined) return <SkeletonRows rows={5} height={30} />
  return (
    <>
      <Sentence proposal={proposal} preview={data} />
      <ReviewRows proposal={proposal} preview={data} moved={guard.moved} market={market} />
      {data.bring.length > 0 ? (
        <p className="mt-2 text-meta text-text2">{t(followsMarket(proposal) ? 'review.bring' : 'review.bringExact')}</p>
      ) : null}
      <SmallPrint proposal={proposal} preview={data} />
      {guard.moved || guard.stale ? <PriceGuard moved={guard.moved} busy={preview.isFetching} onRefresh={refresh} /> : null}
      {/* In reach however long the order is; what it costs goes by above it. It sticks within the padding of the sheet unless told to reach its edge. */}
      <div className="sticky -bottom-5 -mx-edge -mb-5 bg-s1 px-edge pt-2 pb-5">
        <Confirm proposal={proposal} pending={pending} disabled={guard.moved || guard.stale} onConfirm={() => onConfirm(data)} />
      </div>
    </>
  )
}

/** What such an order holds is worked out from the price of the moment; a limit or an amount holds what it says. */
const followsMarket = ({ type, preview }: Proposal): boolean => type === 'market' && preview.amount === undefined

/** Stops a market order whose price has moved or grown old under an open review. A limit needs no guard. */
function usePriceGuard({ side, type }: Proposal, quote: Quote) {
  const price = marketPrice(side, quote)
  const [accepted, setAccepted] = useState(price)
  const stale = useStalePrice(quote)
  const atMarket = type === 'market'
  return { moved: atMarket && hasMoved(accepted, price), stale: atMarket && stale, accept: () => setAccepted(price) }
}

const sentences = {
  buy: {
    market: 'review.buyMarket',
    limit: 'review.buyLimit',
    stop: 'review.buyStop',
    stopLimit: 'review.buyStopLimit',
    trailing: 'review.buyTrailing',
  },
  sell: {
    market: 'review.sellMarket',
    limit: 'review.sellLimit',
    stop: 'review.sellStop',
    stopLimit: 'review.sellStopLimit',
    trailing: 'review.sellTrailing',
  },
} as const

function Sentence({ proposal, preview }: Readonly<{ proposal: Proposal; preview: Preview }>) {
  const t = useText('orders')
  const { language } = useUi()
  const { side, type, name, code, market, price, decimals } = proposal
  const nameOf = useInstrumentName()
  const sentence = t(sentences[side][type], {
    name: nameOf({ market, stockCode: code, name }),
    code,
    worst: formatPrice(language, preview.worstPrice, decimals),
    price: formatPrice(language, price, decimals),
    shares: sizeText(t, language, proposal.market, preview.quantity),
    stop: formatPrice(language, preview.stopPrice, decimals),
    trail: formatPercent(language, proposal.trail ?? '0', 'plain'),
  })
  return (
    <p className="mb-2 text-body text-text2">
      <Emphasised text={sentence} />
    </p>
  )
}

type RowsProps = Readonly<{ proposal: Proposal; preview: Preview; moved: boolean; market: string }>

function ReviewRows({ proposal, preview, moved, market }: RowsProps) {
  const t = useText('orders')
  const p = useText('positions')
  const common = useText('common')
  const { language } = useUi()
  const { type, decimals, timeInForce } = proposal
  const explain = useExplainOrder(proposal.preview)
  const wallet = walletName(common, preview.walletType)
  return (
    <Facts
      rows={[
        ...priceRows({ t, language, proposal, preview }, moved),
        ...marketRows({ t, language, proposal, preview }, market),
        { label: t('review.quantity'), value: formatQuantity(language, preview.quantity) },
        ...depthRows({ t, language, proposal, preview }),
        ...costsOf({ t, language, proposal, preview, explain }),
        { label: t('receipt.wallet'), value: wallet },
        proposal.lots?.lotMethod === undefined ? null : { label: p('lots.method'), value: p(`lots.method.${proposal.lots.lotMethod}`) },
        type === 'market' ? null : { label: t('validity.label'), value: t(`validity.${timeInForce}`) },
        ...exitRows({ t, language, proposal, preview }),
        ...availableRows(t, common, preview),
        preview.breakEven === null ? null : { label: t('receipt.breakEven'), value: formatPrice(language, preview.breakEven, decimals) },
      ]}
    />
  )
}

type Shown = Readonly<{ t: Translate<'orders'>; language: Language; proposal: Proposal; preview: Preview }>
type Costed = Shown & Readonly<{ explain: ExplainOrder }>

/** The limit is the customer's own; what it would meet now is told beside it only where that is another price. */
function priceRows({ t, language, proposal: { type, price, decimals }, preview: { estPrice } }: Shown, moved: boolean): Fact[] {
  const shown = (value: string): string => formatPrice(language, value, decimals)
  const estimate = { label: t('review.price'), value: shown(estPrice), ...(moved ? { tone: 'warn' as const } : {}) }
  if (type !== 'limit' || price === null) return [estimate]
  const limit = { label: t('price.limit'), value: shown(price) }
  return isAtLimit(type, price, estPrice) ? [limit] : [limit, estimate]
}

/** Of an order that waits for its price: the market's of this moment, and how far off the price of the order is. */
function marketRows(
  { t, language, proposal: { side, type, price, decimals }, preview: { stopPrice } }: Shown,
  market: string,
): (Fact | null)[] {
  if (type === 'market') return []
  const own = hasLimit(type) ? price : type === 'stop' ? stopPrice : null
  const distance = own === null ? null : distanceFrom(market, own)
  return [
    { label: t('review.market'), value: formatPrice(language, market, decimals) },
    distance === null
      ? null
      : {
          label: t(hasLimit(type) ? 'review.limitFrom' : 'review.stopFrom'),
          value: formatPercent(language, distance),
          ...(type === 'limit' && isFarBeyond(side, distance) ? { tone: 'warn' as const, strong: true } : {}),
        },
  ]
}

/** So far on the wrong side of the market that it is more likely a slip of the finger: it would execute now, at the market's price. */
const FAR_PERCENT = 5
const isFarBeyond = (side: Side, distance: string): boolean => (side === 'buy' ? Number(distance) : -Number(distance)) > FAR_PERCENT

/** What the visible book would give to an order at market now. */
function depthRows({ t, language, proposal: { decimals }, preview: { fromDepth, quantity, warnings } }: Shown): Fact[] {
  if (fromDepth === null) return []
  const toneOf = (name: string) => (warnings.includes(name) ? { tone: 'warn' as const } : {})
  const counts = { filled: formatQuantity(language, fromDepth.covered), quantity: formatQuantity(language, quantity) }
  const covered = warnings.includes('DEPTH_SHORT') ? t('detail.filledOf', counts) : t('depth.whole')
  return [
    { label: t('depth.average'), value: formatPrice(language, fromDepth.average, decimals), ...toneOf('FAR_FROM_BEST') },
    { label: t('depth.covered'), value: covered, ...toneOf('DEPTH_SHORT') },
  ]
}

/** Rows for the price of shares, or for the margin that is put in or given back. */
function costsOf({ t, language, proposal, preview, explain }: Costed): (Fact | null)[] {
  const { side, type, price, market, decimals, positionId } = proposal
  const atLimit = isAtLimit(type, price, preview.estPrice)
  if (!isOnMargin(market)) return costRows({ t, language, preview, side, atLimit, explain })
  return positionId === null ? marginRows({ t, language, preview, decimals, explain }) : marginCloseRows(t, preview)
}

/** The exits of the order, and what each would bring. */
function exitRows({ t, language, proposal, preview }: Shown): (Fact | null)[] {
  const row = (label: string, price: string | null, result: string | null): Fact | null =>
    price === null
      ? null
      : {
          label,
          value: (
            <>
              {formatPrice(language, price, proposal.decimals)}
              {result === null ? null : <Change absolute={result} currency={preview.currency} />}
            </>
          ),
        }
  return [
    row(t('exits.takeProfit'), proposal.takeProfit, preview.takeProfitResult),
    row(t('exits.stopLoss'), proposal.stopLoss, preview.stopLossResult),
  ]
}

function SmallPrint({ proposal, preview }: Readonly<{ proposal: Proposal; preview: Preview }>) {
  const t = useText('orders')
  const { language } = useUi()
  const common = useText('common')
  const worst = useWorstText()
  const byAmount = proposal.type === 'market' && proposal.preview.amount !== undefined
  const held =
    preview.margin !== null || (proposal.side === 'buy' && proposal.positionId === null)
      ? t('review.holdMoney', {
          amount: formatMoney(language, preview.hold, preview.currency),
          wallet: walletName(common, preview.walletType),
        })
      : t('review.holdShares', {
          count: pluralOf(proposal.quantity),
          shares: sizeText(t, language, proposal.market, proposal.quantity),
        })
  return (
    <div className="mt-2 mb-3 flex flex-col gap-2 text-meta text-text3">
      <p className="num">
        {held} {byAmount ? worst(preview) : null} {t('review.final')}
      </p>
      {proposal.takeProfit === null && proposal.stopLoss === null ? null : (
        <p>
          {t(opensWith(proposal.market, { side: proposal.side, closes: proposal.positionId !== null }) ? 'exits.why' : 'exits.whySale')}
        </p>
      )}
      {preview.queued === 1 ? <InlineMessage tone="info">{t('queued')}</InlineMessage> : null}
      <OrderWarnings preview={preview} decimals={proposal.decimals} />
    </div>
  )
}

const MAX_MOVE_PERCENT = '0.5'

function PriceGuard({ moved, busy, onRefresh }: Readonly<{ moved: boolean; busy: boolean; onRefresh: () => void }>) {
  const t = useText('orders')
  const { language } = useUi()
  const why = moved ? t('review.moved', { percent: formatPercent(language, MAX_MOVE_PERCENT, 'plain') }) : t('review.stale')
  return (
    <div className="mb-3">
      <InlineMessage
        tone="warn"
        action={
          <Button tone="secondary" busy={busy} onPress={onRefresh}>
            {t('review.refresh')}
          </Button>
        }
      >
        {why}
      </InlineMessage>
    </div>
  )
}

function Confirm({
  proposal: { side },
  pending,
  disabled,
  onConfirm,
}: Readonly<{ proposal: Proposal; pending: boolean; disabled: boolean; onConfirm: () => void }>) {
  const t = useText('orders')
  const { offline, text } = useUi()
  const label = t(side === 'buy' ? 'review.holdBuy' : 'review.holdSell')
  return (
    <ConfirmHold
      label={offline ? text.offline : label}
      tapLabel={offline ? text.offline : t(side === 'buy' ? 'side.buy' : 'side.sell')}
      tone={side}
      pending={pending}
      disabled={disabled || offline}
      onConfirm={onConfirm}
    />
  )
}
