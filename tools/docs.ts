import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from './docs/documents.ts'
import { root } from './root.ts'

/** `npm run docs`: prints the documents that follow from the code's own tables. */
mkdirSync(join(root, 'docs'), { recursive: true })
for (const { path, text } of documents()) {
  writeFileSync(join(root, path), text)
  console.log(path)
}
