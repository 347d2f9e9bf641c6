/** The folder of what customers handed in and of their exports, and the one of the public log. */
export const FILES_FOLDER = 'files'
export const TRUST_FOLDER = 'trust'
/** The folder of the months that have left the tables. */
export const ARCHIVE_FOLDER = 'archive'

// A folder with a million names is slow to work with; the last characters of an id are random.
export const keyOf = (fileId: string): string => `${FILES_FOLDER}/${fileId.slice(-2)}/${fileId}`

/** One of the files of a month that has left the tables. */
export type ArchiveFile = Readonly<{ month: string; number: number; hash: Uint8Array }>
const NUMBER_LENGTH = 6
const HASH_LENGTH = 16
/** Named by what is in it as well: whoever writes a month anew, or wakes up in the middle of writing one, writes over nothing. */
export const archiveKey = ({ month, number, hash }: ArchiveFile): string =>
  `${ARCHIVE_FOLDER}/${month}/${String(number).padStart(NUMBER_LENGTH, '0')}-${Buffer.from(hash).toString('hex').slice(0, HASH_LENGTH)}`

/** The name that a file has in its folder. */
export const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** Everybody may read the public log; everything else is its owner's. */
export const isPublic = (key: string): boolean => key.startsWith(`${TRUST_FOLDER}/`)
