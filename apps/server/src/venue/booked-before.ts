import type { EventPump } from './event-pump.ts'
import { type Question, isChange } from './messages.ts'
import type { Proposals } from './proposals.ts'

type Booking = Readonly<{ proposals: Pick<Proposals, 'settled' | 'settledOf'>; pump: Pick<EventPump, 'drained' | 'drainedOf'> }>

/**
 * Resolves when what the venue's answer to a question rests on is booked. Events before a change were sent before the answer, so they are known
 * here. A change of one order waits for those of its customer alone: it is decided on the customer's account, and a crowd of others must
 * not hold up who wants out.
 */
export async function bookedBefore(question: Question, { proposals, pump }: Booking): Promise<void> {
  if ('accountId' in question) {
    await proposals.settledOf(question.accountId)
    await pump.drainedOf(question.accountId)
    return
  }
  await proposals.settled()
  if (isChange(question)) await pump.drained()
}
