import { hash, randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'

/** Pictures and forms with them, as a customer's browser sends them. */
const BOUNDARY = 'the-boundary-of-this-form'

type Part = Readonly<{ content: Uint8Array | string; name?: string; fileName?: string | null; type?: string }>

export function formOf(...parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ content, name = 'file', fileName = 'picture.jpg', type = 'image/jpeg' }) => {
    const disposition = `form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}`
    const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${fileName === null ? '' : `Content-Type: ${type}\r\n`}\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const uploadOf = (token: string, form: Buffer): InjectOptions => ({
  method: 'POST',
  url: '/web/file/upload',
  headers: { 'authorization': token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  payload: form,
})

const EDGE = 700
const FIELDS = 24

/** Draws coloured fields, large enough for a document: a picture unlike any other, or the one that belongs to a name. */
export function picture({ edge = EDGE, of: name }: Readonly<{ edge?: number; of?: string }> = {}): Promise<Buffer> {
  const length = FIELDS * FIELDS * CHANNELS
  const fields = name === undefined ? randomBytes(length) : bytesOf(name, length)
  return sharp(fields, { raw: { width: FIELDS, height: FIELDS, channels: CHANNELS } })
    .resize(edge, edge, { kernel: 'nearest' })
    .jpeg()
    .toBuffer()
}

const bytesOf = (name: string, length: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(length / SHA256_BYTES) }, (_, at) => hash('sha256', `${name} ${at}`, 'buffer'))
  return Buffer.concat(blocks).subarray(0, length)
}

/** Draws noise, which cannot be compressed: a file of several megabytes. */
export function noise(edge: number): Promise<Buffer> {
  return sharp(randomBytes(edge * edge * CHANNELS), { raw: { width: edge, height: edge, channels: CHANNELS } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

const CHANNELS = 3
const SHA256_BYTES = 32
