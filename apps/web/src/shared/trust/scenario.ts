import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { reference } from '@rueda/contract/reference.ts'
import { sha256 } from '@rueda/proof/sha256.ts'
import { call } from '../server/api.ts'

/** The scenario that the server shows, with the hash of its text in hexadecimal; null for none. The hash is worked out here. */
export type ShownScenario = Readonly<{ text: string; hash: string }> | null

export async function shownScenario(): Promise<ShownScenario> {
  const shown = await call(reference.scenario, {})
  return shown === null ? null : { text: shown.text, hash: bytesToHex(sha256(utf8ToBytes(shown.text))) }
}

/** Whether it is the one whose hash the log's newest `start` has: prices under any other, or under none, prove nothing. */
export const isLogged = (shown: ShownScenario, logged: string | null): boolean => (shown?.hash ?? null) === logged
