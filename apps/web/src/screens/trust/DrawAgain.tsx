import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useState } from 'react'
import { call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { DaysKey } from '../../shared/trust/days-key.ts'
import { drawDay } from '../../shared/trust/draw-day.ts'
import type { ShownDay } from '../../shared/trust/judge-day.ts'
import { newestStart } from '../../shared/trust/newest-start.ts'
import { allDays } from '../../shared/trust/read-days.ts'
import { type ComparedMinute, type Comparison, compareBars } from './compare-bars.ts'

type DrawAgainProps = Readonly<{ day: ShownDay; daysKey: DaysKey }>
type Drawing =
  | Readonly<{ kind: 'compared'; code: string; proven: number; comparison: Comparison }>
  | Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>
  | Readonly<{ kind: 'unanswered' | 'nothing' }>

const FIRST_CODES: Readonly<Record<string, string>> = { US: 'ARDV' }
const MAX_BARS = 1_500
const MAX_CODE = 16

/** The minutes of one listing, drawn from the keys by this device and held to what is served of them. */
export function DrawAgain({ day, daysKey }: DrawAgainProps) {
  const t = useText('trust')
  const { offline } = useUi()
  const [code, setCode] = useState(FIRST_CODES[day.market] ?? '')
  const [isBusy, setBusy] = useState(false)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setDrawing(null)
    setDrawing(await drawnAgain(day, daysKey, code.trim().toUpperCase()).catch((): Drawing => ({ kind: 'unanswered' })))
    setBusy(false)
  }
  return (
    <Card title={t('again.title')}>
      <p className="text-label font-normal text-text2">{t('again.text')}</p>
      <div className="mt-3 flex flex-col gap-3">
        <TextField label={t('again.code')} value={code} onChange={setCode} most={MAX_CODE} />
        <Button size="large" wide busy={isBusy} disabled={offline || code.trim() === ''} onPress={() => void run()}>
          {t('again.run')}
        </Button>
        <div role="status" className="flex flex-col gap-2">
          {isBusy ? <p className="text-meta text-text2">{t('again.busy')}</p> : null}
          {drawing === null ? null : <Result drawing={drawing} />}
        </div>
      </div>
    </Card>
  )
}

async function drawnAgain({ market, date }: ShownDay, { publicKey }: DaysKey, code: string): Promise<Drawing> {
  const name = marketNames.find((each) => each === market) ?? HOUSE_MARKET
  const start = await newestStart(() => undefined)
  const days = await allDays(date)
  if (start.kind !== 'found' || days === null) return { kind: 'unanswered' }
  const scenario = await call(reference.scenario, {})
  const alwaysOpen = start.start.settings['SIM_ALWAYS_OPEN'] === 'true'
  const report = await drawDay({
    date,
    instrumentId: idOfFirstCode(name, code),
    alwaysOpen,
    scenario: scenario?.text ?? null,
    days,
    publicKey,
  })
  if (report.kind !== 'drawn') return report
  const served = await call(quotes.kline, {
    ...{ stockCode: code, market: name, type: '1m', endTimestamp: report.until - 1, limit: MAX_BARS, adjust: 'none' },
  })
  const comparison = compareBars(
    report.bars,
    served.items.filter(({ timestamp }) => timestamp >= report.from),
  )
  return comparison.minutes === 0 ? { kind: 'nothing' } : { kind: 'compared', code, proven: report.proven, comparison }
}

function Result({ drawing }: Readonly<{ drawing: Drawing }>) {
  const t = useText('trust')
  const { language } = useUi()
  const number = (value: number): string => formatQuantity(language, String(value))
  if (drawing.kind === 'unproven' || drawing.kind === 'unknownModel') {
    const { kind, market, date } = drawing
    return <InlineMessage tone={kind === 'unproven' ? 'danger' : 'warn'}>{t(`again.${kind}`, { market, date })}</InlineMessage>
  }
  if (drawing.kind !== 'compared')
    return <InlineMessage tone="info">{t(drawing.kind === 'nothing' ? 'again.nothing' : 'levers.unanswered')}</InlineMessage>
  const { minutes, different, customers, shown } = drawing.comparison
  const figures = {
    num: number(minutes),
    other: number(different.length),
    customers: number(customers.length),
    proven: number(drawing.proven),
  }
  return (
    <>
      <InlineMessage tone={different.length === 0 ? 'info' : 'danger'}>
        {t(different.length === 0 ? 'again.good' : 'again.bad', figures)}
      </InlineMessage>
      <p className="text-meta text-text2">{t('again.customers', figures)}</p>
      <Minutes minutes={shown} />
    </>
  )
}

/** What was drawn beside what was served, minute by minute. */
function Minutes({ minutes }: Readonly<{ minutes: readonly ComparedMinute[] }>) {
  const t = useText('trust')
  const { language } = useUi()
  // One width for all, so that the digits stand below each other.
  const decimals = Math.max(...minutes.flatMap(({ drawn, served }) => [decimalsOf(drawn), decimalsOf(served)]))
  const price = (value: string | null): string => formatPrice(language, value, decimals)
  return (
    <table className="num w-full text-meta">
      <thead className="text-text3">
        <tr>
          <th scope="col" className="py-1 text-left font-normal">
            {t('again.minute')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('again.drawn')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('again.served')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('again.theirs')}
          </th>
        </tr>
      </thead>
      <tbody>
        {minutes.map(({ at, drawn, served, customers, isEqual }) => (
          <tr key={at} className={isEqual ? undefined : 'text-danger'}>
            <td className="py-1">{formatTime(at)}</td>
            <td className="py-1 text-right">{price(drawn)}</td>
            <td className="py-1 text-right">{price(served)}</td>
            <td className="py-1 text-right">{customers === null ? '—' : formatQuantity(language, customers)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const decimalsOf = (value: string | null): number => value?.split('.')[1]?.length ?? 0
