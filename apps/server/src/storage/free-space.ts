import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * Watches the room on the disk of the data folder. The ledger needs it most: below the floor the server takes no uploads
 * and makes no exports, so that the rest is there for orders.
 */
export interface FreeSpace {
  isLow(): boolean
  freeMebibytes(): number
  /** Looks again. */
  look(): Promise<void>
}

const MEBIBYTE = 1024 * 1024

export function createFreeSpace(folder: string, floorMebibytes: number): FreeSpace {
  let free = mebibytesOf(statfsSync(folder))
  return {
    isLow: () => free < floorMebibytes,
    freeMebibytes: () => free,
    look: async () => {
      free = mebibytesOf(await statfs(folder))
    },
  }
}

const mebibytesOf = ({ bavail, bsize }: Readonly<{ bavail: number; bsize: number }>): number => Math.floor((bavail * bsize) / MEBIBYTE)
