import { inflateSync } from 'node:zlib'

/** Text of a PDF in standard letters: its streams unpacked, the hexadecimal strings read as Latin-1. */
export function textOfPdf(bytes: Buffer): string {
  const texts: string[] = []
  for (let from = bytes.indexOf('stream\n'); from !== -1; from = bytes.indexOf('stream\n', from + 1)) {
    if (bytes.toString('latin1', from - 3, from) === 'end') continue
    const start = from + 'stream\n'.length
    const content = inflateSync(bytes.subarray(start, bytes.indexOf('\nendstream', start))).toString('latin1')
    for (const [line] of content.matchAll(/\[[^\]]*\] TJ/gu))
      texts.push([...line.matchAll(/<([0-9a-f]*)>/gu)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''))
  }
  return texts.join('\n').replaceAll('\u{a0}', ' ')
}
