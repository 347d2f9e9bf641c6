import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MANIFEST, type Manifest } from '../backup/manifest.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from '../backup/tar.ts'

/** The files of an archive by their paths. */
export type Parts = Map<string, Buffer>

/** The archive with its parts changed, and every checksum of the container right again. */
export async function rewritten(archive: string, change: (parts: Parts) => void): Promise<Buffer> {
  const parts: Parts = new Map()
  for await (const { path, content } of readTar(pieces(gunzipSync(readFileSync(archive))))) {
    const read: Buffer[] = []
    for await (const piece of content) read.push(piece)
    parts.set(path, Buffer.concat(read))
  }
  change(parts)
  const files = [...parts].flatMap(([path, content]) => [tarHeader(path, content.length, 0), content, tarPadding(content.length)])
  return gzipSync(Buffer.concat([...files, tarEnd()]))
}

/** A change of the manifest alone. */
export function changeManifest(change: (manifest: Manifest) => unknown): (parts: Parts) => void {
  return (parts) => {
    const manifest = MANIFEST.parse(JSON.parse(parts.get('manifest.json')?.toString() ?? ''))
    change(manifest)
    parts.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

/** The same bytes, but for one bit in the middle. */
export function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const middle = Math.floor(changed.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 1
  return changed
}
