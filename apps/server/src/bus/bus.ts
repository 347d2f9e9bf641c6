/**
 * What the processes of one brokerage tell each other. A message may be lost, come late, twice or behind a newer one; whoever hears numbers it,
 * and reads the books where one is missing. Within one process it is `memory-bus.ts`, between several `nats-bus.ts`.
 */
export interface Bus {
  /** Asks whoever answers for a subject. Throws `NoAnswer` where none comes in time: the question may have been heard all the same. */
  request(subject: string, body: Uint8Array, patienceMs: number): Promise<Uint8Array>
  /** Answers for a subject, from now on. One whose promise fails is not answered. */
  answer(subject: string, answer: (body: Uint8Array) => Promise<Uint8Array>): Stop
  /** Tells everybody who listens, or nobody. */
  publish(subject: string, body: Uint8Array): void
  listen(subject: string, hear: (body: Uint8Array) => void): Stop
  close(): Promise<void>
}

export type Stop = () => void

/** Nobody answered in time; what was asked for may have been done. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The same for something that changes what there is: it may have been done. */
export class OutcomeUnknown extends NoAnswer {
  override name = 'OutcomeUnknown'
}

/** Nobody answers for the subject now: the question was heard by nobody. */
export class NobodyThere extends NoAnswer {
  override name = 'NobodyThere'
}
