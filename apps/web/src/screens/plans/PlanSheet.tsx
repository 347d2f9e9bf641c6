import { type Plan, plans } from '@rueda/contract/plans.ts'
import type { PlanAct } from '@rueda/rules/plans/change.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmButtons } from '@rueda/ui/actions/ConfirmButtons.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Money } from '@rueda/ui/money/Money.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useState } from 'react'
import { FormError } from '../../shared/failures/FormError.tsx'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { PlanForm } from './PlanForm.tsx'
import { PlanRuns } from './PlanRuns.tsx'
import { PlanReview } from './PlanReview.tsx'
import { type Draft, draftOf, inputOf } from './plan-draft.ts'
import { useGiversText } from './use-givers-text.ts'
import { rhythmText, statusOf } from './plan-words.ts'

type Stage = 'facts' | 'change' | 'review' | 'end'

/** One plan: how it stands, what it bought, and what can be done with it. */
export function PlanSheet({ plan, onClose }: Readonly<{ plan: Plan | null; onClose: () => void }>) {
  const shown = useLastShown(plan)
  return shown === null ? null : <Opened key={shown.id} plan={shown} open={plan !== null} onClose={onClose} />
}

function Opened({ plan, open, onClose }: Readonly<{ plan: Plan; open: boolean; onClose: () => void }>) {
  const t = useText('plans')
  const [stage, setStage] = useState<Stage>('facts')
  const [draft, keepDraft] = useState<Draft>()
  const facts = () => {
    setStage('facts')
    keepDraft(undefined)
    changing.reset()
  }
  const changing = useCall(plans.change, {
    onDone: () => {
      void toast(t('saved'))
      facts()
    },
  })
  const close = () => {
    facts()
    onClose()
  }
  const toForm = () => {
    setStage('change')
    changing.reset()
  }
  const share = { stockCode: plan.stockCode, market: marketOf(plan.market), currency: plan.currency, name: plan.name }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={stage === 'change' ? t('change') : stage === 'review' ? t('review.title') : plan.name}
      onBack={stage === 'facts' ? undefined : stage === 'review' ? toForm : facts}
      pending={changing.pending}
    >
      {stage === 'review' && draft !== undefined ? (
        <PlanReview
          share={share}
          draft={draft}
          before={plan}
          pending={changing.pending}
          error={changing.error}
          onConfirm={() => void changing.run({ id: plan.id, ...inputOf(draft) })}
        />
      ) : stage === 'change' ? (
        <PlanForm
          share={share}
          isNew={false}
          draft={draft ?? draftOf(plan, plan.firstDate ?? '')}
          onReview={(typed) => {
            keepDraft(typed)
            setStage('review')
          }}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <PlanFacts plan={plan} />
          {stage === 'end' ? <End plan={plan} onKeep={facts} onDone={close} /> : <Actions plan={plan} onStage={setStage} />}
          <PlanRuns plan={plan} />
        </div>
      )}
    </Sheet>
  )
}

function PlanFacts({ plan }: Readonly<{ plan: Plan }>) {
  const t = useText('plans')
  const giversText = useGiversText(plan.givers)
  const common = useText('common')
  const { amount, currency, walletType, available, nextDates, yearAmount, status, pausedBy, createTimeTimestamp, planNo } = plan
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <StatusPill status={statusOf(t, plan)} />
        <span className="text-label font-normal text-text2">{rhythmText(t, plan)}</span>
      </p>
      {pausedBy === 'skips' ? <InlineMessage tone="warn">{t('paused.skips')}</InlineMessage> : null}
      {amount === null ? <p className="text-meta text-text3">{t('reinvest.why')}</p> : null}
      <Facts
        rows={[
          amount === null ? null : { label: common('f.amount'), value: <Money value={amount} currency={currency} own />, strong: true },
          nextDates.length === 0
            ? null
            : {
                label: t('r.dates'),
                value: nextDates
                  .slice(0, 2)
                  .map((date) => formatDate(date))
                  .join(' · '),
              },
          yearAmount === null || status === 'ended'
            ? null
            : { label: t('r.year'), value: <Money value={yearAmount} currency={currency} own /> },
          { label: t('r.wallet'), value: walletName(common, walletType), divided: true },
          { label: t('r.available'), value: <Money value={available} currency={currency} own /> },
          amount === null ? null : { label: t('r.givers'), value: giversText },
          { label: t('r.begun'), value: formatDateTime(createTimeTimestamp), divided: true },
          { label: t('r.number'), value: <CopyValue value={planNo} label={t('r.number')} /> },
        ]}
      />
    </>
  )
}

function Actions({ plan, onStage }: Readonly<{ plan: Plan; onStage: (stage: Stage) => void }>) {
  const t = useText('plans')
  const { acting, act } = useAct(plan)
  if (plan.status === 'ended') return null
  const isPaused = plan.status === 'paused'
  return (
    <div className="flex flex-col gap-2.5">
      <FormError error={acting.error} />
      <div className="grid grid-cols-2 gap-2.5">
        {plan.kind === 'recurring' ? (
          <Button tone="secondary" size="large" onPress={() => onStage('change')}>
            {t('change')}
          </Button>
        ) : null}
        <Button
          tone={isPaused ? 'primary' : 'secondary'}
          size="large"
          busy={acting.pending}
          onPress={() => act(isPaused ? 'resume' : 'pause')}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
      </div>
      <Button tone="ghost" size="large" wide onPress={() => onStage('end')}>
        {t('end')}
      </Button>
    </div>
  )
}

function useAct({ id }: Plan, onDone: () => void = () => undefined) {
  const t = useText('plans')
  const [asked, ask] = useState<PlanAct>('pause')
  const acting = useCall(plans.act, {
    onDone: () => {
      void toast(t(`done.${asked}`))
      onDone()
    },
  })
  const act = (action: PlanAct) => {
    ask(action)
    void acting.run({ id, action })
  }
  return { acting, act }
}

/** The question takes the place of the buttons: there is only one sheet at a time. */
function End({ plan, onKeep, onDone }: Readonly<{ plan: Plan; onKeep: () => void; onDone: () => void }>) {
  const t = useText('plans')
  const { acting, act } = useAct(plan, onDone)
  return (
    <div className="flex flex-col gap-2.5">
      <h3 className="text-nav">{t('end.question')}</h3>
      <p className="text-label font-normal text-text2">{t('end.why')}</p>
      <FormError error={acting.error} />
      <ConfirmButtons confirm={t('end')} keep={t('end.keep')} pending={acting.pending} onConfirm={() => act('end')} onKeep={onKeep} />
    </div>
  )
}
