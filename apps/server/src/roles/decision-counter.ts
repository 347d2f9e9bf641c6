type Work = (...given: never[]) => Promise<unknown>
/** What is kept in memory of staff's decisions and of daily strikes: read anew, changed, or added to. */
type Book = Readonly<{ refresh: () => Promise<unknown>; change?: Work; keep?: Work }>

/** Counts how often any of it was, so that other processes know when to read it too. */
export type DecisionCounter = Readonly<{ number: () => number; counting: <Own extends Book>(book: Own) => Own }>

const names = ['refresh', 'change', 'keep'] as const

/** `onCounted` is awaited before whoever read, changed or kept something goes on. */
export function createDecisionCounter(onCounted: () => Promise<unknown> = async () => undefined): DecisionCounter {
  let number = 0
  const counted =
    (work: Work): Work =>
    async (...given) => {
      try {
        return await work(...given)
      } finally {
        number += 1
        await onCounted()
      }
    }
  return {
    number: () => number,
    counting: (book) => {
      const counting = names.flatMap((name) => {
        const work: Work | undefined = book[name]
        return work === undefined ? [] : [[name, counted(work)] as const]
      })
      return { ...book, ...Object.fromEntries(counting) }
    },
  }
}
