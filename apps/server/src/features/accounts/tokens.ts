import { createHash } from 'node:crypto'
import type { Random } from '../../deps.ts'
import { networkOf } from '../../http/network.ts'

/** Crockford's 32 signs: the digits, and the letters but I, L, O and U. */
const INVITE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const INVITE_LENGTH = 8

/** Eight characters without the ones people confuse when they read them out (`docs/rules/referrals.md` E.10). */
export const newInviteCode = (random: Random): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[random.below(INVITE_ALPHABET.length)]).join('')

/** Corrects letters outside the alphabet to the digits they look like. */
export const meantInvite = (typed: string): string => typed.replaceAll('O', '0').replaceAll(/[IL]/gu, '1')

const CODE_DIGITS = 6
export const newMailedCode = (random: Random): string => String(random.below(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** Parts are separated by a character that no part can contain. */
export const digest = (...parts: readonly string[]): Buffer => createHash('sha256').update(parts.join('\u0000')).digest()

/** Subject under which guesses at an account are counted. */
export const accountSubject = (accountId: string): string => `account:${accountId}`

/** The device of a login, without keeping which one it is: another subject has another digest of it. */
export const deviceOrigin = (subject: string, deviceId: string): Buffer => digest(subject, 'device', deviceId)

/** The network of a login, in the same way. */
export const networkOrigin = (subject: string, address: string): Buffer => digest(subject, 'network', networkOf(address))

/** The origin of a caller without a device number: no session has it. */
export const NO_DEVICE: Buffer = Buffer.alloc(0)
