/** A branch that the types rule out; reaching it is a bug. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`)
}
