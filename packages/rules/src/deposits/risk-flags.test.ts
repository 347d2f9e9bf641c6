import { describe, expect, it } from 'vitest'
import type { ChannelId } from './channel.ts'
import { riskFlagsOfDeposit } from './risk-flags.ts'

const line = (amount: bigint) => ({ id: 'a', amount, reference: 'LINE-1', block: null, at: 0 })
const deposit = (channel: ChannelId, announced: bigint | null, arrived: bigint, proof: string | null = '/file/a') => ({
  ...{ channel, announced, proof },
  arrival: line(arrived),
  shortfall: 0n,
})

describe('what stood against crediting a line of the bank without a person', () => {
  it('is nothing but its channel where the customer announced exactly that and showed a proof', () => {
    const known = { dollars: 12_000n, isProofSeenBefore: false }
    expect(riskFlagsOfDeposit(deposit('USD-WIRE', 12_000n, 12_000n), known)).toEqual(['ABOVE_LIMIT'])
    expect(riskFlagsOfDeposit(deposit('ARS-BANK', 12_000n, 12_000n), known)).toEqual([])
  })

  it('is that nobody announced it', () =>
    expect(riskFlagsOfDeposit(deposit('ARS-BANK', null, 5_000n, null), { dollars: 3n, isProofSeenBefore: false })).toEqual([
      'UNANNOUNCED',
      'NO_PROOF',
    ]))

  it('is every one of them together, in one order', () =>
    expect(riskFlagsOfDeposit(deposit('ARS-BANK', 4_999n, 5_000n), { dollars: 1_000_001n, isProofSeenBefore: true })).toEqual([
      ...['OTHER_AMOUNT', 'ABOVE_LIMIT', 'PROOF_SEEN'],
    ]))

  it('is first of all that it was taken back and is owed', () =>
    expect(
      riskFlagsOfDeposit({ ...deposit('ARS-BANK', 5_000n, 5_000n), shortfall: 1n }, { dollars: 3n, isProofSeenBefore: false }),
    ).toEqual(['SHORTFALL']))

  it('is that the market has no rate for it', () =>
    expect(riskFlagsOfDeposit(deposit('ARS-BANK', 5_000n, 5_000n), { dollars: null, isProofSeenBefore: false })).toEqual(['NO_RATE']))
})
