import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MAX_PASSWORD, authenticatorCode, flag, identifier, recoveryCode, secret, text, timestamp } from './fields.ts'

/** Protection of an account beyond its passwords: a second factor, and proving one's identity again (`docs/rules/screens.md` 4.13). */

const BASE64URL = /^[A-Za-z0-9_-]+$/u
const MAX_CREDENTIAL_ID = 1400
const MAX_CREDENTIAL_PART = 16_384
const MAX_PASSKEY_NAME = 30
const part = z.string().regex(BASE64URL).max(MAX_CREDENTIAL_PART)
const credentialId = z.string().regex(BASE64URL).max(MAX_CREDENTIAL_ID)

/** The request that the browser passes to the device, in its own JSON form (Web Authentication, level 3). */
const ceremony = z.object({ challengeId: z.string(), options: z.record(z.string(), z.unknown()) })

/** The answer that a device signs with a passkey, to show who is there. */
export const passkeyAnswer = z.object({
  challengeId: identifier,
  id: credentialId,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part, userHandle: part.optional() }),
})

export const beginCeremony = { input: z.object({}), data: ceremony } as const

const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Kept by its maker's cloud on several devices, or on this one device only. */
    synced: flag,
    createTimeTimestamp: timestamp,
    lastUseTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof passkey>

export const securityStatus = z
  .object({
    authenticator: flag,
    authenticatorTimestamp: timestamp.nullable(),
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(passkey),
    /** Adding a destination of money, and changing one, asks for a mailed code too. */
    cardCodes: flag,
    /** A freeze by staff only staff can undo; null on an account that is not frozen. */
    frozenBy: z.enum(['owner', 'staff']).nullable(),
    /** Until then the last proof still counts; null where a proof would be needed now. */
    verifiedUntilTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'SecurityStatus' })

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const security = {
  status: endpoint({
    method: 'GET',
    path: '/user/security',
    access: 'user',
    summary: 'The second factors of this account',
    input: z.object({}),
    data: securityStatus,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/user/verify',
    access: 'user',
    summary: 'Show again who one is, with the second factor where there is one and the password elsewhere; holds for five minutes',
    input: z.object({
      password: secret(MAX_PASSWORD).optional(),
      totp: authenticatorCode.optional(),
      recoveryCode: recoveryCode.optional(),
      passkey: passkeyAnswer.optional(),
    }),
    data: z.object({ verifiedUntilTimestamp: timestamp }),
    refusals: ['password.old_wrong', 'passkey.wrong', 'second_factor.required', 'second_factor.wrong', 'second_factor.locked'],
  }),
  freeze: endpoint({
    method: 'POST',
    path: '/user/freeze',
    access: 'user',
    summary:
      'Freeze this account: all orders end, all other sessions end, and only reading, closing, cancelling, repaying and exporting stay open',
    input: z.object({}),
    data: z.literal(true),
    refusals: ['account.frozen'],
  }),
  thaw: endpoint({
    method: 'POST',
    path: '/user/unfreeze',
    access: 'user',
    stepUp: true,
    summary: 'Undo one’s own freeze; money stays in for a day',
    input: z.object({}),
    data: z.literal(true),
    refusals: ['account.frozen', 'object.not_found'],
  }),
  exportData: endpoint({
    method: 'POST',
    path: '/user/export',
    access: 'user',
    stepUp: true,
    summary:
      'Everything kept about this customer, JSON and CSV in one zip, behind a link for a quarter of an hour; once in ten minutes, and for a frozen account too',
    input: z.object({}),
    /** The link dies with the session that asked for it. */
    data: z.object({ link: z.string(), bytes: z.number().int(), expireTimestamp: timestamp }),
    refusals: ['storage.full', 'storage.away', 'archive.away'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/user/close',
    access: 'user',
    stepUp: true,
    summary: 'Close this account for good; open orders and positions first, and with simulated money what is left stays behind',
    input: z.object({ leaveMoney: flag.optional() }),
    data: z.literal(true),
    refusals: ['account.in_use', 'account.not_empty', 'complaint.under_way'],
  }),
  beginPasskeyProof: endpoint({
    method: 'POST',
    path: '/user/verify/passkey',
    access: 'user',
    summary: 'A challenge for one of this account’s passkeys, to be answered in `verify`',
    ...beginCeremony,
    refusals: ['object.not_found'],
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/user/passkey/begin',
    access: 'user',
    stepUp: true,
    summary: 'A challenge for a device that is to make a passkey',
    ...beginCeremony,
    refusals: ['feature.disabled', 'passkey.full'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/passkey/add',
    access: 'user',
    stepUp: true,
    summary: 'Keep a passkey that a device has made, under a name',
    input: z.object({
      challengeId: identifier,
      name: text(MAX_PASSKEY_NAME),
      id: credentialId,
      response: z.object({ clientDataJSON: part, attestationObject: part, transports: z.array(text(32)).max(8).optional() }),
    }),
    data: passkey,
    refusals: ['passkey.wrong', 'passkey.full'],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/user/passkey/remove',
    access: 'user',
    stepUp: true,
    summary: 'Take a passkey away; money stays in for a day',
    input: z.object({ id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/begin',
    access: 'user',
    stepUp: true,
    summary: 'A new secret for an authenticator app; it counts once its first code was shown',
    input: z.object({}),
    data: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['feature.disabled', 'second_factor.already_on'],
  }),
  confirmAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/confirm',
    access: 'user',
    stepUp: true,
    summary: 'Switch the second factor on with its first code; the recovery codes are shown this once',
    input: z.object({ totp: authenticatorCode }),
    data: recoveryCodes,
    refusals: ['object.not_found', 'second_factor.already_on', 'second_factor.wrong'],
  }),
  removeAuthenticator: endpoint({
    method: 'POST',
    path: '/user/authenticator/remove',
    access: 'user',
    stepUp: true,
    summary: 'Switch the second factor off; money stays in for a day',
    input: z.object({}),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  setCardCodes: endpoint({
    method: 'POST',
    path: '/user/cardCodes',
    access: 'user',
    stepUp: true,
    summary: 'Ask for a mailed code where destinations of money are added or changed, or no longer; money stays in for a day then',
    input: z.object({ on: flag }),
    data: z.object({ cardCodes: flag }),
    refusals: ['feature.disabled'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/recoveryCodes/renew',
    access: 'user',
    stepUp: true,
    summary: 'Ten new recovery codes; the ones before serve no more',
    input: z.object({}),
    data: recoveryCodes,
    refusals: ['object.not_found'],
  }),
} as const
