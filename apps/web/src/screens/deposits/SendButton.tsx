import { type Blocker, BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import type { RefObject } from 'react'
import { useText } from '../../shared/text/text.ts'

type SendButtonProps = Readonly<{
  label: string
  amount: string
  amountField: RefObject<HTMLInputElement | null>
  /** A further requirement, after the amount. */
  missing?: Blocker | undefined
  busy: boolean
  onPress: () => void
}>

/** Sends a deposit's form, or leads to the first thing that is missing from it. */
export function SendButton({ label, amount, amountField, missing, busy, onPress }: SendButtonProps) {
  const common = useText('common')
  const { offline, text } = useUi()
  return (
    <BlockerButton
      label={label}
      blockers={[
        { when: offline, label: text.offline },
        { when: !/[1-9]/.test(amount), label: common('f.amount.missing'), onPress: () => amountField.current?.focus() },
        missing ?? null,
      ]}
      busy={busy}
      onPress={onPress}
    />
  )
}
