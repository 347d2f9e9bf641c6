import type { WireBroadcast } from '@rueda/contract/admin/broadcasts.ts'
import { figure } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import { PhonePreview } from '../../shared/broadcasts/PhonePreview.tsx'

/** A sent broadcast, and the progress of its sending. */
export function SentBroadcast({ broadcast: { texts, timestamp, state, delivered, recipients } }: Readonly<{ broadcast: WireBroadcast }>) {
  const counts = { count: figure(String(delivered)), all: figure(String(recipients)) }
  return (
    <>
      {state === 'sending' ? (
        <div className="flex flex-col gap-2 rounded-control bg-s2 p-3">
          <p className="num text-label">{say('broadcasts.progress', counts)}</p>
          <Progress part={delivered} whole={recipients} />
          <p className="text-meta text-text3">{say('broadcasts.goesOn')}</p>
        </div>
      ) : (
        <p className="num text-label text-text2">{say('broadcasts.delivered', counts)}</p>
      )}
      <PhonePreview texts={texts} at={timestamp} />
    </>
  )
}

const PERCENT = 100

function Progress({ part, whole }: Readonly<{ part: number; whole: number }>) {
  const percent = whole === 0 ? PERCENT : Math.floor((part / whole) * PERCENT)
  return (
    <div
      role="progressbar"
      aria-label={say('broadcasts.state.sending')}
      aria-valuenow={percent}
      className="h-2 overflow-hidden rounded-pill bg-s3"
    >
      <div className="h-full rounded-pill bg-accent-fill" style={{ width: `${percent}%` }} />
    </div>
  )
}
