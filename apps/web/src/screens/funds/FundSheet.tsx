import type { FundOrder, FundProduct } from '@rueda/contract/funds.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useState } from 'react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { hrefTo, useGo } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { FundFacts } from './FundFacts.tsx'
import { SubscribeForm } from './SubscribeForm.tsx'
import { SubscribeReview } from './SubscribeReview.tsx'
import { placeOf } from './place.ts'

type Stage = Readonly<{ kind: 'facts' | 'form' | 'review' }> | Readonly<{ kind: 'done'; order: FundOrder }>
const FACTS: Stage = { kind: 'facts' }
const FORM: Stage = { kind: 'form' }
const NOTHING_TYPED = { id: '', amount: '' }

/** One fund: what it holds, did and costs, then the subscription, then its result. */
export function FundSheet({ fund, onClose }: Readonly<{ fund: FundProduct | null; onClose: () => void }>) {
  const shown = useLastShown(fund)
  const t = useText('funds')
  const { value: typed, keep, forget, isKept } = useKeptInVisit('fund', NOTHING_TYPED)
  // Whoever comes back to what was typed finds the form of that fund, and no other one.
  const [resumed, resume] = useState(isKept ? typed.id : null)
  const [chosen, setStage] = useState<Stage | null>(null)
  const stage = chosen ?? (shown !== null && shown.id === resumed ? FORM : FACTS)
  const amount = typed.id === shown?.id ? typed.amount : ''
  const close = () => {
    setStage(null)
    resume(null)
    forget()
    onClose()
  }
  if (shown === null) return null
  const title = stage.kind === 'done' ? t('result.title') : t(`name.${shown.id}`)
  return (
    <Sheet
      open={fund !== null}
      onClose={close}
      title={title}
      onBack={backOf(stage.kind, (kind) => setStage({ kind }))}
      footer={stage.kind === 'facts' ? <SubscribeButton fund={shown} onPress={() => setStage(FORM)} /> : undefined}
    >
      {stage.kind === 'facts' ? (
        <div className="flex flex-col gap-4 pb-2">
          <FundFacts fund={shown} />
        </div>
      ) : null}
      {stage.kind === 'form' ? (
        <SubscribeForm
          fund={shown}
          amount={amount}
          onAmount={(next) => keep({ id: shown.id, amount: next })}
          onReview={() => setStage({ kind: 'review' })}
        />
      ) : null}
      {stage.kind === 'review' ? (
        <SubscribeReview
          fund={shown}
          amount={amount}
          onDone={(order) => {
            forget()
            setStage({ kind: 'done', order })
          }}
        />
      ) : null}
      {stage.kind === 'done' ? <Done order={stage.order} /> : null}
    </Sheet>
  )
}

/** One step back; none from the facts and from a result. */
const backOf = (kind: Stage['kind'], go: (kind: 'facts' | 'form') => void): (() => void) | undefined =>
  kind === 'form' ? () => go('facts') : kind === 'review' ? () => go('form') : undefined

function SubscribeButton({ fund, onPress }: Readonly<{ fund: FundProduct; onPress: () => void }>) {
  const t = useText('funds')
  const signedIn = useSignedIn()
  const isFull = Number(fund.remain) < Number(fund.minAmount)
  return signedIn ? (
    <Button size="large" wide disabled={isFull} onPress={onPress}>
      {t(isFull ? 'full' : 'subscribe')}
    </Button>
  ) : (
    <Button size="large" wide href={hrefTo('pages/auth/login', { return: placeOf(fund) })}>
      {t('subscribe')}
    </Button>
  )
}

function Done({ order }: Readonly<{ order: FundOrder }>) {
  const t = useText('funds')
  const go = useGo()
  const until = order.cutOffTimestamp === null ? '' : formatDeadline(order.cutOffTimestamp)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-text2" role="status">
        {t('result.text', { date: formatDate(order.confirmDate), until })}
      </p>
      <Button size="large" wide onPress={() => go('pages/yinmutual/myhold')}>
        {t('result.mine')}
      </Button>
    </div>
  )
}
