import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cosign } from '@rueda/proof/cosignature.ts'
import { signKeyChange } from '@rueda/proof/key-change.ts'
import { noteKey } from '@rueda/proof/note.ts'
import { LOG_KEY, LOG_SECRET, ORIGIN, WITNESS, testPolicy, textOf } from '@rueda/proof/testing/log.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followedLog, isSigned } from '../testing/followed-log.ts'
import { alive, at, days, engine, heads, keyEntry, owed, said, start } from '../testing/log-entries.ts'
import { serveLog } from '../testing/served-log.ts'
import type { FindingKind } from './finding.ts'
import { CLEAN, CONTRADICTED, UNKNOWN, openMonitor } from './monitor.ts'

/** A log over HTTP, followed by a monitor with a folder of its own. */
const { log, lines, monitor, reopen, kept, expectFound } = followedLog({ beforeEach, afterEach })

describe('an honest log', () => {
  it('is followed as it grows, over restarts of the monitor too', async () => {
    let entries = [alive, ...heads(0, 16)]
    log().show(entries)
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines()).toEqual([expect.stringContaining(`${ORIGIN}: 17 entries, 17 of them new. Signature, history and root are in order.`)])
    for (const [from, to] of [
      [16, 32],
      [32, 32],
      [32, 700],
      [700, 701],
      [701, 1_024],
    ] as const) {
      entries = [...entries, ...heads(from, to)]
      log().show(entries)
      if (from === 700) reopen()
      expect(await monitor().look()).toBe(CLEAN)
    }
    expect(lines().at(-1)).toContain('1025 entries, 323 of them new')
    expect(monitor().hasFound()).toBe(false)
    expect(kept()).toEqual([])
  })

  it('is followed from an empty tree on', async () => {
    log().show([])
    expect(await monitor().look()).toBe(CLEAN)
    log().show([alive])
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('may have let a partial tile go once the full one is there', async () => {
    log().show(heads(0, 100))
    await monitor().look()
    log().show(heads(0, 200))
    const checkpoint = await (await fetch(`${log().address}/trust/log/checkpoint`)).text()
    log().show(heads(0, 256))
    log().showNote(() => checkpoint)
    log().hide(/\.p\//u)
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().at(-1)).toContain('200 entries, 100 of them new')
  })

  it('contradicts nothing while it cannot be reached', async () => {
    log().show([alive])
    await monitor().look()
    await log().end()
    expect(await monitor().look()).toBe(UNKNOWN)
    expect(lines().at(-1)).toContain('Not looked at: ')
    expect(monitor().hasFound()).toBe(false)
  })

  it('tells what is said once in order: keys, days and liabilities', async () => {
    log().show([keyEntry(LOG_KEY), ...days('2026-03-10', '2026-03-11', '2026-03-13'), ...owed('2026-02-28', '2026-03-01', '2026-03-02')])
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('names its engine before it starts and before it draws by it, and says from when on its days are claimed', async () => {
    // What was before engines were named; the one of its last day was in a start alone.
    const before = [start('e'), ...days('2027-01-13')]
    log().show([...before, engine('c', at), start('c'), ...days('2027-01-14'), start('c')])
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().join('\n')).toContain(
      `Entry 2 names the engine ${'c'.repeat(64)}, which serves from 2027-01-14 on; of its days before 2027-01-23 nothing is claimed.`,
    )
  })

  it('says which witnesses cosigned it, and whether they are enough', async () => {
    reopen(testPolicy())
    log().show([alive])
    await monitor().look()
    expect(lines().at(-1)).toContain('No witness of the policy cosigned it: not enough for the policy')
    log().show([alive, alive])
    log().showNote((note) => note + cosign(textOf(note), WITNESS, at / 1000))
    await monitor().look()
    expect(lines().at(-1)).toContain('Cosigned by w: enough for the policy.')
  })

  it('may say what this monitor does not know yet', async () => {
    log().show([Buffer.from('{"at":1,"kind":"new"}')])
    expect(await monitor().look()).toBe(CLEAN)
    expect(lines().at(-1)).toContain('Entry 0 is of no kind that this monitor knows.')
  })
})

describe('a log whose history was changed', () => {
  const entries = [alive, ...heads(0, 31)]
  beforeEach(async () => {
    log().show(entries)
    await monitor().look()
  })

  it('cut, shows an older checkpoint', async () => {
    log().show(entries.slice(0, 20))
    const place = await expectFound('older-checkpoint', 'The log shows 20 entries after it showed 32')
    expect([isSigned(join(place, 'believed')), isSigned(join(place, 'shown'))]).toEqual([true, true])
  })

  it('cut and grown again, shows another history', async () => {
    log().show([...entries.slice(0, 20), ...heads(100, 140)])
    await expectFound('not-a-continuation', 'The tree of 60 entries does not begin with the 32 that were signed before')
  })

  it('with one entry changed and everything behind it worked out anew, shows another history', async () => {
    log().show([...entries.with(3, heads(500, 501)[0] ?? alive), ...heads(31, 60)])
    const place = await expectFound('not-a-continuation', 'The tree of 61 entries')
    expect(readFileSync(join(place, 'believed'), 'utf8')).toContain('\n32\n')
    expect(readFileSync(join(place, 'shown'), 'utf8')).toContain('\n61\n')
  })

  it('shows two trees of one size', async () => {
    log().show(entries.with(3, alive))
    await expectFound('two-trees', 'The log signed two different trees of 32 entries.')
  })

  it('serves entries that are not those it signed', async () => {
    const grown = [...entries, ...heads(31, 60)]
    log().show(grown)
    log().serveEntries(grown.with(40, alive))
    await expectFound('entries-differ', 'The entries from 32 on do not make the tree that was signed for 61.')
    // Nothing of them was kept: the labels of the true ones are new.
    log().serveEntries(grown)
    expect(await monitor().look()).toBe(CLEAN)
  })

  it.each([
    ['tiles', /\/tile\/\d/u],
    ['entries', /\/tile\/entries/u],
  ])('serves no %s of what it signed', async (_, pattern) => {
    log().show([...entries, ...heads(31, 60)])
    log().hide(pattern)
    await expectFound('missing', 'The ')
  })

  it('is believed in nothing of it, and found again after a restart, with what was found before', async () => {
    log().show(entries.with(3, alive))
    await monitor().look()
    log().show([...entries.with(3, alive), ...heads(31, 60)])
    reopen()
    expect(lines().at(-1)).toBe('Found before: The log signed two different trees of 32 entries.')
    await expectFound('not-a-continuation', 'The tree of 61 entries')
    // What was true before still is.
    log().show([...entries, ...heads(31, 60)])
    expect(await monitor().look()).toBe(CLEAN)
    expect(monitor().hasFound()).toBe(true)
  })

  it('keeps the same evidence once', async () => {
    log().show(entries.slice(0, 20))
    await monitor().look()
    await monitor().look()
    expect(kept()).toHaveLength(1)
  })
})

describe('a checkpoint that is not the log’s', () => {
  const entries = [keyEntry(LOG_KEY), ...heads(0, 15)]
  const nextSecret = new Uint8Array(32).fill(8)
  const nextKey = noteKey({ name: ORIGIN, secretKey: nextSecret })
  const change = { origin: ORIGIN, at, purpose: 'checkpoints', key: formatVerifierKey(nextKey) } as const
  const handedOver = said(signKeyChange(change, { key: LOG_KEY, secretKey: LOG_SECRET }))
  beforeEach(async () => {
    log().show(entries)
    await monitor().look()
  })

  it('because its key was swapped, is not believed, whether the log grew or not', async () => {
    log().show([...entries, alive], { secretKeys: [nextSecret] })
    await expectFound('unknown-key', 'No key that is believed signed the checkpoint')
    log().show(entries, { secretKeys: [nextSecret] })
    await expectFound('unknown-key', 'No key that is believed signed the checkpoint')
  })

  it('proves nothing of what it shows: that is no other tree of the log', async () => {
    for (const others of [entries.slice(0, 5), entries.with(3, alive)]) {
      log().show(others, { secretKeys: [nextSecret] })
      await expectFound('unknown-key', 'No key that is believed signed the checkpoint')
    }
  })

  it('because the key was swapped with an entry that the old key did not sign, is not believed either', async () => {
    log().show([...entries, keyEntry(nextKey)], { secretKeys: [nextSecret] })
    await expectFound('unknown-key', 'No key that is believed signed the checkpoint')
  })

  it('but of a key that the old one signed for, is believed, even when both never signed together before its eyes', async () => {
    log().show([...entries, handedOver], { secretKeys: [nextSecret] })
    expect(await monitor().look()).toBe(CLEAN)
    reopen()
    log().show([...entries, handedOver, alive], { secretKeys: [nextSecret] })
    expect(await monitor().look()).toBe(CLEAN)
  })

  it('because a key that nobody believes signed for the next one, is not believed', async () => {
    const strangers = [5, 6].map((fill) => new Uint8Array(32).fill(fill))
    const [first = nextSecret, second = nextSecret] = strangers
    const [by, key] = [noteKey({ name: ORIGIN, secretKey: first }), formatVerifierKey(noteKey({ name: ORIGIN, secretKey: second }))]
    const handed = said(signKeyChange({ ...change, key }, { key: by, secretKey: first }))
    const all = [keyEntry(by), handed]
    const fresh = mkdtempSync(join(tmpdir(), 'rueda-monitor-'))
    const other = openMonitor({ address: log().address, policy: null, folder: fresh, fetch, say: (line) => void lines().push(line) })
    log().show(all.slice(0, 1))
    expect(await other.look()).toBe(CLEAN)
    log().show(all, { secretKeys: [second] })
    expect(await other.look()).toBe(CONTRADICTED)
    other.close()
    rmSync(fresh, { recursive: true })
  })

  it('because another history hands the key over, is not believed', async () => {
    log().show([...entries.with(2, alive), handedOver], { secretKeys: [nextSecret] })
    // The entries before are those that were read: what was changed in them shows in the root.
    await expectFound('unknown-key', 'No key that is believed signed the checkpoint')
  })

  it.each<[FindingKind, string, (note: string) => string]>([
    ['wrong-signature', 'A signature under the checkpoint is wrong.', (note) => note.replace('\n16\n', '\n17\n')],
    ['malformed-checkpoint', 'What the log shows is no checkpoint.', () => 'hello\n'],
    ['malformed-checkpoint', 'What the log shows is no checkpoint.', (note) => note.replace('\n16\n', '\n016\n')],
  ])('%s: %s', async (kind, sentence, change) => {
    log().showNote(change)
    await expectFound(kind, sentence)
  })

  it('because it calls itself otherwise, is of another log', async () => {
    log().show(entries, { origin: 'other.example/log' })
    await expectFound('other-origin', 'The log calls itself by another name than before.')
  })
})

describe('what a monitor begins with', () => {
  it('is a policy where there is one: a log that it does not name is not followed', async () => {
    const policy = testPolicy()
    reopen({ ...policy, logs: [] })
    log().show([alive])
    await expect(monitor().look()).rejects.toThrow(`The policy names no key of ${ORIGIN}`)
  })

  it('stays one: a folder() that began with another key, or of another log, is not taken', async () => {
    log().show([alive])
    await monitor().look()
    const other = noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(8) })
    reopen({ ...testPolicy(), logs: [{ key: other, url: null }] })
    await expect(monitor().look()).rejects.toThrow('began with the key')
    const elsewhere = await serveLog()
    elsewhere.show([alive], { origin: 'other.example/log' })
    reopen(null, elsewhere.address)
    await expect(monitor().look()).rejects.toThrow(`was seen at ${log().address}, of another log`)
    await elsewhere.end()
  })

  it('is followed to another address of the same log', async () => {
    log().show([alive])
    await monitor().look()
    const moved = await serveLog()
    moved.show([alive, alive])
    reopen(null, moved.address)
    expect(await monitor().look()).toBe(CLEAN)
    await moved.end()
  })

  it('is named by a server, of which at least one key is the log’s', async () => {
    log().show([alive], { origin: 'other.example/log' })
    await expect(monitor().look()).rejects.toThrow('/trust/keys names no key of the log there.')
  })

  it('is not a broken cosignature: the note as a whole is spoiled', async () => {
    reopen(testPolicy())
    log().show([alive])
    log().showNote((note) => note + cosign(textOf(note).replace('\n1\n', '\n2\n'), WITNESS, at / 1000))
    await expectFound('wrong-signature', 'A signature under the checkpoint is wrong.')
  })
})
