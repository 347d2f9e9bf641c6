import { join } from 'node:path'

/** The folder of a log's files, as they lie under its address: a mirror is a copy of it. */
export const logFolder = (dataFolder: string, log: number): string => join(dataFolder, 'trust', String(log))
