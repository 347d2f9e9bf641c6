import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../shared/text/text.ts'
import { useNewBuild } from './offline-copy.ts'

/** Says above the tab bar that a new build of the app is there, which is loaded when the person wants it: an order may be half written. */
export function NewBuild() {
  const t = useText('common')
  const load = useNewBuild()
  const [isLater, setLater] = useState(false)
  if (load === null || isLater) return null
  return (
    <div role="status" className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-info-tint px-edge py-1.5">
      <RefreshCw aria-hidden size={18} strokeWidth={1.75} className="flex-none text-info" />
      <p className="min-w-0 flex-1 text-label font-normal">{t('build.new')}</p>
      <span className="flex flex-none gap-1">
        <button type="button" onClick={() => setLater(true)} className="min-h-11 px-2 text-label font-normal text-text2">
          {t('build.later')}
        </button>
        <button type="button" onClick={load} className="min-h-11 px-2 text-label font-medium text-accent">
          {t('build.load')}
        </button>
      </span>
    </div>
  )
}
