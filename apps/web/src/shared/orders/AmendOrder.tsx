import { orders, type OrderRow } from '@rueda/contract/orders.ts'
import { AmountInput, QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { IntoView } from '@rueda/ui/layout/IntoView.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import type { Listed } from '@rueda/rules/markets/market.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { useState } from 'react'
import { useHeld } from '../forms/use-held.ts'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { Failure } from '../failures/Failure.tsx'
import { marketOf } from '../quotes/instrument.ts'
import { AmendFacts } from './AmendFacts.tsx'
import { type Amendable, amendableFields, amendmentOf } from './amendment.ts'
import { useAmendPreview } from './use-amend-preview.ts'

type AmendOrderProps = Readonly<{
  order: OrderRow
  /** What was changed before the sheet opened, as by a line dragged on the chart. */
  opening?: Amendable
  onClose: () => void
}>

const NOTHING: Amendable = {}

/**
 * The sheet that changes an order: its fields, the effect of the change, and the button. A change that asks for more
 * than the order did is reviewed again and confirmed like a new order.
 */
export function AmendOrder({ order: now, opening = NOTHING, onClose }: AmendOrderProps) {
  const t = useText('orders')
  const [typed, setTyped] = useState<Amendable>(opening)
  const [reviews, setReviews] = useState(false)
  const amend = useCall(orders.amend, {
    onDone: () => {
      void toast(t('amend.done'))
      onClose()
    },
  })
  const order = useHeld(now, amend.pending)
  const amendment = amendmentOf(order, typed)
  const looked = useHeld(useAmendPreview(amendment === null ? null : { orderId: order.id, ...amendment }), amend.pending)
  const { preview, isFresh, refusal } = looked
  const problem = amend.error ?? refusal
  const back = () => (reviews ? setReviews(false) : onClose())
  return (
    <IntoView className="flex flex-col gap-3">
      <h3 className="text-nav">{t(reviews ? 'amend.review' : 'amend.title')}</h3>
      {reviews ? null : <Fields order={order} typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} />}
      {preview === null || amendment === null ? null : (
        <AmendFacts order={order} changed={amendment} preview={preview} pending={!isFresh} />
      )}
      <p className="text-meta text-text3">{t(order.siblingId === null ? 'amend.why' : 'amend.whyBoth')}</p>
      <Failure error={problem} />
      <AmendButton
        {...{ order, looked, reviews }}
        isChanged={amendment !== null}
        pending={amend.pending}
        onReview={() => setReviews(true)}
        onAmend={() => amendment !== null && isFresh && void amend.run({ orderId: order.id, ...amendment })}
      />
      <Button tone="secondary" wide disabled={amend.pending} onPress={back}>
        {t(reviews ? 'amend.edit' : 'amend.back')}
      </Button>
    </IntoView>
  )
}

type AmendButtonProps = Readonly<{
  order: OrderRow
  looked: ReturnType<typeof useAmendPreview>
  reviews: boolean
  isChanged: boolean
  pending: boolean
  onReview: () => void
  onAmend: () => void
}>

/** Saves a change that asks for no more; one that asks for more is reviewed first and confirmed by holding. */
function AmendButton({ order, looked: { preview, isFresh }, reviews, isChanged, pending, onReview, onAmend }: AmendButtonProps) {
  const t = useText('orders')
  const { language, offline, text } = useUi()
  const missing = preview?.missing ?? null
  const off = offline || !isFresh || missing !== null
  if (reviews) {
    return (
      <ConfirmHold
        label={offline ? text.offline : t('amend.hold')}
        tapLabel={offline ? text.offline : t('amend.button')}
        tone={order.direction === 0 ? 'buy' : 'sell'}
        pending={pending}
        disabled={off}
        onConfirm={onAmend}
      />
    )
  }
  const asksMore = preview?.asksMore === 1
  const label =
    preview !== null && missing !== null
      ? t('amend.missing', { amount: formatMoney(language, missing, preview.currency) })
      : t(isChanged ? (asksMore ? 'amend.review' : 'amend.save') : 'amend.nothing')
  return (
    <Button size="large" wide busy={pending} disabled={off || !isChanged} onPress={asksMore ? onReview : onAmend}>
      {offline ? text.offline : label}
    </Button>
  )
}

/** Lots of a pair can be divided, contracts and shares cannot. */
const QUANTITY_DECIMALS: Readonly<Record<Listed, number>> = { shares: 0, contracts: 0, pairs: 2, values: 0 }

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
    if (name === 'quantity')
      return <QuantityInput key={name} {...field} decimals={QUANTITY_DECIMALS[marketFacts[marketOf(order.market)].lists]} />
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
