import { classes } from '@rueda/ui/look/classes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { clearNotice, useNotice } from './notices.ts'
import { say } from './words.ts'

const SHOWN_MS = 5_000
/** Longer, because the reason of a refusal has to be read. */
const REFUSAL_SHOWN_MS = 12_000

/** The console's message about the newest act; it appears at once and replaces the one before. */
export function Notices() {
  const notice = useNotice()
  const isRefusal = notice?.kind === 'refusal'
  useEffect(() => {
    if (notice === null) return
    const timer = setTimeout(clearNotice, isRefusal ? REFUSAL_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice, isRefusal])
  return (
    <div role="status" aria-live={isRefusal ? 'assertive' : 'polite'} className="pointer-events-none fixed bottom-5 left-5 z-20">
      {notice === null ? null : (
        <div
          key={notice.id}
          className={classes(
            'pointer-events-auto flex max-w-[560px] items-center gap-2 rounded-control border bg-s3 py-0.5 pr-0.5 pl-4 text-label text-text1 shadow-sheet',
            isRefusal ? 'border-danger' : 'border-line-strong',
          )}
        >
          <p className="py-2">{notice.text}</p>
          <IconButton label={say('app.close')} icon={X} onPress={clearNotice} />
        </div>
      )}
    </div>
  )
}
