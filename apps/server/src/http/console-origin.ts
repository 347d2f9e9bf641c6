import { refuse } from '@rueda/rules/result.ts'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { fileUrl } from '../storage/files.ts'
import { ADMIN_PREFIX, API_PREFIX } from './api.ts'
import { NOT_FOUND } from './failures.ts'
import { REFERENCE_PATH } from './reference.ts'
import type { Replies } from './replies.ts'

/**
 * Serves the back office and the API reference on an origin of their own where `CONSOLE_URL` is set: the customers' origin
 * does not know them, so that nothing that goes wrong in a page of theirs can reach the staff's session. The console's
 * origin in turn serves nothing of the customers but the pictures that staff look at.
 */
export const CONSOLE_PATH = '/console'
const ofStaff = [ADMIN_PREFIX, CONSOLE_PATH, REFERENCE_PATH]

export function addConsoleOrigin(
  server: FastifyInstance,
  { settings, replies }: Readonly<{ settings: Pick<Settings, 'CONSOLE_URL'>; replies: Replies }>,
): void {
  const { CONSOLE_URL } = settings
  if (CONSOLE_URL === undefined) return
  const { host: consoleHost } = new URL(CONSOLE_URL)
  server.addHook('onRequest', async (request, reply) => {
    const isConsole = request.headers.host?.toLowerCase() === consoleHost
    // The registered route, because the address itself may be written in many ways.
    const isHere = isServed(request.routeOptions.url ?? NO_ROUTE, isConsole)
    if (isConsole && request.url === '/') return reply.redirect(`${CONSOLE_PATH}/`)
    if (!isHere) return replies.refuse(reply, request, refuse('object.not_found'), NOT_FOUND)
  })
}

/** Returns true for a route that is answered on this origin. */
export function isServed(route: string, isConsole: boolean): boolean {
  if (!isConsole) return !ofStaff.some((prefix) => isUnder(route, prefix))
  const isOfCustomers = isUnder(route, API_PREFIX) || route === '/' || route === APP_FILES || route === NO_ROUTE
  return !isOfCustomers || route === fileUrl(':fileId')
}

/** Route of the customers' app. It looks among the app's files for every request that no other route has taken. */
const APP_FILES = '/*'
/** Route of a request that no route takes at all, as where the customers' app has not been built. */
const NO_ROUTE = ''
const isUnder = (route: string, prefix: string): boolean => route === prefix || route.startsWith(`${prefix}/`)

/** The address at which staff reach the console; null where the server has no public name. */
export const consoleUrlOf = ({ CONSOLE_URL, PUBLIC_URL }: Pick<Settings, 'CONSOLE_URL' | 'PUBLIC_URL'>): string | null =>
  CONSOLE_URL ?? PUBLIC_URL ?? null
