import { Button } from '@rueda/ui/actions/Button.tsx'
import { useText } from '../../shared/text/text.ts'

/** In the place of a removed instrument, for six seconds. */
export function UndoRow({ name, onUndo }: Readonly<{ name: string; onUndo: () => void }>) {
  const t = useText('watchlist')
  return (
    <div role="status" className="flex h-16 items-center justify-between gap-3">
      <span className="min-w-0 truncate text-row text-text2">{t('removed', { name })}</span>
      <Button tone="ghost" onPress={onUndo}>
        {t('undo')}
      </Button>
    </div>
  )
}
