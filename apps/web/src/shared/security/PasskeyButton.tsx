import { Button } from '@rueda/ui/actions/Button.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../text/text.ts'

type PasskeyButtonProps = Readonly<{
  disabled?: boolean
  /** Asks the device; false when it gave nothing. */
  onUse: () => Promise<boolean>
}>

/** Proves the customer's identity with the device's passkey. */
export function PasskeyButton({ disabled = false, onUse }: PasskeyButtonProps) {
  const t = useText('security')
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    const done = await onUse().finally(() => setBusy(false))
    if (!done) void toast(t('passkey.cancelled'))
  }
  return (
    <Button tone="secondary" size="large" wide busy={busy} disabled={disabled} onPress={() => void use()}>
      <KeyRound aria-hidden size={18} />
      {t('passkey.use')}
    </Button>
  )
}
