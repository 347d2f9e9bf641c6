import { join } from 'node:path'
import { TRUST_FOLDER } from '../storage/keys.ts'

/** What a data folder remembers of the public log, and its files where they do not lie in a bucket. */
export const trustFolder = (dataFolder: string): string => join(dataFolder, TRUST_FOLDER)

/** The folder of a log's files in the store, as they lie under its address: a mirror is a copy of it. */
export const folderOfLog = (log: number): string => `${TRUST_FOLDER}/${log}`

/** The same in a data folder. */
export const logFolder = (dataFolder: string, log: number): string => join(dataFolder, folderOfLog(log))
