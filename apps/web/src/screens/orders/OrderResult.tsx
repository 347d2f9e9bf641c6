import type { OrderRow } from '@rueda/contract/orders.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { ResultMessage } from '@rueda/ui/messages/ResultMessage.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { toneText, toneTint } from '@rueda/ui/look/tone.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import { Ban, ChartLine, Check, Clock3, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useGo } from '../../shared/pages/go.ts'
import { marketOf, quoteHref, ticketPathOf, ticketQuery } from '../../shared/quotes/instrument.ts'
import { CancelOrder } from '../../shared/orders/CancelOrder.tsx'
import { ConfirmationButton } from '../../shared/orders/ConfirmationButton.tsx'
import { OrderOutcome } from '../../shared/orders/OrderOutcome.tsx'
import { OrderRequest } from '../../shared/orders/OrderRequest.tsx'
import { useText } from '../../shared/text/text.ts'
import { OrderTimeline } from '../../shared/orders/OrderTimeline.tsx'
import { isWorking, lookOfState, orderStateOf } from '../../shared/orders/order-status.ts'
import { stopTypesIn } from './conditions.ts'
import { wholeSharesOf } from './fractions.ts'
import type { OrderResult, Outcome } from './proposal.ts'
import { isZero } from '../../shared/orders/sizing.ts'
import { useOrder } from '../../shared/orders/use-order.ts'

const titles = { refused: 'result.rejected', notSent: 'result.notSent', unknown: 'result.unknown', accepted: 'result.title' } as const
export const resultTitle = ({ kind }: Outcome) => titles[kind]

/** The result of sending an order. It follows the order while it stays open. */
export function OrderResultView({ outcome, onDone }: Readonly<{ outcome: Outcome; onDone: () => void }>) {
  const t = useText('orders')
  const go = useGo()
  if (outcome.kind === 'accepted') return <Accepted result={outcome.result} onDone={onDone} />
  if (outcome.kind === 'refused' || outcome.kind === 'notSent')
    return (
      <ResultMessage
        tone={outcome.kind === 'refused' ? 'danger' : 'warn'}
        message={outcome.message}
        action={t('result.back')}
        onPress={onDone}
      />
    )
  const toOrders = () => {
    // On a desk the list is beside the sheet, which would stay.
    onDone()
    go('pages/trade/index', { tab: '2', state: 'all' }, { replace: true })
  }
  // The order may exist. Sending again is never offered; looking is.
  return <ResultMessage tone="warn" message={t('result.unknownWhy')} action={t('result.orders')} onPress={toOrders} />
}

function Accepted({ result, onDone }: Readonly<{ result: OrderResult; onDone: () => void }>) {
  const t = useText('orders')
  const go = useGo()
  const { data } = useOrder(result.orderId)
  const order = data?.list[0]
  const shown = order ?? result
  return (
    <>
      <Headline order={shown} />
      <p className="mb-4 flex flex-wrap items-center gap-x-3 text-meta text-text3">
        <span className="num">{result.orderNo}</span>
        <CopyButton value={result.orderNo} label={t('detail.reference')} />
      </p>
      {order === undefined ? null : (
        <div className="mb-4 empty:hidden">
          {isZero(order.filledQuantity) ? <OrderRequest order={order} /> : <OrderOutcome order={order} />}
        </div>
      )}
      <OrderTimeline order={order ?? asRow(result)} />
      {order === undefined ? null : <NextSteps order={order} />}
      {order?.cancellable === 1 ? <Cancelling order={order} /> : null}
      {order === undefined || isZero(order.filledQuantity) ? null : (
        <div className="mt-3 grid gap-2.5">
          <ConfirmationButton orderId={order.id} />
        </div>
      )}
      <div className="mt-5 grid grid-cols-2 gap-2.5">
        <Button
          tone="secondary"
          size="large"
          onPress={() => go('pages/trade/index', { tab: isWorking(shown) ? '2' : '0' }, { replace: true })}
        >
          {t('result.trade')}
        </Button>
        <Button size="large" onPress={onDone}>
          {t('result.done')}
        </Button>
      </div>
    </>
  )
}

/** What waits may be taken back where it is seen to wait. */
function Cancelling({ order }: { order: OrderRow }) {
  const t = useText('orders')
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <div className="mt-4">
        <CancelOrder order={order} onClose={() => setAsking(false)} />
      </div>
    )
  return (
    <div className="mt-2 border-t border-line">
      <ListRow icon={Ban} label={t('detail.cancel')} onPress={() => setAsking(true)} />
    </div>
  )
}

/** What one does next with what was bought: guard it, and look where it was bought. */
function NextSteps({ order }: { order: OrderRow }) {
  const t = useText('orders')
  if (orderStateOf(order) !== 'filled') return null
  const key = { stock_code: order.stockCode, market: order.market, source: order.source, name: order.name }
  const isGuarded = order.direction === 1 || order.stopLoss !== null || stopTypesIn(marketOf(order.market)).length === 0
  // A stop takes whole shares, and guards until it is cancelled.
  const guarded = wholeSharesOf(order.filledQuantity)
  const stop = { ...ticketQuery(key, 'sell'), type: 'stop', quantity: guarded, validity: 'GTC' }
  return (
    <div className="mt-2 divide-y divide-line border-t border-line">
      {isGuarded || isZero(guarded) || isOnMargin(marketOf(order.market)) ? null : (
        <ListRow icon={ShieldCheck} label={t('result.stop')} href={hrefTo(ticketPathOf(order), stop)} />
      )}
      <ListRow icon={ChartLine} label={t('result.chart')} href={quoteHref(key)} />
    </div>
  )
}

/** The order as its answer describes it, until the order itself has been read. */
const asRow = (
  result: OrderResult,
): Pick<OrderRow, 'status' | 'subStatus' | 'createTimeTimestamp' | 'modifyTimeTimestamp' | 'decimals' | 'market'> => ({
  status: result.status,
  subStatus: result.subStatus,
  createTimeTimestamp: result.createTimeTimestamp,
  modifyTimeTimestamp: result.createTimeTimestamp,
  decimals: 2,
  market: 'US',
})

const icons = { clock: Clock3, check: Check, slash: Ban }

function Headline({ order }: { order: Pick<OrderRow, 'status' | 'subStatus'> }) {
  const t = useText('orders')
  const look = lookOfState[orderStateOf(order) ?? 'working']
  const Icon = icons[look.shape]
  return (
    <p className="mb-1 flex items-center gap-3 text-nav" role="status">
      <span className={classes('grid size-10 flex-none place-items-center rounded-pill', toneTint[look.tone], toneText[look.tone])}>
        <Icon aria-hidden size={22} />
      </span>
      {t(headline(order))}
    </p>
  )
}

function headline(order: Pick<OrderRow, 'status' | 'subStatus'>) {
  const state = orderStateOf(order)
  if (state === 'held' || state === 'queued' || state === 'working' || state === 'partial' || state === 'filled' || state === 'cancelled')
    return `result.${state}` as const
  return 'result.ended' as const
}
