import type { Readable } from 'node:stream'
import type { Instant } from '@rueda/rules/time.ts'
import { z } from 'zod'
import type { Infrastructure } from '../infrastructure.ts'
import { keyOf } from './keys.ts'
import { isSignedIn } from './openings.ts'
import { type LinkKeys, MAX_LINK_MS } from './signed.ts'
import { readSegments, writeSegments } from './segments.ts'

/**
 * A customer's own data as a file to download. It lies sealed among the files, known by no row, so that it is deleted
 * within the hour; a ticket opens it for a quarter of one, and dies with the session that requested it.
 */
export const TICKET_LIVES_MS = MAX_LINK_MS
export const EXPORT_PATH = '/web/export'

const KIND = 'export ticket'
const TICKET = z.object({ accountId: z.string(), exportId: z.uuid(), sessionId: z.uuid(), expiresAt: z.number(), bytes: z.number() })
type Ticket = z.output<typeof TICKET>

type Keeping = Pick<Infrastructure, 'pool' | 'vault' | 'links' | 'files'>

type Kept = Readonly<{ link: string; bytes: number }>
type Fill = (write: (chunk: Uint8Array) => Promise<void>) => Promise<void>

/** Keeps the content and returns the address that opens it. */
export async function keepExport({ vault, links, files }: Omit<Keeping, 'pool'>, owner: Omit<Ticket, 'bytes'>, fill: Fill): Promise<Kept> {
  const bytes = await writeSegments({ vault, files, key: keyOf(owner.exportId), place: placeOf(owner) }, fill)
  const ticket: Ticket = { ...owner, bytes }
  return { link: `${EXPORT_PATH}/${owner.exportId}?ticket=${links.sign(KIND, JSON.stringify(ticket))}`, bytes }
}

/** Returns the file that a ticket opens at this moment, and its owner; null for any fault. */
export async function openExport(
  { pool, vault, links, files }: Keeping,
  asked: Readonly<{ exportId: string; ticket: string }>,
  now: Instant,
): Promise<Readonly<{ accountId: string; bytes: number; content: Readable }> | null> {
  const ticket = readTicket(links, asked.ticket)
  if (ticket === null || ticket.exportId !== asked.exportId || ticket.expiresAt <= now) return null
  if (!(await isSignedIn({ pool }, ticket.accountId, ticket.sessionId, now))) return null
  const { accountId, exportId, bytes } = ticket
  const content = await readSegments({ vault, files, key: keyOf(exportId), place: placeOf(ticket) })
  return content === null ? null : { accountId, bytes, content }
}

function readTicket(links: LinkKeys, token: string): Ticket | null {
  const text = links.read(KIND, token)
  return text === null ? null : TICKET.parse(JSON.parse(text))
}

const placeOf = ({ accountId, exportId }: Pick<Ticket, 'accountId' | 'exportId'>) => ({ accountId, field: `export ${exportId}` })
