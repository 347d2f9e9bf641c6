import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { taken } from '../../in-sets.ts'

/** How an offering is taken from step to step: one at a time, each once, and none beside a withdrawal that makes it impossible. */
export type StepWork = (client: PoolClient) => Promise<boolean>
type Guard = Readonly<{
  /** Makes whatever else moves this offering wait. */
  lock: (client: PoolClient) => Promise<unknown>
  /** False where somebody else has moved it meanwhile. */
  isStill: (client: PoolClient) => Promise<boolean>
}>

/** True when the step was taken; nothing of it is written otherwise. */
export async function stepOf(pool: App['pool'], { lock, isStill }: Guard, work: StepWork): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await lock(client)
    const isDone = (await isStill(client)) && (await work(client))
    await client.query(isDone ? 'commit' : 'rollback')
    client.release()
    return isDone
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}

/** A job's command for one customer: a failure is told, and holds up nobody else. */
export async function settleOne({ log }: Pick<App, 'log'>, work: () => Promise<Parameters<typeof taken>[0]>): Promise<void> {
  try {
    taken(await work())
  } catch (error) {
    log.error({ err: error }, 'an application for offered shares could not be settled and is tried again')
  }
}
