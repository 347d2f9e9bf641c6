import type { Sha256 } from '../prices/day-keys.ts'
import type { DayCommitment } from '../venue.ts'

/**
 * A scenario is part of what was promised: each day's promise is then the hash of the key's own hash followed by the
 * hash of the scenario's text, so that nobody can lay one over the market afterwards, or take it away.
 */
export const promiseWithScenario = (commitment: string, scenarioHash: Uint8Array, sha256: Sha256): string =>
  toHex(sha256(Uint8Array.from([...fromHex(commitment), ...scenarioHash])))

export const bindCommitments = (days: readonly DayCommitment[], scenarioHash: Uint8Array, sha256: Sha256): readonly DayCommitment[] =>
  days.map((day) => ({ ...day, commitment: promiseWithScenario(day.commitment, scenarioHash, sha256) }))

const fromHex = (hex: string): number[] => (hex.match(/../gu) ?? []).map((byte) => Number.parseInt(byte, 16))
const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
