import type { Wallet } from '@rueda/contract/wallets.ts'
import { HeroAmount } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Keypad } from '@rueda/ui/fields/Keypad.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useFirstDigit } from '@rueda/ui/fields/use-first-digit.ts'
import { type ReactNode, type Ref, useRef } from 'react'
import { useHeld } from '../../shared/forms/use-held.ts'
import { useText } from '../../shared/text/text.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { PendingTransfers } from './PendingTransfers.tsx'
import { TransferButton } from './TransferButton.tsx'
import { TransferReceipt } from './TransferReceipt.tsx'
import { TransferSheet } from './TransferSheet.tsx'
import { WalletPair } from './WalletPair.tsx'
import { decimalsOf, isNothing, isSame, shareOf, shares } from './draft.ts'
import { type TransferForm as Form, useTransferForm } from './use-transfer-form.ts'
import { useTransferSheet } from './use-transfer-sheet.ts'

type TransferFormProps = Readonly<{ wallets: readonly Wallet[]; switcher: ReactNode; onHistory: () => void }>

/** The form of a transfer: both wallets, the amount, its cost and its effect, before anything is sent. */
export function TransferForm({ wallets: now, switcher, onHistory }: TransferFormProps) {
  const titles = useText('titles')
  const flow = useTransferSheet({ onAccepted: () => form.change({ ...form.draft, amount: '' }) })
  const wallets = useHeld(now, flow.pending)
  const form = useTransferForm(wallets)
  const typed = useTypedAmount(form)
  const field = useRef<HTMLInputElement>(null)
  const bar = <TransferButton form={form} onFocus={() => field.current?.focus()} onReview={flow.review} />
  return (
    <Screen bare title={titles('transfer')} stickyBar={bar}>
      <div className="flex flex-1 flex-col gap-3 p-edge pb-2">
        {switcher}
        <PendingTransfers />
        <SwitchedOff name={form.isExchange ? 'exchanges' : 'transfers'} />
        <WalletPair form={form} />
        <Amount form={form} typed={typed} field={field} />
        <TransferReceipt form={form} />
        <Unsettled wallet={form.from} />
      </div>
      <div className="sticky bottom-0 bg-bg px-edge large:!static [@media(max-height:759px)]:hidden">
        <Keypad {...typed} />
      </div>
      <TransferSheet flow={flow} wallets={wallets} onHistory={onHistory} />
    </Screen>
  )
}

type TypedAmount = ReturnType<typeof useTypedAmount>

/** The amount as it is typed, by our keypad and by a keyboard alike. */
function useTypedAmount({ draft, change, from }: Form) {
  const { replaces, type } = useFirstDigit(draft.amount, (amount) => change({ ...draft, amount }))
  return { value: draft.amount, replaces, onChange: type, decimals: decimalsOf(from.currency) }
}

const WHOLE = 100

/** The height at which the keypad stays at the bottom; a shorter phone types with its own. */
const KEYPAD_HEIGHT = 760

function Amount({ form, typed, field }: Readonly<{ form: Form; typed: TypedAmount; field: Ref<HTMLInputElement> }>) {
  const t = useText('transfers')
  const { language } = useUi()
  const { from, draft, change, amount, tooMuch } = form
  const most = formatMoney(language, from.withdrawable, from.currency, { rounding: 'cut' })
  return (
    <div className="flex flex-col gap-2">
      <HeroAmount
        ref={field}
        keypadFrom={KEYPAD_HEIGHT}
        label={`${t('amount')} (${from.currency})`}
        {...typed}
        error={tooMuch ? t('canLeave', { amount: most }) : null}
        helper={`${from.currency} · ${t('canLeave', { amount: most })}`}
      />
      <ChipRow label={t('amount')} centred>
        {shares.map((percent) => {
          const share = shareOf(from, percent)
          return (
            <Chip
              key={percent}
              selected={!isNothing(share) && isSame(amount, share)}
              disabled={isNothing(share)}
              onPress={() => change({ ...draft, amount: share })}
            >
              {percent === WHOLE ? t('max') : formatNumber(language, `${percent}e-2`, { style: 'percent' })}
            </Chip>
          )
        })}
      </ChipRow>
    </div>
  )
}

/** The reason not all available money may leave. */
function Unsettled({ wallet }: { wallet: Wallet }) {
  const t = useText('transfers')
  const { language } = useUi()
  if (isNothing(wallet.unsettled)) return null
  return (
    <InlineMessage tone="info">{t('unsettledStays', { amount: formatMoney(language, wallet.unsettled, wallet.currency) })}</InlineMessage>
  )
}
