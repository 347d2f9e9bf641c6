import { hexToBytes } from '@noble/hashes/utils.js'
import { trust } from '@rueda/contract/trust.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { headEntry } from '@rueda/proof/head.ts'
import { leafHash } from '@rueda/proof/merkle.ts'
import { verifyTlogProof } from '@rueda/proof/tlog-proof.ts'
import { walletAccount, readCustomerAccount } from '@rueda/rules/ledger/accounts.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { call } from '../server/api.ts'
import { openingOf } from './judge-account.ts'
import { policyOf } from './judge-log.ts'
import { type Head, type SeenHead, keptNow } from './kept.ts'
import { CoveredExecutions, compareExecutions } from './check-executions.ts'
import { commitmentTo } from './chain.ts'
import type { Balance, ReplayReport, Wrong } from './replay.ts'
import { type Replayer, startReplayer } from './replayer.ts'
import { check } from './watch.ts'

/**
 * Checks the whole account: every entry is fetched and computed anew, with the key of the account that each covers; the balances that come out
 * and the executions of the newest orders are compared with those the app shows, and the logged heads with the chain; the newest of them is
 * found in the public log.
 */
export const accountSteps = ['entries', 'balances', 'executions', 'log'] as const
export type AccountStep = (typeof accountSteps)[number]
/** How far a check is: entries done, and how many there are. */
export type AccountProgress = Readonly<{ step: AccountStep; done: number; of: number }>

export type AccountFinding =
  | Readonly<{
      kind: 'fine'
      entries: number
      logged: number
      executions: number
      newest: SeenHead
      proof: string
      balances: readonly Balance[]
    }>
  | Readonly<{ kind: 'unlogged'; entries: number; executions: number; balances: readonly Balance[] }>
  | Readonly<{ kind: 'entryWrong'; sequence: number }>
  | Readonly<{ kind: 'keyWrong'; sequence: number }>
  | Readonly<{ kind: 'executionWrong'; orderNumber: string; covered: string; shown: string }>
  | Readonly<{ kind: 'balanceWrong'; wallet: WalletType; computed: string; shown: string }>
  | Readonly<{ kind: 'headWrong'; sequence: number }>
  | Readonly<{ kind: 'notInLog'; sequence: number }>
  | Readonly<{ kind: 'unanswered' }>

const PAGE = 500
/** Behind it there is nothing: the answer has the key alone. */
const BEYOND_ANY_SEQUENCE = 10 ** 12
/** The account may move while it is compared; then what came is added, and it is compared again. */
const TRIES = 5

export async function checkAccount(accountId: string, tell: (progress: AccountProgress) => void): Promise<AccountFinding> {
  let replayer: Replayer | null = null
  try {
    await check()
    const { key } = await call(trust.receipts, { after: BEYOND_ANY_SEQUENCE })
    const commitment = commitmentTo(key)
    // The device knows the key that the account had; an entry that covers another one is found in the chain.
    const known = keptNow().accounts.find(({ id }) => id === accountId)
    if (known !== undefined && known.keyCommitment !== commitment) return { kind: 'keyWrong', sequence: known.newest.sequence }
    replayer = startReplayer(commitment)
    return await found(replayer, key, tell)
  } catch {
    return { kind: 'unanswered' }
  } finally {
    replayer?.end()
  }
}

type Chain = Readonly<{ report: ReplayReport; hashes: readonly (string | null)[]; newest: Head; executions: CoveredExecutions }>

async function found(replayer: Replayer, key: string, tell: (progress: AccountProgress) => void): Promise<AccountFinding> {
  let chain = await readOn(replayer, null, tell)
  if (chain.report.wrong !== null) return wrong(chain.report.wrong)
  let difference: AccountFinding | null = null
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    tell({ step: 'balances', done: chain.newest.sequence, of: chain.newest.sequence })
    const shown = await call(wallets.all, {})
    const before = chain.newest.sequence
    chain = await readOn(replayer, chain, tell)
    if (chain.report.wrong !== null) return wrong(chain.report.wrong)
    difference = otherBalance(chain.report.balances, shown.wallets)
    if (difference === null || chain.newest.sequence === before) break
  }
  if (difference !== null) return difference
  const compared = await compareExecutions(chain.executions, (done, of) => tell({ step: 'executions', done, of }))
  if (typeof compared !== 'number') return { kind: 'executionWrong', ...compared }
  tell({ step: 'log', done: chain.newest.sequence, of: chain.newest.sequence })
  return inLog(chain, key, compared)
}

const wrong = ({ sequence, unlike }: Wrong): AccountFinding => ({ kind: unlike === 'key' ? 'keyWrong' : 'entryWrong', sequence })

/** Fetches what comes after the part that is computed, up to the newest entry. */
async function readOn(replayer: Replayer, before: Chain | null, tell: (progress: AccountProgress) => void): Promise<Chain> {
  const hashes = [...(before?.hashes ?? [])]
  const executions = before?.executions ?? new CoveredExecutions()
  for (;;) {
    const { list, head } = await call(trust.entries, { after: hashes.length })
    const report = await replayer.add(list)
    hashes.push(...report.hashes)
    executions.add(list)
    tell({ step: 'entries', done: hashes.length, of: head.sequence })
    const newest = { sequence: head.sequence, head: head.hash }
    if (report.wrong !== null) return { report, hashes, newest, executions }
    if (list.length < PAGE) return endsAt(newest, { report, hashes, newest, executions })
  }
}

/** The chain leads to the head that the house names; otherwise the entry behind the last is wrong, or is kept back. */
const endsAt = ({ sequence, head }: Head, chain: Chain): Chain =>
  chain.report.head.sequence === sequence && chain.report.head.head === head
    ? chain
    : { ...chain, report: { ...chain.report, wrong: { sequence: chain.report.head.sequence + 1, unlike: 'chain' } } }

function otherBalance(balances: readonly Balance[], shown: readonly Wallet[]): AccountFinding | null {
  const sums = new Map<WalletType, bigint>()
  const cash = new Map(balances.map(({ account, amount }) => [account, amount]))
  for (const { account, amount } of balances) {
    const part = readCustomerAccount(account)
    if (part.kind === 'wallet' || part.kind === 'margin') sums.set(part.wallet, (sums.get(part.wallet) ?? 0n) + amount)
  }
  for (const { walletType: wallet, balance, available } of shown) {
    const written = (amount: bigint): string => formatMinor(amount, walletCurrencies[wallet])
    const computed = written(sums.get(wallet) ?? 0n)
    if (computed !== balance) return { kind: 'balanceWrong', wallet, computed, shown: balance }
    const free = written(cash.get(walletAccount(wallet, 'CASH')) ?? 0n)
    if (free !== available) return { kind: 'balanceWrong', wallet, computed: free, shown: available }
  }
  return null
}

/** The heads that the house has logged are heads of this chain, and the newest is proven under a checkpoint that a believed key signed. */
async function inLog({ report: { balances }, hashes, newest }: Chain, key: string, executions: number): Promise<AccountFinding> {
  const receipts = await allReceipts()
  const logged = receipts.flatMap(({ sequence, head, entry }) =>
    entry === null || sequence > newest.sequence ? [] : [{ sequence, head, entry }],
  )
  const other = logged.find(({ sequence, head }) => hashes[sequence - 1] !== head)
  if (other !== undefined) return { kind: 'headWrong', sequence: other.sequence }
  const last = logged.at(-1)
  if (last === undefined) return { kind: 'unlogged', entries: newest.sequence, executions, balances }
  const { proof } = await call(trust.proof, { sequence: last.sequence })
  const leaf = leafHash(headEntry(hexToBytes(key), { sequence: last.sequence, head: hexToBytes(last.head) }))
  const proven = verifyTlogProof(proof, leaf, policyOf(keptNow().log?.keys ?? []))
  if (!proven.ok || proven.value.index !== last.entry) return { kind: 'notInLog', sequence: last.sequence }
  const opened = { ...last, ...openingOf(hexToBytes(key), last.sequence) }
  return { kind: 'fine', entries: newest.sequence, logged: logged.length, executions, newest: opened, proof, balances }
}

async function allReceipts() {
  const receipts: { sequence: number; head: string; entry: number | null }[] = []
  for (;;) {
    const answer = await call(trust.receipts, { after: receipts.at(-1)?.sequence ?? 0 })
    receipts.push(...answer.receipts)
    if (answer.receipts.length < PAGE) return receipts
  }
}

const FORMAT = 'rueda/account-check/v1'

/** What was found, as a file to keep: the head that the account stands on and its proof, which need no server to be checked. */
export const accountFile = (finding: Extract<AccountFinding, { kind: 'fine' }>, accountId: string, at: number): string => {
  const { entries, newest, proof, balances } = finding
  const written = balances.map(({ account, asset, amount }) => ({ account, asset, amount: String(amount) }))
  const file = {
    format: FORMAT,
    checkedAt: new Date(at).toISOString(),
    account: accountId,
    entries,
    newestLoggedHead: newest,
    proof,
    keys: keptNow().log?.keys ?? [],
    balances: written,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
