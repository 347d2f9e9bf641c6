import type { Outside } from '../features/integrity/verify/verify.ts'
import { openFolderStore } from '../storage/folder-store.ts'

/** A data folder with everything in it, as without STORE_URL. */
export const outside = (dataFolder: string): Outside => ({ dataFolder, files: openFolderStore(dataFolder) })
