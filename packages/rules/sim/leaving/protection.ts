import { SECOND_MS } from '../../src/time.ts'
import type { ModelAccount } from '../model/account.ts'
import { coolsDown, mayGo } from '../model/standing.ts'
import type { Step, World } from '../world/world.ts'

/** Protection of an account: a new transaction password, the owner's emergency stop, and closing for good. */
export function changeTransactionPassword({ world, rng, model, account, now }: Step): void {
  if (model.standing.closed) return
  // Two servers whose clocks differ by a second.
  for (const at of rng.percent(50) ? [now, now - SECOND_MS] : [now]) {
    coolDown({ world, account, now: at })
    coolsDown(model.standing, at)
  }
  world.seen.add('transaction password changed')
}

const coolDown = ({ world, account, now }: Pick<Step, 'world' | 'account' | 'now'>): void => {
  account.standing.coolingUntil = world.brokerage.rules.coolingAfter(account.standing.coolingUntil, now)
}

/** The owner cannot lift a freeze set by staff; after lifting their own, no money leaves for a day. */
export function stopOrStartAccount({ world, rng, model, account, now }: Step): void {
  if (model.standing.closed) return
  if (!model.frozen) {
    if (rng.percent(15)) setFrozen({ model, account }, true, true)
    return
  }
  if (!model.standing.frozenByOwner) return void world.seen.add('thaw refused to its owner')
  setFrozen({ model, account }, false, false)
  coolDown({ world, account, now })
  coolsDown(model.standing, now)
  world.seen.add('account thawed by its owner')
}

export function setFrozen({ model, account }: Pick<Step, 'model' | 'account'>, frozen: boolean, byOwner: boolean): void {
  account.state.frozen = frozen
  account.standing.frozenByOwner = byOwner
  model.frozen = frozen
  model.standing.frozenByOwner = byOwner
}

const MIN_CUSTOMERS = 3

/** Closes an account with nothing under way, whose simulated money stays behind; two accounts always stay, so that the run goes on. */
export function closeAccount({ world }: Step): void {
  const staying = [...world.models].filter(([, { standing }]) => !standing.closed)
  if (staying.length < MIN_CUSTOMERS) return
  const going = staying.filter(([accountId, model]) => isFree(world, accountId, model))
  world.seen.add(going.length < staying.length ? 'closing refused' : 'everybody could go')
  const [accountId, model] = going[0] ?? []
  if (accountId === undefined || model === undefined) return
  const account = world.brokerage.account(accountId)
  account.standing.closed = true
  model.standing.closed = true
  setFrozen({ model, account }, true, false)
  world.seen.add('account closed')
}

function isFree({ brokerage }: World, accountId: string, model: ModelAccount): boolean {
  const isBusy = brokerage.rules.hasUnderWay(brokerage.account(accountId).state)
  if (isBusy === mayGo(model)) throw new Error(isBusy ? 'an account could not be closed' : 'an account was closed with something under way')
  return !isBusy
}
