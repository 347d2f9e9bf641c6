import type { Command } from '../../write-path/command.ts'
import type { Applying } from './apply.ts'

/** As many as one batch of the write path takes. */
const AT_ONCE = 512

/**
 * Books one command for each of many customers, a batch at a time. A failure does not keep the others from theirs; it is reported to the
 * calling job afterwards, so that it is tried again for the rest.
 */
export async function forEachCustomer<Item>(
  { writePath }: Applying,
  items: readonly Item[],
  commandFor: (item: Item) => Command<true>,
): Promise<void> {
  const failures: unknown[] = []
  for (let first = 0; first < items.length; first += AT_ONCE) {
    const answers = await Promise.allSettled(items.slice(first, first + AT_ONCE).map((item) => writePath.run(commandFor(item))))
    for (const answer of answers) {
      if (answer.status === 'rejected') failures.push(answer.reason)
      else if (!answer.value.ok) failures.push(new Error(`refused: ${answer.value.refusal}`))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${items.length} customers could not be booked`)
}
