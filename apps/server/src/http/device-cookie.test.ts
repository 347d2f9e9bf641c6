import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createDeviceCookies } from './device-cookie.ts'

const vaultOf = (key: string) => ({
  fingerprint: (kind: string, text: string) => createHmac('sha256', key).update(`${kind} ${text}`).digest(),
})
let drawn = 0
const random = { bytes: (count: number) => new Uint8Array(count).fill((drawn += 1)), below: () => 0 }
const cookiesOf = (key: string, isHttps = false) => createDeviceCookies({ vault: vaultOf(key), random, isHttps })
const ours = cookiesOf('ours')
const sent = (header: string): string => header.split(';')[0] ?? ''

describe('the cookie of a device', () => {
  it('comes back as the device it was given to', () => {
    const deviceId = ours.fresh()
    expect(ours.read(sent(ours.header(deviceId)))).toBe(deviceId)
    expect(ours.read(`a=1; ${sent(ours.header(deviceId))}; b=2`)).toBe(deviceId)
    expect(ours.fresh()).not.toBe(deviceId)
  })

  it.each([
    ['nothing', undefined],
    ['another cookie', 'other=1'],
    ['one that was signed with another key', sent(cookiesOf('theirs').header('A'.repeat(22)))],
    ['one with another number', sent(ours.header('A'.repeat(22))).replace('=A', '=B')],
    ['two of them', `${sent(ours.header('A'.repeat(22)))}; ${sent(ours.header('B'.repeat(22)))}`],
    ['one without its signature', `rueda_device=${'A'.repeat(22)}`],
    ['one with more behind it', `${sent(ours.header('A'.repeat(22)))}=x`],
    ['the plain one over https', null],
  ])('is not read from %s', (_, header) => {
    const secure = cookiesOf('ours', true)
    if (header === null) expect(secure.read(sent(ours.header('A'.repeat(22))))).toBeNull()
    else expect(ours.read(header)).toBeNull()
  })

  it('is no script’s, of this site alone, and over https of this host alone', () => {
    expect(ours.header('A'.repeat(22))).toMatch(/^rueda_device=.*; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/u)
    expect(cookiesOf('ours', true).header('A'.repeat(22))).toMatch(
      /^__Host-rueda_device=.*; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/u,
    )
  })
})
