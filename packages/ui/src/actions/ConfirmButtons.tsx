import { Button, type ButtonTone } from './Button.tsx'
import { useUi } from '../provider/context.tsx'

type ConfirmButtonsProps = Readonly<{
  /** The verb. */
  confirm: string
  /** The way to leave everything as it is; "cancel" where that cannot be taken for the verb. */
  keep?: string | undefined
  tone?: ButtonTone | undefined
  pending: boolean
  /** Something is missing that the answer depends on. */
  blocked?: boolean | undefined
  onConfirm: () => void
  onKeep: () => void
}>

/** The two answers to a question that cannot be taken back; without a connection only one of them can be given. */
export function ConfirmButtons({ confirm, keep, tone = 'danger', pending, blocked = false, onConfirm, onKeep }: ConfirmButtonsProps) {
  const { offline, text } = useUi()
  return (
    <div className="flex flex-col gap-2.5">
      <Button tone={tone} size="large" wide busy={pending} disabled={offline || blocked} onPress={onConfirm}>
        {offline ? text.offline : confirm}
      </Button>
      <Button tone="secondary" wide disabled={pending} onPress={onKeep}>
        {keep ?? text.cancel}
      </Button>
    </div>
  )
}
