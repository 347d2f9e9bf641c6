import { base64, fromDecimal, hashFromBase64 } from './bytes.ts'
import { type Signer, isNoteText, signNote } from './note.ts'
import { type Outcome, accepted, refused } from './outcome.ts'

/** What a log signs: its origin, its size and the root of its tree (C2SP tlog-checkpoint). */
export type Checkpoint = Readonly<{
  origin: string
  size: number
  root: Uint8Array
  /** Further lines, of which nobody can say what they mean; ours have none. */
  extensions: readonly string[]
}>

export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const text = `${[origin, String(size), base64(root), ...extensions].join('\n')}\n`
  if (!parseCheckpoint(text).ok) throw new TypeError('This is no checkpoint that could be read again')
  return text
}

/** Signs under the origin as the key's name. */
export const signCheckpoint = (checkpoint: Checkpoint, secretKeys: readonly Uint8Array[]): string =>
  signNote(
    formatCheckpoint(checkpoint),
    secretKeys.map((secretKey): Signer => ({ name: checkpoint.origin, secretKey })),
  )

/** Reads the text of a note, of which the signatures were verified before. */
export function parseCheckpoint(text: string): Outcome<Checkpoint, 'malformed-checkpoint'> {
  if (!isNoteText(text)) return refused('malformed-checkpoint')
  const [origin = '', sizeLine = '', rootLine = '', ...extensions] = text.slice(0, -1).split('\n')
  const size = fromDecimal(sizeLine)
  const root = hashFromBase64(rootLine)
  if (origin === '' || size === null || root === null || extensions.includes('')) return refused('malformed-checkpoint')
  return accepted({ origin, size, root, extensions })
}
