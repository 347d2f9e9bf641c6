import { cosignerKey } from '@rueda/proof/cosignature.ts'
import { WITNESS } from '@rueda/proof/testing/log.ts'
import { formatVerifierKey } from '@rueda/proof/verifier-key.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type KeptLog, keep, keptNow } from '../../shared/trust/kept.ts'
import type { Witnessing } from '../../shared/trust/witnessing.ts'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { Witnesses } from './Witnesses.tsx'

/** Goal: whose word stands behind the log is said as it is, and other witnesses count only once they are accepted. */
afterEach(() => {
  leave()
  localStorage.clear()
})

const NOW = Date.now()
const POLICY = `witness w ${formatVerifierKey(cosignerKey(WITNESS))}\nquorum w\n`
const seen: Witnessing = { policy: POLICY, other: null, at: NOW, seconds: NOW / 1_000, by: [WITNESS.name] }

async function shown(witnessing: Witnessing | null): Promise<void> {
  const log: KeptLog = { origin: 'o', keys: [], checkpoint: '', size: 1, readTo: 1, pinnedAt: NOW }
  keep({ ...keptNow(), readAt: NOW, log: witnessing === null ? log : { ...log, witnessing } }, keptNow())
  await visit(Witnesses, { at: 'pages/trust/index', answers: [] })
}

it.each([
  ['a device that saw no witness', null, /no nombró ningún testigo/u],
  ['a house that names none', { ...seen, policy: null, at: null, seconds: null, by: [] }, /no nombró ningún testigo/u],
  ['witnesses who have signed nothing yet', { ...seen, at: null, seconds: null, by: [] }, /\(witness\.example\/w1\) todavía no firmaron/u],
  ['witnesses who are silent', { ...seen, at: NOW - 76 * 60_000 }, /hace más de 75 minutos/u],
])('%s: our word only', async (_, witnessing, words) => {
  await shown(witnessing)
  expect(screen.getByText('Solo nuestra palabra')).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
})

it('names the witnesses who have seen the same log', async () => {
  await shown(seen)
  expect(screen.getByText('Lo vieron también: witness.example/w1')).toBeDefined()
  expect(screen.queryByText('Solo nuestra palabra')).toBeNull()
})

it('keeps the witnesses before until the new ones are accepted', async () => {
  await shown({ ...seen, other: { policy: null } })
  expect(screen.getByText('El bróker cambió sus testigos')).toBeDefined()
  expect(screen.getByText('Lo vieron también: witness.example/w1')).toBeDefined()
  fireEvent.click(screen.getByText('Aceptar'))
  expect(await screen.findByText('Solo nuestra palabra')).toBeDefined()
  expect(keptNow().log?.witnessing).toEqual({ policy: null, other: null, at: null, seconds: null, by: [] })
})
