/**
 * A state machine is a table: status → action → next status. The server refuses by it, the screens draw their buttons from it,
 * `docs/state-machines.md` is printed from it, and one test checks the whole matrix.
 */
export type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

export type StatusOf<Machine extends Table> = keyof Machine & string
export type ActionOf<Machine extends Table> = { [Status in keyof Machine]: keyof Machine[Status] }[keyof Machine] & string

/** Declares a table; a status that no row describes does not compile. */
export const machine = <const Machine extends { [Status in keyof Machine]: Record<string, keyof Machine & string> }>(
  table: Machine,
): Machine => table

/** The status an action leads to, or null where the table does not allow it. */
export function next<Machine extends Table>(
  table: Machine,
  status: StatusOf<Machine>,
  action: ActionOf<Machine>,
): StatusOf<Machine> | null {
  const row = table[status]
  if (row === undefined || !Object.hasOwn(row, action)) return null
  return row[action] as StatusOf<Machine>
}

/** A status without a way out is final. */
export const isFinal = <Machine extends Table>(table: Machine, status: StatusOf<Machine>): boolean =>
  Object.keys(table[status] ?? {}).length === 0
