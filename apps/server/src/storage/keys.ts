/** The folder of what customers handed in and of their exports, and the one of the public log. */
export const FILES_FOLDER = 'files'
export const TRUST_FOLDER = 'trust'

// A folder with a million names is slow to work with; the last characters of an id are random.
export const keyOf = (fileId: string): string => `${FILES_FOLDER}/${fileId.slice(-2)}/${fileId}`

/** The name that a file has in its folder. */
export const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** Everybody may read the public log; everything else is its owner's. */
export const isPublic = (key: string): boolean => key.startsWith(`${TRUST_FOLDER}/`)
