import { type RentalRow, robots } from '@rueda/contract/robots.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { WHOLE } from '@rueda/rules/robots/catalogue.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { Sparkline } from '@rueda/ui/quotes/Sparkline.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormError } from '../../shared/failures/FormError.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { SideTag } from '../../shared/orders/SideTag.tsx'
import { statusOf as orderStatusOf } from '../../shared/orders/order-status-view.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { canStop, isEnded, statusOf } from './robot-status.ts'
import { decisionsOf } from './run-backtest.ts'

const CHART_WIDTH = 340
const CHART_HEIGHT = 110
const MAX_ORDERS = 20

/** One rental: how it stands, its live record, what it has traded, and what can be done with it. */
export function RentalSheet({ rental, onClose }: Readonly<{ rental: RentalRow | null; onClose: () => void }>) {
  const shown = useLastShown(rental)
  const t = useText('robots')
  const [stopping, setStopping] = useState(false)
  const close = () => {
    setStopping(false)
    onClose()
  }
  if (shown === null) return null
  return (
    <Sheet open={rental !== null} onClose={close} title={t(`name.${shown.robotId}`)}>
      <div className="flex flex-col gap-4">
        <RentalFacts rental={shown} />
        {stopping ? (
          <Stop rental={shown} onDone={close} onKeep={() => setStopping(false)} />
        ) : (
          <Actions rental={shown} onStop={() => setStopping(true)} />
        )}
        <LiveRecord rental={shown} />
        <Trades rental={shown} />
      </div>
    </Sheet>
  )
}

function RentalFacts({ rental }: Readonly<{ rental: RentalRow }>) {
  const t = useText('robots')
  const { language } = useUi()
  const { currency, capital, rent, value, income, zdf, slots } = rental
  const money = (amount: string) => <Money value={amount} currency={currency} own />
  const percent = (amount: string): string => formatPercent(language, amount, 'plain')
  const isOver = isEnded(rental)
  return (
    <>
      <p>
        <StatusPill status={statusOf(t, rental)} />
      </p>
      {rental.pauseReason === null || isOver ? null : <InlineMessage tone="warn">{t(`paused.${rental.pauseReason}`)}</InlineMessage>}
      {rental.settlesOn === null ? null : <InlineMessage tone="info">{t('settles', { date: formatDate(rental.settlesOn) })}</InlineMessage>}
      <Facts
        rows={[
          { label: t(isOver ? 'fact.returned' : 'fact.value'), value: money(value), strong: true },
          { label: t('fact.income'), value: <Change own absolute={income} percent={zdf} currency={currency} /> },
          { label: t('capital'), value: money(capital), divided: true },
          { label: t('fact.rent'), value: money(rent) },
          isOver ? null : { label: t('dailyLoss.value', { num: percent(rental.maxDailyLossPct) }), value: money(rental.dailyLossAt) },
          isOver ? null : { label: t('drawdown.value', { num: percent(rental.maxDrawdownPct) }), value: money(rental.drawdownAt) },
          { label: t('fact.from'), value: formatDateTime(rental.createTimeTimestamp), divided: true },
          { label: t(isOver ? 'fact.ended' : 'r.ends'), value: formatDeadline(rental.endTimestamp ?? rental.expireTimeTimestamp) },
          { label: t('fact.number'), value: <CopyValue value={rental.orderNo} label={t('fact.number')} /> },
        ]}
      />
      {isOver ? null : (
        <section className="flex flex-col gap-1.5">
          <SectionHeader title={t('slots')} />
          <Facts
            rows={slots.map((slot) => ({
              label: (
                <>
                  {slot.stockCode} <span className="font-normal text-text3">{slot.name}</span>
                  <span className="block text-micro text-text3">
                    {t('slot.holds', { shares: formatQuantity(language, slot.quantity), target: percent(slot.target) })}
                  </span>
                </>
              ),
              value: money(sumText(slot.cash, slot.value)),
            }))}
          />
        </section>
      )}
    </>
  )
}

const MONEY_DIGITS = 2
const sumText = (cash: string, value: string | null): string => (Number(cash) + Number(value ?? 0)).toFixed(MONEY_DIGITS)

function Actions({ rental, onStop }: Readonly<{ rental: RentalRow; onStop: () => void }>) {
  const t = useText('robots')
  const resuming = useCall(robots.resume, { onDone: () => void toast(t('resume.done')) })
  if (!canStop(rental)) return null
  return (
    <div className="flex flex-col gap-2.5">
      <FormError error={resuming.error} />
      {rental.resumable === 1 ? (
        <Button size="large" wide busy={resuming.pending} onPress={() => void resuming.run({ id: rental.id })}>
          {t('resume')}
        </Button>
      ) : null}
      <Button tone="secondary" size="large" wide onPress={onStop}>
        {t('stop')}
      </Button>
    </div>
  )
}

type Way = 'sell' | 'keep'

/** The question takes the place of the buttons: what becomes of the shares, and when the money comes back. */
function Stop({ rental, onDone, onKeep }: Readonly<{ rental: RentalRow; onDone: () => void; onKeep: () => void }>) {
  const t = useText('robots')
  const { language } = useUi()
  const holds = rental.slots.some(({ quantity }) => Number(quantity) > 0)
  const [way, setWay] = useState<Way>(rental.handsOver === 1 ? 'keep' : 'sell')
  const stopping = useCall(robots.stop, {
    onDone: () => {
      void toast(t('stop.done'))
      onDone()
    },
  })
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('stop.question')}</h3>
      {holds ? (
        <SegmentedControl<Way>
          label={t('r.atEnd')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'sell', label: t('atEnd.sell') },
            { value: 'keep', label: t('atEnd.keep') },
          ]}
        />
      ) : null}
      <p className="text-label font-normal text-text2">
        {t(holds ? `stop.${way}` : 'stop.empty', { num: formatMoney(language, rental.value, rental.currency) })}
      </p>
      <FormError error={stopping.error} />
      <ConfirmButtons
        confirm={t('stop')}
        keep={t('stop.keepOn')}
        pending={stopping.pending}
        onConfirm={() => void stopping.run({ id: rental.id, handsOver: way === 'keep' ? 1 : 0 })}
        onKeep={onKeep}
      />
    </div>
  )
}

/** The values of its days, and what its rule decides from the published bars, worked out here. */
function LiveRecord({ rental }: Readonly<{ rental: RentalRow }>) {
  const t = useText('robots')
  const { language } = useUi()
  const read = useQuery(query(robots.record, { id: rental.id }))
  const [checked, setChecked] = useState(false)
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('live')} />
      <Loaded query={read} reason={whyFailed} skeleton={<Skeleton height={CHART_HEIGHT} />}>
        {({ values, stocks }) => (
          <>
            {values.length < 2 ? (
              <p className="text-meta text-text3">{t('live.soon')}</p>
            ) : (
              <Sparkline
                area
                width={CHART_WIDTH}
                height={CHART_HEIGHT}
                closes={values.map(({ value }) => value)}
                base={rental.capital}
                label={t('live.chart', { num: formatMoney(language, values.at(-1)?.value ?? rental.value, rental.currency) })}
              />
            )}
            <Button tone="secondary" wide onPress={() => setChecked(true)}>
              {t('live.check')}
            </Button>
            {checked ? <Decisions rental={rental} decisions={decisionsOf(rental.robotId, stocks)} /> : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Decisions({ rental, decisions }: Readonly<{ rental: RentalRow; decisions: ReturnType<typeof decisionsOf> }>) {
  const t = useText('robots')
  const { language } = useUi()
  if (decisions.length === 0) return <p className="text-meta text-text3">{t('live.none')}</p>
  return (
    <>
      <p className="text-meta text-text3">{t('live.checked', { date: formatDate(rental.rentedOn) })}</p>
      <Facts
        rows={decisions.map(({ date, stockCode, target }) => ({
          label: `${formatDate(date)} · ${stockCode}`,
          value: t('live.target', { num: formatPercent(language, percentText(target, WHOLE), 'plain') }),
        }))}
      />
    </>
  )
}

/** Orders that it has given, newest first. */
function Trades({ rental }: Readonly<{ rental: RentalRow }>) {
  const t = useText('robots')
  const orders = useText('orders')
  const { language } = useUi()
  const read = useQuery(query(robots.trades, { id: rental.id, pageSize: MAX_ORDERS }))
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('trades')} />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ list }) => list.length === 0}
        empty={<p className="text-meta text-text3">{t('trades.none')}</p>}
      >
        {({ list }) => (
          <ul>
            {list.map(({ order }) => (
              <li key={order.id} className="flex min-h-[56px] items-center gap-3 border-b border-line py-2 last:border-b-0">
                <SideTag direction={order.direction} />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="num text-label">
                    {formatQuantity(language, order.filledQuantity)} {order.stockCode}
                  </span>
                  <span className="num text-micro font-normal text-text3">{formatDateTime(order.createTimeTimestamp)}</span>
                </span>
                <span className="flex flex-col items-end gap-1">
                  <Money value={order.amount} currency={order.currency} own />
                  <StatusPill status={orderStatusOf(orders, order)} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
