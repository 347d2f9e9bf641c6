import type { SuitabilityAttempt } from '@rueda/rules/suitability/attempt.ts'
import { beginAttempt, handInAnswers } from '@rueda/rules/suitability/take.ts'
import { ok } from '@rueda/rules/result.ts'
import { commandKind } from '../../write-path/commands.ts'
import { suitabilityAttemptsOf } from './records.ts'

/** Beginning and handing in are decided on the write path, so that two at once are one after the other. */
const reads = () => ({ records: [suitabilityAttemptsOf] })

type Begin = Readonly<{ id: string }>
type HandIn = Readonly<{ attemptId: string; answers: readonly number[] }>

/** An answer that was stored with its request is put into the caller's language anew. */
type Answered = Readonly<{ attempt: SuitabilityAttempt }>

export const beginningAttempt = commandKind({
  name: 'suitability.begin',
  reads: (_: Begin) => reads(),
  decide: (_, asked: Begin, state, now) => {
    const begun = beginAttempt(state, asked, now)
    return begun.ok ? ok({ outcome: begun.value.outcome, data: { attempt: begun.value.attempt } satisfies Answered }) : begun
  },
})

export const handingIn = commandKind({
  name: 'suitability.handIn',
  reads: (_: HandIn) => reads(),
  decide: (_, asked: HandIn, state, now) => {
    const handedIn = handInAnswers(state, asked, now)
    return handedIn.ok ? ok({ outcome: handedIn.value.outcome, data: { attempt: handedIn.value.attempt } satisfies Answered }) : handedIn
  },
})
