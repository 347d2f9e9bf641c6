import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { text, timestamp } from './fields.ts'

/** The address that names a file; the address alone opens nothing. */
export const fileUrl = text()

/** Pictures of documents and receipts (`docs/rules/files.md` A.100). */
export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/file/upload',
    access: 'user',
    upload: true,
    summary: 'Hand in a picture (JPEG, PNG or WebP), as the field `file` of a multipart form; it is drawn anew and stored encrypted',
    input: z.object({}),
    data: z.object({ url: z.string() }),
    refusals: [
      'file.too_large',
      'file.type',
      'file.quota',
      'file.daily',
      'file.practice',
      'storage.full',
      'storage.away',
      'maintenance',
      'account.frozen',
    ],
  }),
  link: endpoint({
    method: 'POST',
    path: '/file/link',
    access: 'user',
    summary: 'An address that opens one of your files, for five minutes',
    input: z.object({ url: fileUrl }),
    data: z.object({ link: z.string(), expireTimestamp: timestamp }),
    refusals: ['object.not_found'],
  }),
  openings: endpoint({
    method: 'GET',
    path: '/file/openings',
    access: 'user',
    summary: 'Who opened your files, and why',
    input: z.object(pageInput),
    data: pageOf(
      z
        .object({ url: z.string(), by: z.enum(['owner', 'staff']), reason: z.string().nullable(), openTimestamp: timestamp })
        .meta({ id: 'FileOpening' }),
    ),
  }),
} as const
