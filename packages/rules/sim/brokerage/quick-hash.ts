/** A hash that is cheap rather than safe: in memory nobody tampers, and the chain is recomputed by `verify`. */
export function quickHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
