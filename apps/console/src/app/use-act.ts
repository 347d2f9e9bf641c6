import { codeOf } from '@rueda/rules/refusals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { ApiError } from './api.ts'
import { askFactor } from './FactorPrompt.tsx'
import { say } from './words.ts'

/**
 * One act: it runs once at a time, asks for the second factor where the server wants a fresh one, and afterwards
 * everything on the screen is read again. Nothing is shown as done before the server has said so.
 */
export function useAct(): Readonly<{
  busy: boolean
  act: <Data>(work: () => Promise<Data>, done: (data: Data) => string) => Promise<boolean>
}> {
  const [busy, setBusy] = useState(false)
  const notify = useNotify()
  const queries = useQueryClient()
  const act = async <Data>(work: () => Promise<Data>, done: (data: Data) => string): Promise<boolean> => {
    setBusy(true)
    try {
      notify(done(await withFactor(work)), { type: 'success' })
      return true
    } catch (refused) {
      notify(refused instanceof Error ? refused.message : say('app.failed'), { type: 'error' })
      return false
    } finally {
      await queries.invalidateQueries()
      setBusy(false)
    }
  }
  return { busy, act }
}

async function withFactor<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work()
  } catch (refused) {
    const isStale = refused instanceof ApiError && refused.code === codeOf('staff.factor_stale')
    if (!isStale || !(await askFactor())) throw refused
    return work()
  }
}
