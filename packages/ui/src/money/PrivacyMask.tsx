import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import { useUi } from '../provider/context.tsx'

const MASK = '••••'

/** The account's own money: four dots in private mode. Never around prices, typed amounts, reviews or minimums. */
export function PrivacyMask({ children }: { children: ReactNode }) {
  const { hidesAmounts, text } = useUi()
  if (!hidesAmounts) return children
  return (
    <span className="text-text1">
      <span aria-hidden>{MASK}</span>
      <span className="sr-only">{text.amountHidden}</span>
    </span>
  )
}

/** The eye beside a total. */
export function EyeButton() {
  const { hidesAmounts, onHidesAmounts, text } = useUi()
  return (
    <IconButton
      label={hidesAmounts ? text.showAmounts : text.hideAmounts}
      icon={hidesAmounts ? EyeOff : Eye}
      onPress={() => onHidesAmounts(!hidesAmounts)}
    />
  )
}
