import { type MiningRound, type MiningState, mining } from '@rueda/contract/mining.ts'
import { switches } from '@rueda/contract/switches.ts'
import { hashOf, isShare, targetOf } from '@rueda/rules/mining/share.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signOut } from '../../shared/security/session.ts'
import { onePage } from '../../testing/samples.ts'
import { type Answer, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Mining } from './Mining.tsx'
import { rest, useSearching } from './miner.ts'
import type { SearchOrder, SearchReport } from './search-worker.ts'

/** Goal: one knows what a round costs before it starts, sees what one's own browser really does, and can do the sum oneself. */
const NOW = Date.UTC(2026, 10, 18, 15)
const CHALLENGE = '5a'.repeat(32)
const TARGET = targetOf(16n)
const nonces = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(16, '0'))
const NONCE = nonces.find((nonce) => isShare(hashOf(CHALLENGE, nonce), TARGET)) ?? ''
/** The second of the two lines in which a number stands. */
const endOf = (digits: string): string => digits.slice(32)
const share = { nonce: NONCE, hash: hashOf(CHALLENGE, NONCE), timestamp: NOW }

const roundOf = (differs: Partial<MiningRound> = {}): MiningRound => ({
  id: '01a1fd22-b178-7ed2-a02c-6916a8f97824',
  status: 'working',
  challenge: CHALLENGE,
  target: TARGET,
  tries: '16',
  startTimestamp: NOW - 5 * MINUTE_MS,
  statusTimestamp: NOW - 4 * MINUTE_MS,
  nextTimestamp: NOW + 6 * MINUTE_MS,
  minedMs: 4 * MINUTE_MS,
  roundMs: 10 * MINUTE_MS,
  energyUsed: 5,
  share: null,
  ...differs,
})
const stateOf = (round: MiningRound | null, differs: Partial<MiningState> = {}): MiningState => ({
  offered: 1,
  round,
  energy: { left: 15, aDay: 20, needed: 10, refillTimestamp: NOW + 9 * HOUR_MS },
  target: targetOf(450_000_000n),
  tries: '450000000',
  roundMs: 10 * MINUTE_MS,
  ordinaryRate: 300_000,
  nowTimestamp: NOW,
  ...differs,
})
const scarce = { left: 3, aDay: 20, needed: 10, refillTimestamp: NOW + 9 * HOUR_MS }

/** The thread that searches, in the test's hand. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = []
  readonly orders: SearchOrder[] = []
  isEnded = false
  constructor() {
    super()
    FakeWorker.made.push(this)
  }
  postMessage(order: SearchOrder): void {
    this.orders.push(order)
  }
  terminate(): void {
    this.isEnded = true
  }
  report(report: SearchReport): void {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: report })))
  }
}
beforeEach(() => {
  FakeWorker.made = []
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  act(rest)
  leave()
})

const open = (state: MiningState | (() => MiningState), list: readonly MiningRound[] = [], ...answers: readonly Answer[]) =>
  visit(Mining, {
    at: 'pages/mining/index',
    answers: [answer(mining.state, state), answer(mining.records, onePage([...list])), ...answers],
    signedIn: true,
  })

describe('before a round', () => {
  it('says what it costs, the chance it has, and that nothing is earned, and then starts', async () => {
    let state = stateOf(null)
    const { asked } = await open(
      () => state,
      [],
      answer(mining.start, () => {
        state = stateOf(roundOf({ status: 'searching', challenge: null, minedMs: 0, energyUsed: 0 }))
        return state
      }),
    )
    expect(await screen.findByText('Sin ronda en curso')).toBeDefined()
    expect(screen.getByText('1 por minuto empezado, hasta 10 de energía; nada de dinero')).toBeDefined()
    expect(screen.getByText('450.000.000')).toBeDefined()
    expect(screen.getByText(/^33\s?%$/)).toBeDefined()
    expect(screen.getByText('Nada')).toBeDefined()
    expect(screen.getByText(/Es gratis y no se puede comprar/)).toBeDefined()
    expect(screen.getByText('Todavía no minaste ninguna ronda.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Empezar a minar' }))
    expect(await screen.findByText('Buscando pool')).toBeDefined()
    expect(screen.getByText(/no hay ningún pool/)).toBeDefined()
    expect(asked(mining.start)).toEqual([{}])
    expect(FakeWorker.made).toEqual([])
  })

  it('names what is missing in place of the button', async () => {
    await open(stateOf(null, { energy: scarce }))
    const button = await screen.findByRole('button', { name: 'Para empezar hacen falta 10 de energía.' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('says why while mining is switched off, and that there is none with real money', async () => {
    const off = answer(switches.off, [{ name: 'mining', cause: 'maintenance', sinceTimestamp: NOW }])
    await open(stateOf(null), [], off)
    expect(await screen.findByText('Estamos haciendo mantenimiento.')).toBeDefined()
    expect(await screen.findByRole('button', { name: 'La minería está en pausa' })).toBeDefined()
    leave()
    vi.stubGlobal('Worker', FakeWorker)
    await open(stateOf(null, { offered: 0 }))
    expect(await screen.findByRole('button', { name: 'Con dinero real no se mina.' })).toBeDefined()
  })
})

describe('while it mines', () => {
  it('this browser searches for its challenge, and shows the speed that was measured', async () => {
    await open(stateOf(roundOf()))
    expect(await screen.findByText('Minando')).toBeDefined()
    expect(screen.getByText('4 de 10')).toBeDefined()
    expect(screen.getByText('15 de 20')).toBeDefined()
    const [worker] = FakeWorker.made
    expect(worker?.orders).toEqual([{ challenge: CHALLENGE, target: TARGET, high: expect.any(Number) as number }])
    worker?.report({ hashes: 400_000, ms: 1_000, nonce: null })
    worker?.report({ hashes: 300_000, ms: 1_000, nonce: null })
    expect(screen.getByText('300.000 hashes/s')).toBeDefined()
    expect(screen.getByText('700.000')).toBeDefined()
    expect(FakeWorker.made).toHaveLength(1)
  })

  it('hands in what it found, once, and says what happens then', async () => {
    let round = roundOf()
    const { asked } = await open(
      () => stateOf(round),
      [],
      answer(mining.share, () => {
        round = roundOf({ share })
        return stateOf(round)
      }),
    )
    await screen.findByText('Minando')
    FakeWorker.made[0]?.report({ hashes: 10, ms: 1, nonce: NONCE })
    expect(await screen.findByText(/Encontraste un número y el servidor lo comprobó/)).toBeDefined()
    expect(asked(mining.share)).toEqual([{ roundId: round.id, nonce: NONCE }])
    expect(FakeWorker.made[0]?.isEnded).toBe(true)
  })

  it('goes on when the page is left, and ends with the session', async () => {
    await open(stateOf(roundOf()))
    await screen.findByText('Minando')
    cleanup()
    FakeWorker.made[0]?.report({ hashes: 5, ms: 1, nonce: null })
    expect(FakeWorker.made[0]?.isEnded).toBe(false)
    expect(useSearching.getState().tried).toBe(5)
    signOut()
    expect(FakeWorker.made[0]?.isEnded).toBe(true)
    expect(useSearching.getState().roundId).toBeNull()
  })

  it('is stopped after a question that says what is lost', async () => {
    let round = roundOf()
    const { asked } = await open(
      () => stateOf(round),
      [],
      answer(mining.stop, () => {
        round = roundOf({ status: 'stopped', nextTimestamp: null })
        return stateOf(round)
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Detener' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/La energía usada no vuelve/)).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Detener' }))
    expect(await screen.findByText('Detuviste la última ronda. La energía que usó no vuelve.')).toBeDefined()
    expect(asked(mining.stop)).toEqual([{}])
    await waitFor(() => expect(FakeWorker.made[0]?.isEnded).toBe(true))
  })

  it('says so where the browser cannot search', async () => {
    vi.stubGlobal('Worker', undefined)
    await open(stateOf(roundOf()))
    expect(await screen.findByText(/no puede buscar en segundo plano/)).toBeDefined()
  })
})

describe('after it', () => {
  it.each([
    ['success', /Queda en tu historial y no se paga nada/],
    ['failed', /Minería fallida: en los 10 minutos/],
    ['lapsed', /La última ronda venció/],
  ] as const)('%s is said in words', async (status, words) => {
    await open(stateOf(roundOf({ status, nextTimestamp: null, minedMs: 10 * MINUTE_MS })))
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Empezar a minar' })).toBeDefined()
  })

  it('out of energy it says until when it is kept, and can be gone on with or stopped', async () => {
    const round = roundOf({ status: 'noEnergy', nextTimestamp: NOW + DAY_MS })
    await open(stateOf(round, { energy: { ...scarce, left: 2, needed: 1 } }))
    expect(await screen.findByText(/La energía insuficiente detuvo la minería/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Seguir minando' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Detener' })).toBeDefined()
  })
})

describe('the sum, done again', () => {
  it('of a share gives what the server kept', async () => {
    const round = roundOf({ status: 'success', nextTimestamp: null, share })
    await open(stateOf(round), [round])
    fireEvent.click(await screen.findByRole('button', { name: 'Calcular de nuevo' }))
    expect(screen.getByText('Es menor que el objetivo: el número vale.')).toBeDefined()
    expect(screen.getByText('Es el mismo resultado que guardó el servidor.')).toBeDefined()
  })

  it('shows a share that is none for what it is', async () => {
    const round = roundOf({ status: 'success', nextTimestamp: null, share: { ...share, hash: '0'.repeat(64) } })
    await open(stateOf(round), [round])
    fireEvent.click(await screen.findByRole('button', { name: 'Calcular de nuevo' }))
    expect(screen.getByText('No es el resultado que guardó el servidor.')).toBeDefined()
  })

  it('without a share tries one number after the other by hand', async () => {
    const round = roundOf({ status: 'failed', nextTimestamp: null, target: targetOf(450_000_000n) })
    await open(stateOf(round), [round])
    fireEvent.click(await screen.findByRole('button', { name: 'Probar un número' }))
    expect(screen.getByText(endOf(hashOf(CHALLENGE, nonces[0] ?? '')))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Probar un número' }))
    expect(screen.getByText(endOf(hashOf(CHALLENGE, nonces[1] ?? '')))).toBeDefined()
    expect(screen.getByText(/No es menor que el objetivo/)).toBeDefined()
  })

  it('is done with an example before the first round, and opens any round of the history that mined', async () => {
    const early = roundOf({ id: '01a1fd22-b178-7ed2-a02c-6916a8f97825', status: 'stopped', challenge: null, minedMs: 0, energyUsed: 0 })
    const known = roundOf({ status: 'success', nextTimestamp: null, minedMs: 10 * MINUTE_MS, energyUsed: 10, share })
    await open(stateOf(null), [early])
    expect(await screen.findByText(/este desafío es un ejemplo/)).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Probar un número' }))
    expect(screen.getByText(endOf(hashOf('0123456789abcdef'.repeat(4), nonces[0] ?? '')))).toBeDefined()
    expect(await screen.findByText('0 min minados, 0 de energía')).toBeDefined()
    leave()
    await open(stateOf(known), [known, early])
    fireEvent.click(await screen.findByRole('button', { name: /10 min minados, 10 de energía/ }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: 'Calcular de nuevo' }))
    expect(within(sheet).getByText('Es el mismo resultado que guardó el servidor.')).toBeDefined()
  })
})
