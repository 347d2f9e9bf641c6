import { parentPort } from 'node:worker_threads'
import type { Statement } from '@rueda/contract/statements.ts'
import type { Language } from '@rueda/contract/codes.ts'
import { pdfFile } from './pdf.ts'
import { wordsOf } from './words.ts'

/** The thread that draws statements: pages cost processor time, and orders meanwhile must not wait for it. */
export type DrawRequest = Readonly<{ id: number; statement: Statement; language: Language }>
export type DrawAnswer = Readonly<{ id: number; file: Awaited<ReturnType<typeof pdfFile>> | null }>

parentPort?.on('message', ({ id, statement, language }: DrawRequest) => {
  void pdfFile(statement, wordsOf(language))
    .catch(() => null)
    .then((file) => parentPort?.postMessage({ id, file } satisfies DrawAnswer))
})
