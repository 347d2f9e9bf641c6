import { Button, type ButtonTone } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'

type SubmitButtonProps = Readonly<{ busy?: boolean; disabled?: boolean; tone?: ButtonTone; children: string }>

/** Sends the form it is in; without a connection it says so instead. */
export function SubmitButton({ busy = false, disabled = false, tone = 'primary', children }: SubmitButtonProps) {
  const { offline, text } = useUi()
  return (
    <Button type="submit" size="large" wide tone={tone} busy={busy} disabled={offline || disabled}>
      {offline ? text.offline : children}
    </Button>
  )
}
