import { Button, type ButtonTone } from '../actions/Button.tsx'
import { Sheet } from './Sheet.tsx'
import { useUi } from '../provider/context.tsx'

type ConfirmDialogProps = Readonly<{
  open: boolean
  onClose: () => void
  /** A question: "¿Cerrar sesión?" */
  title: string
  /** The consequence, in a sentence. */
  consequence?: string | undefined
  /** The verb. */
  confirm: string
  /** What not doing it means, where "cancel" could be taken for the deed. */
  keep?: string | undefined
  tone?: ButtonTone | undefined
  onConfirm: () => void
  pending?: boolean | undefined
}>

/** One question for what cannot be undone and is not money: cancel, remove, log out, discard. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  consequence,
  confirm,
  keep,
  tone = 'danger',
  onConfirm,
  pending = false,
}: ConfirmDialogProps) {
  const { text } = useUi()
  return (
    <Sheet open={open} onClose={onClose} title={title} pending={pending}>
      {consequence === undefined ? null : <p className="mb-4 text-row font-normal text-text2">{consequence}</p>}
      <div className="flex flex-col gap-2">
        <Button tone={tone} size="large" wide busy={pending} onPress={onConfirm}>
          {confirm}
        </Button>
        <Button tone="secondary" wide disabled={pending} onPress={onClose}>
          {keep ?? text.cancel}
        </Button>
      </div>
    </Sheet>
  )
}
