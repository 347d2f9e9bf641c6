import type { accounts } from '@rueda/contract/accounts.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { addressTakenMail, codeMail } from '../../mail/texts.ts'
import { CODE_LIFE_MS, type CodePurpose, RESEND_MS, issueCode, mayShowCode, requesterOf } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import { placeOf } from './login.ts'
import * as store from './store.ts'
import { accountSubject } from './tokens.ts'

type Asked = HandlerRequest<typeof accounts.sendCode>

/** Purposes open before anybody is signed in; the others are for acts of the owner alone. */
const OF_ANYBODY: ReadonlySet<CodePurpose> = new Set(['register', 'reset'])

/** The answer, and the time it takes, are the same whether somebody has the address or not: the mail goes out afterwards. */
export async function sendCode(deps: AccountDeps, request: Asked): Promise<Result<DataOf<typeof accounts.sendCode>>> {
  const { input, now, language, seat } = request
  const { email, type: purpose } = input
  const off = purpose === 'register' ? deps.switches.refusal('registrations') : null
  if (off !== null) return off
  const isOwner = await isAskedByOwner(deps, request)
  if (!isOwner.ok) return isOwner
  const requester = requesterOf(email, { address: request.address, deviceId: request.keepDevice() })
  const limited = deps.settings.RATE_LIMITS !== 'off'
  const code = await issueCode({ email, purpose }, { ...deps, now, limited, requester, isOwner: isOwner.value })
  if (!code.ok) return code
  deps.mail.inBackground(() => mailFor(deps, { email, purpose }, { code: code.value, language, now }))
  const shown = mayShowCode({ settings: deps.settings, purpose, seat })
  if (shown) deps.log.info(`Code (${purpose}) for ${email}: ${code.value}`)
  return ok({
    expireSeconds: CODE_LIFE_MS / SECOND_MS,
    resendSeconds: RESEND_MS / SECOND_MS,
    ...(shown && { devCode: code.value }),
  })
}

/** Codes for the owner's acts are given to the owner alone; for the others a device that the account knows counts as the owner. */
async function isAskedByOwner(deps: AccountDeps, request: Asked): Promise<Result<boolean>> {
  const { input, caller } = request
  if (!OF_ANYBODY.has(input.type)) {
    if (caller === null) return refuse('session.missing')
    const own = await store.byId(deps.pool, caller.accountId)
    return own?.email === input.email ? ok(true) : refuse('parameter.invalid', { field: 'email' })
  }
  const account = await store.byEmail(deps.pool, input.email)
  const subject = accountSubject(account?.accountId ?? '')
  const { isKnown } = await placeOf(deps, { subject, accountId: account?.accountId ?? null, request })
  return ok(isKnown)
}

type Content = Readonly<{ code: string; language: Asked['language']; now: number }>
type Wanted = Readonly<{ email: string; purpose: CodePurpose }>

/**
 * Mails the code; an account that exists already is reported by mail, not by the page; nobody gets a code for an account that is not there.
 */
async function mailFor({ pool, mail }: AccountDeps, { email, purpose }: Wanted, { code, language, now }: Content): Promise<void> {
  const account = await store.byEmail(pool, email)
  const isOpening = purpose === 'register'
  if (account === null && !isOpening) return
  const text = isOpening && account !== null ? addressTakenMail(language) : codeMail(language, code)
  await mail.enqueue({ recipient: email, ...text, usefulUntil: now + CODE_LIFE_MS })
}
