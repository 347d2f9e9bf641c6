import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { carryingLarge } from '../bus/large.ts'
import { connectNats } from '../bus/nats-bus.ts'
import type { Settings } from '../config.ts'

/** The bus that the settings name; null for a process that is the only one. */
export async function openBus(
  { NATS_URL: url, NATS_PREFIX: prefix }: Pick<Settings, 'NATS_URL' | 'NATS_PREFIX'>,
  log: Logger,
): Promise<Bus | null> {
  return url === undefined ? null : carryingLarge(await connectNats({ url, prefix, log }))
}
