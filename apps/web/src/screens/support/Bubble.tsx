import type { SupportMessage } from '@rueda/contract/support.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { formatTime } from '@rueda/ui/formats/dates.ts'
import { Check, Clock3, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../shared/text/text.ts'
import { OwnPicture } from '../../shared/pictures/OwnPicture.tsx'
import type { Outgoing } from './outgoing.ts'
import { RecordLink } from '../../shared/support/RecordTile.tsx'

/** A message that has arrived. If staff wrote of passwords or codes, the app itself warns beside it. */
export function Bubble({ message }: Readonly<{ message: SupportMessage }>) {
  const t = useText('support')
  const { author, text, image, record, warned, createTimestamp } = message
  const mine = author === 'customer'
  return (
    <Shape
      mine={mine}
      foot={
        <>
          <span>{formatTime(createTimestamp)}</span>
          {mine ? <Check role="img" aria-label={t('sent')} size={14} /> : null}
        </>
      }
      below={warned === 1 ? <InlineMessage tone="danger">{t('warned')}</InlineMessage> : null}
    >
      {image === null ? null : <OwnPicture url={image} alt={t('picture')} />}
      {record === null ? null : <RecordLink record={record} />}
      {text === null ? null : <Text text={text} />}
    </Shape>
  )
}

/** A message on its way: it says how far it is, and one that did not arrive is sent again by a press. */
export function OutgoingBubble({ item, onResend }: Readonly<{ item: Outgoing; onResend: () => void }>) {
  const t = useText('support')
  const { text, image, record, state, problem, at } = item
  const again = (
    <button type="button" onClick={onResend} className="flex min-h-11 items-center gap-1.5 self-end text-label font-medium text-danger">
      <RotateCw aria-hidden size={16} />
      {t('resend')}
    </button>
  )
  return (
    <Shape
      mine
      foot={
        <>
          <span>{formatTime(at)}</span>
          {state === 'sending' ? <Clock3 role="img" aria-label={t('sending')} size={14} /> : null}
        </>
      }
      below={
        state === 'failed' ? (
          <>
            {problem === null ? null : <p className="text-right text-meta text-danger">{problem}</p>}
            {again}
          </>
        ) : state === 'queued' ? (
          <p className="text-right text-meta text-text3">{t('queued')}</p>
        ) : null
      }
    >
      {image === null ? null : <img src={image.preview} alt={t('picture')} className="max-h-64 max-w-full rounded-control" />}
      {record === null ? null : <RecordLink record={record} />}
      {text === null ? null : <Text text={text} />}
    </Shape>
  )
}

type ShapeProps = Readonly<{ mine: boolean; foot: ReactNode; below: ReactNode; children: ReactNode }>

/** The customer's messages on the right, the staff's on the left; each names its writer for screen readers. */
function Shape({ mine, foot, below, children }: ShapeProps) {
  const t = useText('support')
  return (
    <li className={classes('flex max-w-[80%] min-w-0 flex-col gap-1', mine ? 'self-end' : 'self-start')}>
      <div
        className={classes(
          'flex max-w-full min-w-0 flex-col gap-2 rounded-card px-3 py-2',
          mine ? 'self-end rounded-br-tag bg-accent-tint' : 'self-start rounded-bl-tag bg-s1 shadow-card',
        )}
      >
        <span className="sr-only">{t(mine ? 'from.you' : 'from.staff')}</span>
        {children}
        <span className="num flex items-center justify-end gap-1 text-micro font-normal text-text2">{foot}</span>
      </div>
      {below}
    </li>
  )
}

const Text = ({ text }: { text: string }) => <p className="text-row font-normal break-words whitespace-pre-wrap">{text}</p>
