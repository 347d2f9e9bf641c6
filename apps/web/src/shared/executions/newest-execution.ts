import { orders } from '@rueda/contract/orders.ts'
import { call } from '../server/api.ts'
import { checkExecution, executionSteps } from './check-execution.ts'
import { executionFinding } from './execution-finding.ts'
import { type Finding, found } from '../findings/findings.ts'

const NEWEST_ORDERS = 20

/** Checks the newest execution of a day that is over, and where there is none the newest of all. */
export async function checkNewestExecution(accountId: string, tell: (done: number, of: number) => void): Promise<Finding> {
  const { list } = await call(orders.list, { pageSize: NEWEST_ORDERS })
  let early: Readonly<{ finding: Finding; date: string }> | null = null
  for (const { id: orderId, filledQuantity } of list) {
    if (Number(filledQuantity) === 0) continue
    const [order] = (await call(orders.list, { orderId })).list
    const fill = order?.fills?.at(-1)
    if (fill === undefined || (early !== null && fill.tradeDate >= early.date)) continue
    const { instrument, tradeDate } = fill
    const report = await checkExecution({ accountId, orderId, instrument, tradeDate }, ({ step }) =>
      tell(executionSteps.indexOf(step), executionSteps.length),
    )
    const finding = executionFinding(report)
    if (report.verdict !== 'early') return finding
    early ??= { finding, date: tradeDate }
  }
  return early?.finding ?? found('open', 'found.executions.none')
}
