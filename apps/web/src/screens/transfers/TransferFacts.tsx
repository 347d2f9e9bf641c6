import type { Transfer } from '@rueda/contract/transfers.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { toneText, toneTint } from '@rueda/ui/look/tone.ts'
import { pairOf } from '@rueda/rules/transfers/exchange.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { Ban, Check, CircleDot, Clock3, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { CancelTransfer } from './CancelTransfer.tsx'
import { rateText } from './TransferReceipt.tsx'
import { hasArrival, lookOf, stateOf } from './transfer-status.ts'

/** One transfer: its state, what left and what arrives, its rate, its steps, its reference, and the way to call it back. */
export function TransferFacts({ transfer, children }: Readonly<{ transfer: Transfer; children?: ReactNode }>) {
  return (
    <>
      <Headline transfer={transfer} />
      <Amounts transfer={transfer} />
      <div className="mt-4 mb-4">
        <Steps transfer={transfer} />
      </div>
      <div className="flex flex-col gap-2.5">
        {stateOf(transfer) === 'pending' ? <CancelTransfer transfer={transfer} /> : null}
        {children}
      </div>
    </>
  )
}

const icons = { clock: Clock3, check: Check, cross: X, slash: Ban, dot: CircleDot }

function Headline({ transfer }: { transfer: Transfer }) {
  const t = useText('transfers')
  const state = stateOf(transfer)
  const look = lookOf(state)
  const Icon = icons[look.shape]
  return (
    <p className="mb-2 flex items-center gap-3 text-nav" role="status">
      <span className={classes('grid size-10 flex-none place-items-center rounded-pill', toneTint[look.tone], toneText[look.tone])}>
        <Icon aria-hidden size={22} />
      </span>
      {state === null ? t('result.title') : t(`result.${state}`)}
    </p>
  )
}

function Amounts({ transfer }: { transfer: Transfer }) {
  const t = useText('transfers')
  const common = useText('common')
  const { language } = useUi()
  const { fromCurrency, toCurrency, rate, spread, feeAmount, transferNo, returnAmount, returnCost, returnRate } = transfer
  const pair = rate === null ? null : pairOf(fromCurrency as Currency, toCurrency as Currency)
  // A transfer that was called back or not made brings nothing; the rows show what came back and what that has cost.
  const goesOn = hasArrival(transfer)
  return (
    <Facts
      rows={[
        { label: t('from'), value: walletName(common, transfer.fromWalletType) },
        { label: t('to'), value: walletName(common, transfer.toWalletType) },
        { label: t('leaves'), value: <Money value={transfer.fromAmount} currency={fromCurrency} withCode own /> },
        pair === null || rate === null
          ? null
          : { label: t('rate'), value: rateText(t, language, { base: pair.base, rate, other: pair.quote }) },
        pair === null || !goesOn
          ? null
          : {
              label: t('rate.spread', { percent: formatPercent(language, spread, 'plain') }),
              value: <Money value={feeAmount} currency={toCurrency} own />,
            },
        goesOn
          ? { label: t('arrives'), value: <Money value={transfer.toAmount} currency={toCurrency} withCode own />, strong: true }
          : null,
        pair === null || returnRate === null
          ? null
          : { label: t('cancel.rate'), value: rateText(t, language, { base: pair.base, rate: returnRate, other: pair.quote }) },
        returnRate === null ? null : { label: t('cancel.cost'), value: <Money value={returnCost} currency={fromCurrency} withCode own /> },
        returnAmount === null
          ? null
          : {
              label: t('cancel.cameBack', { from: walletName(common, transfer.fromWalletType) }),
              value: <Money value={returnAmount} currency={fromCurrency} withCode own />,
              strong: true,
            },
        { label: common('f.reference'), value: <CopyValue value={transferNo} label={common('f.reference')} />, divided: true },
      ]}
    />
  )
}

const SECOND_MS = 1_000

function Steps({ transfer }: { transfer: Transfer }) {
  const t = useText('transfers')
  const common = useText('common')
  const now = useServerNow()
  const left = Math.ceil(((transfer.settleTimestamp ?? now) - now) / SECOND_MS)
  const steps: TimelineStep[] = [{ label: t('step.asked'), state: 'done', at: transfer.createTimeTimestamp }]
  return <Timeline steps={[...steps, lastStep(t, transfer, { left, from: walletName(common, transfer.fromWalletType) })]} />
}

function lastStep(t: Translate<'transfers'>, transfer: Transfer, { left, from }: Readonly<{ left: number; from: string }>): TimelineStep {
  const state = stateOf(transfer)
  const at = transfer.endTimestamp
  if (state === 'done') return { label: t('step.done'), state: 'done', at }
  if (state === 'cancelled') return { label: t('step.cancelled'), state: 'done', at }
  if (state === 'failed') return { label: t('step.failed'), state: 'failed', at, reason: t('result.failedWhy', { from }) }
  return { label: t('step.settles'), state: 'current', ...(left > 0 ? { eta: t('step.soon', { seconds: String(left) }) } : {}) }
}
