import type { OrderRow } from '@rueda/contract/orders.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { useState } from 'react'
import { useText } from '../../app/text.ts'
import { failureText } from '../../app/why-failed.ts'
import { useCancelOrder } from './use-cancel-order.ts'

/** In an order's own sheet the question takes the buttons' place: there is only one sheet at a time. */
export function CancelOrder({ order }: { order: Pick<OrderRow, 'id'> }) {
  const t = useText('orders')
  const [asks, setAsks] = useState(false)
  if (!asks) {
    return (
      <Button tone="secondary" size="large" onPress={() => setAsks(true)}>
        {t('detail.cancel')}
      </Button>
    )
  }
  return (
    <div className="col-span-full flex flex-col gap-2.5">
      <h3 className="text-nav">{t('detail.cancelQ')}</h3>
      <Question orderId={order.id} onClose={() => setAsks(false)} />
    </div>
  )
}

/** From a list the question is a sheet of its own. */
export function CancelDialog({ order, onClose }: Readonly<{ order: OrderRow | null; onClose: () => void }>) {
  const t = useText('orders')
  const [shown, setShown] = useState(order)
  if (order !== null && order !== shown) setShown(order)
  return (
    <Sheet open={order !== null} onClose={onClose} title={t('detail.cancelQ')}>
      {shown === null ? null : (
        <div className="flex flex-col gap-2.5">
          <Question key={shown.id} orderId={shown.id} onClose={onClose} />
        </div>
      )}
    </Sheet>
  )
}

/** What follows, the verb, and the way to leave the order as it is: "cancel" alone would say both. */
function Question({ orderId, onClose }: Readonly<{ orderId: string; onClose: () => void }>) {
  const t = useText('orders')
  const { offline, text } = useUi()
  const cancel = useCancelOrder(onClose)
  return (
    <>
      <p className="text-label font-normal text-text2">{t('detail.cancelWhy')}</p>
      {cancel.error === null ? null : <InlineMessage tone="danger">{failureText(cancel.error, text)}</InlineMessage>}
      <Button tone="danger" size="large" wide busy={cancel.pending} disabled={offline} onPress={() => void cancel.run({ orderId })}>
        {offline ? text.offline : t('detail.cancel')}
      </Button>
      <Button tone="secondary" wide disabled={cancel.pending} onPress={onClose}>
        {t('detail.keep')}
      </Button>
    </>
  )
}
