import type { accounts } from '@rueda/contract/accounts.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { addressTakenMail, codeMail } from '../../mail/texts.ts'
import { CODE_LIFE_MS, type CodeFor, RESEND_MS, issueCode, mayShowCode } from './codes.ts'
import type { AccountDeps } from './deps.ts'
import * as store from './store.ts'

/** The answer, and the time it takes, are the same whether somebody has the address or not: the mail goes out afterwards. */
export async function sendCode(
  deps: AccountDeps,
  { input, now, language, seat }: HandlerRequest<typeof accounts.sendCode>,
): Promise<Result<DataOf<typeof accounts.sendCode>>> {
  const off = input.type === 'register' ? deps.switches.refusal('registrations') : null
  if (off !== null) return off
  const wanted: CodeFor = { email: input.email, purpose: input.type }
  const code = await issueCode(wanted, { ...deps, now, limited: deps.settings.RATE_LIMITS !== 'off' })
  if (!code.ok) return code
  deps.mail.inBackground(() => mailFor(deps, wanted, { code: code.value, language, now }))
  const shown = mayShowCode({ settings: deps.settings, purpose: wanted.purpose, seat })
  if (shown) deps.log.info(`Code (${wanted.purpose}) for ${wanted.email}: ${code.value}`)
  return ok({
    expireSeconds: CODE_LIFE_MS / SECOND_MS,
    resendSeconds: RESEND_MS / SECOND_MS,
    ...(shown && { devCode: code.value }),
  })
}

type Content = Readonly<{ code: string; language: HandlerRequest<typeof accounts.sendCode>['language']; now: number }>

/** Whoever has an account already is told so by mail, not by the page; nobody gets a code for an account that is not there. */
async function mailFor({ pool, mail }: AccountDeps, { email, purpose }: CodeFor, { code, language, now }: Content): Promise<void> {
  const account = await store.byEmail(pool, email)
  const isOpening = purpose === 'register'
  if (account === null && !isOpening) return
  const text = isOpening && account !== null ? addressTakenMail(language) : codeMail(language, code)
  await mail.enqueue({ recipient: email, ...text, usefulUntil: now + CODE_LIFE_MS })
}
