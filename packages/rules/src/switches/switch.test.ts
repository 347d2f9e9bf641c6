import { describe, expect, it } from 'vitest'
import { type SwitchName, isMoneySwitch, refusalOf, switchNames } from './switch.ts'

const off = (...names: readonly SwitchName[]) => new Map(names.map((name) => [name, { name, cause: 'provider' as const, since: 7 }]))

describe('a switch', () => {
  it('refuses only what it is for, with the cause', () => {
    const standing = off('transfers')
    expect(refusalOf(standing, 'exchanges')).toBeNull()
    expect(refusalOf(standing, 'transfers')).toEqual({
      ok: false,
      refusal: 'feature.disabled',
      facts: { feature: 'transfers', cause: 'provider', sinceTimestamp: 7 },
    })
  })

  it('of a deposit channel refuses as a channel does', () => {
    expect(refusalOf(off('deposits.BTC'), 'deposits.BTC')).toMatchObject({ refusal: 'deposit.channel_disabled' })
  })

  it('of a way to withdraw refuses as a closed one does', () => {
    expect(refusalOf(off('withdrawals.TRC20'), 'withdrawals.TRC20')).toMatchObject({ refusal: 'withdrawal.rail_closed' })
  })

  it('is there for every channel, every rail, and each once', () => {
    expect(switchNames).toContain('deposits.USD-WIRE')
    expect(switchNames).toContain('withdrawals.JPY_BANK')
    expect(new Set(switchNames).size).toBe(switchNames.length)
  })

  it('concerns money wherever money comes in, leaves or moves', () => {
    expect(switchNames.filter((name) => !isMoneySwitch(name))).toEqual([
      'registrations',
      'practiceAccounts',
      'invitations',
      'cards',
      'funds',
      'fractions',
      'mining',
      'blocks',
      'plans',
      'follow',
      'robots',
      'subscriptions',
      'placing',
      'loans',
    ])
  })
})
