import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedFiles } from '@rueda/exchange/replay/tape.ts'
import { strFromU8, unzipSync } from 'fflate'

/** A folder in the LEAN data layout, as the replay venue reads it: an archive counts as the one file inside. */
export function leanFiles(folder: string): RecordedFiles {
  return {
    list: (path) => {
      const inside = join(folder, path)
      return existsSync(inside) ? readdirSync(inside) : []
    },
    read: (path) => {
      const file = join(folder, path)
      if (!existsSync(file)) return null
      const bytes = readFileSync(file)
      return path.endsWith('.zip') ? unzipped(bytes, path) : bytes.toString('utf8')
    },
  }
}

function unzipped(bytes: Uint8Array, path: string): string {
  const [content] = Object.values(unzipSync(bytes))
  if (content === undefined) throw new Error(`${path} is an empty archive`)
  return strFromU8(content)
}
