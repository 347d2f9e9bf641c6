import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a multipart form with a file. */
    takesUpload?: boolean
  }
}

/** The one file of a multipart request. Its name and what else came with it are not looked at. */
const FIELD = 'file'
const LIMITS = { files: 1, fields: 5, parts: 6, fieldNameSize: 50, fieldSize: 1_000, headerPairs: 20 } as const
/** Uploads up to this many times the limit are read to the end, so that the sender gets the refusal; beyond it the line is cut. */
const READ_TO_THE_END = 4
const MEBIBYTE = 1024 * 1024

export async function readUpload(request: FastifyRequest, mebibytes: number): Promise<Result<Buffer>> {
  const largest = mebibytes * MEBIBYTE
  if (!request.isMultipart()) return refuse('parameter.missing', { field: FIELD })
  if (Number(request.headers['content-length'] ?? 0) > largest * READ_TO_THE_END) return tooLarge(mebibytes)
  try {
    return await readFile(request, largest)
  } catch (error) {
    // The parser's own words for what it cannot take; the connection's end is among them.
    return codeOf(error) === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(mebibytes) : refuse('parameter.invalid', { field: FIELD })
  }
}

async function readFile(request: FastifyRequest, largest: number): Promise<Result<Buffer>> {
  let found: Result<Buffer> | null = null
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: largest } })) {
    if (part.type !== 'file') continue
    const content = await part.toBuffer()
    found = part.fieldname === FIELD ? checked(part.mimetype, content) : refuse('parameter.invalid', { field: FIELD })
  }
  return found ?? refuse('parameter.missing', { field: FIELD })
}

/** Content decides whether it is a picture; but a file declared as a program or a page is not even looked at. */
const CALLED_A_PICTURE = /^(image\/[\w.+-]+|application\/octet-stream)$/iu

function checked(type: string, content: Buffer): Result<Buffer> {
  if (content.length === 0) return refuse('parameter.invalid', { field: FIELD })
  return CALLED_A_PICTURE.test(type) ? ok(content) : refuse('file.type', { field: FIELD })
}

const tooLarge = (mebibytes: number) => refuse('file.too_large', { field: FIELD, num: mebibytes })

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
