/// <reference lib="dom" />
import type { Trusted } from '@rueda/proof/file-finding.ts'
import { type FileJudgement, judgeFile } from '@rueda/proof/judge-file.ts'
import { hashOnPaper } from '@rueda/proof/paper.ts'
import { parsePolicy } from '@rueda/proof/policy.ts'
import { keysOf, linesOfKeys } from '@rueda/proof/verifier-key.ts'
import { type CheckLanguage, inWords, kindInWords } from '../check/words.ts'

/** One page in one file: it judges what a broker handed out, on this machine alone. Its policy forbids it every connection. */
const PAGE = {
  en: {
    intro: 'Checks files that a Rueda broker or its app handed out. Nothing leaves this machine: the page cannot open a connection.',
    file: 'File',
    fileHelp: 'A signed document, evidence, the result of checking an account, a receipt or a proof.',
    keys: 'Keys that you believe',
    keysHelp:
      'One a line, noted down before there was anything to dispute: the server names them at /trust/keys, whose whole answer may stand here as well. A whole policy of logs and witnesses may stand here.',
    paper: 'Hash on the paper, if you have one',
    paperHelp: 'The 64 digits behind SHA-256, or what a camera reads from its code.',
    wrongPaper: 'What stands under the paper is neither its hash of 64 digits nor the text of its code.',
    wrongKeys: 'What stands under the keys is neither keys, one a line, nor a policy of logs and witnesses.',
    holds: 'What it proves holds.',
    fits: 'It fits together. Whether the broker made it, only keys of your own show.',
    nothing: 'It proves nothing by itself.',
    fails: 'It does not hold.',
  },
  es: {
    intro:
      'Comprueba archivos que entregó un bróker de Rueda o su app. Nada sale de esta máquina: la página no puede abrir ninguna conexión.',
    file: 'Archivo',
    fileHelp: 'Un documento firmado, evidencia, el resultado de comprobar una cuenta, un comprobante o una prueba.',
    keys: 'Claves que creés',
    keysHelp:
      'Una por línea, anotadas antes de que hubiera algo que discutir: el servidor las nombra en /trust/keys, y también vale pegar esa respuesta entera. También puede ir una política entera de registros y testigos.',
    paper: 'Hash del papel, si tenés uno',
    paperHelp: 'Los 64 dígitos que siguen a SHA-256, o lo que una cámara lee de su código.',
    wrongPaper: 'Lo que está en el papel no es ni su hash de 64 dígitos ni el texto de su código.',
    wrongKeys: 'Lo que está en las claves no son claves, una por línea, ni una política de registros y testigos.',
    holds: 'Lo que prueba, vale.',
    fits: 'Es coherente. Si lo hizo el bróker, solo lo muestran claves tuyas.',
    nothing: 'Por sí solo no prueba nada.',
    fails: 'No vale.',
  },
} as const satisfies Readonly<Record<CheckLanguage, Readonly<Record<string, string>>>>

let language: CheckLanguage = navigator.language.startsWith('es') ? 'es' : 'en'
let content: string | null = null
let keysText = ''
let paperWritten = ''

type Attributes = Readonly<Record<string, string>>
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [each, value] of Object.entries(attributes)) made.setAttribute(each, value)
  made.append(...inside)
  return made
}

/** Keys one a line, or a policy; null where it is neither. */
function trustedBy(text: string): Trusted | null {
  const lines = linesOfKeys(text)
  const keys = keysOf(lines)
  if (keys.length === lines.length) return { keys, policy: null }
  const written = `${lines.join('\n')}\n`
  const policy = parsePolicy(/^quorum\s/mu.test(written) ? written : `${written}quorum none\n`)
  return policy.ok ? { keys: policy.value.logs.map(({ key }) => key), policy: policy.value } : null
}

const result = element('section', { 'aria-live': 'polite' })

function judge(): void {
  result.replaceChildren()
  if (content === null) return
  const trusted = trustedBy(keysText)
  const paper = hashOnPaper(paperWritten)
  const wrong = trusted === null ? 'wrongKeys' : paperWritten.trim() !== '' && paper === null ? 'wrongPaper' : null
  if (trusted === null || wrong !== null) result.append(element('p', { class: 'result fails' }, PAGE[language][wrong ?? 'wrongKeys']))
  else result.append(...shown(judgeFile(content, { ...trusted, paper })))
}

/** A file that was held to its own keys alone fits together; what speaks neither for nor against it is no forgery. */
function verdictOf({ holds, findings }: Pick<FileJudgement, 'holds' | 'findings'>): 'holds' | 'fits' | 'fails' | 'nothing' {
  if (holds) return findings.some(({ says }) => says === 'ownKeys') ? 'fits' : 'holds'
  return findings.some(({ tone }) => tone === 'fails') ? 'fails' : 'nothing'
}

function shown({ kind, holds, findings }: FileJudgement): readonly Node[] {
  const lines = findings.map((finding) => element('li', { class: finding.tone }, inWords(finding, language)))
  const word = verdictOf({ holds, findings })
  return [
    element('h2', {}, kindInWords(kind, language)),
    element('p', { class: `result ${word}` }, PAGE[language][word]),
    element('ul', {}, ...lines),
  ]
}

function draw(): void {
  const words = PAGE[language]
  document.documentElement.lang = language
  const file = element('input', { type: 'file', id: 'file' })
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((text) => {
      content = text
      judge()
    })
  })
  const keys = element('textarea', { id: 'keys', spellcheck: 'false', autocomplete: 'off' })
  keys.value = keysText
  keys.addEventListener('input', () => {
    keysText = keys.value
    judge()
  })
  const paper = element('textarea', { id: 'paper', rows: '2', spellcheck: 'false', autocomplete: 'off' })
  paper.value = paperWritten
  paper.addEventListener('input', () => {
    paperWritten = paper.value
    judge()
  })
  const buttons = (['es', 'en'] as const).map((each) => {
    const button = element('button', { 'type': 'button', 'aria-pressed': String(each === language) }, each === 'es' ? 'Español' : 'English')
    button.addEventListener('click', () => {
      language = each
      draw()
    })
    return button
  })
  document
    .getElementById('place')
    ?.replaceChildren(
      element('p', {}, words.intro),
      element('nav', {}, ...buttons),
      element('label', { for: 'keys' }, words.keys, element('small', {}, words.keysHelp)),
      keys,
      element('label', { for: 'paper' }, words.paper, element('small', {}, words.paperHelp)),
      paper,
      element('label', { for: 'file' }, words.file, element('small', {}, words.fileHelp)),
      file,
      result,
    )
  judge()
}

draw()
