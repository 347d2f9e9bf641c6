import { expect, it, vi } from 'vitest'
import { runOfferings } from './steps.ts'

type Offering = Readonly<{ id: string; number: number; status: string }>

/** Three offerings in memory that open and close; the second cannot. */
function offerings() {
  const rows = new Map(['1', '2', '3'].map((id) => [id, { id, number: Number(id), status: 'announced' }]))
  const after: Readonly<Record<string, string>> = { announced: 'open', open: 'closed' }
  const step = ({ id, status }: Offering): Promise<boolean> => {
    if (id === '2') throw new Error('its close is unknown')
    const next = after[status]
    if (next !== undefined) rows.set(id, { id, number: Number(id), status: next })
    return Promise.resolve(next !== undefined)
  }
  const unfinished = () => Promise.resolve([...rows.values()])
  const byId = (_: unknown, id: string) => Promise.resolve(rows.get(id) ?? null)
  return { rows, step, kept: { kind: 'placing', unfinished, byId } }
}
const run = (label: 'SIM' | 'REPLAY') => {
  const { rows, step, kept } = offerings()
  const log = { error: vi.fn() }
  const [announce, told] = [vi.fn(() => Promise.resolve(1)), vi.fn(() => Promise.resolve())]
  const running = runOfferings({ venue: { label }, log, pool: null } as never, { kept, step, announce, told } as never)
  return { running, rows, log, announce, told }
}

it('takes every offering as far as it goes, and one that fails holds up no other', async () => {
  const { running, rows, log, told } = run('SIM')
  expect(await running).toBe(5)
  expect([...rows.values()].map(({ status }) => status)).toEqual(['closed', 'announced', 'closed'])
  expect(told).toHaveBeenCalledTimes(4)
  expect(log.error).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ placing: '2' }), expect.any(String))
})

it('offers nothing while recorded history is played', async () => {
  const { running, announce } = run('REPLAY')
  expect(await running).toBe(0)
  expect(announce).not.toHaveBeenCalled()
})
