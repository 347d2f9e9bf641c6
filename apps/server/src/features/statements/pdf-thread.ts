import { parentPort } from 'node:worker_threads'
import type { OrderConfirmations, Statement } from '@rueda/contract/statements.ts'
import type { Language } from '@rueda/contract/codes.ts'
import type { PaperProof } from '@rueda/proof/paper.ts'
import { confirmationPdf } from './confirmation-pdf.ts'
import type { StatementFile } from './files.ts'
import { pdfFile } from './pdf.ts'
import { type Words, wordsOf } from './words.ts'

/** The thread that draws statements and confirmations: pages cost processor time, and orders meanwhile must not wait for it. */
export type Drawable = Readonly<
  { proof: PaperProof | null } & ({ kind: 'statement'; of: Statement } | { kind: 'confirmation'; of: OrderConfirmations })
>
export type DrawRequest = Readonly<{ id: number; document: Drawable; language: Language }>
export type DrawAnswer = Readonly<{ id: number; file: StatementFile | null }>

const draw = (document: Drawable, words: Words): Promise<StatementFile> =>
  document.kind === 'statement' ? pdfFile(document.of, document.proof, words) : confirmationPdf(document.of, document.proof, words)

parentPort?.on('message', ({ id, document, language }: DrawRequest) => {
  void draw(document, wordsOf(language))
    .catch(() => null)
    .then((file) => parentPort?.postMessage({ id, file } satisfies DrawAnswer))
})
