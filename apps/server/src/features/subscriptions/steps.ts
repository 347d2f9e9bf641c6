import type { IssueKind } from '@rueda/rules/subscriptions/offering.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import type { Kept } from './reading.ts'

/** How offerings are taken from step to step: one at a time, each once, and none beside a withdrawal that makes it impossible. */
type Stepped = Readonly<{ id: string; number: number; status: string }>
type Run<Offering> = Readonly<{
  kept: Kept<Offering>
  /** Announces what is due; returns how many those were. */
  announce: () => Promise<number>
  /** One step, where its time has come. True when the offering is in another state now. */
  step: (offering: Offering) => Promise<boolean>
  /** Tells of an offering that is in another state now. */
  told?: (offering: Offering) => Promise<void>
}>

/** Announces what is due and takes every offering as far as its time has come. One that fails holds up no other. Returns the number of steps. */
export async function runOfferings<Offering extends Stepped>(
  { venue, pool, log }: Pick<FullApp, 'venue' | 'pool' | 'log'>,
  run: Run<Offering>,
): Promise<number> {
  // Recorded history has no companies that sell to us.
  if (venue.label !== 'SIM') return 0
  let count = await run.announce()
  for (const offering of await run.kept.unfinished(pool)) {
    try {
      count += await advance(pool, run, offering)
    } catch (error) {
      log.error({ err: error, [run.kept.kind]: offering.id }, 'a step of an offering failed and is tried again')
    }
  }
  return count
}

async function advance<Offering extends Stepped>(
  pool: FullApp['pool'],
  { kept, step, told }: Run<Offering>,
  given: Offering,
): Promise<number> {
  let count = 0
  for (let offering: Offering | null = given; offering !== null;) {
    const isMoved: boolean = await step(offering)
    if (!isMoved) break
    count += 1
    await told?.(offering)
    offering = await kept.byId(pool, offering.id)
  }
  return count
}

/** Steps and withdrawals of one offering follow one another. */
export const lockOffering = (client: PoolClient, kind: IssueKind, number: number): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1, $2)', [LOCKS[kind], number])
/** "ipo" and "plac" in ASCII. */
const LOCKS: Readonly<Record<IssueKind, number>> = { ipo: 0x69706f, placing: 0x706c6163 }

export type StepWork = (client: PoolClient) => Promise<boolean>

/** True when the step was taken; nothing of it is written otherwise, nor where somebody else has moved the offering meanwhile. */
export async function stepOf<Offering extends Stepped>(
  pool: FullApp['pool'],
  { kind, byId }: Kept<Offering>,
  { id, number, status }: Offering,
  work: StepWork,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await lockOffering(client, kind, number)
    const isDone = (await byId(client, id))?.status === status && (await work(client))
    await client.query(isDone ? 'commit' : 'rollback')
    client.release()
    return isDone
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}
