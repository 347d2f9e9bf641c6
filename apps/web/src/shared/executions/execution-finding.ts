import type { ExecutionReport } from './check-execution.ts'
import { type Finding, found } from '../findings/findings.ts'
import { toneOf } from './judge-execution.ts'

/** What a check of an order's executions found, as the page of what can be checked says it. */
export function executionFinding({ verdict, orderNumber: order, executions, checkableFrom }: ExecutionReport): Finding {
  const tone = toneOf(verdict)
  if (order === '') return found('open', 'found.unanswered')
  if (tone === 'good') return found('good', 'found.executions', { order, executions: executions.length })
  if (tone === 'bad') return found('bad', 'found.executions.bad', { order })
  if (checkableFrom !== null) return found('open', 'found.executions.early', { order, checkableAt: checkableFrom })
  return found('open', 'found.executions.open', { order })
}
