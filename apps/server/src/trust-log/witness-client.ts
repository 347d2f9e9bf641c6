import { fromDecimal } from '@rueda/proof/bytes.ts'
import { cosignatureVerifier, cosignedAt } from '@rueda/proof/cosignature.ts'
import { openNote, parseNote } from '@rueda/proof/note.ts'
import type { VerifierKey } from '@rueda/proof/verifier-key.ts'
import { type AddCheckpoint, formatAddCheckpoint } from '@rueda/proof/witness.ts'

/** What became of asking one witness to cosign a checkpoint. */
export type WitnessOutcome =
  /** Signature lines of the witness's key that are true, and the time in seconds the newest of them says. */
  | Readonly<{ kind: 'cosigned'; lines: readonly string[]; seconds: number }>
  /** The witness cosigned another size last: from there it wants its proof. */
  | Readonly<{ kind: 'conflict'; size: number }>
  /** It answered something else; with status 200, something that is no cosignature of this checkpoint. */
  | Readonly<{ kind: 'refused'; status: number; why: string }>
  /** Nothing was heard in time. */
  | Readonly<{ kind: 'silent'; why: string }>

export type AskWitness = Readonly<{
  /** The witness's submission prefix. */
  url: string
  /** The key it cosigns with (type 0x04): what others sign is not its word. */
  key: VerifierKey
  request: AddCheckpoint
  fetch: typeof globalThis.fetch
  /** For the whole answer. */
  timeoutMs: number
}>

const SIZE_TYPE = 'text/x.tlog.size'
const MAX_ANSWER_BYTES = 65_536
/** As much of a refusal as a log line bears. */
const MAX_WHY = 200

export async function askWitness({ url, key, request, fetch, timeoutMs }: AskWitness): Promise<WitnessOutcome> {
  const text = textOf(request.checkpoint)
  try {
    const response = await fetch(`${url.replace(/\/+$/u, '')}/add-checkpoint`, {
      method: 'POST',
      body: formatAddCheckpoint(request),
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      // A witness that moved is named anew in the settings: what is sent goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return outcomeOf({ status: response.status, type: response.headers.get('content-type'), body: await bodyOf(response) }, key, text)
  } catch (error) {
    return { kind: 'silent', why: reasonOf(error) }
  }
}

/** The checkpoint without signatures: those that it has already are not this witness's answer. */
function textOf(checkpoint: string): string {
  const note = parseNote(checkpoint)
  if (!note.ok) throw new TypeError('Only a signed checkpoint is cosigned')
  return note.value.text
}

type Answer = Readonly<{ status: number; type: string | null; body: string | null }>

function outcomeOf({ status, type, body }: Answer, key: VerifierKey, text: string): WitnessOutcome {
  const refused = (why: string): WitnessOutcome => ({ kind: 'refused', status, why: printable(why) })
  if (body === null) return refused('The answer is longer than any answer is')
  if (status === 200) return cosignedBy(key, text, body) ?? refused('The answer has no true cosignature of this checkpoint')
  if (status !== 409) return refused(body)
  const size = type?.split(';')[0]?.trim() === SIZE_TYPE && body.endsWith('\n') ? fromDecimal(body.slice(0, -1)) : null
  return size === null ? refused('The conflict says no size') : { kind: 'conflict', size }
}

function cosignedBy(key: VerifierKey, text: string, body: string): WitnessOutcome | null {
  const opened = openNote(`${text}\n${body}`, [cosignatureVerifier(key)])
  if (!opened.ok) return null
  const seconds = opened.value.signatures.map(({ signature }) => cosignedAt(signature) ?? 0)
  return { kind: 'cosigned', lines: opened.value.signatures.map(({ line }) => line), seconds: Math.max(...seconds) }
}

/** Null where it is longer than any answer is. */
async function bodyOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const printable = (why: string): string =>
  why
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WHY)

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'No answer in time'
  // The reason of a failed fetch lies beneath its "fetch failed".
  return error.cause instanceof Error ? error.cause.message : error.message
}
