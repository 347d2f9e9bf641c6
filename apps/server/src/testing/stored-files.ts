import { join } from 'node:path'
import { openFolderStore } from '../storage/folder-store.ts'
import { FILES_FOLDER, nameIn } from '../storage/keys.ts'

/** The files of customers as they lie in a data folder. */
export async function storedFiles(dataFolder: string): Promise<readonly Readonly<{ name: string; path: string }>[]> {
  const found: { name: string; path: string }[] = []
  for await (const page of openFolderStore(dataFolder).list(FILES_FOLDER))
    found.push(...page.map(({ key }) => ({ name: nameIn(key), path: join(dataFolder, key) })))
  return found
}
