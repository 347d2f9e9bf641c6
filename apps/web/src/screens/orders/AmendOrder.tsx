import type { Market } from '@rueda/contract/codes.ts'
import { orders, type OrderRow } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { AmountInput, QuantityInput } from '@rueda/ui/AmountInput.tsx'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { toast } from '@rueda/ui/toast.ts'
import { finish } from '@rueda/ui/typing.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { useText } from '../../app/text.ts'
import { failureText } from '../../app/why-failed.ts'
import { marketOf } from '../quotes/instrument.ts'
import { type Amendable, amendableFields, amendmentOf } from './amendment.ts'

const outdated = [orders.list, positions.byStock, positions.holding, positions.sizes, wallets.all, wallets.overview]

/** What can still be changed of an order, in its own sheet: the fields it has, what a change costs, and the button. */
export function AmendOrder({ order, onClose }: Readonly<{ order: OrderRow; onClose: () => void }>) {
  const t = useText('orders')
  const { offline, text } = useUi()
  const [typed, setTyped] = useState<Amendable>({})
  const amend = useCall(orders.amend, {
    refreshes: outdated,
    onDone: () => {
      void toast(t('amend.done'))
      onClose()
    },
  })
  const amendment = amendmentOf(order, typed)
  return (
    <div className="col-span-full flex flex-col gap-3">
      <h3 className="text-nav">{t('amend.title')}</h3>
      <Fields order={order} typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} />
      <p className="text-meta text-text3">{t(order.siblingId === null ? 'amend.why' : 'amend.whyBoth')}</p>
      {amend.error === null ? null : <InlineMessage tone="danger">{failureText(amend.error, text)}</InlineMessage>}
      <Button
        size="large"
        wide
        busy={amend.pending}
        disabled={offline || amendment === null}
        onPress={() => amendment !== null && void amend.run({ orderId: order.id, ...amendment })}
      >
        {offline ? text.offline : t(amendment === null ? 'amend.nothing' : 'amend.save')}
      </Button>
      <Button tone="secondary" wide disabled={amend.pending} onPress={onClose}>
        {t('amend.back')}
      </Button>
    </div>
  )
}

/** Lots of a pair are divided, contracts and shares are not. */
const QUANTITY_DECIMALS: Readonly<Record<Market, number>> = { US: 0, AR: 0, TW: 0, FUT: 0, FX: 2, IDX: 0 }

type FieldsProps = Readonly<{ order: OrderRow; typed: Amendable; onChange: (change: Amendable) => void }>

function Fields({ order, typed, onChange }: FieldsProps) {
  const t = useText('orders')
  const names = amendableFields(order)
  const labels = {
    quantity: t('review.quantity'),
    price: t('price.limit'),
    stopPrice: t('stop.label'),
    trailPercent: t('trail.label'),
  }
  return names.map((name) => {
    const value = typed[name] ?? order[name] ?? ''
    const field = { label: labels[name], value, onChange: (changed: string) => onChange({ [name]: changed }) }
    if (name === 'quantity') return <QuantityInput key={name} {...field} decimals={QUANTITY_DECIMALS[marketOf(order.market)]} />
    return (
      <AmountInput
        key={name}
        {...field}
        decimals={name === 'trailPercent' ? 2 : order.decimals}
        onBlur={() => onChange({ [name]: finish(value) })}
      />
    )
  })
}
