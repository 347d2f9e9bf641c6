import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './stopped.ts'

/** Only for who runs this. */
const OWN_FILE = 0o600

/** Replaces a file so that a machine which stops at any moment keeps the old one or the new one, and keeps the new one once this is done. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', OWN_FILE)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Makes durable which names stand in a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Null where there is no such file; bytes that are no text become signs that no checkpoint has. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
