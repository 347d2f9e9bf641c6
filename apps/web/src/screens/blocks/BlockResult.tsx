import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { OrderFacts } from '../../shared/orders/OrderFacts.tsx'
import { isWorking, orderStateOf } from '../../shared/orders/order-status.ts'
import { useOrder } from '../../shared/orders/use-order.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import type { Placed } from './BlockSheet.tsx'

type BlockResultProps = Readonly<{ placed: Placed; unlockDate: string | null; onDone: () => void }>

/** What became of a block, as its receipt; one that is negotiated is followed until it ends. */
export function BlockResult({ placed, unlockDate, onDone }: BlockResultProps) {
  const t = useText('blocks')
  const common = useText('common')
  const go = useGo()
  const order = useOrder(placed.orderId).data?.list[0]
  const state = isWorking(order ?? placed) ? 'working' : orderStateOf(order ?? placed) === 'filled' ? 'filled' : 'ended'
  return (
    <div className="flex flex-col gap-4">
      <p className="text-nav" role="status">
        {t(`result.${state}`)}
      </p>
      {state === 'filled' && unlockDate !== null ? (
        <InlineMessage tone="info">{`${t('r.unlock')} ${formatDate(unlockDate)}`}</InlineMessage>
      ) : null}
      {order === undefined ? <CopyValue value={placed.orderNo} label={common('f.reference')} /> : <OrderFacts order={order} />}
      <div className="grid grid-cols-2 gap-2.5">
        <Button tone="secondary" size="large" onPress={() => go('pages/trade/index', { tab: '5' }, { replace: true })}>
          {t('result.mine')}
        </Button>
        <Button size="large" onPress={onDone}>
          {common('act.done')}
        </Button>
      </div>
    </div>
  )
}
