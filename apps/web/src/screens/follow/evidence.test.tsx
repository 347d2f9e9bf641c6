import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type FollowAgency, type FollowStrike, follow } from '@rueda/contract/follow.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Evidence } from './Evidence.tsx'

/** Goal: what an agency did is told once, and to the cent. */
afterEach(leave)

const record: FollowAgency['record'] = {
  ...{ kind: 'LIVE_SIM', since: '2026-11-19', through: '2026-11-20', totalReturn: '1.20', annualised: null, return12m: null, nav: [] },
  ...{ volatility: null, maxDrawdown: '0.00', winMonths: 0, months: 0, buyAndHold: null, costs: '0.10' },
}
const agency: FollowAgency = {
  ...{ id: 'momentum', name: 'Momentum', description: 'x', strategy: 'momentum', riskLevel: 5, terms: [7, 15, 30, 90] },
  ...{ profitShareRate: '0.2', mgmtFeeRate: '0.008', exitFeeRate: '0.005', minAmount: '100.00', maxAmount: '1000000.00' },
  ...{ capacity: '15000000.00', raised: '0.00', remain: '15000000.00', status: 'open', endsOn: null, nav: '1.0120', navDate: '2026-11-20' },
  ...{ record, backtest: null, simulated: 1, dealDate: '2026-11-23', cutOffTimestamp: Date.parse('2026-11-23T20:00:00Z') },
}
const strike: FollowStrike = {
  ...{ date: '2026-11-20', nav: '1.0120', cash: '20000.00', carry: '0.00', managementFees: '0.00', positions: [], moves: [], plan: null },
  trades: [
    {
      instrumentId: 'US:ARDV',
      name: 'Aurora Devices',
      side: 'buy',
      quantity: '10',
      price: '182.37',
      value: '1823.70',
      spread: '0.10',
      charges: '0.20',
    },
  ],
}
const told: DataOf<typeof follow.evidence> = {
  ...{ rule: 'agency momentum', ruleHash: 'a'.repeat(64), cash: '20000.00', holdings: [], strikes: onePage([strike]) },
}

it('names the last trades once, each with what it cost, and the rule in the words of its reader', async () => {
  await visit(() => <Evidence agency={agency} />, { at: '', answers: [answer(follow.evidence, told)] })
  expect(await screen.findAllByText('Últimas operaciones')).toHaveLength(1)
  expect(screen.getByRole('columnheader', { name: 'Operación' })).toBeDefined()
  expect(screen.getByText('$0,30')).toBeDefined()
  expect(screen.getByText(/las 10 que más subieron/u)).toBeDefined()
})
