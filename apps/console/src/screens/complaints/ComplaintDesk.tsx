import { complaintDesk } from '@rueda/contract/admin/complaints.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useMinutes } from '../../app/use-minutes.ts'
import { say } from '../../app/words.ts'
import { Evidence, FactList } from '../../shared/cases/CaseParts.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'
import { Messages, RecordFacts } from '../../shared/support/Messages.tsx'
import { nativeNames } from '@rueda/text/languages.ts'
import { Acknowledge } from './Acknowledge.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { SendAnswer } from './SendAnswer.tsx'

export type OpenedComplaint = StaffDataOf<typeof complaintDesk.open>

/** A claimed complaint: its deadlines, what was written, the conversation behind it, and the answer that two persons send. */
export function ComplaintDesk({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(complaintDesk.open, { id: row.id }, { once: true }), enabled: isMine })
  const again = (): void => void opened.refetch()
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      hint="complaints.keys"
      evidence={(found) => <ComplaintEvidence found={found} />}
      decision={(found) => (
        <div className="flex flex-col gap-5">
          {found.complaint.acknowledgeTimestamp === null ? <Acknowledge id={row.id} onDone={again} /> : null}
          <AnswerForm key={found.draft?.version ?? 0} id={row.id} found={found} onKept={again} />
          {found.draft === null ? null : <SendAnswer id={row.id} found={found} onDone={onDone} />}
        </div>
      )}
    />
  )
}

function ComplaintEvidence({ found: { complaint, locale, messages } }: Readonly<{ found: OpenedComplaint }>) {
  const now = useMinutes()
  const { number, topic, text, record, acknowledgeTimestamp, acknowledgeByTimestamp, answerByTimestamp } = complaint
  return (
    <>
      <FactList
        facts={[
          { label: say('complaints.number'), value: <span className="num">{number}</span> },
          { label: say('support.topic'), value: say(`support.topic.${topic}`) },
          acknowledgeTimestamp === null
            ? { label: say('complaints.acknowledgeBy'), value: moment(acknowledgeByTimestamp), alarming: acknowledgeByTimestamp < now }
            : { label: say('complaints.acknowledged'), value: moment(acknowledgeTimestamp) },
          { label: say('complaints.answerBy'), value: moment(answerByTimestamp), alarming: answerByTimestamp < now },
          { label: say('complaints.language'), value: nativeNames[locale] },
        ]}
      />
      <Evidence title={say('complaints.said')}>
        <p className="text-row font-normal break-words whitespace-pre-wrap">{text}</p>
      </Evidence>
      {record === null ? null : (
        <Evidence title={say('complaints.record')}>
          <RecordFacts record={record} />
        </Evidence>
      )}
      <Evidence title={say('support.conversation')}>
        <Messages messages={messages} />
      </Evidence>
    </>
  )
}
