import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatPrice } from '@rueda/ui/formats/format.ts'
import type { Ref } from 'react'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { useText } from '../../shared/text/text.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { SteppedPrice } from './PriceFields.tsx'
import { type StopType, stopTypesIn } from './conditions.ts'
import { faultText } from './fault-text.ts'
import type { Ticket } from './use-ticket.ts'

type StopFieldsProps = Readonly<{ ticket: Ticket; field: Ref<HTMLInputElement> }>

/** The kind of stop, its price, and what happens when the market reaches it. */
export function StopFields({ ticket, field }: StopFieldsProps) {
  const { draft } = ticket
  if (!hasStop(draft.type)) return null
  const type = draft.type as StopType
  return (
    <div className="flex flex-col gap-2">
      <StopTypes ticket={ticket} chosen={type} />
      <Explanation type={type} ticket={ticket} />
      {type === 'trailing' ? <Trail ticket={ticket} field={field} /> : <StopPrice ticket={ticket} field={field} />}
    </div>
  )
}

function StopTypes({ ticket: { detail, change, draft, price }, chosen }: Readonly<{ ticket: Ticket; chosen: StopType }>) {
  const t = useText('orders')
  const choose = (type: StopType) => change(type === 'stopLimit' && draft.price === '' ? { type, price } : { type })
  return (
    <ChipRow label={t('type.label')}>
      {stopTypesIn(marketOf(detail.market)).map((type) => (
        <Chip key={type} selected={type === chosen} onPress={() => choose(type)}>
          {t(`type.${type}`)}
        </Chip>
      ))}
    </ChipRow>
  )
}

function Explanation({ type, ticket: { rules } }: Readonly<{ type: StopType; ticket: Ticket }>) {
  const t = useText('orders')
  const trigger = marketTermsOf(rules.market)?.stopTrigger ?? 'lastTrade'
  return (
    <p className="text-meta text-text3">
      {t(`explain.${type}`)} {t(`explain.${trigger}`)}
    </p>
  )
}

function StopPrice({ ticket, field }: StopFieldsProps) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, change, fault } = ticket
  return (
    <SteppedPrice
      ticket={ticket}
      field={field}
      label={t('stop.label')}
      value={draft.stop}
      error={fault !== null && fault.startsWith('stop.') && draft.stop !== '' ? faultText(t, language, fault, ticket) : null}
      onChange={(stop) => change({ stop })}
    />
  )
}

const usualTrails = ['1', '2', '5', '10'] as const

function Trail({ ticket, field }: StopFieldsProps) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, change, fault, preview, quote } = ticket
  const begins = preview?.stopPrice ?? null
  return (
    <>
      <AmountInput
        ref={field}
        label={t('trail.label')}
        value={draft.trail}
        decimals={2}
        suffix="%"
        error={fault === 'trail.range' ? faultText(t, language, fault, ticket) : null}
        helper={begins === null ? undefined : t('trail.now', { price: formatPrice(language, begins, quote.decimals) })}
        onChange={(trail) => change({ trail })}
      />
      <ChipRow label={t('trail.label')}>
        {usualTrails.map((trail) => (
          <Chip key={trail} selected={draft.trail === trail} onPress={() => change({ trail })}>
            {formatPercent(language, trail, 'plain')}
          </Chip>
        ))}
      </ChipRow>
    </>
  )
}
