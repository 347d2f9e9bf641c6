import { MINUTE_MS } from '@rueda/rules/time.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { machineRandom } from '../ids.ts'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import { LINK_KEY_SERVES_MS, MAX_LINK_MS, type LinkKeys, createLinkKeys, createSharedLinkKeys } from './signed.ts'

let now: number
let links: LinkKeys
const wallClock = { now: () => now }
beforeEach(() => {
  now = 1_000_000
  links = createLinkKeys({ wallClock, random: machineRandom })
})
const signatureOf = (token: string): string => token.split('.')[1] ?? ''

it('opens what was signed, for its own kind and to the letter', () => {
  const token = links.sign('file link', '{"a":1}')
  expect(links.read('file link', token)).toBe('{"a":1}')
  const other = `${Buffer.from('{"a":2}').toString('base64url')}.${signatureOf(token)}`
  for (const wrong of [other, `${token}.`, `${token}x`, '', '.', token.split('.')[0] ?? ''])
    expect(links.read('file link', wrong), wrong).toBeNull()
  expect(links.read('export ticket', token)).toBeNull()
})

it('signs with another key every hour, and opens what the one before signed while a link of its time can live', () => {
  const before = links.sign('file link', 'x')
  now += LINK_KEY_SERVES_MS - 1
  const last = links.sign('file link', 'x')
  expect(signatureOf(last)).toBe(signatureOf(before))
  now += 1
  expect(signatureOf(links.sign('file link', 'x'))).not.toBe(signatureOf(last))
  now += MAX_LINK_MS - 1
  expect(links.read('file link', last)).toBe('x')
  now += 1
  expect(links.read('file link', last)).toBeNull()
})

it('is no key that anybody else has: another server, or this one after a restart, opens nothing', () => {
  const token = links.sign('file link', 'x')
  expect(createLinkKeys({ wallClock, random: machineRandom }).read('file link', token)).toBeNull()
  expect(links.read('file link', token)).toBe('x')
})

it('forgets a key also when nothing was asked for long', () => {
  const token = links.sign('file link', 'x')
  now += LINK_KEY_SERVES_MS + MAX_LINK_MS + MINUTE_MS
  expect(links.read('file link', token)).toBeNull()
})

describe('the keys of one process of several', () => {
  const keyring = newKeyring()
  let skew = 0
  const shared = (of = keyring) => createSharedLinkKeys({ wallClock, vault: createVault(of) })
  const ahead = createSharedLinkKeys({ wallClock: { now: () => now + skew }, vault: createVault(keyring) })

  it('open what another one signed, for its own kind and to the letter, and nothing of other keys', () => {
    const token = shared().sign('file link', 'x')
    expect(shared().read('file link', token)).toBe('x')
    expect(shared().read('export ticket', token)).toBeNull()
    expect(shared().read('file link', `${token}x`)).toBeNull()
    expect(shared(newKeyring()).read('file link', token)).toBeNull()
    expect(links.read('file link', token)).toBeNull()
  })

  it('become others every hour, and open what the one before signed while a link of its time can live', () => {
    now = 5 * LINK_KEY_SERVES_MS - 1
    const last = shared().sign('file link', 'x')
    now += 1
    expect(signatureOf(shared().sign('file link', 'x'))).not.toBe(signatureOf(last))
    now += MAX_LINK_MS - 1
    expect(shared().read('file link', last)).toBe('x')
    now += MINUTE_MS
    expect(shared().read('file link', last)).toBe('x')
    now += 1
    expect(shared().read('file link', last)).toBeNull()
  })

  it('open what a machine signed whose clock is a minute ahead, and nothing of one that is further', () => {
    now = 5 * LINK_KEY_SERVES_MS - MINUTE_MS
    skew = MINUTE_MS
    expect(shared().read('file link', ahead.sign('file link', 'x'))).toBe('x')
    now -= 1
    skew = MINUTE_MS + 1
    expect(shared().read('file link', ahead.sign('file link', 'x'))).toBeNull()
  })
})
