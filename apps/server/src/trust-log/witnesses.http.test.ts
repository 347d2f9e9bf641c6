import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orders } from '@rueda/contract/orders.ts'
import { cosign } from '@rueda/proof/cosignature.ts'
import { parseNote } from '@rueda/proof/note.ts'
import { judgeCheckpoint } from '@rueda/proof/policy.ts'
import { formatVerifierKey, parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Place, type WitnessProcess, newPlaceFor, startWitness } from '../../../witness/src/testing/witness-process.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { readWitnessPolicy } from './witness-policy.ts'
import { type Witnesses, createWitnesses } from './witnesses.ts'

/** The public log and a real witness in a process of its own (`docs/rules/proof.md` P.21). */
let harness: Harness
let customer: Customer
let place: Place
let witness: WitnessProcess
let witnesses: Witnesses
const logged: object[] = []
const log = { error: (facts: object) => void logged.push(facts), warn: (facts: object) => void logged.push(facts) }

/** The policy of a house that believes its own witness. */
const policyFile = () => join(dirname(place.folder), 'policy.txt')

beforeAll(async () => {
  harness = await startHarness()
  await harness.app.trustLog.open()
  customer = await harness.newCustomer()
  const keys = harness.app.trustLog.keys().flatMap(({ purpose, text }) => {
    const key = parseVerifierKey(text)
    return purpose === 'checkpoints' && key.ok ? [key.value] : []
  })
  place = newPlaceFor(keys)
  witness = await startWitness(place)
  const own = formatVerifierKey(witness.key)
  writeFileSync(
    policyFile(),
    [...keys.map((key) => `log ${formatVerifierKey(key)}`), `witness one ${own} ${witness.address}`, 'quorum one', ''].join('\n'),
  )
  witnesses = createWitnesses({ policy: readWitnessPolicy(policyFile()), trustLog: harness.app.trustLog, log })
})
afterAll(async () => {
  await witness.end('SIGKILL')
  rmSync(dirname(place.folder), { recursive: true, force: true })
  await harness.stop()
})

async function trade(): Promise<void> {
  await harness.ask(
    orders.create,
    { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '90.00', quantity: '1', tif: 1 },
    customer.token,
  )
  await harness.pass(3_000)
}
const parseNoteText = (note: string): string => {
  const parsed = parseNote(note)
  return parsed.ok ? parsed.value.text : ''
}
const judged = () => judgeCheckpoint(harness.app.trustLog.newest()?.note ?? '', readWitnessPolicy(policyFile()).policy)

it('each checkpoint is cosigned, from where the witness left off, and read with its quorum', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    await trade()
    await harness.app.trustLog.checkpoint()
    expect(judged()).toMatchObject({ ok: true, value: { hasQuorum: false } })
    await witnesses.cosign()
    expect(judged()).toMatchObject({ ok: true, value: { hasQuorum: true, cosignatures: [{ witness: 'one' }] } })
  }
  expect(logged).toEqual([])
  // A server that starts again knows nothing of what was cosigned, and asks from there.
  const again = createWitnesses({ policy: readWitnessPolicy(policyFile()), trustLog: harness.app.trustLog, log })
  await trade()
  await harness.app.trustLog.checkpoint()
  await again.cosign()
  expect(judged()).toMatchObject({ ok: true, value: { hasQuorum: true } })
})

it('an older copy of the log is noticed by what the witness knows', async () => {
  const { trustLog } = harness.app
  const older = trustLog.newest()
  await trade()
  await trustLog.checkpoint()
  await witnesses.cosign()
  const copy = { ...trustLog, newest: () => older }
  const asked = createWitnesses({ policy: readWitnessPolicy(policyFile()), trustLog: copy, log })
  await expect(asked.expectNothingNewer()).rejects.toThrow(/The witness one has cosigned more of the public log/u)
  await witnesses.expectNothingNewer()
  // The same while it runs: nothing is signed any more.
  let halted = ''
  const running = createWitnesses({
    ...{ policy: readWitnessPolicy(policyFile()), log },
    trustLog: { ...copy, halt: (reason) => (halted = reason) },
  })
  await running.cosign()
  expect(halted).toMatch(/older copy/u)
  logged.length = 0
})

it('a witness that signs again takes the place of its line before', async () => {
  const { trustLog } = harness.app
  for (let turn = 0; turn < 120; turn += 1) {
    const newest = trustLog.newest()
    if (newest === null) throw new Error('nothing is signed')
    const line = cosign(
      parseNoteText(newest.note),
      { name: 'other.example/w', secretKey: new Uint8Array(32).fill(7) },
      1_795_000_000 + turn,
    )
    await trustLog.addCosignatures(newest, [line])
  }
  expect(trustLog.newest()?.note.match(/other\.example/gu)).toHaveLength(1)
  expect(judged()).toMatchObject({ ok: true, value: { hasQuorum: true } })
})

it('a log that is halted signs nothing', async () => {
  const { trustLog } = harness.app
  trustLog.halt('an older copy')
  await trade()
  await expect(trustLog.checkpoint()).rejects.toThrow('an older copy')
  await trustLog.open()
})

it('a witness that does not answer delays nothing, and is said', async () => {
  await witness.end('SIGKILL')
  logged.length = 0
  await trade()
  const made = await harness.app.trustLog.checkpoint()
  await witnesses.cosign()
  await witnesses.expectNothingNewer()
  expect(harness.app.trustLog.newest()?.note).toBe(made?.note)
  expect(logged).toEqual([expect.objectContaining({ witness: 'one' })])
})

it.each([
  ['a file that is not there', '/nowhere/policy.txt', /cannot be read/u],
  ['a file that is no policy', () => place.folder.replace(/kept$/u, 'logs.txt'), /is no policy of witnesses: quorum missing/u],
])('%s stops the start with a sentence', (_, path, said) => {
  expect(() => readWitnessPolicy(typeof path === 'string' ? path : path())).toThrow(said)
})
