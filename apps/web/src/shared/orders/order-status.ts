import type { OrderRow } from '@rueda/contract/orders.ts'

/**
 * The states of an order as screens name them. The wire has four numbers and a word that says more
 * (`docs/rules/orders.md` D.2): the word wins where it is known, and an unknown one is shown as the server wrote it.
 */
export const orderStates = [
  'held',
  'queued',
  'working',
  'partial',
  'filled',
  'cancelled',
  'expired',
  'noLiquidity',
  'selfTrade',
  'outsideBand',
  'siblingFilled',
  'positionClosed',
  'system',
] as const
export type OrderState = (typeof orderStates)[number]

const stateOfWord: Readonly<Record<string, OrderState>> = {
  HELD: 'held',
  QUEUED: 'queued',
  WORKING: 'working',
  PARTIAL: 'partial',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  NO_LIQUIDITY: 'noLiquidity',
  SELF_TRADE: 'selfTrade',
  OUTSIDE_BAND: 'outsideBand',
  SIBLING_FILLED: 'siblingFilled',
  POSITION_CLOSED: 'positionClosed',
  SYSTEM: 'system',
}

const stateOfStatus: Readonly<Record<number, OrderState>> = { 0: 'working', 1: 'filled', 2: 'cancelled', 3: 'partial' }

type StatusFields = Pick<OrderRow, 'status' | 'subStatus'> & Readonly<{ reason?: string | undefined }>

/** The reason it ended is more precise than the fact that it ended. */
export const orderStateOf = ({ status, subStatus, reason }: StatusFields): OrderState | null =>
  stateOfWord[reason ?? ''] ?? stateOfWord[subStatus] ?? stateOfStatus[status] ?? null

/** The state that an order ended in, from its timeline. */
export const stateOfReason = (reason: string | null): OrderState | null => stateOfWord[reason ?? ''] ?? null

const openStates = ['held', 'queued', 'working', 'partial'] as const
export const isOpenState = (state: OrderState): state is (typeof openStates)[number] =>
  (openStates as readonly OrderState[]).includes(state)

const WORKING_STATUSES = new Set([0, 3])
export const isWorking = ({ status }: Pick<OrderRow, 'status'>): boolean => WORKING_STATUSES.has(status)

export const lookOfState = {
  held: { tone: 'warn', shape: 'clock' },
  queued: { tone: 'warn', shape: 'clock' },
  working: { tone: 'warn', shape: 'clock' },
  partial: { tone: 'warn', shape: 'clock' },
  filled: { tone: 'up', shape: 'check' },
  cancelled: { tone: 'flat', shape: 'slash' },
  expired: { tone: 'flat', shape: 'slash' },
  noLiquidity: { tone: 'flat', shape: 'slash' },
  selfTrade: { tone: 'flat', shape: 'slash' },
  outsideBand: { tone: 'flat', shape: 'slash' },
  siblingFilled: { tone: 'flat', shape: 'slash' },
  positionClosed: { tone: 'flat', shape: 'slash' },
  system: { tone: 'flat', shape: 'slash' },
} as const satisfies Record<OrderState, { tone: string; shape: string }>
