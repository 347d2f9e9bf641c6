/** Does the works of one name one after the other, and those of different names beside each other. */
export type Turns = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    // A work that failed holds nobody up: whoever asked for it is told.
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, mine)
    return mine
  }
}
