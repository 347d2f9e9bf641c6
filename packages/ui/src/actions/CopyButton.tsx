import { Copy } from 'lucide-react'
import { useUi } from '../provider/context.tsx'
import { toast } from '../messages/toast.ts'

type CopyButtonProps = Readonly<{
  value: string
  label?: string | undefined
  /** The sign without the word, beside a number that needs the room. */
  short?: boolean | undefined
}>

/** Puts exactly this text on the clipboard and says so. */
export function CopyButton({ value, label, short = false }: CopyButtonProps) {
  const { text } = useUi()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    await toast(text.copied)
  }
  return (
    <button
      type="button"
      aria-label={label === undefined ? text.copy : `${text.copy}: ${label}`}
      onClick={() => void copy()}
      className="hit inline-flex min-h-8 flex-none items-center gap-1.5 text-meta font-medium text-accent"
    >
      <Copy aria-hidden size={short ? 16 : 14} />
      {short ? null : text.copy}
    </button>
  )
}
