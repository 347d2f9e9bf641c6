import { join } from 'node:path'

/** Everything of the public log that is no row of the database. */
export const trustFolder = (dataFolder: string): string => join(dataFolder, 'trust')

/** The folder of a log's files, as they lie under its address: a mirror is a copy of it. */
export const logFolder = (dataFolder: string, log: number): string => join(trustFolder(dataFolder), String(log))
