import { timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Random } from '../deps.ts'
import type { Vault } from '../vault/vault.ts'
import { MAX_LIFE_MS } from './session.ts'

/**
 * Recognises a browser by a number in a cookie that the server has signed. It opens nothing. An account that was signed in
 * to with it knows the browser again, at any address, so that strangers' guesses never shut its owner out.
 */
export interface DeviceCookies {
  /** The number of the browser that sent this header; null without a cookie of ours, and for two. */
  read(cookies: string | undefined): string | null
  fresh(): string
  /** The header that gives the browser its number. */
  header(deviceId: string): string
}

const ID_BYTES = 16
const VALUE = /^(?<id>[A-Za-z0-9_-]{22})\.(?<signature>[A-Za-z0-9_-]{43})$/u

type Dependencies = Readonly<{ vault: Pick<Vault, 'fingerprint'>; random: Random; isHttps: boolean }>

export function createDeviceCookies({ vault, random, isHttps }: Dependencies): DeviceCookies {
  const name = cookieName('rueda_device', isHttps)
  const signatureOf = (deviceId: string): Buffer => vault.fingerprint('device cookie', deviceId)
  return {
    read: (cookies) => {
      const given = (cookies ?? '').split(';').flatMap((pair) => {
        const [key = '', value = '', ...more] = pair.trim().split('=')
        return key === name && more.length === 0 ? [value] : []
      })
      const { id, signature } = (given.length === 1 ? VALUE.exec(given[0] ?? '')?.groups : undefined) ?? {}
      if (id === undefined || signature === undefined) return null
      const [said, right] = [Buffer.from(signature, 'base64url'), signatureOf(id)]
      return said.byteLength === right.byteLength && timingSafeEqual(said, right) ? id : null
    },
    fresh: () => Buffer.from(random.bytes(ID_BYTES)).toString('base64url'),
    header: (deviceId) => {
      const value = `${deviceId}.${signatureOf(deviceId).toString('base64url')}`
      const attributes = ['Path=/', `Max-Age=${MAX_LIFE_MS / SECOND_MS}`, 'HttpOnly', 'SameSite=Strict', ...(isHttps ? ['Secure'] : [])]
      return [`${name}=${value}`, ...attributes].join('; ')
    },
  }
}

/** Names a cookie. Over https a browser takes such a name from this host alone, over TLS and for all of it, so nobody else can set it. */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)
