import { classes } from '@rueda/ui/look/classes.ts'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useNotificationContext, useTranslate } from 'react-admin'
import { say } from './words.ts'

const SHOWN_MS = 5_000
/** Longer, because the reason of a refusal has to be read. */
const REFUSAL_SHOWN_MS = 12_000

/** The console's message about the newest act; it appears at once and replaces the one before. */
export function Notices() {
  const { notifications, resetNotifications } = useNotificationContext()
  const translate = useTranslate()
  const newest = notifications.at(-1)
  const isRefusal = newest?.type === 'error'
  useEffect(() => {
    if (newest === undefined) return
    const timer = setTimeout(resetNotifications, isRefusal ? REFUSAL_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [newest, isRefusal, resetNotifications])
  return (
    <div role="status" aria-live={isRefusal ? 'assertive' : 'polite'} className="pointer-events-none fixed bottom-5 left-5 z-20">
      {newest === undefined ? null : (
        <div
          key={notifications.length}
          className={classes(
            'pointer-events-auto flex max-w-[560px] items-center gap-2 rounded-control border bg-s3 py-0.5 pr-0.5 pl-4 text-label text-text1 shadow-sheet',
            isRefusal ? 'border-danger' : 'border-line-strong',
          )}
        >
          <p className="py-2">
            {typeof newest.message === 'string'
              ? translate(newest.message, { _: newest.message, ...newest.notificationOptions?.messageArgs })
              : newest.message}
          </p>
          <IconButton label={say('app.close')} icon={X} onPress={resetNotifications} />
        </div>
      )}
    </div>
  )
}
