import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { UNREADABLE } from '@rueda/ui/fields/typing.ts'
import type { Ref } from 'react'
import { useText } from '../../shared/text/text.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { SteppedPrice } from './PriceFields.tsx'
import { opensWith, takesExits } from './conditions.ts'
import { faultText } from './fault-text.ts'
import type { Ticket } from './use-ticket.ts'

type ExitFieldsProps = Readonly<{ ticket: Ticket; field: Ref<HTMLInputElement> }>

/** The exits of what is opened, or the stop beside a limit sale, with what each would bring. */
export function ExitFields({ ticket, field }: ExitFieldsProps) {
  const t = useText('orders')
  const { draft, change, detail } = ticket
  if (!takesExits(marketOf(detail.market), draft)) return null
  const opens = opensWith(marketOf(detail.market), draft)
  const label = t(opens ? 'exits.label' : 'exits.labelSale')
  return (
    <section className="flex flex-col gap-3">
      <label className="flex min-h-11 items-center justify-between gap-4">
        <span className="text-label">{label}</span>
        <Switch label={label} on={draft.exits} onChange={(exits) => change({ exits })} />
      </label>
      {draft.exits ? (
        <>
          <p className="text-meta text-text3">{t(opens ? 'exits.why' : 'exits.whySale')}</p>
          {opens ? <Exit ticket={ticket} field={field} name="takeProfit" /> : null}
          <Exit ticket={ticket} field={opens ? undefined : field} name="stopLoss" />
        </>
      ) : null}
    </section>
  )
}

type ExitProps = Readonly<{ ticket: Ticket; field: Ref<HTMLInputElement> | undefined; name: 'takeProfit' | 'stopLoss' }>

function Exit({ ticket, field, name }: ExitProps) {
  const t = useText('orders')
  const { language } = useUi()
  const { draft, change, fault, preview } = ticket
  const result = preview === null ? null : preview[`${name}Result`]
  return (
    <SteppedPrice
      ticket={ticket}
      field={field}
      label={t(`exits.${name}`)}
      value={draft[name]}
      error={fault !== null && fault.startsWith(`${name}.`) ? faultText(t, language, fault, ticket) : null}
      helper={
        result === null || preview === null || draft[name] === ''
          ? undefined
          : t('exits.result', { amount: formatMoney(language, result, preview.currency) })
      }
      unreadable={UNREADABLE}
      onChange={(price) => change({ [name]: price })}
    />
  )
}
