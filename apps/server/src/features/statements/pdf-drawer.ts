import { Worker } from 'node:worker_threads'
import type { Language } from '@rueda/contract/codes.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { createConcurrencyLimiter } from '../../concurrency-limiter.ts'
import type { StatementFile } from './files.ts'
import type { DrawAnswer, DrawRequest, Drawable } from './pdf-thread.ts'

/** Draws statements in a thread of its own, one after the other; the thread is begun when somebody wants one and ends when nobody does. */
export interface PdfDrawer {
  draw(document: Drawable, language: Language): Promise<Result<StatementFile>>
}

const MAX_WAITING = 10
const MAX_DRAWING_MS = MINUTE_MS
const IDLE_LIFE_MS = MINUTE_MS
/** Pages wait in memory until the last one is numbered. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 } as const

export function createPdfDrawer(): PdfDrawer {
  const line = createConcurrencyLimiter({ atOnce: 1, mostWaiting: MAX_WAITING })
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let drawn = 0

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }
  const begin = (): Worker => {
    clearTimeout(idle)
    worker ??= new Worker(new URL('./pdf-thread.ts', import.meta.url), { name: 'statements', resourceLimits })
    worker.unref()
    return worker
  }

  const drawOne = async (document: Drawable, language: Language): Promise<StatementFile | null> => {
    const thread = begin()
    drawn += 1
    const request: DrawRequest = { id: drawn, document, language }
    const file = await answerOf(thread, request)
    // A thread that did not answer gets no further request.
    if (file === null) await end()
    else idle = setTimeout(() => void end(), IDLE_LIFE_MS).unref()
    return file
  }

  return {
    draw: async (document, language) => {
      const answer = await line(() => drawOne(document, language))
      if (answer.busy) return refuse('rate.limited', { retryAfterMs: SECOND_MS })
      return answer.value === null ? refuse('maintenance') : ok(answer.value)
    },
  }
}

/** The file; null when the thread fails, runs out of memory or takes too long. */
function answerOf(thread: Worker, request: DrawRequest): Promise<StatementFile | null> {
  return new Promise((resolve) => {
    const settle = (file: StatementFile | null): void => {
      clearTimeout(late)
      thread.off('message', hear).off('error', fail).off('exit', fail)
      resolve(file)
    }
    const hear = ({ id, file }: DrawAnswer): void => {
      if (id === request.id) settle(file)
    }
    const fail = (): void => settle(null)
    const late = setTimeout(fail, MAX_DRAWING_MS)
    thread.on('message', hear).on('error', fail).on('exit', fail)
    thread.postMessage(request)
  })
}
