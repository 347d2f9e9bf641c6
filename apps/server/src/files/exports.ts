import type { Instant } from '@rueda/rules/time.ts'
import { z } from 'zod'
import type { App } from '../app.ts'
import { isSignedIn } from './openings.ts'
import { type LinkKeys, MAX_LINK_MS } from './signed.ts'
import { readSealed, writeSealed } from './storage.ts'

/**
 * A customer's own data as a file to take along. It lies sealed among the files, known by no row, so that the folder's keeper
 * throws it away within the hour; a ticket opens it for a quarter of one, and dies with the session that asked for it.
 */
export const TICKET_LIVES_MS = MAX_LINK_MS
export const EXPORT_PATH = '/web/export'

const KIND = 'export ticket'
const TICKET = z.object({ accountId: z.string(), exportId: z.uuid(), sessionId: z.uuid(), expiresAt: z.number() })
type Ticket = z.output<typeof TICKET>

type Keeping = Pick<App, 'pool' | 'vault' | 'links'> & Readonly<{ settings: Pick<App['settings'], 'DATA_DIR'> }>

/** Keeps the file and answers with the address that opens it. */
export async function keepExport({ vault, links, settings }: Omit<Keeping, 'pool'>, ticket: Ticket, content: Uint8Array): Promise<string> {
  await writeSealed(settings.DATA_DIR, ticket.exportId, vault.seal(placeOf(ticket), content))
  return `${EXPORT_PATH}/${ticket.exportId}?ticket=${links.sign(KIND, JSON.stringify(ticket))}`
}

/** The file that a ticket opens at this moment, and whose it is; null whatever is wrong. */
export async function openExport(
  { pool, vault, links, settings }: Keeping,
  asked: Readonly<{ exportId: string; ticket: string }>,
  now: Instant,
): Promise<Readonly<{ accountId: string; content: Buffer }> | null> {
  const ticket = readTicket(links, asked.ticket)
  if (ticket === null || ticket.exportId !== asked.exportId || ticket.expiresAt <= now) return null
  if (!(await isSignedIn({ pool }, ticket.accountId, ticket.sessionId, now))) return null
  const sealed = await readSealed(settings.DATA_DIR, ticket.exportId)
  // A change of keys while the server was stopped leaves behind what no row knows.
  if (sealed === null || !vault.hasKeyOf(sealed)) return null
  return { accountId: ticket.accountId, content: vault.open(placeOf(ticket), sealed) }
}

function readTicket(links: LinkKeys, token: string): Ticket | null {
  const text = links.read(KIND, token)
  return text === null ? null : TICKET.parse(JSON.parse(text))
}

const placeOf = ({ accountId, exportId }: Ticket) => ({ accountId, field: `export ${exportId}` })
