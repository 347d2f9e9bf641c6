const SIGNAL_EXIT = 128
const NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const

/** Ends this command on a signal in the way that lets what it started end too: a PostgreSQL of its own stays behind otherwise. */
export function endInOrder(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(SIGNAL_EXIT + NUMBERS[signal]))
}
