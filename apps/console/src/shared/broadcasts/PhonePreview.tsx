import type { BroadcastTexts } from '@rueda/rules/broadcasts/broadcast.ts'
import { Bell } from 'lucide-react'
import { moment } from '../../app/moments.ts'
import { PhoneFrames } from './PhoneFrames.tsx'

/** Shows a broadcast as a customer reads it. */
export const PhonePreview = ({ texts, at }: Readonly<{ texts: BroadcastTexts; at: number | null }>) => (
  <PhoneFrames texts={texts}>
    {({ title, body }) => (
      <>
        <div className="flex items-start gap-2">
          <span className="phone-icon">
            <Bell aria-hidden size={16} />
          </span>
          <div className="min-w-0">
            <p className="text-label font-semibold break-words">{title}</p>
            <p className="phone-time num text-meta">{at === null ? '' : moment(at)}</p>
          </div>
        </div>
        <p className="pt-3 text-label font-normal break-words whitespace-pre-line">{body}</p>
      </>
    )}
  </PhoneFrames>
)
