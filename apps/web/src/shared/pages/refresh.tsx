import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../text/text.ts'

const MIN_SHOWN_MS = 400

/** Reads again everything the screen shows; resolves when it has arrived. */
export function useRefresh(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([cache.refetchQueries({ type: 'active' }), new Promise((resolve) => setTimeout(resolve, MIN_SHOWN_MS))])
  }
}

/** The same by a press, for those who cannot pull. Goes into a screen's navbar. */
export function RefreshButton() {
  const t = useText('common')
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  return (
    <span aria-busy={busy} className={busy ? '[&_svg]:animate-spin' : undefined}>
      <IconButton icon={RotateCw} label={t('act.refresh')} onPress={busy ? undefined : () => void run()} />
    </span>
  )
}
