import type { WireComplaint } from '@rueda/contract/complaints.ts'
import { isInTime, openComplaints } from '@rueda/rules/complaints/complaint.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { recordOf } from '../support/record-cards.ts'
import { unseal } from './sealed.ts'
import type { Complaint } from './store.ts'

/** The only place where a complaint becomes JSON: out of the vault, with the card of the record it is about. */
export async function presentComplaint(
  app: Pick<App, 'vault' | 'venue'>,
  reader: Reader,
  complaint: Complaint,
  now: Instant,
): Promise<WireComplaint> {
  const { accountId, record, sealed, answer } = complaint
  return {
    id: complaint.id,
    number: complaint.number,
    topic: complaint.topic,
    record: record === null ? null : await recordOf(app, reader, accountId, record),
    status: complaint.status,
    text: unseal(app.vault, accountId, 'text', sealed),
    fileTimestamp: complaint.filedAt,
    acknowledgeByTimestamp: complaint.acknowledgeBy,
    answerByTimestamp: complaint.answerBy,
    acknowledgeTimestamp: complaint.acknowledgedAt,
    answerTimestamp: complaint.answeredAt,
    withdrawTimestamp: complaint.withdrawnAt,
    late: isLate(complaint, now) ? 1 : 0,
    outcome: complaint.outcome,
    answer: answer === null ? null : unseal(app.vault, accountId, 'answer', answer),
  }
}

function isLate({ status, answeredAt, answerBy }: Complaint, now: Instant): boolean {
  if (answeredAt !== null) return !isInTime(answeredAt, answerBy)
  return openComplaints.includes(status) && !isInTime(now, answerBy)
}
