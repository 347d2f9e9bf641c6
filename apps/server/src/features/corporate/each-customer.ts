import type { Deciding } from '../../app.ts'
import type { Command, CommandKind } from '../../write-path/commands.ts'
import type { Applying } from './apply.ts'

/** As many as one batch of the write path takes. */
const AT_ONCE = 512

/**
 * Books one command for each of many customers, a batch at a time. A failure does not keep the others from theirs; it is reported to the
 * calling job afterwards, so that it is tried again for the rest.
 */
export async function forEachCustomer<Given>(
  { commands }: Applying,
  kind: CommandKind<Given, true, Deciding>,
  all: readonly Command<Given>[],
): Promise<void> {
  const failures: unknown[] = []
  for (let first = 0; first < all.length; first += AT_ONCE) {
    const answers = await Promise.allSettled(all.slice(first, first + AT_ONCE).map((command) => commands.run(kind, command)))
    for (const answer of answers) {
      if (answer.status === 'rejected') failures.push(answer.reason)
      else if (!answer.value.ok) failures.push(new Error(`refused: ${answer.value.refusal}`))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${all.length} customers could not be booked`)
}
