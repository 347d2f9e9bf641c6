import type { Bus } from '../bus/bus.ts'
import { carryingLarge } from '../bus/large.ts'
import type { Nats } from '../bus/nats-bus.ts'
import type { Settings } from '../config.ts'
import type { Vault } from '../vault/vault.ts'

const SHOWN_BYTES = 8

/**
 * The bus of one brokerage. Its name follows from the keys that all its processes have, so that another one on the same server is neither heard
 * nor asked, and a front with the wrong keys finds nobody.
 */
export function openBus(nats: Nats, { NATS_PREFIX: prefix }: Pick<Settings, 'NATS_PREFIX'>, vault: Pick<Vault, 'fingerprint'>): Bus {
  const whose = vault.fingerprint('name of the bus', prefix).subarray(0, SHOWN_BYTES).toString('hex')
  return carryingLarge(nats.bus(`${prefix}.${whose}`))
}
