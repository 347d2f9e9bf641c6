import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Passkey, security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { startCoolingOff } from '../accounts/cooling-off.ts'
import { CHALLENGE_LIFE_MS, issueChallenge, takeChallenge } from './challenges.ts'
import type { SecurityDeps } from './deps.ts'
import { askForPasskey, originOf } from './passkey-answer.ts'
import * as passkeys from './passkey-store.ts'
import { relyingPartyOf } from './relying-party.ts'
import * as store from './store.ts'

/** Passkeys of an account: made on a device, kept under a name, taken away. */
const MAX_PASSKEYS = 10
const NAME = 'Rueda'
/** EdDSA, ES256 and RS256, by their numbers in COSE: what devices have. */
const ALGORITHMS = [-8, -7, -257]

type AddRequest = HandlerRequest<typeof security.addPasskey>

export async function beginPasskey(
  deps: SecurityDeps,
  { caller: { accountId } }: HandlerRequest<typeof security.beginPasskey>,
): Promise<Result<DataOf<typeof security.beginPasskey>>> {
  const name = await store.loginNameOf(deps.pool, accountId)
  // A practice account ends with its session: there is nothing to come back to.
  if (name === null) return refuse('feature.disabled')
  const known = await passkeys.passkeysOf(deps.pool, accountId)
  if (known.length >= MAX_PASSKEYS) return refuse('passkey.full', { num: MAX_PASSKEYS })
  const { challengeId, bytes } = await issueChallenge(deps, { purpose: 'register', accountId }, deps.wallClock.now())
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingPartyOf(deps.settings).id,
    userName: name,
    // Reveals nothing to somebody who reads it off the device.
    userID: Uint8Array.from(deps.vault.fingerprint('passkey owner', accountId)),
    challenge: bytes,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return ok({ challengeId, options: { ...options } })
}

export async function addPasskey(deps: SecurityDeps, request: AddRequest): Promise<Result<Passkey>> {
  const { input, caller } = request
  const made = await verifiedPasskey(deps, request)
  if (made === null) return refuse('passkey.wrong')
  const added = await inTransaction(deps.pool, async (client) => {
    await client.query('select from accounts where account_id = $1 for update', [caller.accountId])
    if ((await passkeys.passkeysOf(client, caller.accountId)).length >= MAX_PASSKEYS) return refuse('passkey.full', { num: MAX_PASSKEYS })
    if (!(await passkeys.insert(client, made))) return refuse('passkey.wrong')
    await store.voidProofs(client, caller)
    return ok(await deps.notify(client, caller.accountId, { template: 'security.passkeyAdded', facts: { name: input.name }, link: null }))
  })
  if (!added.ok) return added
  deps.sessions.changed(caller.accountId)
  await added.value()
  return ok(presentPasskey(made))
}

async function verifiedPasskey(deps: SecurityDeps, { input, caller: { accountId } }: AddRequest): Promise<passkeys.StoredPasskey | null> {
  const now = deps.wallClock.now()
  const expectedChallenge = await takeChallenge(deps.pool, input.challengeId, { purpose: 'register', accountId }, now)
  const party = relyingPartyOf(deps.settings)
  const expectedOrigin = originOf(input.response.clientDataJSON)
  if (expectedChallenge === null || !party.accepts(expectedOrigin)) return null
  const { clientDataJSON, attestationObject, transports = [] } = input.response
  const { id } = input
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge,
      expectedOrigin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      accountId,
      passkeyId: deps.ids.next(),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      name: input.name,
      synced: credentialBackedUp,
      createdAt: now,
      lastUseAt: null,
    }
  } catch {
    // The library throws for every mismatch.
    return null
  }
}

export async function removePasskey(
  deps: SecurityDeps,
  { input, caller: { accountId } }: HandlerRequest<typeof security.removePasskey>,
): Promise<Result<true>> {
  const removed = await inTransaction(deps.pool, async (client) => {
    const name = await passkeys.remove(client, accountId, input.id)
    if (name === null) return refuse('object.not_found')
    const until = await startCoolingOff(client, deps.settings, accountId, deps.wallClock.now())
    return ok(await deps.notify(client, accountId, { template: 'security.passkeyRemoved', facts: { name, until }, link: null }))
  })
  if (!removed.ok) return removed
  await removed.value()
  return ok(true)
}

/** For a proof of identity: only this account's own passkeys may answer. */
export async function beginPasskeyProof(
  deps: SecurityDeps,
  { caller: { accountId } }: HandlerRequest<typeof security.beginPasskeyProof>,
): Promise<Result<DataOf<typeof security.beginPasskeyProof>>> {
  const own = await passkeys.passkeysOf(deps.pool, accountId)
  if (own.length === 0) return refuse('object.not_found')
  return ok(await askForPasskey(deps, { purpose: 'verify', accountId }, deps.wallClock.now(), own))
}

export const presentPasskey = ({ passkeyId, name, synced, createdAt, lastUseAt }: passkeys.StoredPasskey): Passkey => ({
  id: passkeyId,
  name,
  synced: synced ? 1 : 0,
  createTimeTimestamp: createdAt,
  lastUseTimestamp: lastUseAt,
})
