import type { Waiting } from '@rueda/contract/admin/dashboard.ts'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { moment } from '../../app/moments.ts'
import { Panel } from '../../app/Page.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { useMinutes } from '../../app/use-minutes.ts'
import { useWaiting } from '../../app/waiting.ts'
import { say } from '../../app/words.ts'
import { type WaitingLine, quietQueues, waitingLines } from './waiting-lines.ts'

/** What waits for whoever looks, by the powers they have; every line leads to where it is done. */
export function Overview() {
  const waiting = useWaiting()
  return (
    <Panel title={say('waiting.title')}>
      <LoadedBlock query={waiting}>{(data) => <Lines waiting={data} />}</LoadedBlock>
    </Panel>
  )
}

function Lines({ waiting }: Readonly<{ waiting: Waiting }>) {
  const lines = waitingLines(waiting, useMinutes())
  const quiet = quietQueues(waiting)
  if (lines.length === 0) return <EmptyState icon={CircleCheck} title={say('waiting.none')} text={nothingText(waiting)} />
  return (
    <>
      <ul className="pb-2">
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <p className="border-t border-line px-4 py-3 text-meta text-text3">{say('waiting.quiet', { queues: quiet.join(', ') })}</p>
      )}
    </>
  )
}

const Line = ({ line: { name, href, count, facts, isAlarming } }: Readonly<{ line: WaitingLine }>) => (
  <li>
    <a href={href} className="flex min-h-12 items-center gap-4 px-4 py-1 hover:bg-s2">
      <span className={`num min-w-8 flex-none text-title ${isAlarming ? 'text-danger' : ''}`}>{count}</span>
      <span className="min-w-0 flex-1">
        <span className="block text-row">{name}</span>
        <span className={`block text-meta ${isAlarming ? 'text-danger' : 'text-text3'}`}>{facts.join(' · ')}</span>
      </span>
      <ChevronRight aria-hidden size={18} strokeWidth={1.75} className="flex-none text-text3" />
    </a>
  </li>
)

/** Says when the last case was done, to those who have queues. */
function nothingText({ queues }: Waiting): string {
  const done = queues.flatMap(({ lastDoneTimestamp }) => (lastDoneTimestamp === null ? [] : [lastDoneTimestamp]))
  if (queues.length === 0) return say('waiting.noneWhy')
  return done.length === 0 ? say('cases.noneYet') : say('cases.lastDone', { when: moment(Math.max(...done)) })
}
