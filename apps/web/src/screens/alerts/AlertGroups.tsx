import { type Alert, alerts as endpoints } from '@rueda/contract/alerts.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { useCall } from '../../shared/server/api.ts'
import { useLiveQuote } from '../../shared/live/live.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import { conditionText } from '../../shared/alerts/alert-words.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

type Editing = Readonly<{ onEdit: (alert: Alert) => void }>

/** Alerts under their instruments, each with its price now. */
export function AlertGroups({ alerts, onEdit }: Editing & Readonly<{ alerts: readonly Alert[] }>) {
  const groups = new Map<string, Alert[]>()
  for (const alert of alerts) {
    groups.set(alert.code, [...(groups.get(alert.code) ?? []), alert])
  }
  return [...groups].map(([id, own]) => (
    <Card key={id} rows>
      <InstrumentLine instrumentId={id} alert={own[0]} />
      {own.map((alert) => (
        <AlertRow key={alert.id} alert={alert} onEdit={onEdit} />
      ))}
    </Card>
  ))
}

function InstrumentLine({ instrumentId, alert }: Readonly<{ instrumentId: string; alert: Alert | undefined }>) {
  const live = useLiveQuote(instrumentId)
  const nameOf = useInstrumentName()
  if (alert === undefined) return null
  const { name, stockCode, market, source, decimals, localLogoUrl, price_nominal } = alert
  return (
    <a
      href={quoteHref({ name, stock_code: stockCode, market, source })}
      className="-mx-edge flex min-h-14 items-center gap-3 px-edge py-2 active:bg-s2"
    >
      <Logo code={stockCode} src={localLogoUrl} size={32} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-row font-semibold">{nameOf(alert)}</span>
        <span className="text-meta text-text3">{stockCode}</span>
      </span>
      <Price value={live?.price_nominal ?? price_nominal} decimals={decimals} flash />
    </a>
  )
}

function AlertRow({ alert, onEdit }: Editing & Readonly<{ alert: Alert }>) {
  const t = useText('alerts')
  const { language } = useUi()
  const condition = conditionText(t, language, alert, alert)
  const sayFailure = useSayFailure()
  const turning = useCall(endpoints.turn, { onError: sayFailure })
  return (
    <div className="flex min-h-14 items-center gap-3">
      <button
        type="button"
        onClick={() => onEdit(alert)}
        className="-ml-edge flex min-h-14 min-w-0 flex-1 flex-col justify-center py-2 pl-edge text-left active:bg-s2"
      >
        <span className="text-row font-normal">{condition}</span>
        <span className="num text-meta text-text3">{statusText(t, alert)}</span>
      </button>
      <Switch
        label={condition}
        on={alert.status === 'armed'}
        disabled={turning.pending}
        onChange={(on) => void turning.run({ id: alert.id, on: on ? 1 : 0 })}
      />
    </div>
  )
}

function statusText(t: Translate<'alerts'>, { status, repeats, firedTimestamp }: Alert): string {
  if (status === 'fired') return t('status.fired', { time: formatDateTime(firedTimestamp) })
  if (status === 'off') return t('status.off')
  return t(repeats === 1 ? 'status.repeats' : 'status.armed')
}
