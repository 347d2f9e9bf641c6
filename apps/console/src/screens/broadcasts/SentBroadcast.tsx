import type { WireBroadcast } from '@rueda/contract/admin/broadcasts.ts'
import { figure } from '../../app/figures.ts'
import { say } from '../../app/words.ts'
import { PhonePreview } from './PhonePreview.tsx'

/** What was sent, and how far its sending has come. */
export function SentBroadcast({ broadcast: { texts, timestamp, state, delivered, recipients } }: Readonly<{ broadcast: WireBroadcast }>) {
  const told = { count: figure(String(delivered)), all: figure(String(recipients)) }
  return (
    <>
      {state === 'sending' ? (
        <div className="flex flex-col gap-2 rounded-control bg-s2 p-3">
          <p className="num text-label">{say('broadcasts.progress', told)}</p>
          <progress aria-label={say('broadcasts.state.sending')} value={delivered} max={recipients} className="h-2 w-full accent-accent" />
          <p className="text-meta text-text3">{say('broadcasts.goesOn')}</p>
        </div>
      ) : (
        <p className="num text-label text-text2">{say('broadcasts.told', told)}</p>
      )}
      <PhonePreview texts={texts} at={timestamp} />
    </>
  )
}
