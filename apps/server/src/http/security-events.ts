import type { RefusalName } from '@rueda/rules/refusals.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { ADMIN_PREFIX, API_PREFIX } from './api.ts'
import { refusalOf } from './replies.ts'

/**
 * Events that an operator wants to see in the log: guesses at logins and second factors, refused acts of staff, and tries
 * at the emergency account. Each with the address it came from, and never with the name that was tried: a password typed in
 * the wrong field would stand in the log for ever.
 */
export type SecurityKind = 'login' | 'proof' | 'staff.login' | 'staff.act' | 'emergency'

export function addSecurityEvents(server: FastifyInstance, log: Logger): void {
  server.addHook('onResponse', (request, _, done) => {
    const refusal = refusalOf(request)
    const { url: route = '' } = request.routeOptions
    const kind = refusal === null ? null : securityKindOf({ method: request.method, route, refusal })
    if (kind !== null)
      log.warn({ event: 'security', kind, refusal, route, address: request.ip, requestId: request.id }, 'refused for safety')
    done()
  })
}

type Answered = Readonly<{ method: string; route: string; refusal: RefusalName }>

/** Returns the event of an answer; null when it shows no guess. */
export function securityKindOf({ method, route, refusal }: Answered): SecurityKind | null {
  if (route.startsWith(`${API_PREFIX}/`)) return guessesAt.get(refusal) ?? null
  if (!route.startsWith(`${ADMIN_PREFIX}/`)) return null
  if (refusal === 'staff.keys_invalid') return 'emergency'
  if (guessesAt.has(refusal) || refusal === 'staff.setup_invalid') return 'staff.login'
  // A screen may by itself request something that is gone; an act is made by a person.
  const isAct = method !== 'GET' && !mistakes.has(refusal)
  return isAct || refusal === 'staff.role_missing' ? 'staff.act' : null
}

const guessesAt: ReadonlyMap<RefusalName, SecurityKind> = new Map([
  ...(['login.failed', 'login.locked', 'passkey.wrong'] as const).map((name) => [name, 'login'] as const),
  ...(['code.wrong', 'second_factor.wrong', 'second_factor.locked', 'password.old_wrong'] as const).map((name) => [name, 'proof'] as const),
  ...(['pay_password.wrong', 'pay_password.locked'] as const).map((name) => [name, 'proof'] as const),
])
/** Mistakes in a form, and our own faults; neither counts as an event. */
const mistakes: ReadonlySet<RefusalName> = new Set(['parameter.invalid', 'parameter.missing', 'password.format', 'maintenance', 'internal'])
