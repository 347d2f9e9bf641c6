import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Bus, NoAnswer, NobodyThere, OutcomeUnknown } from '../bus/bus.ts'

/** After so long without an answer a question is sent once more, where that is harmless: its message may be lost, or its core have died. */
const AGAIN_AFTER_MS = SECOND_MS / 2
/** Nobody may be there to ask, which is known at once: the bus is not asked in a row for it. */
const AGAIN_AFTER_NOBODY_MS = 100

type Question = Readonly<{
  subject: string
  body: Uint8Array
  withinMs: number
  /** Whether two cores may both do it. What nobody has heard may always be asked again. */
  isHarmlessTwice: boolean
  /** Set for what changes something: once anybody may have heard it, it is not known whether that was done. */
  changes?: boolean
  /** Called when an attempt was not answered that somebody may have heard. */
  onUnanswered?: () => void
}>

/** Asks the core until it answers or the time is over; throws `NoAnswer` then, or `OutcomeUnknown`. */
export async function askCore(
  bus: Bus,
  { subject, body, withinMs, isHarmlessTwice, changes = false, onUnanswered }: Question,
): Promise<Uint8Array> {
  const until = performance.now() + withinMs
  let mayBeHeard = false
  for (;;) {
    const leftMs = Math.max(1, until - performance.now())
    try {
      return await bus.request(subject, body, isHarmlessTwice ? Math.min(leftMs, AGAIN_AFTER_MS) : leftMs)
    } catch (error) {
      const mayAsk = error instanceof NobodyThere || (error instanceof NoAnswer && isHarmlessTwice)
      if (error instanceof NoAnswer && !(error instanceof NobodyThere)) {
        mayBeHeard = true
        onUnanswered?.()
      }
      if (!mayAsk || performance.now() + AGAIN_AFTER_NOBODY_MS >= until) {
        if (changes && mayBeHeard) throw new OutcomeUnknown(`nobody says whether what was asked at ${subject} was done`, { cause: error })
        throw error
      }
      if (error instanceof NobodyThere) await sleep(AGAIN_AFTER_NOBODY_MS)
    }
  }
}
