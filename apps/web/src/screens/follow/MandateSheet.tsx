import type { FollowOrder } from '@rueda/contract/follow.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatNumber, formatPercent } from '@rueda/ui/formats/format.ts'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { EndForm } from './EndForm.tsx'
import { CURRENCY, FOUR_DIGITS } from './figures.ts'
import { ACTIVE, SETTLED, WAITING, statusOf } from './mandate-status.ts'
import { LossLimit, Renewal } from './MandateChoices.tsx'
import { TakeBack } from './TakeBack.tsx'

type Stage = 'facts' | 'end' | 'back'

/** One mandate: how it stands, and what can be done with it. */
export function MandateSheet({ mandate, onClose }: Readonly<{ mandate: FollowOrder | null; onClose: () => void }>) {
  const shown = useLastShown(mandate)
  const t = useText('follow')
  const [stage, setStage] = useState<Stage>('facts')
  const close = () => {
    setStage('facts')
    onClose()
  }
  if (shown === null) return null
  return (
    <Sheet
      open={mandate !== null}
      onClose={close}
      title={stage === 'end' ? t('end') : t(`name.${shown.agencyId}`)}
      onBack={stage === 'end' ? () => setStage('facts') : undefined}
    >
      {stage === 'end' ? (
        <EndForm mandate={shown} onDone={close} />
      ) : (
        <div className="flex flex-col gap-4">
          <Progress mandate={shown} />
          <MandateFacts mandate={shown} />
          {stage === 'back' ? (
            <TakeBack mandate={shown} onClose={() => setStage('facts')} />
          ) : (
            <Actions mandate={shown} onStage={setStage} />
          )}
        </div>
      )}
    </Sheet>
  )
}

/** Waiting, running, settled: with the dates that are known, and no clock that runs down. */
function Progress({ mandate }: Readonly<{ mandate: FollowOrder }>) {
  const t = useText('follow')
  const named = useText('status')
  const { status, confirmDate, settleDate, ending, settled, createTimeTimestamp } = mandate
  if (status > SETTLED) {
    const { label } = statusOf({ t, status: named }, mandate)
    return <Timeline steps={[{ label, state: 'failed', at: createTimeTimestamp }]} />
  }
  const stateOf = (own: number): TimelineStep['state'] =>
    status === SETTLED || status > own ? 'done' : status === own ? 'current' : 'future'
  const ends = settled?.date ?? ending?.date ?? settleDate
  return (
    <Timeline
      steps={[
        { label: named('follow.waiting'), state: stateOf(WAITING), at: createTimeTimestamp },
        { label: named('follow.open'), state: stateOf(ACTIVE), eta: `${t('date.deal')} ${formatDate(confirmDate)}` },
        {
          label: named('follow.settled'),
          state: stateOf(SETTLED),
          ...(ends === null ? {} : { eta: `${t('fact.settles')} ${formatDate(ends)}` }),
        },
      ]}
    />
  )
}

function MandateFacts({ mandate }: Readonly<{ mandate: FollowOrder }>) {
  const t = useText('follow')
  const { language } = useUi()
  const { amount, navIn, currentNav, currentValue, units, income, zdf, settled, ifEnded, profitShare, ending, lossLimit } = mandate
  const unit = (value: string | null) => (value === null ? null : formatNumber(language, value, FOUR_DIGITS))
  const money = (value: string) => <Money value={value} currency={CURRENCY} own />
  const isActive = mandate.status === ACTIVE
  return (
    <Facts
      rows={[
        { label: t('fact.amount'), value: money(amount) },
        { label: t('term'), value: t('days', { days: String(mandate.termDays) }) },
        navIn === null ? { label: t('date.deal'), value: formatDate(mandate.confirmDate) } : { label: t('fact.began'), value: unit(navIn) },
        mandate.status === WAITING && mandate.cutOffTimestamp !== null
          ? { label: t('date.undo'), value: formatDeadline(mandate.cutOffTimestamp) }
          : null,
        isActive ? { label: t('fact.now'), value: unit(currentNav) } : null,
        isActive ? { label: t('fact.units'), value: unit(units) } : null,
        isActive ? { label: t('fact.value'), value: money(currentValue), strong: true } : null,
        navIn === null ? null : { label: t('fact.income'), value: <Change own absolute={income} percent={zdf} currency={CURRENCY} /> },
        isActive ? { label: t('fact.highWater'), value: money(mandate.highWater) } : null,
        lossLimit === null ? null : { label: t('limit'), value: formatPercent(language, String(lossLimit), 'plain') },
        isActive && mandate.expireDate !== null ? { label: t('fact.expires'), value: formatDate(mandate.expireDate), divided: true } : null,
        isActive && ending !== null ? { label: t('fact.ending'), value: formatDate(ending.date) } : null,
        isActive && ending !== null ? { label: t('fact.why'), value: t(`ended.${ending.reason}`) } : null,
        isActive && ifEnded !== null ? { label: t('ifEnded'), value: money(ifEnded.payout), divided: true } : null,
        isActive && ifEnded !== null ? { label: t('fact.exitFee'), value: money(ifEnded.exitFee) } : null,
        isActive && ifEnded !== null ? { label: t('example.share'), value: money(ifEnded.profitShare) } : null,
        settled === null ? null : { label: t('fact.why'), value: t(`ended.${settled.reason}`), divided: true },
        settled === null ? null : { label: t('fact.settles'), value: formatDate(settled.date) },
        settled === null ? null : { label: t('example.worth'), value: money(settled.value) },
        settled === null || Number(settled.exitFee) === 0 ? null : { label: t('fact.exitFee'), value: money(settled.exitFee) },
        settled === null || Number(profitShare) === 0 ? null : { label: t('example.share'), value: money(profitShare) },
        settled === null ? null : { label: t('fact.paid'), value: money(settled.payout), strong: true },
        { label: t('fact.asked'), value: formatDateTime(mandate.createTimeTimestamp), divided: true },
        { label: t('fact.number'), value: <CopyValue value={mandate.orderNo} label={t('fact.number')} /> },
      ]}
    />
  )
}

function Actions({ mandate, onStage }: Readonly<{ mandate: FollowOrder; onStage: (stage: Stage) => void }>) {
  const t = useText('follow')
  const { cancellable, endable, renewable, ending, status } = mandate
  return (
    <>
      {renewable === 1 ? <Renewal mandate={mandate} /> : null}
      {(status === ACTIVE || status === WAITING) && ending === null ? <LossLimit mandate={mandate} /> : null}
      {endable === 1 ? (
        <Button tone="secondary" size="large" wide onPress={() => onStage('end')}>
          {t('end')}
        </Button>
      ) : null}
      {cancellable === 1 ? (
        <Button tone="secondary" size="large" wide onPress={() => onStage('back')}>
          {t(status === WAITING ? 'back' : 'back.end')}
        </Button>
      ) : null}
    </>
  )
}
