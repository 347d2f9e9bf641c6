import { type RentalRow, type RobotRow, robots } from '@rueda/contract/robots.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { useState } from 'react'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useGo } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { BringNote } from '../../shared/wallets/BringNote.tsx'
import { bringOf } from '../../shared/wallets/buying-power.ts'
import { powerRows } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { RentForm } from './RentForm.tsx'
import type { RobotTerms } from './RobotDetail.tsx'
import { type Draft, partOf, totalOf } from './rent-draft.ts'
import { ROBOT_WALLET } from './use-robots.ts'

type RentSheetProps = Readonly<{
  open: boolean
  robot: RobotRow
  terms: RobotTerms
  stocks: readonly string[]
  onStocks: (codes: readonly string[]) => void
  /** Null until something was typed. */
  draft: Draft | null
  onDraft: (draft: Draft) => void
  onRented: () => void
  onClose: () => void
}>
type Stage = Readonly<{ kind: 'form' | 'review' }> | Readonly<{ kind: 'done'; rental: RentalRow }>

/** Renting: what it trades and with how much, then cost and largest loss before the hold, then the result. */
export function RentSheet({ open, robot, terms, stocks, onStocks, draft: typed, onDraft, onRented, onClose }: RentSheetProps) {
  const t = useText('robots')
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const draft = typed ?? { capital: '', dailyLoss: terms.dailyLossPct, drawdown: terms.drawdownPct, sellsAtLimit: false, handsOver: false }
  const close = () => {
    setStage({ kind: 'form' })
    onClose()
  }
  const rented = (rental: RentalRow) => {
    setStage({ kind: 'done', rental })
    onRented()
  }
  const back = stage.kind === 'review' ? () => setStage({ kind: 'form' }) : undefined
  return (
    <Sheet open={open} onClose={close} title={stage.kind === 'done' ? t('result.title') : t(`name.${robot.id}`)} onBack={back}>
      {stage.kind === 'form' ? (
        <RentForm
          robotId={robot.id}
          terms={terms}
          stocks={stocks}
          onStocks={onStocks}
          draft={draft}
          onDraft={onDraft}
          onReview={() => setStage({ kind: 'review' })}
        />
      ) : null}
      {stage.kind === 'review' ? <Review robot={robot} terms={terms} stocks={stocks} draft={draft} onDone={rented} /> : null}
      {stage.kind === 'done' ? <Done rental={stage.rental} /> : null}
    </Sheet>
  )
}

type ReviewProps = Readonly<{
  robot: RobotRow
  terms: RobotTerms
  stocks: readonly string[]
  draft: Draft
  onDone: (rental: RentalRow) => void
}>

function Review({ robot, terms, stocks, draft, onDone }: ReviewProps) {
  const t = useText('robots')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const now = useServerNow()
  const sending = useCall(robots.rent, { onDone })
  const { rent, currency, termDays } = terms
  const capital = finish(draft.capital)
  const total = totalOf(capital, rent)
  const power = useHeld(useBuyingPower(ROBOT_WALLET, total), sending.pending)
  const money = (value: string) => <Money value={value} currency={currency} own />
  const percent = (value: string): string => formatPercent(language, value, 'plain')
  return (
    <div className="flex flex-col gap-3">
      <Facts
        rows={[
          { label: t('stocks'), value: <ChosenStocks terms={terms} stocks={stocks} /> },
          { label: t('capital'), value: money(capital) },
          { label: t('r.rent', { days: String(termDays) }), value: money(rent) },
          { label: t('r.total'), value: money(total), strong: true, divided: true },
          ...powerRows(common, power),
          { label: t('r.ends'), value: formatDate(now + termDays * DAY_MS), divided: true },
          { label: t('r.renewal'), value: t('r.renewal.none') },
          { label: t('dailyLoss.loss', { num: percent(finish(draft.dailyLoss)) }), value: money(partOf(capital, finish(draft.dailyLoss))) },
          { label: t('drawdown.loss', { num: percent(finish(draft.drawdown)) }), value: money(partOf(capital, finish(draft.drawdown))) },
          { label: t('r.atLimit'), value: t(draft.sellsAtLimit ? 'atLimit.sell' : 'atLimit.keep') },
          { label: t('r.atEnd'), value: t(draft.handsOver ? 'atEnd.keep' : 'atEnd.sell') },
        ]}
      />
      <InlineMessage tone="warn">{t('risk')}</InlineMessage>
      <InlineMessage tone="info">{t('review.info')}</InlineMessage>
      <BringNote power={power} />
      <FormError error={sending.error} />
      <ConfirmHold
        label={offline ? text.offline : t('review.hold')}
        tapLabel={t('rent')}
        pending={sending.pending}
        disabled={offline}
        onConfirm={() =>
          void sending.run({
            ...{ robotId: robot.id, hash: robot.hash, stockCodes: [...stocks], capital },
            ...{ maxDailyLossPct: finish(draft.dailyLoss), maxDrawdownPct: finish(draft.drawdown) },
            ...{ sellsAtLimit: draft.sellsAtLimit ? 1 : 0, handsOver: draft.handsOver ? 1 : 0 },
            ...bringOf(power),
          })
        }
      />
    </div>
  )
}

/** Each share by its name and code on a line of its own. */
function ChosenStocks({ terms, stocks }: Pick<ReviewProps, 'terms' | 'stocks'>) {
  const names = new Map(terms.stocks.map(({ stockCode, name }) => [stockCode, name]))
  return (
    <span className="flex flex-col items-end">
      {stocks.map((code) => (
        <span key={code}>{names.has(code) ? `${names.get(code)} (${code})` : code}</span>
      ))}
    </span>
  )
}

function Done({ rental }: Readonly<{ rental: RentalRow }>) {
  const t = useText('robots')
  const go = useGo()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-text2" role="status">
        {t('result.text', { until: formatDate(rental.expireTimeTimestamp) })}
      </p>
      <Button size="large" wide onPress={() => go('pages/robot/record', { id: rental.id })}>
        {t('mine.open')}
      </Button>
    </div>
  )
}
