import { quotes } from '@rueda/contract/quotes.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { call, query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { DaysKey } from '../../shared/trust/days-key.ts'
import { drawDay } from '../../shared/trust/draw-day.ts'
import type { ShownDay } from '../../shared/trust/judge-day.ts'
import { newestStart } from '../../shared/trust/newest-start.ts'
import { allDays } from '../../shared/trust/read-days.ts'
import { isLogged, shownScenario } from '../../shared/trust/scenario.ts'
import { type ComparedMinute, type Comparison, compareBars } from './compare-bars.ts'

type DrawAgainProps = Readonly<{ day: ShownDay; daysKey: DaysKey }>
type Drawing =
  | Readonly<{ kind: 'compared'; code: string; proven: number; comparison: Comparison }>
  | Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>
  | Readonly<{ kind: 'notListed'; code: string }>
  | Readonly<{ kind: 'unanswered' | 'nothing' | 'otherScenario' }>

const MAX_BARS = 1_500
const MAX_CODE = 16

/** The minutes of one listing, drawn from the keys by this device and held to what is served of them. */
export function DrawAgain({ day, daysKey }: DrawAgainProps) {
  const t = useText('trust')
  const { offline } = useUi()
  const market = marketNames.find((each) => each === day.market) ?? HOUSE_MARKET
  const { data: active } = useQuery(query(quotes.top, { type: 'active', market, limit: 1 }))
  const [typed, setTyped] = useState<string | null>(null)
  const code = typed ?? active?.[0]?.stock_code ?? ''
  const [isBusy, setBusy] = useState(false)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setDrawing(null)
    setDrawing(
      await drawnAgain({ market, date: day.date }, daysKey, code.trim().toUpperCase()).catch((): Drawing => ({ kind: 'unanswered' })),
    )
    setBusy(false)
  }
  return (
    <Card title={t('again.title')}>
      <p className="text-label font-normal text-text2">{t('again.text')}</p>
      <div className="mt-3 flex flex-col gap-3">
        <TextField label={t('again.code')} value={code} onChange={setTyped} most={MAX_CODE} />
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

type DayOfMarket = Readonly<{ market: MarketName; date: string }>

async function drawnAgain({ market, date }: DayOfMarket, { publicKey }: DaysKey, code: string): Promise<Drawing> {
  const instrumentId = await listingOf(market, code)
  if (instrumentId === null) return { kind: 'notListed', code }
  const start = await newestStart(() => undefined)
  const days = await allDays(date)
  if (start.kind !== 'found' || days === null) return { kind: 'unanswered' }
  const scenario = await shownScenario()
  if (!isLogged(scenario, start.start.scenario)) return { kind: 'otherScenario' }
  const alwaysOpen = start.start.settings['SIM_ALWAYS_OPEN'] === 'true'
  const report = await drawDay({
    date,
    instrumentId,
    alwaysOpen,
    scenario: scenario?.text ?? null,
    days,
    publicKey,
  })
  if (report.kind !== 'drawn') return report
  const served = await call(quotes.kline, {
    ...{ stockCode: code, market, type: '1m', endTimestamp: report.until - 1, limit: MAX_BARS, adjust: 'none' },
  })
  const comparison = compareBars(
    report.bars,
    served.items.filter(({ timestamp }) => timestamp >= report.from),
  )
  return comparison.minutes === 0 ? { kind: 'nothing' } : { kind: 'compared', code, proven: report.proven, comparison }
}

/** The listing that a code is shown for now, or was before it was renamed; null where there is none. */
async function listingOf(market: MarketName, code: string): Promise<string | null> {
  try {
    return (await call(quotes.detail, { stockCode: code, market })).code
  } catch (error) {
    if (asApiError(error).is('instrument.unknown')) return null
    throw error
  }
}

function Result({ drawing }: Readonly<{ drawing: Drawing }>) {
  const t = useText('trust')
  const { language } = useUi()
  const number = (value: number): string => formatQuantity(language, String(value))
  if (drawing.kind === 'unproven' || drawing.kind === 'unknownModel') {
    const { kind, market, date } = drawing
    return <InlineMessage tone={kind === 'unproven' ? 'danger' : 'warn'}>{t(`again.${kind}`, { market, date })}</InlineMessage>
  }
  if (drawing.kind === 'notListed') return <InlineMessage tone="warn">{t('again.notListed', { code: drawing.code })}</InlineMessage>
  if (drawing.kind === 'otherScenario') return <InlineMessage tone="danger">{t('again.otherScenario')}</InlineMessage>
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
      <InlineMessage tone={different.length === 0 ? 'up' : 'danger'}>
        {t(different.length === 0 ? 'again.good' : 'again.bad', figures)}
      </InlineMessage>
      <p className="text-meta text-text2">{t(drawing.proven === 0 ? 'again.before' : 'again.proven', figures)}</p>
      <p className="text-meta text-text2">{t('again.customers', figures)}</p>
      <p className="text-meta text-text2">{t('again.shown', { ...figures, count: number(shown.length) })}</p>
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
