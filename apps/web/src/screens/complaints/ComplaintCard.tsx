import { type WireComplaint, complaints } from '@rueda/contract/complaints.ts'
import { openComplaints } from '@rueda/rules/complaints/complaint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { type Status, StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { useState } from 'react'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { useCall } from '../../shared/server/api.ts'
import { RecordLink } from '../../shared/support/RecordTile.tsx'
import { type Translate, useText } from '../../shared/text/text.ts'

const looks = {
  received: { tone: 'warn', shape: 'clock' },
  acknowledged: { tone: 'warn', shape: 'clock' },
  answered: { tone: 'up', shape: 'check' },
  withdrawn: { tone: 'flat', shape: 'slash' },
} as const satisfies Record<WireComplaint['status'], Omit<Status, 'label'>>

const tones = { upheld: 'up', partlyUpheld: 'warn', notUpheld: 'info' } as const

/** One of the customer's complaints: how far it is, by when the house has to move, what was written, and the answer with its reasons. */
export function ComplaintCard({ complaint }: Readonly<{ complaint: WireComplaint }>) {
  const t = useText('complaints')
  const { number, status, text, record, late, outcome, answer, answerByTimestamp } = complaint
  const isOpen = openComplaints.includes(status)
  return (
    <Card label={number}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="num text-row">{number}</h2>
          <StatusPill status={{ ...looks[status], label: t(`status.${status}`) }} />
        </div>
        {late === 1 ? <InlineMessage tone="danger">{t('late', { date: formatDeadline(answerByTimestamp) })}</InlineMessage> : null}
        {isOpen ? <Timeline steps={stepsOf(t, complaint)} /> : null}
        {outcome === null ? null : (
          <InlineMessage tone={tones[outcome]} title={t(`outcome.${outcome}`)}>
            <p className="break-words whitespace-pre-wrap">{answer}</p>
          </InlineMessage>
        )}
        <section aria-label={t('said')} className="flex flex-col gap-1.5">
          <h3 className="text-label text-text2">{t('said')}</h3>
          <p className="text-label font-normal break-words whitespace-pre-wrap">{text}</p>
          {record === null ? null : <RecordLink record={record} />}
        </section>
        {isOpen ? <TakeBack complaint={complaint} /> : null}
      </div>
    </Card>
  )
}

function stepsOf(t: Translate<'complaints'>, complaint: WireComplaint): TimelineStep[] {
  const { fileTimestamp, acknowledgeTimestamp, acknowledgeByTimestamp, answerByTimestamp } = complaint
  const isRead = acknowledgeTimestamp !== null
  return [
    { label: t('step.received'), state: 'done', at: fileTimestamp },
    isRead
      ? { label: t('step.acknowledged'), state: 'done', at: acknowledgeTimestamp }
      : { label: t('step.acknowledged'), state: 'current', eta: t('by', { date: formatDeadline(acknowledgeByTimestamp) }) },
    { label: t('step.answered'), state: isRead ? 'current' : 'future', eta: t('by', { date: formatDeadline(answerByTimestamp) }) },
  ]
}

function TakeBack({ complaint: { id, number } }: Readonly<{ complaint: WireComplaint }>) {
  const t = useText('complaints')
  const sayFailure = useSayFailure()
  const [asked, setAsked] = useState(false)
  const withdrawing = useCall(complaints.withdraw, {
    onDone: () => {
      setAsked(false)
      void toast(t('withdrawn'))
    },
    onError: (error) => {
      setAsked(false)
      sayFailure(error)
    },
  })
  return (
    <>
      <Button tone="ghost" onPress={() => setAsked(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title={t('withdraw.askQ', { number })}
        consequence={t('withdraw.why')}
        confirm={t('withdraw')}
        pending={withdrawing.pending}
        onConfirm={() => void withdrawing.run({ id })}
      />
    </>
  )
}
