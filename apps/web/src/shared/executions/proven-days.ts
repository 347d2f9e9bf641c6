/**
 * Days whose keys this device has proven, under the key of days that it proved them by: each proof takes some milliseconds, and a house that has
 * run for years has thousands of them.
 */
const PROVEN_KEY = 'rueda.proven-days'
const MAX_PROVEN = 6_000

type ProvenDays = Readonly<{ publicKey: string; names: readonly string[] }>

export function provenUnder(publicKey: string): readonly string[] {
  const kept = read()
  return kept?.publicKey === publicKey ? kept.names : []
}

export function keepProven(publicKey: string, names: readonly string[]): void {
  if (names.length === 0) return
  const all = [...new Set([...provenUnder(publicKey), ...names])].slice(-MAX_PROVEN)
  try {
    localStorage.setItem(PROVEN_KEY, JSON.stringify({ publicKey, names: all } satisfies ProvenDays))
  } catch {
    // Nothing can be kept here; they are proven again.
  }
}

function read(): ProvenDays | null {
  try {
    return JSON.parse(localStorage.getItem(PROVEN_KEY) ?? 'null') as ProvenDays | null
  } catch {
    return null
  }
}
