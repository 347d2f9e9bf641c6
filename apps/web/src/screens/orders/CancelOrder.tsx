import type { OrderRow } from '@rueda/contract/orders.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { ConfirmDialog } from '@rueda/ui/ConfirmDialog.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { toast } from '@rueda/ui/toast.ts'
import { useState } from 'react'
import { useText } from '../../app/text.ts'
import { useCancelOrder } from './use-cancel-order.ts'

/** In an order's own sheet the question takes the buttons' place: there is only one sheet at a time. */
export function CancelOrder({ order }: { order: Pick<OrderRow, 'id'> }) {
  const t = useText('orders')
  const { offline, text } = useUi()
  const [asks, setAsks] = useState(false)
  const cancel = useCancelOrder(() => setAsks(false))
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
      <p className="text-label font-normal text-text2">{t('detail.cancelWhy')}</p>
      {cancel.error === null ? null : <InlineMessage tone="danger">{cancel.error.kind === 'refusal' ? cancel.error.message : text.networkError}</InlineMessage>}
      <Button tone="danger" size="large" wide busy={cancel.pending} disabled={offline} onPress={() => void cancel.run({ orderId: order.id })}>
        {offline ? text.offline : t('detail.cancel')}
      </Button>
      <Button tone="secondary" wide disabled={cancel.pending} onPress={() => setAsks(false)}>
        {t('detail.keep')}
      </Button>
    </div>
  )
}

/** From a list the question is a sheet of its own. */
export function CancelDialog({ order, onClose }: Readonly<{ order: OrderRow | null; onClose: () => void }>) {
  const t = useText('orders')
  const { text } = useUi()
  const cancel = useCancelOrder(onClose, (error) => {
    onClose()
    void toast(error.kind === 'refusal' ? error.message : text.networkError, 'error')
  })
  return (
    <ConfirmDialog
      open={order !== null}
      onClose={onClose}
      title={t('detail.cancelQ')}
      consequence={t('detail.cancelWhy')}
      confirm={t('detail.cancel')}
      pending={cancel.pending}
      onConfirm={() => (order === null ? undefined : void cancel.run({ orderId: order.id }))}
    />
  )
}
