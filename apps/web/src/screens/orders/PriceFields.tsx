import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPrice } from '@rueda/ui/formats/format.ts'
import { hasLimit } from '@rueda/rules/orders/order.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { useText } from '../../shared/text/text.ts'
import { ChoiceButton } from '../../shared/forms/ChoiceButton.tsx'
import { decimalsOfTick, stepPrice, tickFor } from './prices.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { validitiesOf } from './conditions.ts'
import { type TimeInForce, validityOf } from './ticket.ts'
import { faultText } from './fault-text.ts'
import type { Ticket } from './use-ticket.ts'

type PriceFieldsProps = Readonly<{ ticket: Ticket; field: Ref<HTMLInputElement> }>

/** The limit, by typing, by tick or from the market; at market there is nothing to choose. */
export function PriceFields({ ticket, field }: PriceFieldsProps) {
  if (!hasLimit(ticket.draft.type)) return null
  return (
    <div className="flex flex-col gap-2">
      <LimitPrice ticket={ticket} field={field} />
      <PriceChips ticket={ticket} />
    </div>
  )
}

function LimitPrice({ ticket, field }: PriceFieldsProps) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, change, fault } = ticket
  return (
    <SteppedPrice
      ticket={ticket}
      field={field}
      label={t('price.limit')}
      value={draft.price}
      error={fault !== null && fault.startsWith('price.') && draft.price !== '' ? faultText(t, language, fault, ticket) : null}
      onChange={(price) => change({ price })}
    />
  )
}

type SteppedPriceProps = Readonly<{
  ticket: Pick<Ticket, 'rules' | 'quote'>
  field?: Ref<HTMLInputElement> | undefined
  label: string
  value: string
  error: string | null
  helper?: string | undefined
  unreadable?: string | undefined
  onChange: (price: string) => void
}>

/** A price that is typed or moved by its tick; an empty one begins at the last trade. */
export function SteppedPrice({ ticket: { rules, quote }, field, label, value, error, helper, unreadable, onChange }: SteppedPriceProps) {
  const t = useText('orders')
  const { language } = useUi()
  const from = value === '' || value === unreadable ? quote.price_nominal : finish(value)
  const ownTick = tickFor(rules.ticks, from)
  const tick = formatNumber(language, ownTick, { least: decimalsOfTick(ownTick) })
  const step = (by: 1 | -1) => onChange(stepPrice(from, ownTick, by))
  return (
    <div className="flex items-start gap-2 [&>*:nth-child(2)]:min-w-0 [&>*:nth-child(2)]:flex-1">
      <StepButton label={`${label}: ${t('price.down', { tick })}`} icon="minus" onPress={() => step(-1)} />
      <AmountInput
        ref={field}
        label={label}
        value={value}
        decimals={decimalsOfTick(ownTick)}
        error={error}
        helper={helper}
        unreadable={unreadable}
        onChange={onChange}
      />
      <StepButton label={`${label}: ${t('price.up', { tick })}`} icon="plus" onPress={() => step(1)} />
    </div>
  )
}

function StepButton({ label, icon, onPress }: Readonly<{ label: string; icon: 'minus' | 'plus'; onPress: () => void }>) {
  const Icon = icon === 'minus' ? Minus : Plus
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="mt-[26px] grid size-12 flex-none place-items-center rounded-control bg-s2 active:bg-s3"
    >
      <Icon aria-hidden size={20} />
    </button>
  )
}

function PriceChips({ ticket: { quote, draft, change } }: { ticket: Ticket }) {
  const t = useText('orders')
  const { language } = useUi()
  const offered = [
    { label: t('price.last'), price: quote.price_nominal },
    { label: t('price.bid'), price: quote.bid },
    { label: t('price.ask'), price: quote.ask },
  ]
  return (
    <ChipRow label={t('price.limit')}>
      {offered.map(({ label, price }) =>
        price === null ? null : (
          <Chip key={label} selected={finish(draft.price) === price} onPress={() => change({ price })}>
            {label} {formatPrice(language, price, quote.decimals)}
          </Chip>
        ),
      )}
    </ChipRow>
  )
}

/** The time in force of an order. */
export function Validity({ ticket: { draft, change, detail } }: { ticket: Ticket }) {
  const t = useText('orders')
  if (draft.type === 'market') return null
  const market = marketOf(detail.market)
  return (
    <ChoiceButton<TimeInForce>
      label={t('validity.label')}
      labelled
      value={validityOf(market, draft)}
      onChange={(timeInForce) => change({ timeInForce })}
      options={validitiesOf(market, draft.type).map((value) => ({
        value,
        label: t(`validity.${value}`),
        note: t(`validityWhy.${value}`),
      }))}
    />
  )
}
