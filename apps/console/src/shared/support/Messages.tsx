import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { supportDesk } from '@rueda/contract/admin/support.ts'
import type { RecordCard } from '@rueda/contract/support.ts'
import type { DepositStatus } from '@rueda/rules/deposits/deposit.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { customerText, nameOf } from '../../app/customer-text.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'

type Message = StaffDataOf<typeof supportDesk.open>['messages'][number]

/** The messages as the customer sees them, with the name of the colleague who answered. */
export function Messages({ messages }: Readonly<{ messages: readonly Message[] }>) {
  return (
    <ol aria-label={say('support.conversation')} className="flex flex-col gap-2">
      {messages.map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </ol>
  )
}

function Bubble({ message: { author, text, record, link, warned, staffName, createTimestamp } }: Readonly<{ message: Message }>) {
  const isOurs = author === 'staff'
  return (
    <li className={`flex max-w-[85%] flex-col gap-1 ${isOurs ? 'self-end' : 'self-start'}`}>
      <div className={`flex flex-col gap-2 rounded-control px-3 py-2 ${isOurs ? 'bg-accent-tint' : 'bg-s2'}`}>
        {link === null ? null : (
          <a href={link} target="_blank" rel="noreferrer">
            <img src={link} alt={say('support.picture')} className="max-h-64 max-w-full rounded-control" />
          </a>
        )}
        {record === null ? null : <RecordFacts record={record} />}
        {text === null ? null : <p className="text-row font-normal break-words whitespace-pre-wrap">{text}</p>}
        <span className="num text-micro font-normal text-text3">
          {isOurs ? `${staffName} · ` : ''}
          {moment(createTimestamp)}
        </span>
      </div>
      {warned === 1 ? <InlineMessage tone="danger">{say('support.warned')}</InlineMessage> : null}
    </li>
  )
}

/** Each kind of record has its own words for its status. */
function statusOf(kind: RecordCard['kind'], status: string): string {
  if (kind === 'order') return nameOf('orders', `state.${status}`, status)
  return kind === 'withdrawal' ? customerText('withdrawals', `state.${status}`) : say(`support.deposit.${status as DepositStatus}`)
}

/** One of the customer’s records: its kind, its state and its amount. */
export function RecordFacts({
  record: { kind, number, status, subject, side, amount, currency, createTimestamp },
}: Readonly<{ record: RecordCard }>) {
  return (
    <div className="rounded-control border border-line bg-s1 px-3 py-2 text-label">
      <p className="font-semibold">
        {say(`support.topic.${kind}`)} · {statusOf(kind, status)}
      </p>
      <p className="num font-normal">
        {[side === null ? null : say(`support.${side}`), amount, currency, subject].filter((part) => part !== null).join(' ')}
      </p>
      <p className="num text-meta font-normal text-text3">
        {number} · {moment(createTimestamp)}
      </p>
    </div>
  )
}
