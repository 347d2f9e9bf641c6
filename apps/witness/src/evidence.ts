import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from './durable-file.ts'

const OWN_FOLDER = 0o700

/** Keeps files that prove something together in a folder of their own; the same evidence again changes nothing. Returns the folder. */
export async function keepEvidence(folder: string, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const place = join(folder, 'evidence', name)
  await mkdir(place, { recursive: true, mode: OWN_FOLDER })
  for (const [file, content] of Object.entries(files)) await replaceFile(join(place, file), content)
  return place
}
