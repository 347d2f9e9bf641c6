import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { checkRead, keepAccepted } from '../agreements/accepted.ts'
import { BUSY } from './busy.ts'
import { checkCode, requesterOf, useCode } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import { grantOnce } from './grant.ts'
import { checkPassword, policyOf } from './password.ts'
import { presentSession } from './present.ts'
import { registrationOf, repeated } from './registration.ts'
import * as sessions from './sessions.ts'
import * as store from './store.ts'
import { accountSubject, deviceOrigin, newInviteCode } from './tokens.ts'
import { inTransaction } from '../../db/transaction.ts'

type SessionData = DataOf<typeof accounts.register>
type RegisterRequest = HandlerRequest<typeof accounts.register>

/** A registration that is sent again, because its answer was lost, opens no second account: it signs in to the first. */
export async function register(deps: AccountDeps, request: RegisterRequest): Promise<Result<SessionData>> {
  const before = await repeated(deps, request)
  if (before !== null) return before
  const opened = await registerOnce(deps, request)
  // Of two at once the slower one finds the account of the other.
  return opened.ok ? opened : ((await repeated(deps, request)) ?? opened)
}

async function registerOnce(deps: AccountDeps, request: RegisterRequest): Promise<Result<SessionData>> {
  const { input, now } = request
  const { email, username, password } = input
  const off = deps.switches.refusal('registrations') ?? (input.inviteCode ? deps.switches.refusal('invitations') : null)
  if (off !== null) return off
  if (input.confirmPassword !== undefined && input.confirmPassword !== password)
    return refuse('parameter.invalid', { field: 'confirmPassword' })
  const strong = checkPassword({ password, policy: policyOf(deps.settings), own: [email, username] })
  if (!strong.ok) return strong
  const read = checkRead(input.agreements ?? [])
  if (!read.ok) return read
  const code = await checkCode(deps.pool, { email, purpose: 'register', requester: requesterOf(email, request) }, input.code, now)
  if (!code.ok) return code
  const invitedWith = input.inviteCode ? await store.invitationOf(deps.pool, input.inviteCode) : null
  if (input.inviteCode && invitedWith === null) return refuse('invite.invalid')
  const hashed = await deps.hashing.hash(password)
  if (hashed.busy) return BUSY

  const wanted = {
    email,
    username: username ?? null,
    passwordHash: hashed.value,
    countryCode: input.countryCode ?? null,
    invitedWith,
    registration: registrationOf(deps, request),
  }
  const agree: Agree = (client, accountId) => keepAccepted(client, accountId, read.value, deps.wallClock.now())
  const useProof: Proof = (client) => useCode(client, code.value, now)
  const practice = await practiceAccountOf(deps, request.caller)
  if (practice?.isFrozen === true) return refuse('account.frozen')
  // Nobody invited an account that exists already, and nobody earns from its earlier trades.
  if (practice !== null && invitedWith !== null) return refuse('invite.invalid')
  const opened =
    practice === null
      ? await openAccount(deps, wanted, request, { useProof, agree })
      : await keepAccount(deps, practice.accountId, wanted, request, { useProof, agree })
  return opened.ok ? finish(deps, opened.value, now) : opened
}

/** Simulated money only: an account without registration, which ends with its last session. */
export async function practise(deps: AccountDeps, request: HandlerRequest<typeof accounts.practise>): Promise<Result<SessionData>> {
  const off = deps.switches.refusal('practiceAccounts')
  if (off !== null) return off
  const nobody = { email: null, username: null, passwordHash: null, countryCode: null, invitedWith: null, registration: null }
  const opened = await openAccount(deps, nobody, request, { useProof: () => Promise.resolve(true), agree: () => Promise.resolve() })
  return opened.ok ? finish(deps, opened.value, request.now) : opened
}

type Wanted = Omit<store.NewAccount, 'locale' | 'inviteCode' | 'now'>
type Asked = Pick<RegisterRequest, 'language' | 'now' | 'address' | 'device' | 'keepDevice'>
type Opened = Readonly<{ accountId: string; session: sessions.OpenedSession }>
type Client = Parameters<typeof store.insert>[0]
type Proof = (client: Client) => Promise<boolean>
type Agree = (client: Client, accountId: string) => Promise<void>
/** Committed together with the account. */
type With = Readonly<{ useProof: Proof; agree: Agree }>

/** Account, its state and first session are committed together with the use of the code. */
function openAccount(
  deps: AccountDeps,
  wanted: Wanted,
  { language, now, address, device, keepDevice }: Asked,
  { useProof, agree }: With,
): Promise<Result<Opened>> {
  return inTransaction(deps.pool, async (client) => {
    if (!(await useProof(client))) return refuse('code.wrong')
    const accountId = await store.insert(client, { ...wanted, locale: language, inviteCode: newInviteCode(deps.random), now })
    if (accountId === null) return refuse('account.taken')
    await deps.insertAccountState(client, accountId)
    await agree(client, accountId)
    await deps.notify(client, accountId, { template: 'account.welcome', facts: {}, link: null })
    const origin = deviceOrigin(accountSubject(accountId), keepDevice())
    return ok({ accountId, session: await sessions.open(client, deps, { accountId, address, device, origin, now }) })
  })
}

/** The practice account of the registering customer. */
async function practiceAccountOf({ pool }: AccountDeps, caller: RegisterRequest['caller']): Promise<store.Account | null> {
  const account = caller === null ? null : await store.byId(pool, caller.accountId)
  return account?.email === null ? account : null
}

/** Long enough to send again what was not answered. */
const OLD_SESSION_LIVES_MS = MINUTE_MS

/** Keeps the practice account of a registering customer: its state, orders and positions go on under an address and a password. */
async function keepAccount(
  deps: AccountDeps,
  accountId: string,
  wanted: Wanted,
  request: RegisterRequest,
  { useProof, agree }: With,
): Promise<Result<Opened>> {
  const { now, address, device, caller, keepDevice } = request
  try {
    const kept = await inTransaction<Opened>(deps.pool, async (client) => {
      if (!(await useProof(client))) return refuse('code.wrong')
      if ((await store.adopt(client, accountId, { ...wanted, now })) !== 'adopted') return refuse('account.taken')
      await agree(client, accountId)
      const origin = deviceOrigin(accountSubject(accountId), keepDevice())
      const session = await sessions.open(client, deps, { accountId, address, device, origin, now })
      if (caller !== null) await sessions.expire(client, caller, now + OLD_SESSION_LIVES_MS)
      return ok({ accountId, session })
    })
    deps.sessions.changed(accountId)
    return kept
  } catch (error) {
    // Somebody else took the address or the name in the same moment.
    if ((error as { code?: unknown }).code === store.UNIQUE_VIOLATION) return refuse('account.taken')
    throw error
  }
}

async function finish(deps: AccountDeps, { accountId, session }: Opened, now: number): Promise<Result<SessionData>> {
  await grantOnce(deps, accountId, now)
  const account = await store.byId(deps.pool, accountId)
  return account === null ? refuse('internal') : ok(presentSession(deps, account, session, now))
}
