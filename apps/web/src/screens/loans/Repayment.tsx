import { type Loan, loans } from '@rueda/contract/loans.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import { allocate } from '@rueda/rules/loans/pay.ts'
import { pledgeableWallets } from '@rueda/rules/loans/collateral.ts'
import { LOAN_WALLET } from '@rueda/rules/loans/product.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useGo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { BringNote } from '../../shared/wallets/BringNote.tsx'
import { type BuyingPower, bringOf } from '../../shared/wallets/buying-power.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { powerRows, powerText } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { DebtFacts } from './DebtFacts.tsx'
import { NoLoan } from './NoLoan.tsx'
import { isLess, minorOf, moneyText } from './figures.ts'
import { isOwed, waitingOf } from './loan-status.ts'

const shares = ['full', 'part'] as const
type Share = (typeof shares)[number]
type WalletType = (typeof pledgeableWallets)[number]
type Draft = Readonly<{ share: Share; typed: string; wallet: WalletType }>
const NOTHING_TYPED: Draft = { share: 'full', typed: '', wallet: LOAN_WALLET }

/** Route `pages/loan/repayment`: what is owed, how much of it is paid, from where, and what is left after. */
export function Repayment() {
  const titles = useText('titles')
  const read = useQuery(query(loans.state, {}))
  return (
    <Screen title={titles('repayment')} actions={<RefreshButton />}>
      <PullToRefresh />
      <Loaded
        query={read}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={4} height={56} />}
        isEmpty={({ loans: [loan] }) => loan === undefined || !isOwed(loan)}
        empty={<NoLoan />}
      >
        {({ loans: [loan] }) => (loan === undefined ? null : <Owed loan={loan} />)}
      </Loaded>
    </Screen>
  )
}

function Owed({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const waiting = waitingOf(loan)
  const { currency } = loan
  return (
    <>
      <Card title={t('debt')}>
        <p className="num text-total">
          <Money value={loan.totalDebt} currency={currency} own />
        </p>
        <DebtFacts loan={loan} />
      </Card>
      {waiting === null ? null : (
        <InlineMessage tone="info" title={t('repayment.pending')}>
          {t('repayment.waits', { amount: formatMoney(language, waiting.amount, currency) })}
        </InlineMessage>
      )}
      {loan.repayable === 1 ? <Form loan={loan} /> : null}
    </>
  )
}

function Form({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const common = useText('common')
  const { language, offline, text } = useUi()
  const { value: draft, keep, forget } = useKeptInVisit<Draft>('repayment', NOTHING_TYPED)
  const change = (changes: Partial<Draft>) => keep({ ...draft, ...changes })
  const { share, typed, wallet } = draft
  const [reviewing, review] = useState(false)
  const { totalDebt, currency } = loan
  const amount = share === 'full' ? totalDebt : finish(typed)
  const money = (value: string): string => formatMoney(language, value, currency)
  const power = useBuyingPower(wallet, amount)
  const shortage = useShortage(power, '/pages/loan/repayment')
  return (
    <Card title={t('repay')}>
      <div className="flex flex-col gap-3">
        <SegmentedControl<Share>
          label={t('repay')}
          value={share}
          onChange={(next) => change({ share: next })}
          options={shares.map((value) => ({ value, label: t(`repay.${value}`) }))}
        />
        {share === 'part' ? (
          <AmountInput label={`${common('f.amount')} (${currency})`} value={typed} onChange={(next) => change({ typed: next })} />
        ) : null}
        <Select<WalletType>
          label={t('repay.from')}
          value={wallet}
          onChange={(next) => change({ wallet: next })}
          options={pledgeableWallets.map((value) => ({ value, label: walletName(common, value) }))}
        />
        <p className="num text-meta text-text3">{powerText(common, language, power)}</p>
        <ExchangeNote offer={shortage.offer} />
        <BlockerButton
          label={common('act.continue')}
          blockers={[
            { when: offline, label: text.offline },
            { when: minorOf(amount) === 0n, label: common('f.amount.missing') },
            { when: isLess(totalDebt, amount), label: t('amount.tooMuch', { num: money(totalDebt) }) },
            shortage.blocker,
          ]}
          onPress={() => review(true)}
        />
      </div>
      <Review
        open={reviewing}
        onClose={() => review(false)}
        loan={loan}
        onRepaid={forget}
        payment={{ amount, isAll: share === 'full', power }}
      />
    </Card>
  )
}

type Payment = Readonly<{ amount: string; isAll: boolean; power: BuyingPower }>
type ReviewProps = Readonly<{ open: boolean; onClose: () => void; onRepaid: () => void; loan: Loan; payment: Payment }>

/** What the payment pays, what is left of debt and wallet, and the hold that sends it. */
function Review({ open, onClose, onRepaid, ...now }: ReviewProps) {
  const t = useText('loans')
  const common = useText('common')
  const { offline, text } = useUi()
  const go = useGo()
  const sending = useCall(loans.repay, {
    onDone: () => {
      void toast(t('repay.sent'))
      onRepaid()
      onClose()
      go('pages/loan/record', {}, { replace: true })
    },
  })
  const { loan, payment } = useHeld(now, sending.pending)
  const { amount, isAll, power } = payment
  const { id, currency, totalDebt } = loan
  const money = (value: string) => <Money value={value} currency={currency} own />
  const { penalty, interest, principal } = partsOf(loan, amount)
  return (
    <Sheet open={open} onClose={onClose} pending={sending.pending} title={t('repay.review')}>
      <div className="flex flex-col gap-3">
        <Facts
          rows={[
            Number(penalty) > 0 && { label: t('part.penalty'), value: money(penalty) },
            { label: t('part.interest'), value: money(interest) },
            { label: t('part.principal'), value: money(principal) },
            { label: t('repay.amount'), value: money(amount), strong: true },
            {
              label: t('debt'),
              before: money(totalDebt),
              value: money(moneyText(minorOf(totalDebt) - minorOf(amount))),
              divided: true,
            },
            ...powerRows(common, power),
          ]}
        />
        <InlineMessage tone="info">{isAll ? t('repay.frees') : t('repay.order')}</InlineMessage>
        <p className="text-meta text-text3">{t('repay.held')}</p>
        <BringNote power={power} />
        <FormError error={sending.error} />
        <ConfirmHold
          label={offline ? text.offline : t('repay.hold')}
          tapLabel={t('repay')}
          pending={sending.pending}
          disabled={offline}
          onConfirm={() => void sending.run({ id, walletType: power.walletType, ...(isAll ? { all: 1 } : { amount }), ...bringOf(power) })}
        />
      </div>
    </Sheet>
  )
}

/** How a payment is divided: penalty, interest, then what was lent. */
function partsOf({ penaltyAmount, totalInterest, principal }: Loan, amount: string) {
  const [penalty, interest, lent] = [minorOf(penaltyAmount), minorOf(totalInterest), minorOf(principal)]
  const parts = allocate(
    { penalty: exact(penalty), penaltyPaid: 0n, interest: exact(interest), interestPaid: 0n, principal: lent },
    minorOf(amount),
  )
  return { penalty: moneyText(parts.penalty), interest: moneyText(parts.interest), principal: moneyText(parts.principal) }
}
const exact = (minor: bigint): bigint => minor * SCALE
