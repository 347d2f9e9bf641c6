import { codeOf } from '@rueda/rules/refusals.ts'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from './api.ts'
import { askFactor } from './FactorPrompt.tsx'
import { notify } from './notices.ts'
import { endWhenOver } from './session.ts'
import { say } from './words.ts'

/**
 * Runs one act: once at a time, with the second factor where the server wants a fresh one, and afterwards everything on the
 * screen is read again. Nothing is shown as done before the server has said so, and a change by somebody else is shown as
 * it is now, never overwritten.
 */
export function useAct(): Readonly<{
  busy: boolean
  act: <Data>(work: () => Promise<Data>, done: (data: Data) => string) => Promise<boolean>
}> {
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const act = async <Data>(work: () => Promise<Data>, done: (data: Data) => string): Promise<boolean> => {
    setBusy(true)
    try {
      notify(done(await withFactor(work)), 'done')
      void readAnew(queries, ({ meta }) => meta?.['once'] !== true)
      return true
    } catch (refused) {
      const why = refused instanceof Error ? refused.message : say('app.failed')
      notify(isOutdated(refused) ? `${why} ${say('app.reloaded')}` : why, 'refusal')
      endWhenOver(refused)
      await readAnew(queries, () => true)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}

/** A first read under way may show what was before the act, and the library would let it run on: it begins anew, but one that leaves a trace. */
async function readAnew(queries: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  await queries.cancelQueries({ predicate: (query) => query.state.data === undefined && query.meta?.['once'] !== true && predicate(query) })
  await queries.invalidateQueries({ predicate })
}

/** Refusals that mean that a colleague or the customer was faster. */
const outdated = [
  'case.closed',
  'case.not_claimed',
  'withdrawal.not_cancellable',
  'loan.not_cancellable',
  'deposit.already_decided',
  'approval.changed',
  'broadcast.draft_changed',
  'complaint.draft_changed',
  'complaint.ended',
] as const
const isOutdated = (refused: unknown): boolean => refused instanceof ApiError && outdated.some((name) => codeOf(name) === refused.code)

async function withFactor<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work()
  } catch (refused) {
    const isStale = refused instanceof ApiError && refused.code === codeOf('staff.factor_stale')
    if (!isStale || !(await askFactor())) throw refused
    return work()
  }
}
