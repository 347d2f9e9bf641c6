import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { z } from 'zod'
import { fileUrl } from './files.ts'
import type { LinkKeys } from './signed.ts'

/** Permission to open one file until a moment. A link dies with the session it was made in. */
export type FileLink = Readonly<{ accountId: string; fileId: string; viewer: Viewer; givenAt: Instant; expiresAt: Instant }>
export type Viewer = Readonly<{ kind: 'owner'; sessionId: string } | { kind: 'staff'; staffId: string; sessionId: string; reason: string }>

export const LINK_LIVES_MS = 5 * MINUTE_MS
const KIND = 'file link'

const viewer = z.union([
  z.object({ kind: z.literal('owner'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('staff'), staffId: z.string(), sessionId: z.uuid(), reason: z.string() }),
])
const LINK = z.object({ accountId: z.string(), fileId: z.string(), viewer, givenAt: z.number(), expiresAt: z.number() })

/** Returns the address that opens the file; anybody who has it can use it until it ends, so it ends soon. */
export function signLink(links: LinkKeys, link: FileLink): string {
  return `${fileUrl(link.fileId)}?link=${links.sign(KIND, JSON.stringify(link))}`
}

/** Returns the link when this server made it for this file and it has not ended; else null. */
export function readLink(links: LinkKeys, token: string, fileId: string, now: Instant): FileLink | null {
  const text = links.read(KIND, token)
  if (text === null) return null
  const { success, data: link } = LINK.safeParse(JSON.parse(text))
  return success && link.fileId === fileId && link.expiresAt > now ? link : null
}
