import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { support } from '@rueda/contract/support.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDeadline, formatWeekday } from '@rueda/ui/formats/dates.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { ShieldCheck } from 'lucide-react'
import { classes } from '@rueda/ui/look/classes.ts'
import { useText } from '../../shared/text/text.ts'

type Thread = DataOf<typeof support.thread>
const MINUTES_OF_HOUR = 60

/** The hours of support, the usual wait, and what is never asked for. It stays above every conversation. */
export function Head({ thread }: Readonly<{ thread: Thread }>) {
  const t = useText('support')
  return (
    <div className="sticky top-0 z-10 flex flex-none flex-col gap-2 border-b border-line bg-s1 px-edge py-2.5">
      <div className="flex items-start gap-2.5">
        <span aria-hidden className={classes('mt-1.5 size-2.5 flex-none rounded-pill', thread.open === 1 ? 'bg-up' : 'bg-flat')} />
        <div className="min-w-0 text-label">
          <Presence thread={thread} />
          <Hours hours={thread.hours} />
        </div>
      </div>
      <p className="flex items-center gap-2 rounded-control bg-info-tint px-3 py-2 text-label text-text1">
        <ShieldCheck aria-hidden size={18} strokeWidth={1.75} className="flex-none text-info" />
        {t('never')}
      </p>
    </div>
  )
}

function Presence({ thread: { open, opensTimestamp, typicalWaitMinutes: minutes } }: Readonly<{ thread: Thread }>) {
  const t = useText('support')
  const { language } = useUi()
  if (open === 0 && opensTimestamp !== null) return <p>{t('status.closed', { date: formatDeadline(opensTimestamp) })}</p>
  const figure = (value: number): string => formatNumber(language, String(value), { least: 0, most: 0 })
  const wait =
    minutes === null
      ? ''
      : minutes < MINUTES_OF_HOUR
        ? t('status.typicalMinutes', { num: figure(Math.max(minutes, 1)) })
        : t('status.typicalHours', { num: figure(Math.round(minutes / MINUTES_OF_HOUR)) })
  return <p>{[t('status.open'), wait].filter((part) => part !== '').join(' · ')}</p>
}

/** No line breaks after it, as one does after a hyphen. */
const MINUS = '\u2212'

function Hours({ hours: { days, opens, closes, utcOffset: offset } }: Readonly<{ hours: Thread['hours'] }>) {
  const t = useText('support')
  const { language } = useUi()
  const ends = [...new Set([days[0], days.at(-1)])].map((day) => formatWeekday(language, day ?? 0))
  return (
    <p className="text-meta font-normal text-text3">
      {t('status.hours', { days: ends.join('–'), opens, closes, offset: offset.replace('-', MINUS) })}
    </p>
  )
}
